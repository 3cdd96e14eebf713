import Foundation
import Testing

@testable import InboxModel

/// The list of rules in `docs/rules.md` is that of the specification; `.ci/check-rules` checks the
/// rest.
@Suite struct RuleListTests {
  @Test(.enabled(if: SharedCorpora.isPresent, "\(SharedCorpora.isAbsentMessage)"))
  func `docs/rules.md lists exactly the rules of the specification`() throws {
    let spec =
      Self.presentationRules(in: try Self.text("spec/ios-presentation.md"))
      + Self.seedRules(in: try Self.text("spec/seeds.md"))
    let docs = try String(
      contentsOf: SharedCorpora.packageRoot.appending(path: "docs/rules.md"), encoding: .utf8)
    let listed = Self.listedRules(in: docs)
    #expect(Set(spec).subtracting(listed).sorted() == [])
    // Section 15 has rules of this project.
    #expect(Set(listed).subtracting(spec).filter { !$0.hasPrefix("§15.") }.sorted() == [])
    #expect(listed.count == Set(listed).count)
    #expect(listed.count > 200)
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try SharedCorpora.bytes(path), as: UTF8.self)
  }

  /// Returns the rules: rows and numbered lines, counted within each section, unless a row begins
  /// with its own number. A subsection without rows is a rule itself. Section 1 defines words.
  private static func presentationRules(in text: String) -> [String] {
    var rules: [String] = []
    var (section, count, tableLine) = ("", 0, 0)
    func end() {
      if section.contains("."), count == 0 { rules.append("§" + section) }
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      tableLine = line.hasPrefix("|") ? tableLine + 1 : 0
      if let heading = line.wholeMatch(of: #/\#+ ([0-9.]+?)\.? .*/#) {
        end()
        (section, count) = (String(heading.1), 0)
      } else if tableLine > 2 || line.prefixMatch(of: #/[0-9]+\. /#) != nil {
        count += 1
        let own = line.prefixMatch(of: #/\| ([GBNC][0-9]+) /#).map { String($0.1) }
        rules.append(own ?? "§\(section).\(count)")
      }
    }
    end()
    return rules.filter { !$0.hasPrefix("§1.") }
  }

  /// Returns the rules of the book, the talk, Apple's old documents, Webim and ICQ; historical
  /// remarks are not rules.
  private static func seedRules(in text: String) -> [String] {
    text.matches(of: #/(?m)^\| ((?:BOK|XIV|APL|WEB|ICQ)-[0-9]+) \|/#).map { String($0.1) }
  }

  /// Returns the words of the last list; `G1..11` stands for G1 to G11.
  private static func listedRules(in docs: String) -> [String] {
    let list = docs.components(separatedBy: "```rules\n").last?.components(separatedBy: "```").first
    return (list ?? "").split(whereSeparator: \.isWhitespace).flatMap { word -> [String] in
      guard let range = word.wholeMatch(of: #/(.*[^0-9])([0-9]+)\.\.([0-9]+)/#),
        let first = Int(range.2), let last = Int(range.3), first <= last
      else { return [String(word)] }
      return (first...last).map { number in
        let digits = String(number)
        let zeros = String(repeating: "0", count: max(0, range.2.count - digits.count))
        return range.1 + zeros + digits
      }
    }
  }
}
