import InboxModel
import Testing

@Suite struct RowDiffTests {
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var old: String
    var new: String
    var diff: [String]

    init(_ name: String, _ old: String, _ new: String, _ diff: [String]) {
      (testDescription, self.old, self.new, self.diff) = (name, old, new, diff)
    }
  }

  @Test(arguments: [
    Case("equal", "a\nb\n", "a\nb\n", []),
    Case("nothing", "", "", []),
    Case("one row", "a\nb\nc\n", "a\nx\nc\n", ["@@ -2 +2 @@", "-b", "+x"]),
    Case("two rows together", "a\nb\n", "x\ny\n", ["@@ -1,2 +1,2 @@", "-a", "-b", "+x", "+y"]),
    Case(
      "two places", "a\nb\nc\n", "x\nb\ny\n",
      ["@@ -1 +1 @@", "-a", "+x", "@@ -3 +3 @@", "-c", "+y"]),
    Case("more rows", "a\n", "a\nb\nc\n", ["@@ -1,0 +2,2 @@", "+b", "+c"]),
    Case("fewer rows", "a\nb\n", "a\n", ["@@ -2 +1,0 @@", "-b"]),
    Case("an empty row", "a\n\nc\n", "a\nb\nc\n", ["@@ -2 +2 @@", "-", "+b"]),
    Case("carriage returns", "a\r\nb\n", "a\nb\n", ["@@ -1 +1 @@", "-a\r", "+a"]),
    Case("equal but for its bytes", "e\u{301}\n", "é\n", ["@@ -1 +1 @@", "-e\u{301}", "+é"]),
    Case("no line end", "a", "a\n", ["\\ the end of the last line differs"]),
  ])
  func `a diff of two screens has the rows that differ at the same position`(_ example: Case) {
    #expect(RowDiff.lines(expected: example.old, got: example.new) == example.diff)
  }
}
