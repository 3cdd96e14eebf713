import Foundation
import Testing

/// `.ci/check-quoting`, a part of `make check`.
@Suite(.enabled(if: Tool("bash") != nil, "bash is not installed"))
struct QuotingCheckTests {
  private func check(_ code: String) throws -> (status: Int32, output: String) {
    let folder = try TemporaryFolder()
    try Data((code + "\n").utf8).write(to: URL(filePath: folder.path + "/Code.swift"))
    return try #require(Tool("bash"))
      .run([Repository.path + "/.ci/check-quoting", folder.path])
  }

  @Test(arguments: [
    #"text.replacing("'", with: "'\\''")"#, #"replacing("\"", with: "\\\"")"#,
    #"text.replacing("\\", with: "\\\\")"#, #"text.replacing("<", with: "&lt;")"#,
    #"text.replacing("&", with: "&amp;")"#, ##"text.replacing(#"\"#, with: "")"##,
    ##"text.replacing(#"""#, with: "")"##, #"text.replacing("a'b", with: "")"#,
    #"text.replacingOccurrences(of: "'", with: "")"#, #"text.replacing("`", with: "")"#,
    "table.reduce(text) { $0.replacing($1.key, with: $1.value) }", #"text.contains("\"")"#,
    #"text.split(separator: "'")"#, #"text.firstIndex(of: "\\")"#, #"line.hasPrefix("'")"#,
    #"text.contains { "'\"\\".contains($0) }"#,
  ])
  func `check-quoting rejects a search for a quote by Character`(code: String) throws {
    let (status, output) = try check(code)
    #expect(status == 1)
    #expect(output.contains("./Code.swift:1:" + code))
  }

  @Test(arguments: [
    #"Quoting.replacing(["'": ""], in: text)"#, #"text.replacing("-", with: "+")"#,
    #"text.replacing(".", with: "'")"#, #"/// `text.replacing("'", with: "")`"#,
    #"text.utf8.contains(UInt8(ascii: "'"))"#, #"text.unicodeScalars.contains("\"")"#,
    #"text.replacing("\u{1B}", with: "")"#, #"text.replacing(#/'x'/#) { _ in "" }"#,
    "object.replacing(rest, with: value)",
  ])
  func `check-quoting accepts a search by scalars or for another sign`(code: String) throws {
    let (status, output) = try check(code)
    #expect(status == 0, "\(output)")
  }

  @Test func `check-quoting accepts the sources`() throws {
    let result = try #require(Tool("bash")).run([Repository.path + "/.ci/check-quoting"])
    #expect(result.status == 0, "\(result.output)")
  }
}
