import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// XML files of the built program about hostile pushes, parsed by another parser.
@Suite(.patient, .enabled(if: Tool.python != nil, "python3 is not installed"))
struct MarkupTests {
  /// XML's special characters, each with a combining mark that joins it to one Character.
  private static let own = HostileText.marks.flatMap { mark in
    [
      "<\(mark)b", "&\(mark)", "]]>\(mark)", "\"\(mark)", "</text>\(mark)<script\(mark)>",
      "a\u{1B}&\(mark)\u{FFFE}",
    ]
  }

  /// Plays pushes with these titles; the last step fails with all of them in its message.
  private func play(_ texts: [String]) throws {
    let home = try Home()
    var lines = texts.enumerated().map { number, text in
      let payload: JSONValue = .object([
        "aps": .object(["alert": .object(["title": .string(text)])])
      ])
      return JSONWriter.text(
        .object(["bundleId": .string("com.example.app\(number)"), "payload": payload]))
    }
    for view in ["inbox", "detail"] {
      lines.append(#"{"screen":{"size":"200x200","view":"\#(view)","golden":"\#(view).svg"}}"#)
    }
    for text in texts {
      lines.append(JSONWriter.text(.object(["expect": .object(["badges": .object([text: 1])])])))
    }
    try home.write(lines.joined(separator: "\n") + "\n", to: "a.jsonl")
    let result = try home.run(["run", "a.jsonl", "--update", "--junit", "report.xml"])
    #expect(result.status == 1, "\(result.err)")
    let read = """
      import sys, xml.etree.ElementTree as tree
      for name in sys.argv[1:]: print(len(list(tree.parse(name).iter())))
      """
    let parsed = try home.run(
      program: try #require(Tool.python).path,
      ["-c", read, "inbox.svg", "detail.svg", "report.xml"])
    #expect(parsed.err == "")
    let counts = parsed.lines.compactMap { Int($0) }
    #expect(counts.count == 3)
    // Every text was drawn and reported.
    #expect(counts.first ?? 0 > texts.count)
    #expect(counts.last ?? 0 > 2 * texts.count)
  }

  @Test func `pictures and reports with any combining marks are well-formed`() throws {
    try play(Self.own)
  }

  @Test(
    .enabled(if: SharedCorpora.root != nil, Comment(rawValue: SharedCorpora.isAbsentMessage)))
  func `pictures and reports of naughty strings are well-formed`() throws {
    let naughty = try #require(try HostileText.naughty()).filter { !$0.isEmpty }
    for start in stride(from: 0, to: naughty.count, by: 90) {
      try play(naughty[start..<min(start + 90, naughty.count)].map { "<\u{301}\($0)&\u{301}" })
    }
  }
}
