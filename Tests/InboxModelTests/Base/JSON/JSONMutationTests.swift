import Foundation
import InboxModel
import Testing

/// Thousands of mutated texts: none may trap, and accepted ones must survive writing and parsing.
@Suite struct JSONMutationTests {
  private static let seeds = [
    #"{"aps":{"alert":{"title":"Никита К","body":"x\u00e9\ud83d\ude00"},"badge":5},"n":[1.5e3,true,null]}"#,
    "{ a: 'x', // c\n b: [.5, +1, 0x1F,], /* d */ Infinity: -Infinity }",
  ]

  @Test(arguments: [JSONReader.Dialect.json, .json5])
  func `a text with inserted tokens is parsed or rejected`(dialect: JSONReader.Dialect) throws {
    let tokens = try FuzzDictionary.tokens(named: "json.dict")
    try #require(tokens.count == 141)
    var generator = SeededGenerator(seed: 42)
    var accepted = 0
    for _ in 0..<4000 {
      var text = Array((Self.seeds.randomElement(using: &generator) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let start = Int.random(in: 0...text.count, using: &generator)
        let end = min(text.count, start + Int.random(in: 0...6, using: &generator))
        text.replaceSubrange(start..<end, with: tokens.randomElement(using: &generator) ?? [])
      }
      do throws(JSONError) {
        let value = try JSONReader.read(text, dialect: dialect).root
        accepted += 1
        let written = JSONWriter.text(value)
        let again = try JSONReader.read(Array(written.utf8))
        #expect(JSONWriter.text(again.root) == written)
      } catch {
        #expect((0...text.count).contains(error.offset))
      }
    }
    #expect(accepted > 50)
  }
}

/// A dictionary in the syntax of libFuzzer: one quoted token per line.
enum FuzzDictionary {
  static func tokens(named name: String) throws -> [[UInt8]] {
    let text = try String(contentsOf: SharedCorpora.fixtures.appending(path: name), encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("\""), line.hasSuffix("\"") else { return nil }
      return bytes(line.dropFirst().dropLast())
    }
  }

  private static func bytes(_ quoted: Substring) -> [UInt8] {
    var result: [UInt8] = []
    var rest = quoted
    while let character = rest.popFirst() {
      if character == "\\", let escaped = rest.popFirst() {
        if escaped == "x", let byte = UInt8(rest.prefix(2), radix: 16) {
          result.append(byte)
          rest.removeFirst(2)
        } else {
          result += Array(String(escaped).utf8)
        }
      } else {
        result += Array(String(character).utf8)
      }
    }
    return result
  }
}
