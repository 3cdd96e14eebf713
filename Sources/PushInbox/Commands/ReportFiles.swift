import InboxModel

/// The files that `run` writes when all is done: `--junit` and `--report`.
struct ReportFiles {
  private let junit: String?
  private let report: String?

  /// Looks before anything is played whether they can be written.
  init(_ arguments: Arguments) throws {
    junit = arguments["junit"]
    report = arguments["report"]
    for (option, path) in [("--junit", junit), ("--report", report)] {
      guard let path else { continue }
      guard path != "-", !path.isEmpty else {
        throw Arguments.Failure.value(option: option, value: path, expected: "a file")
      }
      do throws(SystemError) {
        try WholeFile.checkWritable(path)
      } catch {
        throw ErrorMessage("\(option) “\(path)” cannot be written: \(error.reason)", .usage)
      }
    }
    if let junit, junit == report {
      throw Arguments.Failure.value(
        option: "--report", value: junit, expected: "another file than --junit has")
    }
  }

  func write(_ reports: [ScenarioReport]) throws {
    if let junit { try WholeFile.write(Array(JUnitReport.text(of: reports).utf8), to: junit) }
    if let report {
      let lines = reports.flatMap(CaseJSON.lines).map { $0 + "\n" }
      try WholeFile.write(Array(lines.joined().utf8), to: report)
    }
  }
}
