import Foundation
import InboxModel

/// Runs apps' extensions, each on a separate thread. It does not limit their number: the phone runs
/// one service extension at a time for each app, the screen one content extension.
// Sendable: the variables are read and written only under `lock`.
final class ExtensionRunner: @unchecked Sendable {
  private let environment: [String: String]
  private let lock = NSLock()
  private var running: Set<ProcessTree> = []
  private var isStopped = false
  /// The number of calls of ``endAll()``. A program requested before the latest one, but not yet
  /// started, is ended too.
  private var endings = 0

  /// Makes a runner without running programs.
  ///
  /// - Parameter environment: The environment of the programs, which adds `PUSHINBOX_APP`,
  ///   `PUSHINBOX_ID` and `PUSHINBOX_LIMIT`.
  init(environment: [String: String]) {
    self.environment = environment
  }

  /// Starts a program. `answer` is called on a thread of the runner.
  func start(_ run: ExtensionRun, answer: @escaping @Sendable (ExtensionAnswer) -> Void) {
    let asked = lock.withLock { endings }
    Thread.detachNewThread { if let ended = self.run(run, asked: asked) { answer(ended) } }
  }

  /// Runs a program and waits for its end; nil when ``endAll()`` or ``stop()`` ended it.
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
      let tree = process.tree
      guard begin(tree, asked: asked) else {
        _ = process.finish(sending: [])
        return nil
      }
      let result = process.finish(sending: run.payload)
      return end(tree) ? Self.answer(result) : nil
    } catch {
      return Self.answer(ChildResult(ending: .notStarted(error)))
    }
  }

  /// Ends the running programs without reporting a result.
  func endAll() {
    lock.withLock {
      for tree in running { tree.send(SIGKILL) }
      running = []
      endings += 1
    }
  }

  /// Ends the running programs and starts no further ones. Their pushes keep their original content
  /// in the store.
  func stop() {
    lock.withLock { isStopped = true }
    endAll()
  }

  /// A fifth of the time limit, at most one second, is left after the request to end (N4): output
  /// in that time still counts.
  private static func program(_ run: ExtensionRun) -> ChildProgram {
    let last = min(1, run.limit / 5)
    return ChildProgram(
      arguments: run.arguments, folder: run.folder, limit: .seconds(run.limit - last),
      grace: .seconds(last), maximumOutput: ServiceExtension.maximumAnswerLength,
      maximumMemory: run.resources.memory * 1_000_000, endsChildren: true)
  }

  private static func answer(_ result: ChildResult) -> ExtensionAnswer {
    switch result.ending {
    case .exited(0): .printed(result.output)
    case .timedOut: .timedOut
    default:
      .failed(EndingMessage.text(result.ending, PlainText.clean(result.message)) ?? "failed")
    }
  }

  private func begin(_ tree: ProcessTree, asked: Int) -> Bool {
    lock.withLock {
      let isWanted = !isStopped && asked == endings
      if isWanted { running.insert(tree) } else { tree.send(SIGKILL) }
      return isWanted
    }
  }

  private func end(_ tree: ProcessTree) -> Bool {
    lock.withLock { running.remove(tree) != nil }
  }
}
