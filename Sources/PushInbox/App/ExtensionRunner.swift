import Foundation
import InboxModel

/// Runs apps' extensions: each run on a thread of its own. How many
/// there are at once is for others to say: the phone has one service extension at a time for each app, the
/// screen one content extension.
// Sendable: the variables are read and written under `lock` only.
final class ExtensionRunner: @unchecked Sendable {
  private let environment: [String: String]
  private let lock = NSLock()
  private var running: Set<pid_t> = []
  private var isStopped = false
  /// The number of times all were ended: a program asked for before that and not up yet is ended, too.
  private var endings = 0

  /// - Parameter environment: what the programs find in theirs, beside `PUSHINBOX_APP`, `PUSHINBOX_ID` and
  ///   `PUSHINBOX_LIMIT`.
  init(environment: [String: String]) {
    self.environment = environment
  }

  /// Has a program run; the answer comes on a thread of the runner.
  func start(_ run: ExtensionRun, answer: @escaping @Sendable (ExtensionAnswer) -> Void) {
    let asked = lock.withLock { endings }
    Thread.detachNewThread { if let ended = self.run(run, asked: asked) { answer(ended) } }
  }

  /// Runs a program and waits for its end; nil when it was ended by ``endAll()`` or ``stop()``.
  func run(_ run: ExtensionRun) -> ExtensionAnswer? {
    self.run(run, asked: lock.withLock { endings })
  }

  private func run(_ run: ExtensionRun, asked: Int) -> ExtensionAnswer? {
    var environment = ProgramVariables.selected(from: environment, with: run.resources.variables)
    environment["PUSHINBOX_APP"] = run.app.text
    environment["PUSHINBOX_ID"] = String(run.id.rawValue)
    environment["PUSHINBOX_LIMIT"] = TimeSpan.text(run.limit)
    do throws(SystemError) {
      let process = try ChildProcess(Self.program(run), environment: environment)
      let group = process.process
      guard begin(group, asked: asked) else {
        _ = process.finish(sending: [])
        return nil
      }
      let result = process.finish(sending: run.payload)
      return end(group) ? Self.answer(result) : nil
    } catch {
      return Self.answer(ChildResult(ending: .notStarted(error)))
    }
  }

  /// Ends the programs that run; nobody hears of them.
  func endAll() {
    lock.withLock {
      for group in running { kill(-group, SIGKILL) }
      running = []
      endings += 1
    }
  }

  /// The same for good; pushes that were served stay in the store as they were.
  func stop() {
    lock.withLock { isStopped = true }
    endAll()
  }

  /// A fifth of the time, a second at most, is left for a last chance (N4): the program is asked to end, and
  /// what it prints then still counts.
  private static func program(_ run: ExtensionRun) -> ChildProgram {
    let last = min(1, run.limit / 5)
    return ChildProgram(
      arguments: run.arguments, folder: run.folder, limit: .seconds(run.limit - last),
      grace: .seconds(last), mostOutput: ServiceExtension.longestAnswer,
      mostMemory: run.resources.memory * 1_000_000, endsChildren: true)
  }

  private static func answer(_ result: ChildResult) -> ExtensionAnswer {
    switch result.ending {
    case .exited(0): .printed(result.output)
    case .timedOut: .timedOut
    default:
      .failed(EndingMessage.text(result.ending, PlainText.clean(result.message)) ?? "failed")
    }
  }

  private func begin(_ group: pid_t, asked: Int) -> Bool {
    lock.withLock {
      let isWanted = !isStopped && asked == endings
      if isWanted { running.insert(group) } else { kill(-group, SIGKILL) }
      return isWanted
    }
  }

  private func end(_ group: pid_t) -> Bool {
    lock.withLock { running.remove(group) != nil }
  }
}
