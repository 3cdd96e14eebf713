import Foundation
import InboxModel
import Testing

/// The files of JSONTestSuite (https://github.com/nst/JSONTestSuite) in the shared test data. The
/// first letter of a name is `y` for valid JSON, `n` for invalid JSON, and `i` for either.
@Suite(.enabled(if: SharedCorpora.isPresent, Comment(rawValue: SharedCorpora.isAbsentMessage)))
struct JSONCorpusTests {
  private static let folder = "corpora/json-parsing/"

  @Test func `the corpus is complete`() {
    #expect(SharedCorpora.names(in: Self.folder + "test_parsing").count == 318)
  }

  @Test(arguments: SharedCorpora.names(in: folder + "test_parsing"))
  func `a file is parsed or rejected according to its first letter`(name: String) throws {
    let bytes = try SharedCorpora.bytes(Self.folder + "test_parsing/" + name)
    let result = Result { () throws(JSONError) in try JSONReader.read(bytes) }
    switch name.first {
    case "y": #expect(throws: Never.self) { try result.get() }
    case "n": #expect(throws: JSONError.self) { try result.get() }
    default: break  // Both results are valid; the test proves that nothing trapped.
    }
  }

  @Test(arguments: [
    ("number_-9223372036854775808", "[-9223372036854775808]"),
    ("number_-9223372036854775809", "[-9223372036854775809]"),
    ("number_1.000000000000000005", "[1.000000000000000005]"),
    ("number_10000000000000000999", "[10000000000000000999]"),
    ("number_1e-999", "[1E-999]"),
    ("object_key_nfc_nfd", #"{"é":"NFC","e\#u{301}":"NFD"}"#),
    ("string_1_escaped_invalid_codepoint", #"["�"]"#),
    ("string_2_escaped_invalid_codepoints", #"["��"]"#),
    ("string_3_escaped_invalid_codepoints", #"["���"]"#),
    ("string_with_escaped_NULL", #"["A\u0000B"]"#),
  ])
  func `ambiguous texts have a fixed interpretation`(name: String, written: String) throws {
    let bytes = try SharedCorpora.bytes(Self.folder + "test_transform/" + name + ".json")
    let document = try JSONReader.read(bytes)
    #expect(Array(JSONWriter.text(document.root).utf8) == Array(written.utf8))
  }

  @Test(arguments: [
    "object_same_key_different_values", "object_same_key_same_value",
    "object_same_key_unclear_values",
  ])
  func `a repeated key yields a warning and its last value`(name: String) throws {
    let bytes = try SharedCorpora.bytes(Self.folder + "test_transform/" + name + ".json")
    let document = try JSONReader.read(bytes)
    #expect(document.warnings.map(\.problem) == [.duplicateKey("a")])
    let object = try #require(document.root.object)
    #expect(object["a"] == object.members.last?.value)
  }

  @Test(arguments: ["string_1_invalid_codepoint", "string_3_invalid_codepoints"])
  func `raw surrogate bytes are rejected`(name: String) throws {
    let bytes = try SharedCorpora.bytes(Self.folder + "test_transform/" + name + ".json")
    #expect(throws: JSONError.self) { try JSONReader.read(bytes) }
  }
}
