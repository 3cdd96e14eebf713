import Dispatch
import Foundation

/// A program that gets our terminal, such as an editor: of our own process group, so that the keys which
/// stop or interrupt reach it.
struct ForegroundProgram: Equatable, Sendable {
  /// The way a program ended.
  enum Ending: Equatable, Sendable {
    case exited(Int32)
    case killed(Int32)
  }

  /// The program, looked for in `PATH`, and its arguments.
  var arguments: [String]
  var environment: [String: String]
  /// The terminal's two descriptors.
  var input: Int32
  var output: Int32

  /// The person's editor on a file: `VISUAL`, else `EDITOR`, else vi. The variables hold a command of the
  /// shell; the file is no part of it.
  static func editor(
    on path: String, environment: [String: String], input: Int32, output: Int32
  ) -> ForegroundProgram {
    let named = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty }
    let editor = named ?? "vi"
    return ForegroundProgram(
      arguments: ["sh", "-c", editor + " \"$@\"", editor, path], environment: environment,
      input: input, output: output)
  }

  /// Starts it; how it ended is told on the main actor.
  @MainActor
  func start(ended: @escaping @MainActor (Ending) -> Void) throws(SystemError) {
    let process = try Spawn(
      path: arguments.first ?? "", arguments: arguments, environment: environment, input: input,
      output: output, errors: output
    ).start()
    let end = MainRelay<Ending>()
    end.receive = ended
    Thread.detachNewThread {
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      // The encoding of wait(2), whose macros Swift does not see.
      let signal = status & 0x7f
      end.send(signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal))
    }
  }
}
