import Foundation
import InboxModel

/// `pushinbox ingest`: pushes from files, through the gateway of the running inbox.
enum IngestCommand {
  /// Reads the sources and hands them to the running inbox, each piece after the one before is stored.
  static func run(
    _ arguments: Arguments, _ places: Places, _ output: StandardOutput
  ) throws -> Int32 {
    // A wrong file is not told before it is known that there is somebody to take the right ones.
    _ = try ControlClient.run(
      ControlRequest(words: ["ready"]), at: places.socket, limit: .seconds(5))
    return try read(arguments.words, say: output.talk, result: output.result) { piece in
      var report = IngestPiece.Report()
      let code = try ControlClient.ask(piece.request, at: places.socket) { line in
        switch line {
        case .out(let text): report.taken += Int(text.dropLast()) ?? 0
        case .err(let text): report.problems.append(String(text.dropLast()))
        case .exit(let code): return code
        }
        return nil
      }
      guard [ExitCode.success.rawValue, ExitCode.badInput.rawValue].contains(code) else {
        throw ErrorMessage(
          report.problems.joined(separator: "\n"), ExitCode(rawValue: code) ?? .failure)
      }
      return report
    }.rawValue
  }

  /// Thrown by whoever hands on the pieces when no more are wanted.
  struct Ended: Error {}

  /// Reads sources in order and sums up.
  ///
  /// - Parameters:
  ///   - say: told what is refused.
  ///   - result: told the sums.
  ///   - hand: hands a piece to the gateway.
  static func read(
    _ names: [String], say: @escaping (String) -> Void, result: (String) -> Void,
    _ hand: @escaping (IngestPiece) throws -> IngestPiece.Report
  ) throws -> ExitCode {
    var (taken, refused, unread) = (0, 0, 0)
    let sources = IngestSources(names: names) { problem in
      unread += 1
      say(problem)
    } take: { piece in
      let report = try hand(piece)
      taken += report.taken
      refused += report.problems.count
      for problem in report.problems { say(problem) }
    }
    var parts: [String] = []
    do {
      try sources.read()
    } catch is Ended {
      parts = ["ended before the end"]
    }
    // There was nothing to take, and that was said.
    if taken + refused == 0, unread > 0, parts.isEmpty { return .badInput }
    parts.append("\(taken) taken")
    if refused > 0 { parts.append("\(refused) refused") }
    if unread > 0 { parts.append("\(unread) not read") }
    result(parts.joined(separator: ", "))
    return refused + unread == 0 ? .success : .badInput
  }
}
