import InboxModel
import Testing

@testable import PushInbox

/// Large scenarios are read ahead and played as they are read, with the same output as small ones.
@Suite(.patient) struct LargeScenarioTests {
  /// Settings, pushes and moments in turn; the first moment is late in the file.
  private static let demo: [String] =
    [#"{"app":{"bundleId":"com.example.a","list":true}}"#, #"{"set":{"lock":"locked"}}"#]
    + (1...60).map { number in
      let time = number < 30 ? "" : #","receivedAt":"2026-04-14T18:\#(number - 20):00Z""#
      return #"{"bundleId":"com.example.a","headers":{"apns-collapse-id":"c\#(number % 50)"},"#
        + #""payload":{"aps":{"alert":"n \#(number)","thread-id":"t\#(number % 7)"}}\#(time)}"#
    }
    + [#"{"act":{"on":"last","action":"read"}}"#, #"{"advance":"5m"}"#]

  /// Returns the same scenario spread over several pieces of a large file.
  private static func spread(_ lines: [String]) -> [String] {
    let padding = "# " + String(repeating: "é", count: 10_000)
    return lines.flatMap { [$0, padding] }
  }

  private func run(
    _ lines: [String], _ options: [String] = ["--json"], in home: Home
  ) throws -> (status: Int32, out: String, err: String) {
    try home.write(lines.joined(separator: "\n"), to: "story.jsonl")
    let result = try home.run(["run", "story.jsonl"] + options)
    return (result.status, result.out, result.err)
  }

  @Test func `a large file has the same results as a small one`() throws {
    let home = try Home()
    #expect(Self.spread(Self.demo).joined().utf8.count > 1 << 20)
    for options in [["--json"], ["--screen", "60x20"], ["--json", "--seed", "7"]] {
      let small = try run(Self.demo, options, in: home)
      let large = try run(Self.spread(Self.demo), options, in: home)
      #expect(small.status == 0)
      // Pushes are named by their lines.
      #expect(large.status == 0)
      #expect(withoutLines(large.out) == withoutLines(small.out))
    }
  }

  @Test func `a large file without a start time begins when a small one does`() throws {
    let home = try Home()
    let lines = Self.demo.filter { !$0.contains("receivedAt") }
    let small = try run(lines, in: home)
    let large = try run(Self.spread(lines), in: home)
    #expect(withoutLines(large.out) == withoutLines(small.out))
    #expect(large.out.contains(#""now":"2026-01-01T00:05:00.000Z""#))
  }

  @Test func `an expectation at the end of a large file sees all events`() throws {
    let home = try Home()
    let late = [
      #"{"expect":{"last":{"thread":"t4"}}}"#,
      #"{"expectEvent":{"id":1}}"#, #"{"expect":{"unread":1000}}"#,
    ]
    let result = try run(Self.spread(Self.demo + late), [], in: home)
    #expect(result.status == 1)
    #expect(result.out.split(separator: "\n").filter { $0.hasPrefix("ok ") }.count == 2)
    #expect(result.out.contains("not ok 3 - story.jsonl:133 "))
  }

  @Test func `an error in a large file is reported as in a small one`() throws {
    let home = try Home()
    // The file is run up to the first error, whatever follows it.
    let wrongs = [#"{"act":{"on":7000,"action":"open"}}"#, #"{"pish":1}"#, "{"]
    for wrong in wrongs {
      var lines = Self.demo
      lines.insert(#"{"expect":{"unread":0}}"#, at: 0)
      lines.insert(wrong, at: 40)
      lines.insert(#"{"expect":{"unread":0}}"#, at: 41)
      lines += ["{", #"{"expect":{"unread":0}}"#]
      for options in [[], ["--json"], ["--screen", "60x20"]] {
        let small = try run(lines, options, in: home)
        let large = try run(Self.spread(lines), options, in: home)
        #expect(small.status == 5)
        #expect(small.err.contains("story.jsonl:41:"), "\(small.err)")
        #expect(large.status == 5)
        #expect(large.err.replacing("jsonl:81:", with: "jsonl:41:") == small.err)
        #expect(
          small.out.split(separator: "\n").filter { $0.hasPrefix("ok ") }.count
            == (options.isEmpty ? 1 : 0))
        #expect(large.out.replacing(/\b81\b/, with: "41") == small.out)
      }
    }
  }

  @Test func `an expectation is detected in every spelling of its key`() throws {
    let home = try Home()
    for key in [#"\u0065xpectEvent"#, #"exp\u0065ctEvent"#, #"e\u0078pectEvent"#] {
      let step = #"{"\#(key)":{"event":"shown"}}"#
      #expect(try run(Self.demo + [step], [], in: home).status == 0)
    }
  }

  private func withoutLines(_ text: String) -> String {
    text.replacing(#/line-\d+/#, with: "line")
  }
}
