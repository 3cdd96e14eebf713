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
    return try read(arguments.words, say: output.talk, result: output.result) { piece in
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

  /// Thrown by whoever hands on the pieces when no more are wanted.
  struct Ended: Error {}

  /// So many refusals are told: a file of another kind would else be told line by line.
  static let mostTold = 20

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
    let tell = { (problem: String) in
      if refused + unread <= mostTold { say(problem) }
    }
    let sources = IngestSources(names: names) { problem in
      unread += 1
      tell(problem)
    } take: { piece in
      let report = try hand(piece)
      taken += report.taken
      for problem in report.problems {
        refused += 1
        tell(problem)
      }
    }
    var parts: [String] = []
    do {
      try sources.read()
    } catch is Ended {
      parts = ["ended before the end"]
    }
    if refused + unread > mostTold { say("and \(refused + unread - mostTold) more") }
    // There was nothing to take, and that was said.
    if taken + refused == 0, unread > 0, parts.isEmpty { return .badInput }
    parts.append("\(taken) accepted")
    if refused > 0 { parts.append("\(refused) refused") }
    if unread > 0 { parts.append("\(unread) not read") }
    result(parts.joined(separator: ", "))
    return refused + unread == 0 ? .success : .badInput
  }
}
