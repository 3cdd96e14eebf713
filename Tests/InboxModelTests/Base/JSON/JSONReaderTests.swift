import InboxModel
import Testing

@Suite struct JSONReaderTests {
  @Test func `values keep their order and their text`() throws {
    let document = try JSONReader.read(
      Array(#" {"b":[1.0,-0,1e400],"a":{"x":null},"b2":true,"s":"a\n\/\u00e9\ud83d\ude00"} "#.utf8))
    #expect(
      document.root == [
        "b": .array([
          .number(JSONNumber(text: "1.0")), .number(JSONNumber(text: "-0")),
          .number(JSONNumber(text: "1e400")),
        ]),
        "a": ["x": nil], "b2": true, "s": "a\n/é😀",
      ])
    #expect(document.warnings.isEmpty)
  }

  @Test func `each member of an object has the offsets of its key and its value`() throws {
    let object = try #require(JSONReader.read(Array(#"{"a": 1, "b" :[2]}"#.utf8)).root.object)
    #expect(object.members.map(\.keyOffset) == [1, 9])
    #expect(object.members.map(\.valueOffset) == [6, 14])
  }

  @Test(arguments: [
    ("", 0, 1, 1, "the text is empty"),
    (" \n ", 0, 1, 1, "the text is empty"),
    (
      "{\n  \"a\": 1\n  \"b\": 2\n}", 13, 3, 3, "expected a comma or `}` after this value, not `\"`"
    ),
    ("[1 2]", 3, 1, 4, "expected a comma or `]` after this value, not `2`"),
    ("[1,]", 2, 1, 3, "a comma is not allowed before `]`"),
    (#"{"a":1,}"#, 6, 1, 7, "a comma is not allowed before `}`"),
    ("[,1]", 1, 1, 2, "expected a value before `,`"),
    (#"{"a" 1}"#, 5, 1, 6, "expected a colon after this key, not `1`"),
    ("{a:1}", 1, 1, 2, "keys need double quotes"),
    ("{1:1}", 1, 1, 2, "keys need double quotes"),
    ("{[", 1, 1, 2, "expected a key, not `[`"),
    ("['a']", 1, 1, 2, "strings need double quotes"),
    ("[1]\r\n[2]", 5, 2, 1, "nothing may follow the value, but here is `[`"),
    ("[1]\r\r[2]", 5, 3, 1, "nothing may follow the value, but here is `[`"),
    ("[[1]", 0, 1, 1, "this `[` is never closed"),
    (#"{"a":{"b":1"#, 5, 1, 6, "this `{` is never closed"),
    ("[\"abc", 1, 1, 2, "this string is never closed"),
    ("\"a\\", 0, 1, 1, "this string is never closed"),
    ("[True]", 1, 1, 2, "`True` is not JSON; write `true`"),
    ("[nul]", 1, 1, 2, "`nul` is not JSON"),
    ("[truest]", 1, 1, 2, "`truest` is not JSON"),
    ("[1] // x", 4, 1, 5, "nothing may follow the value, but here is `/`"),
    ("// x\n[1]", 0, 1, 1, "JSON has no comments"),
    ("\"a\tb\"", 2, 1, 3, "a tab in a string must be written `\\t`"),
    ("\"a\nb\"", 2, 1, 3, "a line feed in a string must be written `\\n`"),
    ("\"a\u{1B}b\"", 2, 1, 3, "a control character in a string must be written `\\u001B`"),
    (#""a\x""#, 2, 1, 3, #"a backslash and `x` are not an escape; a backslash is written `\\`"#),
    (#""\U0041""#, 1, 1, 2, #"a backslash and `U` are not an escape; a backslash is written `\\`"#),
    (#""\u12g4""#, 1, 1, 2, #"`\u` needs four hexadecimal digits"#),
    ("[012]", 1, 1, 2, "a number may not start with a zero"),
    ("[-]", 2, 1, 3, "expected a digit after the sign, not `]`"),
    ("[1.]", 3, 1, 4, "expected a digit after the point, not `]`"),
    ("[1e+]", 4, 1, 5, "expected a digit of the exponent, not `]`"),
    ("[.5]", 1, 1, 2, "a number starts with a digit or a minus"),
    ("[+5]", 1, 1, 2, "a number starts with a digit or a minus"),
    ("[0x1F]", 2, 1, 3, "expected a comma or `]` after this value, not `x`"),
    ("\u{FEFF}{}", 0, 1, 1, "the text begins with a byte order mark, which JSON does not allow"),
    ("[\u{A0}1]", 1, 1, 2, "expected a value, not the byte 0xC2"),
    ("[  \0]", 3, 1, 4, "expected a value, not the byte 0x00"),
  ])
  func `an error states the problem and its position`(
    text: String, offset: Int, line: Int, column: Int, problem: String
  ) {
    #expect(
      throws: JSONError(problem: problem, offset: offset, line: line, column: column)
    ) { try JSONReader.read(Array(text.utf8)) }
  }

  private static let cure = "a typographic quote; replace it by a straight one, `\""

  @Test(arguments: [
    ("{«aps»: 1}", 1, 2, "expected a key, not `«`, \(cure)`"),
    ("{\n  “aps”: 1}", 2, 3, "expected a key, not `“`, \(cure)`"),
    (#"{"alert": „Hi“}"#, 1, 11, "expected a value, not `„`, \(cure)`"),
    (#"{"alert": ‘Hi’}"#, 1, 11, "expected a value, not `‘`, \(cure)`"),
    (#"["a", ”b"]"#, 1, 7, "expected a value, not `”`, \(cure)`"),
    ("[1] ’", 1, 5, "nothing may follow the value, but here is `’`, \(cure)`"),
    // A string that begins with a straight quote and ends with a typographic one extends to the
    // next straight quote.
    (#"{"aps”: {"alert": "Hi"}}"#, 1, 6, "this string ends in `”`, \(cure)`"),
    (#"{"a": "Hi”, "b": 1}"#, 1, 10, "this string ends in `”`, \(cure)`"),
    (#"["Hi» , "x"]"#, 1, 5, "this string ends in `»`, \(cure)`"),
    (#"{"a": "Hi”}"#, 1, 10, "this string ends in `”`, \(cure)`"),
    ("{\"a\": \"Hi”,\n \"b\": 1}", 1, 10, "this string ends in `”`, \(cure)`"),
    // Inside a string they are ordinary characters.
    (#"{"a": "“Hi” he said"#, 1, 7, "this string is never closed"),
    (#"{"a": "“Hi”" 1}"#, 1, 18, "expected a comma or `}` after this value, not `1`"),
  ])
  func `a typographic quote is reported with its position and the correction`(
    text: String, line: Int, column: Int, problem: String
  ) {
    for dialect in [JSONReader.Dialect.json, .json5] {
      let error = #expect(throws: JSONError.self) {
        try JSONReader.read(Array(text.utf8), dialect: dialect)
      }
      #expect(error?.problem == problem)
      #expect(error?.line == line)
      #expect(error?.column == column)
    }
  }

  /// The parser looks at each byte once for a quotation mark that was meant as the end. The limit
  /// only ends a test that hangs: other tests use the processors meanwhile.
  @Test(.timeLimit(.minutes(20)), arguments: ["é".utf8.map { $0 }, "’".utf8.map { $0 }, [0xF5]])
  func `a long string that is never closed is refused in linear time`(character: [UInt8]) {
    let text = Array("[\"".utf8) + Array(repeating: character, count: 256 << 10).joined()
    let error = #expect(throws: JSONError.self) { try JSONReader.read(text) }
    #expect(error?.offset == 1)
    #expect(error?.problem == "this string is never closed")
  }

  @Test func `typographic quotes inside strings are text`() throws {
    let document = try JSONReader.read(Array(#"{"a“": "«Hi», „x“, ‘y’"}"#.utf8))
    #expect(document.root == ["a“": "«Hi», „x“, ‘y’"])
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0xAF],
      [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFF], [0xF0, 0x9F], [0xE2, 0x82],
      [0xC3], [0xF0, 0x9F, 0x98, 0x41], [0xE2, 0x82, 0x41],
    ] as [[UInt8]])
  func `invalid UTF-8 is rejected in plain and escaped strings`(bytes: [UInt8]) {
    for start in ["[\"é", "[\"\\n"] {
      let text = Array(start.utf8) + bytes + Array("\"]".utf8)
      let error = #expect(throws: JSONError.self) { try JSONReader.read(text) }
      #expect(error?.offset == start.utf8.count)
      #expect(error?.problem.hasPrefix("the text is not UTF-8: 0x") == true)
    }
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x7B, 0x00], [0xFE, 0xFF, 0x00, 0x7B], [0x7B, 0x00, 0x7D, 0x00],
      [0x00, 0x7B, 0x00, 0x7D], [0x00, 0x00, 0x00, 0x7B],
    ] as [[UInt8]])
  func `other encodings are rejected by name`(bytes: [UInt8]) {
    let error = #expect(throws: JSONError.self) { try JSONReader.read(bytes) }
    #expect(error?.problem == "the text is UTF-16 or UTF-32; JSON is UTF-8")
  }

  @Test(arguments: [
    (#"["x\ud800y"]"#, "x\u{FFFD}y", [3]), (#"["\udc00\ud800"]"#, "\u{FFFD}\u{FFFD}", [2, 8]),
    (#"["\ud83d\u0041"]"#, "\u{FFFD}A", [2]), (#"["\ud83d\n"]"#, "\u{FFFD}\n", [2]),
  ])
  func `an unpaired surrogate becomes U+FFFD with a warning`(
    text: String, read: String, offsets: [Int]
  ) throws {
    let document = try JSONReader.read(Array(text.utf8))
    #expect(document.root == .array([.string(read)]))
    #expect(document.warnings.map(\.problem) == offsets.map { _ in .loneSurrogate })
    #expect(document.warnings.map(\.position.offset) == offsets)
  }

  @Test func `repeated keys yield warnings in text order, with escapes resolved`() throws {
    let document = try JSONReader.read(
      Array("{\"a\":{\"b\":1,\n\"\\u0062\":2},\n\"c\":3,\"a\":4}".utf8))
    #expect(
      document.warnings == [
        JSONWarning(
          problem: .duplicateKey("b"), position: JSONPosition(offset: 13, line: 2, column: 1)),
        JSONWarning(
          problem: .duplicateKey("a"), position: JSONPosition(offset: 32, line: 3, column: 7)),
      ])
    #expect(document.root.object?["a"] == 4)
  }

  @Test func `warnings about many keys take linear time`() throws {
    let keys = (0..<20_000).map { "\"k\($0 % 19_999)\":0" }
    let text = "{" + keys.joined(separator: ",") + "}"
    let document = try JSONReader.read(Array(text.utf8))
    #expect(document.warnings.map(\.problem) == [.duplicateKey("k0")])
  }

  @Test(.timeLimit(.minutes(20)))
  func `warnings about many lone surrogates take linear time`() throws {
    let text = "[\"" + String(repeating: "\\ud800", count: 128 << 10) + "\"]"
    let document = try JSONReader.read(Array(text.utf8))
    #expect(document.warnings.count == 128 << 10)
    #expect(document.warnings.last?.problem == .loneSurrogate)
  }

  @Test func `nesting is accepted up to the maximum depth`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(throws: Never.self) { try JSONReader.read(nested(64)) }
    let error = #expect(throws: JSONError.self) { try JSONReader.read(nested(65)) }
    #expect(error?.offset == 64)
    #expect(error?.problem == "arrays and objects are nested deeper than 64 levels")
    #expect(throws: JSONError.self) { try JSONReader.read(nested(3), maximumDepth: 2) }
  }

  @Test func `a hundred thousand brackets are rejected at the maximum depth`() {
    let text = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    let error = #expect(throws: JSONError.self) { try JSONReader.read(text) }
    #expect(error?.offset == 64)
  }

  @Test(
    arguments: [
      ("1", 1, 1), ("-7", -7, -7), ("1.0", 1, 1), ("1e2", 100, 100), ("12.50e1", 125, 125),
      ("1200e-2", 12, 12), ("1.5", nil, 1.5), ("1e400", nil, nil),
      ("0e999999999999999999999", 0, 0),
      ("9223372036854775807", Int.max, 0x1p63),
      ("9223372036854775808", nil, 0x1p63),
      ("-9223372036854775808", Int.min, -0x1p63), ("-0.0", 0, 0),
      ("1e-999999999999999999999", nil, 0), ("0.000e5", 0, 0), ("1e19", nil, 1e19),
    ] as [(String, Int?, Double?)])
  func `a number is an integer in every spelling without a fraction`(
    text: String, int: Int?, double: Double?
  ) throws {
    let value = try JSONReader.read(Array(text.utf8)).root
    #expect(value.int == int)
    #expect(value.double == double)
  }
}
