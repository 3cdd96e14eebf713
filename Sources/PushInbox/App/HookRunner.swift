import Foundation

/// Runs hooks in the background: at most four at once, the others wait. Callers never wait.
// Sendable: the variables are read and written only under `lock`; `onResult` is called outside of
// it.
final class HookRunner: @unchecked Sendable {
  /// The maximum number of programs that run at once.
  static let maximumAtOnce = 4
  /// The maximum number of waiting events; beyond it the oldest is dropped and reported.
  static let maximumWaiting = 1000

  private struct Run {
    var program: HookProgram
    var event: String
    var line: [UInt8]
  }

  private let environment: [String: String]
  private let onResult: @Sendable (HookResult) -> Void
  /// The lock, signalled when a thread of the runner ends.
  private let lock = NSCondition()
  private var waiting: [Run] = []
  private var first = 0
  private var running = 0
  private var isStopped = false
  /// The running programs.
  private var programs: Set<ProcessTree> = []

  /// Makes a runner without queued events.
  ///
  /// - Parameters:
  ///   - environment: The variables from which the environment of the programs is selected, in
  ///     addition to `PUSHINBOX_EVENT`.
  ///   - onResult: Called for every event that ``stop()`` did not discard, on a thread of the
  ///     runner or of the caller.
  init(environment: [String: String], onResult: @escaping @Sendable (HookResult) -> Void) {
    self.environment = environment
    self.onResult = onResult
  }

  /// Runs a program with one event: `line`, the event's JSON with its line end, is the standard
  /// input; `event` is its name.
  func run(_ program: HookProgram, event: String, line: [UInt8]) {
    let run = Run(program: program, event: event, line: line)
    let (starts, dropped) = lock.withLock { () -> (Bool, Run?) in
      guard !isStopped else { return (false, nil) }
      if running < Self.maximumAtOnce {
        running += 1
        return (true, nil)
      }
      waiting.append(run)
      return (false, waiting.count - first > Self.maximumWaiting ? next() : nil)
    }
    if starts { Thread.detachNewThread { self.work(on: run) } }
    if let dropped {
      onResult(
        HookResult(hook: dropped.program.name, ending: .dropped, duration: .zero, message: ""))
    }
  }

  /// Discards the waiting events and accepts no further ones. Running programs continue.
  func forget() {
    lock.withLock {
      isStopped = true
      (waiting, first) = ([], 0)
    }
  }

  /// Discards the waiting events and waits until no program runs. A program that still runs after
  /// `patience` seconds receives SIGTERM, and SIGKILL after the same time again.
  func stop(patience: TimeInterval = 2) {
    forget()
    lock.withLock {
      for signal in [SIGTERM, SIGKILL] {
        let deadline = Date(timeIntervalSinceNow: patience)
        while running > 0, lock.wait(until: deadline) {}
        for program in programs { program.send(signal) }
      }
    }
  }

  /// Removes and returns the oldest event; called under the lock.
  private func next() -> Run? {
    guard first < waiting.count else { return nil }
    defer {
      first += 1
      if first == waiting.count || first > Self.maximumWaiting {
        waiting.removeFirst(first)
        first = 0
      }
    }
    return waiting[first]
  }

  /// Carries out a run, then the waiting ones.
  private func work(on run: Run) {
    var run: Run? = run
    while let current = run {
      onResult(result(of: current))
      run = lock.withLock {
        let following = next()
        if following == nil {
          running -= 1
          lock.broadcast()
        }
        return following
      }
    }
  }

  private func result(of run: Run) -> HookResult {
    var environment = ProgramVariables.selected(from: environment, with: run.program.variables)
    environment["PUSHINBOX_EVENT"] = run.event
    let start = ContinuousClock.now
    do throws(SystemError) {
      let process = try ChildProcess(run.program.program, environment: environment)
      let tree = process.tree
      _ = lock.withLock { programs.insert(tree) }
      let result = process.finish(sending: run.line)
      _ = lock.withLock { programs.remove(tree) }
      return HookResult(
        hook: run.program.name, ending: result.ending, duration: .now - start,
        message: result.message)
    } catch {
      return HookResult(
        hook: run.program.name, ending: .notStarted(error), duration: .now - start, message: "")
    }
  }
}

extension EndingMessage {
  /// Returns the message about the end of a hook; nil when it succeeded.
  static func text(_ result: HookResult) -> String? {
    text(result.ending, result.message).map { "hook \(result.hook) \($0)" }
  }
}
