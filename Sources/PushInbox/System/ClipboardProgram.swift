import Dispatch
import Foundation

/// A program that copies its standard input to a clipboard. It is started without a shell.
struct ClipboardProgram: Equatable, Sendable {
  /// The program, searched in `PATH`, and its arguments.
  var arguments: [String]
  /// The command in messages: `tmux load-buffer -w`.
  var name: String
  /// The destination of the text in messages.
  var destination = "the clipboard"
  /// Environment variables that the program needs.
  var environment: [String: String] = [:]

  /// The time limit of a program: 5 s. A program that exceeds it is ended and counts as failed.
  static let limit = Duration.seconds(5)

  /// Returns the programs whose clipboard is that of the user's terminal, preferred first. It does
  /// not check whether they are installed.
  ///
  /// A forwarded display counts. `pbcopy` writes the clipboard of the machine it runs on, which in
  /// an SSH session is not the user's.
  static func reachable(in environment: [String: String]) -> [ClipboardProgram] {
    let has = { (name: String) in environment[name]?.isEmpty == false }
    var programs: [ClipboardProgram] = []
    if has("TMUX") {
      programs.append(
        ClipboardProgram(
          arguments: ["tmux", "load-buffer", "-w", "-"], name: "tmux load-buffer -w",
          destination: "the tmux buffer"))
    }
    if !has("SSH_CONNECTION"), !has("SSH_TTY") {
      // It reads its input in the encoding of the locale.
      programs.append(
        ClipboardProgram(
          arguments: ["pbcopy"], name: "pbcopy", environment: ["LC_ALL": "en_US.UTF-8"]))
    }
    if has("WAYLAND_DISPLAY") {
      programs.append(
        ClipboardProgram(arguments: ["wl-copy", "--type", "text/plain"], name: "wl-copy"))
    }
    if has("DISPLAY") {
      programs.append(
        ClipboardProgram(arguments: ["xclip", "-in", "-selection", "clipboard"], name: "xclip"))
      programs.append(
        ClipboardProgram(arguments: ["xsel", "--clipboard", "--input"], name: "xsel"))
    }
    return programs
  }

  /// Sends a text to the program. Blocks until the program ends or goes to the background.
  ///
  /// - Returns: The reason why it failed, in a few words; nil if it succeeded.
  /// - Throws: ``SystemError`` if it could not be started; the code is `ENOENT` if it is not
  ///   installed.
  func copy(_ text: String, environment: [String: String]) throws(SystemError) -> String? {
    let program = ChildProgram(
      arguments: arguments, folder: FileManager.default.currentDirectoryPath, limit: Self.limit,
      grace: .milliseconds(500))
    let process = try ChildProcess(
      program, environment: environment.merging(self.environment) { $1 })
    let result = process.finish(sending: Array(text.utf8))
    switch result.ending {
    case .exited(0): return nil
    case .exited(let code): return result.message.isEmpty ? "exit status \(code)" : result.message
    case .killed(let signal): return "ended by signal \(signal)"
    case .timedOut: return "no end within \(Self.limit.components.seconds) s"
    case .notStarted(let error): return error.reason
    case .tooMuchOutput, .tooMuchMemory, .dropped: return "failed"
    }
  }
}

/// The result of a copy by programs.
struct ClipboardResult: Equatable, Sendable {
  /// The program that succeeded; nil if none did.
  var program: ClipboardProgram?
  /// The programs that failed before it, with the reasons: `xclip: Can't open display`.
  var failures: [String] = []
}

/// Copies texts by programs, one text after the other, on a separate queue.
final class ClipboardWriter: Sendable {
  private let queue = DispatchQueue(label: "pushinbox.clipboard")
  private let environment: [String: String]

  init(environment: [String: String]) {
    self.environment = environment
  }

  /// Copies a text by the first program that succeeds, and reports the result.
  @MainActor func copy(_ text: String, finished: @escaping @MainActor (ClipboardResult) -> Void) {
    let relay = MainRelay<ClipboardResult>()
    relay.receive = finished
    queue.async { [environment] in
      relay.send(Self.copy(text, environment: environment))
    }
  }

  private static func copy(_ text: String, environment: [String: String]) -> ClipboardResult {
    var result = ClipboardResult()
    for program in ClipboardProgram.reachable(in: environment) {
      do throws(SystemError) {
        guard let failure = try program.copy(text, environment: environment) else {
          result.program = program
          break
        }
        result.failures.append("\(program.name): \(failure)")
      } catch {
        if error.code != ENOENT { result.failures.append("\(program.name): \(error.reason)") }
      }
    }
    return result
  }
}
