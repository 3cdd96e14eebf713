import Foundation
import Testing

@testable import InboxModel

@Suite struct StringsFileTests {
  private static let fixtures = SharedCorpora.fixtures.appending(path: "strings")

  /// The table of every encoding of the same text.
  private static let table: LocalizedStrings.Table = [
    "P.OM": "%1$@: %2$@", "P.OA": "Оператор %@ на связи",
    "QUOTED": "a \"quote\", a \\ and a tab\t\nnext line", "SINGLE": "one \"inside\"",
    "HEX": "Ж ☺ 😀", "OCTAL": "Aî¬", "com.example:key_1/a-b$": "bare.value",
    "Only a key": "Only a key", "LINES": "one\ntwo", "EMPTY": "", "TWICE": "last",
  ]

  @Test(arguments: [
    "utf8", "utf8-bom", "utf16le", "utf16be", "utf16le-bare", "utf16be-bare", "crlf",
  ])
  func `a text is decoded from its encoding`(name: String) throws {
    let bytes = try Data(contentsOf: Self.fixtures.appending(path: name + ".strings"))
    let contents = try StringsFile.read(Array(bytes))
    #expect(contents.table == Self.table)
    #expect(contents.duplicates.map(\.key) == ["TWICE"])
    #expect(contents.duplicates.map(\.position.line) == [15])
    #expect(contents.duplicates.map(\.position.column) == [1])
  }

  @Test(arguments: ["binary", "xml"])
  func `a built strings file is a property list, whose texts are used`(name: String) throws {
    let bytes = try Data(contentsOf: Self.fixtures.appending(path: name + ".strings"))
    #expect(PropertyListStrings.isPropertyList(Array(bytes)))
    #expect(
      try PropertyListStrings.read(Array(bytes)).table
        == ["P.OM": "%1$@: %2$@", "Привет": "Hello 👋"])
  }

  @Test(arguments: [
    ("", 0), ("  \n// nothing", 0), ("/* a /* b */", 0), ("a=b;", 1), ("a = \"b\" ;\tc;", 2),
    ("// c\r\"a\"=\"b\";", 1), ("\"//\" = \"/* no comment */\";", 1),
  ])
  func `white space and comments are allowed everywhere`(text: String, count: Int) throws {
    #expect(try StringsFile.read(Array(text.utf8)).table.count == count)
  }

  @Test(arguments: [
    (#""\a\b\f\v\r\'\z""#, "\u{7}\u{8}\u{C}\u{B}\r'z"), (#""\é\\""#, #"é\"#),
    (#""\U41z\U00e9""#, "Azé"), (#""\UD83D!""#, "\u{FFFD}!"), (#""\0018""#, "\u{1}8"),
    (#""\200\377\400""#, "\u{A0}\u{FFFD}\u{0}"), ("\"a\\\nb\"", "a\nb"),
    (#""x\U0041\U0042y\103""#, "xAByC"),
  ])
  func `escapes are those of Apple's old parser`(written: String, text: String) throws {
    let contents = try StringsFile.read(Array("k = \(written);".utf8))
    #expect(contents.table == ["k": LocalizedEntry(text)])
  }

  @Test func `every octal escape is decoded`() throws {
    let codes = (0...255).map { "\\" + String($0 + 512, radix: 8).dropFirst() }.joined()
    let text = try StringsFile.read(Array("k = \"\(codes)\";".utf8)).table["k"]?.format
    #expect(text?.unicodeScalars.count == 256)
    #expect(text?.hasSuffix("øœßþÿ\u{FFFD}\u{FFFD}") == true)
  }

  @Test(arguments: [
    ("a = \"b\"\n\"c\" = \"d\";", 2, 1, "expected “;” after the value, found “\"”"),
    ("a \"b\";", 1, 3, "expected “=” or “;” after the key, found “\"”"),
    ("a = \"b", 1, 5, "the text has no closing quote"),
    ("a = \"b\\", 1, 5, "the text has no closing quote"),
    ("a;\n /* b", 2, 2, "the comment has no end"),
    ("a = { b = c; };", 1, 5, "expected a text in quotes, found “{”"),
    ("= b;", 1, 1, "expected a key, found “=”"),
    ("a", 1, 2, "expected “=” or “;” after the key, but the text ends"),
    ("a = ", 1, 5, "expected a text in quotes, but the text ends"),
    ("a = \"\\U\";", 1, 8, "expected hexadecimal digits after “\\U”, found “\"”"),
    ("ключ = b;", 1, 1, "expected a key"),
  ])
  func `a syntax error has its position`(
    text: String, line: Int, column: Int, problem: String
  ) {
    #expect {
      try StringsFile.read(Array(text.utf8))
    } throws: { error in
      let error = error as? StringsError
      return error?.problem == problem && error?.position?.line == line
        && error?.position?.column == column
    }
  }

  @Test(arguments: [
    ([0xFF, 0xFE, 0x41], "1:1: the text is broken UTF-16"),
    ([0xFF, 0xFE, 0x61, 0, 0x3B, 0, 0x0A, 0, 0x62], "2:1: the text is broken UTF-16"),
    ([0xFE, 0xFF, 0xD8, 0x00, 0x00, 0x41], "1:1: the text is broken UTF-16"),
    ([0, 0x61, 0, 0x0A, 0, 0x62, 0xD8, 0, 0, 0x41], "2:2: the text is broken UTF-16"),
    (Array("a;\n".utf8) + [0x22, 0xFF, 0x22], "2:2: the text is neither UTF-8 nor UTF-16"),
    (Array("ключ".utf8) + [0xD0], "1:9: the text is neither UTF-8 nor UTF-16"),
  ])
  func `invalid text is rejected with its position`(bytes: [UInt8], message: String) {
    #expect {
      try StringsFile.read(bytes)
    } throws: { ($0 as? StringsError)?.message == message }
  }

  @Test func `a truncated binary property list is an error without a line`() throws {
    let bytes = try Data(contentsOf: Self.fixtures.appending(path: "binary.strings"))
    let cut = Array(bytes.dropLast(12))
    #expect {
      try PropertyListStrings.read(cut)
    } throws: {
      ($0 as? StringsError)?.problem
        == "the binary property list is damaged; its \(cut.count) bytes have no lines"
    }
  }

  @Test(arguments: [
    ("<plist>\n<dict><key>a</key>", "2:1: <dict> is never closed"),
    (
      "<plist><dict>\n <key>a</key></dict></plist>",
      "2:14: expected a value after the last <key>"
    ),
    (
      "<plist><dict><key>a</key><string>b</dict></plist>",
      "1:35: expected </string>, found </dict>"
    ),
    (
      "<plist><dict><text>a</text></dict></plist>",
      "1:14: <text> is not an element of a property list"
    ),
    ("<plist><dict><key>a</key><key>b</key>", "1:26: expected a value, found <key>"),
    ("<plist><dict><string>a</string>", "1:14: expected <key>, found <string>"),
    ("<plist><dict><key><true/></key>", "1:19: <true> cannot stand in <key>"),
    ("<plist><!-- <dict>", "1:8: the comment has no “-->”"),
    ("<plist><dict", "1:8: the tag has no “>”"),
    ("<plist/>", "1:1: the property list is damaged"),
  ])
  func `the error of a property list has its position`(text: String, message: String) {
    #expect {
      try PropertyListStrings.read(Array(text.utf8))
    } throws: { ($0 as? StringsError)?.message == message }
  }

  @Test(arguments: [
    "bplist00", "<plist><dict><key>a</key>", "<plist/>", "<plist version='1.0'><array/></plist>",
    "a = b;",
  ])
  func `a damaged property list is rejected`(text: String) {
    #expect(throws: StringsError.self) { try PropertyListStrings.read(Array(text.utf8)) }
  }

  @Test func `a property list that is nested too deeply is rejected`() {
    let nested = "<plist>" + String(repeating: "<array>", count: 200_000)
    #expect(throws: StringsError.self) { try PropertyListStrings.read(Array(nested.utf8)) }
  }

  // MARK: Mutated files

  @Test(arguments: [
    "utf8.strings", "utf16le.strings", "binary.strings", "xml.strings",
    "plurals.stringsdict", "plurals-binary.stringsdict", "Localizable.xcstrings",
  ])
  func `a mutated file is parsed or rejected`(name: String) throws {
    let original = Array(try Data(contentsOf: Self.fixtures.appending(path: name)))
    let tokens = ["\"", "\\", "\\U", "/*", "*/", ";", "=", "<dict>", "</dict>", "<array>", "\u{0}"]
    var generator = SeededGenerator(seed: 7)
    var accepted = 0
    for _ in 0..<800 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        case 2: bytes.removeSubrange(place...)
        default:
          bytes.insert(contentsOf: (tokens.randomElement(using: &generator) ?? "").utf8, at: place)
        }
        if bytes.isEmpty { bytes = [0] }
      }
      let spoilt = bytes
      let files = SettingsFiles { _ in .success(.file(spoilt)) }
      do throws(StringsError) {
        let strings = try LocalizedStrings(path: name, files: files)
        let localization = Localization(strings, languages: ["ru"])
        for key in strings.common.keys {
          let text = LocalizableText.localized(key: key, arguments: ["a"]).resolved(
            with: localization)
          #expect((text.text?.utf8.count ?? 0) <= LocalizedFormat.maximumTextLength + 3)
        }
        accepted += 1
      } catch {
        #expect(error.file == name)
      }
    }
    #expect(accepted > 20)
  }
}
