import Foundation
import Testing

@testable import InboxModel

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The reports that `run` writes.
@Suite struct ScenarioReportTests {
  private static let trace = Trace(
    id: 5, times: DeliveryTimes(receivedAt: Moment.start, deliveredAt: Moment.start),
    outcome: .quiet, reason: .dndManual,
    steps: [
      TraceStep(.intake, .ok, because: "h2"), TraceStep(.app, .ok, because: "installed"),
      TraceStep(.permission, .skip, because: "as it is"),
      TraceStep(.focus, .stop, code: .dndManual, because: "no \u{1B}[31m]]>", setting: "focus.dnd"),
    ], wouldShowIf: [Trace.Remedy(set: ["dnd=off"])])
  private static let place = Scenario.Location(
    file: "a/b.c.jsonl", position: JSONPosition(offset: 90, line: 12, column: 11))

  private static func check(
    _ kind: CheckResult.Kind = .expect, text: String = #"{"unread":4}"#, isGood: Bool = false,
    title: String = "Lunch?", path: String = "unread", diff: [String] = []
  ) -> CheckResult {
    CheckResult(
      kind, text: text, place: place, at: Date(timeIntervalSince1970: 0),
      differences: isGood ? [] : [.init(path: path, expected: "4", got: nil)], screenDiff: diff,
      concerned: isGood ? [] : [.init(id: 5, line: 3, title: title, trace: trace)])
  }

  private static let broken = SettingsError(
    .unknownKey, path: "pish", suggestion: "push", file: "x.jsonl",
    position: JSONPosition(offset: 9, line: 2, column: 2))

  private static let reports = [
    ScenarioReport(file: "a/b.c.jsonl", checks: [check(isGood: true), check()]),
    ScenarioReport(file: "ran.jsonl"),
    ScenarioReport(file: "x.jsonl", error: broken),
  ]

  private func tap(_ reports: [ScenarioReport]) -> [String] {
    var tap = TAPReport()
    return reports.flatMap { tap.lines($0) } + [tap.plan]
  }

  // MARK: Formats

  @Test func `an annotation of GitHub has file, line and column, and escapes its line`() {
    let lines = Self.reports.flatMap(GitHubReport.lines)
    #expect(lines.count == 3)
    #expect(
      lines[0].hasPrefix(
        #"::error file=a/b.c.jsonl,line=12,col=11,title=expect {"unread"%3A4}::unread: expected 4, got (absent)%0A#5 “Lunch?”, line 3%0A"#
      ), "\(lines[0])")
    #expect(
      lines[1]
        == "::warning file=ran.jsonl,title=plays to the end::The file has no expectations, so it checks nothing."
    )
    #expect(
      lines[2]
        == "::error file=x.jsonl,line=2,col=2,title=plays to the end::\(Self.broken.message)")
    #expect(lines.allSatisfy { !$0.contains("\n") && !$0.contains("\u{1B}") })
    #expect(
      GitHubReport.annotation(.notice, file: "a,b:%", line: nil, title: "x\ny", "50%\r\n")
        == #"::notice file=a%2Cb%3A%25,title=x\ny::50%25\x0d%0A"#)
  }

  @Test func `TAP has a point per case and a block for each failure`() {
    #expect(
      tap(Self.reports) == [
        #"ok 1 - a/b.c.jsonl:12 expect {"unread":4}"#,
        #"not ok 2 - a/b.c.jsonl:12 expect {"unread":4}"#,
        "  ---",
        "  differences:",
        "    - path: \"unread\"",
        "      expected: \"4\"",
        "      got: \"(absent)\"",
        "  pushes:",
        "    - id: 5",
        "      line: 3",
        "      title: \"Lunch?\"",
        "      trace: |",
        "        2  ok    app                installed",
        "        4  STOP  focus  dnd.manual  no \\x1b[31m]]>  [focus.dnd]",
        "        outcome        quiet, dnd.manual",
        "        would show if  dnd=off",
        "  at: \"1970-01-01T00:00:00.000Z\"",
        "  file: \"a/b.c.jsonl\"",
        "  line: 12",
        "  column: 11",
        "  ...",
        "ok 3 - ran.jsonl plays to the end",
        "not ok 4 - x.jsonl:2 plays to the end",
        "  ---",
        "  error: \"x.jsonl:2:2: `pish` is not a known key; did you mean `push`?\"",
        "  file: \"x.jsonl\"",
        "  line: 2",
        "  column: 2",
        "  ...",
        "1..4",
      ])
  }

  @Test func `the name of an expectation is its case's name in every format`() throws {
    var check = Self.check()
    check.name = "four <unread> #1"
    let report = ScenarioReport(file: "s", checks: [check])
    #expect(tap([report])[0] == ##"not ok 1 - s:12 four <unread> \#1"##)
    #expect(
      JUnitReport.text(of: [report]).contains(#"<testcase name="four &lt;unread&gt; #1" "#))
    #expect(CaseJSON.lines(report)[0].contains(#""name":"four <unread> #1""#))
    #expect(FailureText.lines(report)[0] == #"s:12:11: four <unread> #1: expect {"unread":4}"#)
    let unnamed = ScenarioReport(file: "s", checks: [Self.check()])
    #expect(CaseJSON.lines(unnamed)[0].contains(#""name":null"#))
  }

  @Test func `the moment of a check is stated in the phone's time zone`() throws {
    var check = Self.check()
    check.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let report = ScenarioReport(file: "s", checks: [check])
    #expect(tap([report]).contains("  at: \"1970-01-01T01:00:00.000+01:00\""))
    #expect(CaseJSON.lines(report)[0].hasPrefix(#"{"at":"1970-01-01T00:00:00.000Z""#))
  }

  @Test func `a summary counts cases, invalid files and files without expectations`() {
    #expect(RunSummary.text(of: []) == "0 passed")
    #expect(RunSummary.text(of: Array(Self.reports.prefix(1))) == "1 of 2 expectations failed")
    #expect(
      RunSummary.text(of: Self.reports)
        == "1 of 2 expectations failed; 1 file not played to the end; 1 file has no expectations")
    let ran = ScenarioReport(file: "ran.jsonl")
    #expect(RunSummary.text(of: [ran, ran]) == "2 passed; 2 files have no expectations")
  }

  @Test func `a long text is cut in names and complete for scripts`() throws {
    let text = String(repeating: "x", count: 400)
    let report = ScenarioReport(file: "s", checks: [Self.check(text: text, isGood: true)])
    #expect(report.cases[0].name.count == 200)
    #expect(CaseJSON.lines(report)[0].contains(text))
    #expect(!tap([report]).joined().contains(text))
    #expect(!JUnitReport.text(of: [report]).contains(text))
  }

  @Test func `a screen diff has a line per row in the block`() {
    let diff = RowDiff.lines(expected: "a\nb\nc\n", got: "a\n x: #\nc\n")
    let report = ScenarioReport(file: "s", checks: [Self.check(.screen, diff: diff)])
    let lines = tap([report])
    let start = lines.firstIndex(of: "  screen: |") ?? 0
    #expect(
      lines[start...].prefix(4) == ["  screen: |", "    @@ -2 +2 @@", "    -b", "    + x: #"])
  }

  @Test func `the text report has the differences and their traces`() {
    #expect(
      FailureText.lines(Self.reports[0]) == [
        #"a/b.c.jsonl:12:11: expect {"unread":4}"#,
        "  unread: expected 4, got (absent)",
        "  #5 “Lunch?”, line 3",
        "    2  ok    app                installed",
        "    4  STOP  focus  dnd.manual  no \\x1b[31m]]>  [focus.dnd]",
        "    outcome        quiet, dnd.manual",
        "    would show if  dnd=off",
      ])
    #expect(FailureText.lines(Self.reports[1]).isEmpty)
    #expect(FailureText.lines(Self.reports[2]).isEmpty)
  }

  @Test func `JUnit has a suite per file and a test case per case`() {
    #expect(
      JUnitReport.text(of: Self.reports)
        == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="pushinbox" tests="4" failures="1" errors="1" skipped="0" time="0">
          <testsuite name="a/b.c.jsonl" tests="2" failures="1" errors="0" skipped="0" time="0">
            <testcase name="line 12: expect" classname="a.b_c" file="a/b.c.jsonl" line="12" time="0"/>
            <testcase name="line 12: expect" classname="a.b_c" file="a/b.c.jsonl" line="12" time="0">
              <failure type="expect" message="unread: expected 4, got (absent)">unread: expected 4, got (absent)
        #5 “Lunch?”, line 3
          2  ok    app                installed
          4  STOP  focus  dnd.manual  no \\x1b[31m]]&gt;  [focus.dnd]
          outcome        quiet, dnd.manual
          would show if  dnd=off</failure>
            </testcase>
          </testsuite>
          <testsuite name="ran.jsonl" tests="1" failures="0" errors="0" skipped="0" time="0">
            <testcase name="plays to the end" classname="ran" file="ran.jsonl" time="0"/>
          </testsuite>
          <testsuite name="x.jsonl" tests="1" failures="0" errors="1" skipped="0" time="0">
            <testcase name="line 2: plays to the end" classname="x" file="x.jsonl" line="2" time="0">
              <error type="scenario" message="x.jsonl:2:2: `pish` is not a known key; did you mean `push`?">x.jsonl:2:2: `pish` is not a known key; did you mean `push`?</error>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func `JUnit distinguishes cases of a file with the same name by their lines`() {
    let checks = [(7, "silent"), (9, "silent"), (11, "heard")].map { line, name in
      var check = Self.check(isGood: true)
      check.name = name
      check.place.position.line = line
      return check
    }
    let text = JUnitReport.text(of: [
      ScenarioReport(file: "a", checks: checks), ScenarioReport(file: "b", checks: [checks[0]]),
    ])
    let names = text.matches(of: #/<testcase name="([^"]*)"/#).map { String($0.1) }
    #expect(names == ["silent (line 7)", "silent (line 9)", "heard", "silent"])
  }

  @Test func `JUnit names a case without a name by its line and kind, without JSON`() {
    let checks = [
      Self.check(), Self.check(.expectEvent, text: #"{"event":"read"}"#),
      Self.check(.expectNone, text: "is:rejected"), Self.check(.screen, text: "lock 80x24 a.svg"),
    ]
    let text = JUnitReport.text(of: [ScenarioReport(file: "a", checks: checks)])
    let names = text.matches(of: #/<testcase name="([^"]*)"/#).map { String($0.1) }
    #expect(
      names == [
        "line 12: expect", "line 12: expectEvent", "line 12: expectNone is:rejected",
        "line 12: screen lock 80x24 a.svg",
      ])
  }

  @Test func `JSON lines have every key in every case`() throws {
    let lines = Self.reports.flatMap(CaseJSON.lines)
    #expect(
      lines[0] == """
        {"at":"1970-01-01T00:00:00.000Z","column":11,"concerned":[],"differences":[],"error":null,\
        "file":"a/b.c.jsonl","kind":"expect","line":12,"name":null,"ok":true,"rejected":[],"screenDiff":[],\
        "text":"{\\"unread\\":4}","v":1}
        """)
    let objects = try lines.map {
      try #require(JSONReader.read(Array($0.utf8)).root.object)
    }
    #expect(Set(objects.map { $0.members.map(\.key) }).count == 1)
    #expect(objects.map { $0["ok"]?.bool } == [true, false, true, false])
    #expect(objects.map { $0["kind"]?.string } == ["expect", "expect", "run", "run"])
    #expect(objects[1]["differences"] == [["expected": "4", "got": .null, "path": "unread"]])
    let trace = objects[1]["concerned"]?.array?.first?.object?["trace"]
    #expect(trace == (try JSONReader.read(Array(TraceJSON.text(Self.trace).utf8)).root))
    #expect(objects[3]["error"]?.string == Self.broken.message)
    #expect(objects[3]["line"] == 2)
    #expect(objects[2]["line"] == .null)
  }

  @Test func `a rejected push is reported with its reason, cause and correction`() throws {
    var check = Self.check(title: "x", path: "")
    check.concerned = []
    check.rejected = [
      RejectedRequest(
        number: 7, origin: Origin(wire: .line), at: Moment.start, reason: "BadTopic",
        because: "The \u{1B}[31mtopic.", fix: "Send it.")
    ]
    check.rejectedLines = [7: 9]
    let report = ScenarioReport(file: "s", checks: [check])
    #expect(
      Array(tap([report])[2..<9]) == [
        "  differences:", #"    - expected: "4""#, #"      got: "(absent)""#, "  rejected:",
        #"    - id: "R7""#, #"      reason: "BadTopic""#, #"      because: "The \\x1b[31mtopic.""#,
      ])
    #expect(
      JUnitReport.text(of: [report]).contains(
        "\nR7 rejected: BadTopic, line 9\n  because  The \\x1b[31mtopic.\n  fix      Send it.</")
    )
    #expect(
      CaseJSON.lines(report)[0].contains(
        #""rejected":[{"because":"The \u001b[31mtopic.","fix":"Send it.","id":"R7","line":9,"reason":"BadTopic"}]"#
      ))
  }

  @Test func `an empty filter has quotes in the name of its case`() {
    let report = ScenarioReport(file: "s", checks: [Self.check(.expectNone, text: "")])
    #expect(tap([report])[0] == #"not ok 1 - s:12 expectNone """#)
    #expect(FailureText.lines(report)[0] == #"s:12:11: expectNone """#)
  }

  @Test func `checks before an error are reported, followed by the error`() {
    let report = ScenarioReport(
      file: "x.jsonl", checks: [Self.check(isGood: true)], error: Self.broken)
    #expect(tap([report]).filter { $0.contains("ok ") }.count == 2)
    #expect(JUnitReport.text(of: [report]).contains(#"tests="2" failures="0" errors="1""#))
    #expect(CaseJSON.lines(report).count == 2)
  }

  // MARK: Hostile text

  /// Each text with its expected form in XML.
  private static let hostile = [
    "a\u{1B}[31mb": #"a\x1b[31mb"#, "]]>": "]]>", "# SKIP \\": "# SKIP \\",
    "one\r\ntwo\tthree": #"one\x0d\ntwo\x09three"#, "\u{FFFE}\u{FFFF}\u{0}": #"\ufffe\uffff\x00"#,
    "<a b=\"&amp;'\">": "<a b=\"&amp;'\">",
    // A combining mark forms one Character with the preceding scalar.
    "<\u{301}\"\u{301}&\u{301}#\u{301}": "<\u{301}\"\u{301}&\u{301}#\u{301}",
    "\u{202E}\u{2028}\u{85}": #"\u202e\u2028\x85"#,
  ]

  @Test(arguments: hostile.keys.sorted())
  func `hostile text yields valid XML with the same content`(_ text: String) throws {
    let report = ScenarioReport(
      file: text, checks: [Self.check(text: text, title: text, path: text, diff: [text])])
    let broken = ScenarioReport(
      file: text, error: SettingsError(.unreadable(text), path: "", file: text))
    let reader = XMLReader()
    #expect(reader.read(JUnitReport.text(of: [report, broken])))
    let clean = try #require(Self.hostile[text])
    #expect(reader.attributes["testsuite"]?["name"] == clean)
    #expect(reader.attributes["testcase"]?["file"] == clean)
    #expect(reader.attributes["failure"]?["message"] == "\(clean): expected 4, got (absent)")
    #expect(reader.attributes["error"]?["message"] == "\(clean): \(clean)")
    let text = "\(clean): expected 4, got (absent)\n\(clean)\n#5 “\(clean)”, line 3\n"
    #expect(reader.texts["failure"]?.hasPrefix(text) == true)
  }

  @Test func `attributes preserve line ends`() {
    var check = Self.check()
    check.differences.append(.init(path: "b", expected: nil, got: "1"))
    let reader = XMLReader()
    #expect(reader.read(JUnitReport.text(of: [ScenarioReport(file: "f", checks: [check])])))
    #expect(
      reader.attributes["failure"]?["message"]
        == "unread: expected 4, got (absent)\nb: expected (absent), got 1")
  }

  @Test(arguments: hostile.keys.sorted())
  func `hostile text stays on one TAP line without forged directives`(_ text: String) throws {
    let report = ScenarioReport(
      file: text, checks: [Self.check(text: text, title: text, path: text, diff: [text])])
    let lines = tap([report])
    #expect(
      lines.count == tap([ScenarioReport(file: "f", checks: [Self.check(diff: ["-"])])]).count)
    #expect(lines.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    // The text without escapes contains no directive.
    let scalars = Array(lines[0].unicodeScalars)
    var bare: [Unicode.Scalar] = []
    var index = 0
    while index < scalars.count {
      if scalars[index] == "\\" { index += 2 } else { bare.append(scalars[index]); index += 1 }
    }
    #expect(!bare.contains("#"))
    // The values of YAML are JSON strings as well.
    for line in lines.dropFirst() {
      guard let colon = line.range(of: ": \"") else { continue }
      let value = Array(line[line.index(colon.lowerBound, offsetBy: 2)...].utf8)
      #expect(throws: Never.self) { try JSONReader.read(value) }
    }
  }

  @Test(arguments: hostile.keys.sorted())
  func `no line of the text report controls the terminal`(_ text: String) throws {
    let lines = FailureText.lines(
      ScenarioReport(
        file: text, checks: [Self.check(text: text, title: text, path: text, diff: [text])]))
    let clean = try #require(Self.hostile[text])
    #expect(lines[0] == "\(clean):12:11: expect \(clean)")
    #expect(lines[2] == "  " + clean)
    #expect(lines[3] == "  #5 “\(clean)”, line 3")
  }
}

/// The last attributes and text of each kind of element.
private final class XMLReader: NSObject, XMLParserDelegate {
  private(set) var attributes: [String: [String: String]] = [:]
  private(set) var texts: [String: String] = [:]
  private var open: [String] = []

  /// Returns whether a document is well-formed.
  func read(_ text: String) -> Bool {
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    return parser.parse()
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    self.attributes[name] = attributes
    texts[name] = ""
    open.append(name)
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    open.last.map { texts[$0, default: ""] += text }
  }

  func parser(
    _ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }
}
