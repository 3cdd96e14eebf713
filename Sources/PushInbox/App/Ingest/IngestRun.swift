/// A run of `ingest`: the pieces of all sources in order, and the sums.
enum IngestRun {
  /// Thrown by the receiver of the pieces when it wants no more.
  struct Ended: Error {}

  /// So many rejections are told: a file of another kind would else be told line by line.
  static let mostTold = 20

  /// Reads sources in order and sums up.
  ///
  /// - Parameters:
  ///   - write: Called with each sentence about what is rejected.
  ///   - result: told the sums.
  ///   - hand: hands a piece to the gateway.
  static func read(
    _ names: [String], write: @escaping (String) -> Void, result: (String) -> Void,
    _ hand: @escaping (IngestPiece) throws -> IngestPiece.Report
  ) throws -> ExitCode {
    var (taken, rejected, unread) = (0, 0, 0)
    let report = { (problem: String) in
      if rejected + unread <= mostTold { write(problem) }
    }
    let sources = IngestSources(names: names) { problem in
      unread += 1
      report(problem)
    } receive: { piece in
      let outcome = try hand(piece)
      taken += outcome.taken
      for problem in outcome.problems {
        rejected += 1
        report(problem)
      }
    }
    var parts: [String] = []
    do {
      try sources.read()
    } catch is Ended {
      parts = ["ended before the end"]
    }
    if rejected + unread > mostTold { write("and \(rejected + unread - mostTold) more") }
    // There was nothing to take, and that was said.
    if taken + rejected == 0, unread > 0, parts.isEmpty { return .badInput }
    parts.append("\(taken) accepted")
    if rejected > 0 { parts.append("\(rejected) refused") }
    if unread > 0 { parts.append("\(unread) not read") }
    result(parts.joined(separator: ", "))
    return rejected + unread == 0 ? .success : .badInput
  }
}
