/// A run of `ingest`: the pieces of all sources in order, and the totals.
enum IngestRun {
  /// Thrown by the receiver of the pieces to end the run.
  struct Ended: Error {}

  /// The maximum number of reported rejections: a file in another format would otherwise be
  /// reported line by line.
  static let reportLimit = 20

  /// Reads sources in order and counts the results.
  ///
  /// - Parameters:
  ///   - write: Called with each sentence about a rejection.
  ///   - result: Called with the totals.
  ///   - deliver: Passes a piece to the gateway.
  static func read(
    _ names: [String], write: @escaping (String) -> Void, result: (String) -> Void,
    _ deliver: @escaping (IngestPiece) throws -> IngestPiece.Report
  ) throws -> ExitCode {
    var (taken, rejected, unread) = (0, 0, 0)
    let report = { (problem: String) in
      if rejected + unread <= reportLimit { write(problem) }
    }
    let sources = IngestSources(names: names) { problem in
      unread += 1
      report(problem)
    } receive: { piece in
      let outcome = try deliver(piece)
      taken += outcome.taken
      for problem in outcome.problems {
        rejected += 1
        report(problem)
      }
    }
    var isEndedEarly = false
    do {
      try sources.read()
    } catch is Ended {
      isEndedEarly = true
    }
    let problems = rejected + unread
    if problems > reportLimit { write(ResultMessage.andMore(problems - reportLimit)) }
    // No source could be read, which was already reported.
    if taken + rejected == 0, unread > 0, !isEndedEarly { return .badInput }
    result(
      ResultMessage.ingested(
        taken, rejected: rejected, unread: unread, isEndedEarly: isEndedEarly))
    return problems == 0 ? .success : .badInput
  }
}
