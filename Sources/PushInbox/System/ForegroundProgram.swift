import Dispatch
import Foundation

/// A program that uses our terminal, such as an editor. It runs in our process group, so that the
/// keys which stop or interrupt reach it.
struct ForegroundProgram: Equatable, Sendable {
  /// The way in which a program ended.
  enum Ending: Equatable, Sendable {
    case exited(Int32)
    case killed(Int32)
  }

  /// The program, searched in `PATH`, and its arguments.
  var arguments: [String]
  var environment: [String: String]
  /// The terminal's two descriptors.
  var input: Int32
  var output: Int32

  /// Returns the user's editor for a file: `VISUAL`, else `EDITOR`, else vi. The variables hold a
  /// shell command; the file name is passed as an argument.
  static func editor(
    on path: String, environment: [String: String], input: Int32, output: Int32
  ) -> ForegroundProgram {
    let named = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty }
    let editor = named ?? "vi"
    return ForegroundProgram(
      arguments: ["sh", "-c", editor + " \"$@\"", editor, path], environment: environment,
      input: input, output: output)
  }

  /// Starts the program. `ended` is called on the main actor.
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
      // The encoding of wait(2), whose macros are not available in Swift.
      let signal = status & 0x7f
      end.send(signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal))
    }
  }
}
