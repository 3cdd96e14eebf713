import Foundation

/// Runs hooks beside everything else: at most four at once, the others wait in line. Whoever hands in an
/// event never waits.
// Sendable: the variables are read and written under `lock` only; `onResult` is called outside of it.
final class HookRunner: @unchecked Sendable {
  /// The most that run at once.
  static let mostAtOnce = 4
  /// The most events that wait; with one more the oldest is dropped, and that is said.
  static let mostWaiting = 1000

  private struct Run {
    var program: HookProgram
    var event: String
    var line: [UInt8]
  }

  private let environment: [String: String]
  private let onResult: @Sendable (HookResult) -> Void
  /// Signalled when a thread of the runner ends.
  private let lock = NSCondition()
  private var waiting: [Run] = []
  private var first = 0
  private var running = 0
  private var isStopped = false
  /// The process groups of the programs that run.
  private var groups: Set<pid_t> = []

  /// - Parameters:
  ///   - environment: the variables from which the programs get theirs, beside `PUSHINBOX_EVENT`.
  ///   - onResult: called for every event that was not forgotten by ``stop()``, on a thread of the
  ///     runner or of the caller.
  init(environment: [String: String], onResult: @escaping @Sendable (HookResult) -> Void) {
    self.environment = environment
    self.onResult = onResult
  }

  /// Has the program run with one event on its standard input: `line`, the JSON of the event with its
  /// line end; `event` is its name.
  func run(_ program: HookProgram, event: String, line: [UInt8]) {
    let run = Run(program: program, event: event, line: line)
    let (starts, dropped) = lock.withLock { () -> (Bool, Run?) in
      guard !isStopped else { return (false, nil) }
      if running < Self.mostAtOnce {
        running += 1
        return (true, nil)
      }
      waiting.append(run)
      return (false, waiting.count - first > Self.mostWaiting ? next() : nil)
    }
    if starts { Thread.detachNewThread { self.work(on: run) } }
    if let dropped {
      onResult(
        HookResult(hook: dropped.program.name, ending: .dropped, duration: .zero, message: ""))
    }
  }

  /// Forgets the events that wait; others are not accepted any more. Programs that run go on.
  func forget() {
    lock.withLock {
      isStopped = true
      (waiting, first) = ([], 0)
    }
  }

  /// The same, and waits until no program runs. One that still runs after `patience` seconds is asked to end (SIGTERM),
  /// and made to (SIGKILL) after the same time.
  func stop(patience: TimeInterval = 2) {
    forget()
    lock.withLock {
      for signal in [SIGTERM, SIGKILL] {
        let deadline = Date(timeIntervalSinceNow: patience)
        while running > 0, lock.wait(until: deadline) {}
        for group in groups { kill(-group, signal) }
      }
    }
  }

  /// Takes the oldest event; under the lock.
  private func next() -> Run? {
    guard first < waiting.count else { return nil }
    defer {
      first += 1
      if first == waiting.count || first > Self.mostWaiting {
        waiting.removeFirst(first)
        first = 0
      }
    }
    return waiting[first]
  }

  /// Carries out a run and, as long as there are any, those that wait.
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
      let group = process.process
      _ = lock.withLock { groups.insert(group) }
      let result = process.finish(sending: run.line)
      _ = lock.withLock { groups.remove(group) }
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
  /// The message about the end of a hook; nil when it went well.
  static func text(_ result: HookResult) -> String? {
    text(result.ending, result.message).map { "hook \(result.hook) \($0)" }
  }
}
