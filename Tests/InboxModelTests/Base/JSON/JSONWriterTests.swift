import Testing

@testable import InboxModel

@Suite struct JSONWriterTests {
  @Test(arguments: [
    ("", #""""#), ("a\"b\\c/", #""a\"b\\c/""#), ("\u{08}\t\n\u{0C}\r", #""\b\t\n\f\r""#),
    ("\0\u{1B}[2J\u{1F}", #""\u0000\u001b[2J\u001f""#),
    ("\u{7F}\u{80}\u{9B}\u{9F}\u{A0}", "\"\\u007f\\u0080\\u009b\\u009f\u{A0}\""),
    ("a\u{2027}\u{2028}\u{2029}\u{202A}", "\"a\u{2027}\\u2028\\u2029\u{202A}\""),
    ("Привет 😀é", "\"Привет 😀é\""),
  ])
  func `unsafe characters of a string are escaped`(text: String, written: String) {
    #expect(JSONWriter.text(.string(text)) == written)
    var bytes: [UInt8] = []
    JSONWriter.append(string: text, to: &bytes)
    #expect(bytes == Array(written.utf8))
  }

  @Test func `keys are sorted and lines indented on demand`() {
    let value: JSONValue = ["b": [1, ["z": nil, "a": 2.5]], "a": [], "ä": [:], "B": true]
    #expect(JSONWriter.text(value) == #"{"b":[1,{"z":null,"a":2.5}],"a":[],"ä":{},"B":true}"#)
    #expect(
      JSONWriter.text(value, sortedKeys: true, pretty: true) == """
        {
          "B": true,
          "a": [],
          "b": [
            1,
            {
              "a": 2.5,
              "z": null
            }
          ],
          "ä": {}
        }
        """)
  }

  @Test(arguments: [
    // Bidirectional controls.
    ("\u{202E}cod.exe\u{202C}", #""\u202ecod.exe\u202c""#),
    ("\u{202A}\u{202B}\u{202D}", #""\u202a\u202b\u202d""#),
    ("\u{2066}\u{2067}\u{2068}\u{2069}", #""\u2066\u2067\u2068\u2069""#),
    ("\u{061C}\u{200E}\u{200F}", #""\u061c\u200e\u200f""#),
    // Characters without width.
    ("a\u{200B}b\u{FEFF}c\u{180E}d\u{2060}e\u{2064}", #""a\u200bb\ufeffc\u180ed\u2060e\u2064""#),
    ("\u{FFF9}\u{FFFB}", #""\ufff9\ufffb""#),
    ("\u{E0001}\u{E007F}", #""\udb40\udc01\udb40\udc7f""#),
    // C0, DEL, C1 and the separators, as in other JSON.
    ("\u{1B}[2J\u{7F}\u{85}\u{9B}31m", #""\u001b[2J\u007f\u0085\u009b31m""#),
    ("\n\u{2028}\u{2029}\"\\", #""\n\u2028\u2029\"\\""#),
    // Noncharacters.
    ("\u{FFFE}\u{1FFFF}\u{10FFFF}", #""\ufffe\ud83f\udfff\udbff\udfff""#),
    // Joiners, emoji, and scripts that are read from right to left.
    ("👩\u{200D}👧 क\u{200C}ष ☎\u{FE0F}", "\"👩\u{200D}👧 क\u{200C}ष ☎\u{FE0F}\""),
    ("مرحبا שלום é\u{301} 漢字", "\"مرحبا שלום é\u{301} 漢字\""),
    (
      "\u{061B}\u{061D}\u{200A}\u{2010}\u{2070}\u{FFFD}\u{E0080}",
      "\"\u{061B}\u{061D}\u{200A}\u{2010}\u{2070}\u{FFFD}\u{E0080}\""
    ),
  ])
  func `printable JSON escapes what reorders or hides text, and keeps the value`(
    text: String, written: String
  ) throws {
    let value: JSONValue = [text: .string(text)]
    let json = JSONWriter.text(value, printable: true)
    #expect(Array(json.utf8) == Array("{\(written):\(written)}".utf8))
    #expect(JSONWriter.printable(JSONWriter.text(value)) == json)
    #expect(JSONMembers.text { $0.add(text, text) } == json)
    #expect(JSONMembers.text { $0.add(text, texts: [text]) } == "{\(written):[\(written)]}")
    #expect(try JSONReader.read(Array(json.utf8)).root == value)
  }

  @Test func `printable JSON has no character that plain text escapes`() throws {
    let scalars = (0...0x10FFFF as ClosedRange<UInt32>).lazy.filter {
      $0 < 0x3000 || (0xFD00...0x11000).contains($0) || (0xE0000..<0xE0100).contains($0)
        || $0 & 0xFFF0 == 0xFFF0
    }.compactMap(Unicode.Scalar.init)
    let text = String(String.UnicodeScalarView(scalars))
    let json = JSONWriter.text(.string(text), printable: true)
    #expect(!json.unicodeScalars.contains(where: PlainText.isEscaped))
    #expect(try JSONReader.read(Array(json.utf8)).root == .string(text))
    // Nothing else is escaped but quotes and backslashes.
    let kept = scalars.filter { !PlainText.isEscaped($0) && $0 != "\"" && $0 != "\\" }
    #expect(
      JSONWriter.text(.string(String(String.UnicodeScalarView(kept))), printable: true)
        == "\"" + String(String.UnicodeScalarView(kept)) + "\"")
  }

  @Test func `printable JSON escapes hidden characters and parses to the same value`()
    throws
  {
    let hidden = "a\u{202E}\u{2066}\u{200B}\u{FEFF}\u{FFFF}\u{1FFFE}\u{E0041}\u{9B}\u{1B}\\é😀"
    let value: JSONValue = ["k\u{202E}": .string(hidden), "z": []]
    for isPretty in [false, true] {
      let text = JSONWriter.printable(JSONWriter.text(value, pretty: isPretty))
      #expect(text.contains(#"a\u202e\u2066\u200b\ufeff\uffff\ud83f\udffe\udb40\udc41"#))
      #expect(text.contains(#"\u009b\u001b\\é😀"#))
      #expect(text.contains("\n") == isPretty)
      #expect(try JSONReader.read(Array(text.utf8)).root == value)
    }
  }

  @Test func `numbers are written as JSON or as null`() {
    #expect(JSONWriter.text([1.0, 0.1, 1e300, -5, 1e15]) == "[1,0.1,1e+300,-5,1000000000000000]")
    #expect(JSONWriter.text(.number(JSONNumber(-Double.infinity))) == "null")
    #expect(JSONWriter.text(.number(JSONNumber(Double.nan))) == "null")
  }

  @Test func `setting a member replaces, appends or removes`() {
    var object: JSONObject = ["a": 1, "b": 2, "a": 3]
    object["a"] = 4
    object["c"] = 5
    object["b"] = nil
    #expect(object == ["a": 4, "c": 5])
  }

  @Test func `written JSON parses to the same value`() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let value = randomValue(depth: 0, using: &generator)
      for pretty in [false, true] {
        let text = JSONWriter.text(value, pretty: pretty)
        for dialect in [JSONReader.Dialect.json, .json5] {
          #expect(try JSONReader.read(Array(text.utf8), dialect: dialect).root == value)
        }
        #expect(
          text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
        )
      }
    }
  }

  private func randomValue(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth < 5 ? 8 : 6), using: &generator) {
    case 0: return .null
    case 1: return .bool(.random(using: &generator))
    case 2: return .number(JSONNumber(Int.random(in: .min ... .max, using: &generator)))
    case 3: return .number(JSONNumber(Double.random(in: -1e9...1e9, using: &generator)))
    case 4, 5: return .string(randomText(using: &generator))
    case 6:
      return .array(
        (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
          randomValue(depth: depth + 1, using: &generator)
        })
    default:
      return .object(
        JSONObject(
          (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
            JSONObject.Member(
              key: randomText(using: &generator),
              value: randomValue(depth: depth + 1, using: &generator))
          }))
    }
  }

  private func randomText(using generator: inout SeededGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<24, using: &generator) {
      let limit: UInt32 =
        [0x20, 0x80, 0x100, 0x2100, 0x110000].randomElement(using: &generator) ?? 0x80
      if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &generator)) {
        text.append(scalar)
      }
    }
    return String(text)
  }
}
