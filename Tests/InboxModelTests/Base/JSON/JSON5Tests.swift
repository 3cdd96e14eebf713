import InboxModel
import Testing

@Suite struct JSON5Tests {
  @Test(arguments: [
    ("// a\n{ /* b */ a: 1, } // end", #"{"a":1}"#),
    ("[1, 2,]", "[1,2]"),
    (
      "{$a_1: 'x', \u{434}a: 1, \\u0062: 2, a\u{200D}b: 3}",
      "{\"$a_1\":\"x\",\"\u{434}a\":1,\"b\":2,\"a\u{200D}b\":3}"
    ),
    (#"['it\'s "so"', "it's"]"#, #"["it's \"so\"","it's"]"#),
    ("['a\\\nb', 'c\\\r\nd', 'e\\\u{2028}f', 'g\\\rh']", #"["ab","cd","ef","gh"]"#),
    (#"['\x41\v\0\a\/\'\é']"#, #"["A\u000b\u0000a/'é"]"#),
    ("[+1, -2, .5, 5., -.5, +5.e3, 1.e-2]", "[1,-2,0.5,5.0,-0.5,5.0e3,1.0e-2]"),
    (
      "[0x1F, -0XaB, 0xFFFFFFFFFFFFFFFF, 0x10000000000000000]",
      "[31,-171,18446744073709551615,1.8446744073709552e+19]"
    ),
    ("[Infinity, -Infinity, +NaN, NaN]", "[null,null,null,null]"),
    ("\u{FEFF}\u{A0}\u{2003}\u{0B}\u{0C}\u{2028}[]", "[]"),
    ("'tab\there'", #""tab\there""#),
    ("{null: null, true: true, Infinity: 1}", #"{"null":null,"true":true,"Infinity":1}"#),
    ("1/**/", "1"), ("//\r1", "1"),
  ])
  func `additional JSON5 syntax is parsed`(text: String, json: String) throws {
    let document = try JSONReader.read(Array(text.utf8), dialect: .json5)
    #expect(JSONWriter.text(document.root) == json)
  }

  @Test(arguments: [
    ("[1,,2]", 3, "expected a value before `,`"),
    ("[,]", 1, "expected a value before `,`"),
    ("{,}", 1, "expected a key, not `,`"),
    ("{a b}", 3, "expected a colon after this key, not `b`"),
    ("{1a: 1}", 1, "expected a key, not `1`"),
    ("{\\x61: 1}", 1, "a key without quotes allows `\\u` and four digits only"),
    ("{\\u0020: 1}", 1, "this escape is not a letter, as a key without quotes needs"),
    ("[01]", 1, "a number may not start with a zero"),
    ("[.]", 2, "expected a digit after the point, not `]`"),
    ("[0x]", 1, "`0x` needs a hexadecimal digit"),
    ("[+]", 2, "expected a digit after the sign, not `]`"),
    ("[Inf]", 1, "`Inf` is not JSON5"),
    ("'a\nb'", 2, "a line feed in a string must be written `\\n`"),
    (#"'\1'"#, 1, "a backslash before a digit is not an escape"),
    (#"'\x4'"#, 1, "`\\x` needs two hexadecimal digits"),
    ("[1] /* a", 4, "this comment is never closed"),
    ("'a\"", 0, "this string is never closed"),
    ("/ 1", 0, "expected a value, not `/`"),
    ("", 0, "the text is empty"), ("// only this", 0, "the text is empty"),
  ])
  func `invalid JSON5 is rejected`(text: String, offset: Int, problem: String) {
    let error = #expect(throws: JSONError.self) {
      try JSONReader.read(Array(text.utf8), dialect: .json5)
    }
    #expect(error?.problem == problem)
    #expect(error?.offset == offset)
  }

  @Test func `invalid UTF-8 is rejected in comments and keys`() {
    for text in [Array("//".utf8) + [0xFF], Array("{a".utf8) + [0xC3], Array("/*".utf8) + [0x80]] {
      let error = #expect(throws: JSONError.self) { try JSONReader.read(text, dialect: .json5) }
      #expect(error?.offset == 2)
    }
  }
}
