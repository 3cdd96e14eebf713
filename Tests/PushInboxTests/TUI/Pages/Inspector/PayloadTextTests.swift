import InboxModel
import Testing

@testable import PushInbox

@Suite struct PayloadTextTests {
  private func text(_ lines: [StyledLine]) -> [String] {
    lines.map { $0.parts.map(\.text.text).joined() }
  }

  @Test(arguments: [
    ("text", #"{"aps":{}}"#, [#"{"aps":{}}"#]),
    ("line ends are seen", "a\n\nb", ["a^J", "^J", "b"]),
    ("a last line end too", "a\r\n", ["a^M^J"]),
    ("controls are named", "\t\u{1B}[31m\u{7}", ["^I^[[31m^G"]),
    ("spaces stay", "  a  b  ", ["  a  b  "]),
    ("rows are cut, not broken at words", "aaaa aaaa aaaa aaaa", ["aaaa aaaa aaaa aaa", "a"]),
    ("wide", "推送通知消息负载内容", ["推送通知消息负载内", "容"]),
  ])
  func `raw bytes are shown unchanged`(name: String, bytes: String, rows: [String]) {
    #expect(text(RawText.lines(of: Array(bytes.utf8), width: 20)) == rows)
  }

  @Test func `bytes that are not UTF-8 are shown in hexadecimal`() {
    let lines = text(RawText.lines(of: [0x00, 0x7B, 0x22, 0xFF, 0x61], width: 20))
    #expect(lines == ["00000000  00 7b 22 ff  .{\".", "00000004  61           a"])
    #expect(text(RawText.lines(of: [], width: 20)) == ["(no bytes)"])
  }

  @Test func `the largest fields are shown with their paths`() throws {
    let value = try JSONReader.read(
      Array(#"{"aps":{"alert":{"body":"Привет","loc-args":["a","bbbbbb"]},"badge":1},"x":{}}"#.utf8)
    ).root
    let fields = FieldSizes.largest(3, of: value)
    #expect(
      fields.map(\.path) == ["aps.alert.body", "aps.alert.loc-args[1]", "aps.alert.loc-args[0]"])
    #expect(fields.map(\.bytes) == [14, 8, 3])
    #expect(fields.map(\.characters) == [6, 6, 1])
  }

  @Test func `an object or array with many small fields is shown as a whole`() throws {
    let (keys, ones) = (0..<30).reduce(into: ("", "")) {
      $0.0 += #","k\#($1)":1"#
      $0.1 += ",1"
    }
    let json =
      #"{"aps":{"event":"update","content-state":{\#(keys.dropFirst())},"x":[\#(ones.dropFirst())]}}"#
    let fields = FieldSizes.largest(3, of: try JSONReader.read(Array(json.utf8)).root)
    #expect(fields.map(\.path) == ["aps.content-state", "aps.x", "aps.event"])
    #expect(fields.first?.bytes == keys.utf8.count + 1)
  }

  @Test func `a payload shows the size of folds, and each line knows its fold`() throws {
    let value = try JSONReader.read(
      Array(#"{"aps":{"alert":"Hi","list":[1,{"a":2}]},"e":{}}"#.utf8)
    )
    .root
    let open = FoldedJSON(value, width: 40).lines
    #expect(
      text(open.map(\.line)) == [
        "{  48 B", #"  "aps": {  33 B"#, #"    "alert": "Hi","#, #"    "list": [  11 B"#,
        "      1,",
        "      {  7 B", #"        "a": 2"#, "      }", "    ]", "  },", #"  "e": {}"#, "}",
      ])
    #expect(
      open.map(\.fold) == [
        [], [0], nil, [0, 1], nil, [0, 1, 1], nil, [0, 1, 1], [0, 1], [0], nil, [],
      ])
    let folded = FoldedJSON(value, width: 40, toggled: [[0, 1]]).lines
    #expect(text(folded.map(\.line))[3] == #"    "list": […]  2 inside, 11 B"#)
    #expect(folded.count == 7)
  }
}
