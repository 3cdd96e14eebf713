import Testing

@testable import PushInbox

@Suite struct TextFieldTests {
  /// Keys pressed one after the other, and the text with `|` at the cursor after them.
  struct Typing: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var keys: [Key]
    var result: String

    init(_ name: String, _ typed: String, _ keys: [Key], _ result: String) {
      testDescription = name
      self.keys = typed.map(Key.character) + keys
      self.result = result
    }
  }

  @Test(arguments: [
    Typing("letters", "abc", [], "abc|"),
    Typing("in the middle", "ac", [.left, "b"], "ab|c"),
    Typing("backspace takes a whole emoji", "a👨‍👩‍👧", [.backspace], "a|"),
    Typing("backspace takes a letter with its marks", "e\u{301}", [.backspace], "|"),
    Typing("backspace at the start", "a", [.home, .backspace], "|a"),
    Typing("delete", "abc", [.home, .delete], "|bc"),
    Typing("delete at the end", "abc", [.delete], "abc|"),
    Typing("a combining mark joins", "e", [.character("\u{301}"), .left], "|e\u{301}"),
    Typing("word", "one two  ", [.control("w")], "one |"),
    Typing("word twice", "one two", [.control("w"), .control("w")], "|"),
    Typing("clear", "one two", [.left, .control("u")], "|"),
    Typing("home and end", "abc", [.home, "x", .end, "y"], "xabcy|"),
    Typing("a new line", "ab", [.altEnter, "c"], "ab\nc|"),
    Typing("home of a line", "ab", [.altEnter, "c", .home, "x"], "ab\nx|c"),
    Typing("up keeps the column", "abc", [.altEnter, "d", .up], "a|bc\nd"),
    Typing("up into a shorter line", "a", [.altEnter, "b", "c", "d", .up], "a|\nbcd"),
    Typing("down", "ab", [.altEnter, "c", "d", .up, .down], "ab\ncd|"),
    Typing("down into a shorter line", "abc", [.altEnter, "d", .up, .end, .down], "abc\nd|"),
    Typing("up on the first line", "abc", [.up], "abc|"),
    Typing("left and right stop", "a", [.left, .left, .right, .right, .right], "a|"),
    Typing("pasted line ends", "", [.pasted("a\r\nb")], "a\nb|"),
  ])
  func `typing edits the text`(typing: Typing) {
    var field = TextField()
    for key in typing.keys {
      let isEdit = field.edit(key)
      #expect(isEdit)
    }
    var shown = field.characters.map(String.init)
    shown.insert("|", at: field.cursor)
    #expect(shown.joined() == typing.result)
  }

  @Test func `Enter, Esc, Tab and other command keys leave a text field unchanged`() {
    var field = TextField("abc")
    for key: Key in [.enter, .escape, .tab, .function(1), .alt("x"), .control("c"), .pageUp] {
      let isEdit = field.edit(key)
      #expect(!isEdit)
    }
    #expect(field == TextField("abc"))
  }

  @Test func `the text is limited in length`() {
    var field = TextField(String(repeating: "я", count: TextField.limit - 1))
    _ = field.edit(.pasted("абв"))
    #expect(field.characters.count == TextField.limit)
    #expect(field.text.hasSuffix("яа"))
    _ = field.edit(.home)
    _ = field.edit("x")
    #expect(field.text.hasPrefix("я"))
  }
}
