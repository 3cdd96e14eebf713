import Testing

@testable import InboxModel

@Suite struct ComparisonTests {
  private func read(_ json: String) throws -> JSONValue {
    try JSONReader.read(Array(json.utf8)).root
  }

  @Test(arguments: [
    ("1", "1.0"), ("100", "1e2"), ("0.5", "5e-1"), ("12345678901234567890", "12345678901234567890"),
    (#""a""#, #""\u0061""#), ("null", "null"), ("true", "true"), ("[]", "[]"), ("{}", #"{"a":1}"#),
    (#"{"a":1}"#, #"{"b":2,"a":1}"#), (#"{"a":null}"#, #"{"a":null}"#),
    (#"{"a":{"b":[]}}"#, #"{"a":{"b":[],"c":1}}"#), (#"[{"a":1},{}]"#, #"[{"a":1,"b":2},{"c":1}]"#),
    (#"{"$count":2}"#, "[1,2]"), (#"{"$count":2.0}"#, #"{"a":1,"b":2}"#), (#"{"$count":0}"#, "[]"),
    (#"{"$count":1,"a":1}"#, #"{"a":1}"#),
    (#"{"$contains":[]}"#, "[]"), (#"{"$contains":[2,1]}"#, "[1,2,3]"),
    (#"{"$contains":[{"a":1}],"$count":2}"#, #"[{"a":2},{"a":1}]"#),
    // One element matches several values.
    (#"{"$contains":[{"a":1},{"b":1}]}"#, #"[{"a":1,"b":1}]"#),
    (#"{"$contains":[1,1]}"#, "[1]"), (#"{"$contains":[1,1],"$count":1}"#, "[1]"),
    // `null` matches an absent member.
    (#"{"a":null}"#, "{}"), (#"{"a":null,"b":{"c":null}}"#, #"{"b":{}}"#),
    (#"{"$contains":[{"a":null}]}"#, #"[{"a":1},{"b":1}]"#),
    (#"{"$contains":[{"$contains":[1]}]}"#, "[[2],[2,1]]"),
  ])
  func `a value matches the expectations of its row`(expected: String, got: String) throws {
    #expect(Comparison.holds(try read(expected), of: try read(got)))
  }

  @Test(arguments: [
    ("1", "2", [": expected 1, got 2"]), ("1", #""1""#, [#": expected 1, got "1""#]),
    ("null", "false", [": expected null, got false"]),
    ("9007199254740993", "9007199254740992", [": expected 9007199254740993, got 9007199254740992"]),
    // One é of one scalar, the other of two.
    ("\"\u{E9}\"", "\"e\u{301}\"", [": expected \"\u{E9}\", got \"e\u{301}\""]),
    (#"{"a":1}"#, "5", [#": expected {"a":1}, got 5"#]),
    ("[]", "{}", [": expected [], got {}"]),
    (
      #"{"a":1,"b":{"c":2}}"#, #"{"b":{"c":3}}"#,
      ["a: expected 1, got -", "b.c: expected 2, got 3"]
    ),
    (#"{"a":null}"#, #"{"a":0}"#, ["a: expected null, got 0"]),
    (#"{"a":{"b":null}}"#, "{}", [#"a: expected {"b":null}, got -"#]),
    (#"{"a":1,"a":2}"#, #"{"a":2}"#, ["a: expected 1, got 2"]),
    (#"{"com.a":1}"#, #"{"com.a":2}"#, [#"["com.a"]: expected 1, got 2"#]),
    ("[1,2]", "[1]", [": expected [1,2], got [1]"]),
    ("[1,5,3]", "[1,2,3]", [": expected [1,5,3], got [1,2,3]"]),
    ("[]", #"["a","b"]"#, [#": expected [], got ["a","b"]"#]),
    (
      "[{},[2]]", "[{},{},[2]]",
      [": expected 2 elements, got 3 elements", ": expected no further element, got {}"]
    ),
    (
      "[]", "[{},{},{},{}]",
      [
        ": expected 0 elements, got 4 elements", ": expected no further element, got {}",
        ": expected no further element, got {}", ": expected no further element, got {}",
      ]
    ),
    (
      #"[{"a":3},{"a":2},{"a":1}]"#, #"[{"a":3},{"b":2},{"a":2,"c":0},{"b":1},{"a":1}]"#,
      [
        ": expected 3 elements, got 5 elements", #": expected no further element, got {"b":2}"#,
        #": expected no further element, got {"b":1}"#,
      ]
    ),
    (
      #"[{"a":1},{"a":2},{"a":3}]"#, #"[{"a":5},{"a":2}]"#,
      [
        ": expected 3 elements, got 2 elements", "[0].a: expected 1, got 5",
        #": expected an element that contains {"a":3}, got none"#,
      ]
    ),
    (
      #"[{"a":1},{"a":2}]"#, #"[{"a":2},{"a":1}]"#,
      ["[0].a: expected 1, got 2", "[1].a: expected 2, got 1"]
    ),
    (#"{"$count":2}"#, "[1]", [": expected 2 elements, got 1 element"]),
    (#"{"a":{"$count":1}}"#, #"{"a":{}}"#, ["a: expected 1 member, got 0 members"]),
    (#"{"$count":1}"#, "5", [": expected an array or an object, got 5"]),
    (#"{"$contains":[1]}"#, "{}", [": expected an array, got {}"]),
    (#"{"$contains":[1]}"#, "[]", [": expected an element that contains 1, got no elements"]),
    (
      #"{"$contains":[{"a":1},{"a":2}]}"#, #"[{"a":1}]"#,
      [
        #": expected an element that contains {"a":2}, got none; the nearest is [0]"#,
        "[0].a: expected 2, got 1",
      ]
    ),
    (#"{"$contains":[1],"$count":2}"#, "[1]", [": expected 2 elements, got 1 element"]),
    (
      "[]",
      #"[{"app":"a.b","thread":"bob","notifications":[{"id":3}]},{"id":4,"title":"Hi","app":"a.b"}]"#,
      [
        ": expected 0 elements, got 2 elements: group “bob” of a.b, 1 push (#3); #4 “Hi” of a.b",
        ": expected no further element, got group “bob” of a.b, 1 push (#3)",
        ": expected no further element, got #4 “Hi” of a.b",
      ]
    ),
    (
      #"{"g":{"$contains":[{"a":1,"b":1}]}}"#, #"{"g":[{},{"a":1,"b":2}]}"#,
      [
        #"g: expected an element that contains {"a":1,"b":1}, got none; the nearest is g[1]"#,
        "g[1].b: expected 1, got 2",
      ]
    ),
  ])
  func `a difference is reported with its path`(
    expected: String, got: String, differences: [String]
  ) throws {
    let found = Comparison.mismatches(of: try read(got), from: try read(expected)).map(\.difference)
    #expect(
      found.map { "\($0.path): expected \($0.expected ?? "-"), got \($0.got ?? "-")" }
        == differences)
    #expect(!Comparison.holds(try read(expected), of: try read(got)))
  }

  @Test func `a long value is cut and has no control characters`() throws {
    let text = try read("\"\\u001b[31m\u{202E}" + String(repeating: "a", count: 400) + "\"").excerpt
    #expect(text.count == 300)
    #expect(text.hasPrefix(#""\u001b[31m\u202eaaa"#))
    #expect(text.hasSuffix("a…"))
    #expect("abc".cut(to: 3) == "abc")
    #expect("abcd".cut(to: 3) == "ab…")
  }
}
