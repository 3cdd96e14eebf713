import InboxModel

/// The files that `run` writes at the end: `--junit` and `--report`.
struct ReportFiles {
  private let junit: File?
  private let report: File?

  /// Checks that the files can be written, before any scenario is played.
  init(_ arguments: Arguments) throws {
    junit = try File(.junit, arguments)
    report = try File(.report, arguments)
    if let report, let target = report.target, target == junit?.target {
      throw Arguments.Failure.value(
        option: "--report", value: report.path, expected: "another file than --junit has")
    }
  }

  func write(_ reports: [ScenarioReport]) throws {
    try junit?.write(JUnitReport.text(of: reports))
    try report?.write(reports.flatMap(CaseJSON.lines).map { $0 + "\n" }.joined())
  }

  private struct File {
    /// The option.
    enum Kind: String {
      case junit, report

      var title: String {
        switch self {
        case .junit: "JUnit report"
        case .report: "report in JSON lines"
        }
      }
    }

    let kind: Kind
    let path: String
    /// The path of the replaced file, after links; nil for a FIFO or a device.
    let target: String?

    /// Makes the file that the option of this kind names. It must be writable.
    ///
    /// - Returns: nil without the option.
    init?(_ kind: Kind, _ arguments: Arguments) throws {
      guard let path = arguments[kind.rawValue] else { return nil }
      (self.kind, self.path) = (kind, path)
      guard path != "-", !path.isEmpty else {
        throw Arguments.Failure.value(option: "--" + kind.rawValue, value: path, expected: "a file")
      }
      do throws(SystemError) {
        try WholeFile.checkWritable(path)
        target = try WholeFile.target(of: path)
      } catch {
        throw ErrorMessage.unwritable(path, of: kind.rawValue, error)
      }
      try checkNothingIsLost()
    }

    func write(_ text: String) throws {
      // `--update` may have written a screen there since.
      try checkNothingIsLost()
      try WholeFile.write(Array(text.utf8), to: path)
    }

    /// Throws unless the existing file is a report: if the name was forgotten, as in `--junit
    /// *.jsonl`, it would be a scenario.
    private func checkNothingIsLost() throws {
      guard target != nil, case .file(let bytes) = try WholeFile.read(path, limit: 64) else {
        return
      }
      let begin = String(decoding: bytes, as: UTF8.self)
      let isReport =
        switch kind {
        case .junit: begin.hasPrefix("<?xml")
        case .report: begin.hasPrefix(#"{"at":"#) && begin.contains(#","column":"#)
        }
      guard isReport || begin.isEmpty else {
        throw ErrorMessage.notAReport(path, kind.title, of: kind.rawValue)
      }
    }
  }
}
