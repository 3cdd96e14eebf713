import Foundation
import InboxModel

/// `pushinbox ingest`: pushes from files, through the gateway of the running inbox.
enum IngestCommand {
  /// Reads the sources and hands them to the running inbox, each piece after the one before is stored.
  static func run(
    _ arguments: Arguments, _ places: RuntimePaths, _ output: StandardOutput
  ) throws -> Int32 {
    // A wrong file is not told before it is known that there is somebody to take the right ones.
    let socket = try places.runningSocket()
    try ControlClient.reach(at: socket)
    return try IngestRun.read(arguments.words, say: output.talk, result: output.result) { piece in
      var report = IngestPiece.Report()
      // A piece waits as any sender does while there is no room for it.
      let code = try ControlClient.ask(piece.request, at: socket, limit: .forever) { line in
        switch line {
        case .out(let text): report.taken += Int(text.dropLast()) ?? 0
        case .err(let text): report.problems.append(String(text.dropLast()))
        case .exit(let code): return code
        }
        return nil
      }
      guard [ExitCode.success.rawValue, ExitCode.badInput.rawValue].contains(code) else {
        throw ErrorMessage(lines: report.problems, ExitCode(rawValue: code) ?? .failure)
      }
      return report
    }.rawValue
  }
}
