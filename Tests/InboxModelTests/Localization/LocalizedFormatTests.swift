@testable import InboxModel
import Testing

@Suite struct LocalizedFormatTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let format: String
    var arguments: [String] = []
    let text: String
    var lacksArguments = false
    var wantsNumbers = false
    var testDescription: String { "\(format) with \(arguments)" }
  }

  @Test(arguments: [
    Case(format: "plain", text: "plain"),
    Case(format: "", text: ""),
    Case(
      format: "%@ and %@ have invited you to play Monopoly", arguments: ["Jenna", "Frank"],
      text: "Jenna and Frank have invited you to play Monopoly"),
    Case(
      format: "%2$@ and %1$@ have invited you to play Monopoly", arguments: ["Jenna", "Frank"],
      text: "Frank and Jenna have invited you to play Monopoly"),
    Case(format: "%1$@, %1$@!", arguments: ["Bo"], text: "Bo, Bo!"),
    Case(format: "100%% for %@", arguments: ["Jenna"], text: "100% for Jenna"),
    Case(format: "%%@", arguments: [], text: "%@"),
    Case(format: "%5@|%-3@", arguments: ["a", "b"], text: "a|b"),
    Case(
      format: "%d new, %ld old, %.2f, %1$lld", arguments: ["1", "2", "3.5"],
      text: "1 new, 2 old, 3.5, 1", wantsNumbers: true),
    Case(format: "50% discount", text: "50% discount"),
    Case(format: "%y and %", text: "%y and %"),
    Case(
      format: "%0$@", arguments: ["a"], text: "%0$@"),
    Case(format: "%@ %2$@ %@", arguments: ["a", "b"], text: "a b b"),
    Case(format: "%@, %@.", arguments: ["a"], text: "a, .", lacksArguments: true),
    Case(
      format: "%3$@.", arguments: ["a", "b", "c", "d"], text: "c."),
    Case(format: "%99999999999999999999$@.", text: ".", lacksArguments: true),
    Case(format: "%@", arguments: ["%@ %1$@"], text: "%@ %1$@"),
    Case(format: "Привет, %@ 👋", arguments: ["Анна"], text: "Привет, Анна 👋"),
  ])
  func `APL-19, APL-21, APL-22, APL-23 placeholders are filled with their arguments`(row: Case) {
    let filled = LocalizedFormat(row.format).filled(with: row.arguments)
    #expect(
      filled
        == .init(
          text: row.text, lacksArguments: row.lacksArguments, wantsNumbers: row.wantsNumbers))
  }

  @Test func `variables that repeat each other are filled up to a limit`() {
    let twice = String(repeating: "%#@n@", count: 20)
    let format = LocalizedFormat("%#@n@.", variables: ["n": [.other: "x" + twice]])
    #expect(format.filled(with: []).text == String(repeating: "x", count: 64) + ".")
    #expect(format.filled(count: 2) == String(repeating: "x", count: 64) + ".")
  }

  @Test func `a repeated long argument is cut at the limit`() {
    let format = LocalizedFormat(String(repeating: "%1$@", count: 1000))
    let filled = format.filled(with: [String(repeating: "x", count: 2000)])
    #expect(filled.text.hasSuffix("…"))
    #expect(filled.text.utf8.count <= LocalizedFormat.maximumTextLength + 3)
  }

  @Test(arguments: [
    (LocalizableText.literal("a %@"), ResolvedText(text: "a %@")),
    (.literal(""), ResolvedText(text: nil)),
    (
      .localized(key: "P.OM", arguments: ["Ann", "Lunch?"]), ResolvedText(text: "Ann: Lunch?")
    ),
    (
      .localized(key: "P.OM", arguments: ["Ann"]),
      ResolvedText(text: "Ann: ", faults: [TextFault(.argumentMissing, "P.OM")])
    ),
    (
      .localized(key: "Hello, %@", arguments: ["Ann"]),
      ResolvedText(text: "Hello, Ann", faults: [TextFault(.keyMissing, "Hello, %@")])
    ),
    (
      .localized(key: "Hello, %@", arguments: []),
      ResolvedText(
        text: "Hello, ",
        faults: [TextFault(.keyMissing, "Hello, %@"), TextFault(.argumentMissing, "Hello, %@")])
    ),
    (.localized(key: "EMPTY", arguments: []), ResolvedText(text: nil)),
  ])
  func `a text is looked up and filled, and absent if it is empty`(
    text: LocalizableText, expected: ResolvedText
  ) {
    let strings: LocalizedStrings = ["P.OM": "%1$@: %2$@", "EMPTY": ""]
    #expect(text.resolved(with: Localization(strings)) == expected)
  }

  @Test func `a category's text is filled with count and names`() {
    let format = LocalizedFormat("%u more messages from %@, 100%%")
    #expect(format.hasTextPlaceholder)
    #expect(format.filled(count: 3, names: "Ann") == "3 more messages from Ann, 100%")
    #expect(!LocalizedFormat("%u messages, %%@").hasTextPlaceholder)
    #expect(format.hasCount)
    #expect(LocalizedFormat("%#@count@", variables: ["count": [.other: "many"]]).hasCount)
    #expect(!LocalizedFormat("from %@, 100%%").hasCount)
  }
}
