import Foundation
import Testing

/// The published failures of Live Activities in `docs/reference/live-activities.md`.
@Suite struct PublishedFailureTests {
  /// The codes of the table, in its order.
  private static func codes() throws -> [String] {
    let page = try Repository.text("docs/reference/live-activities.md")
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let head = try #require(lines.firstIndex { $0.hasPrefix("| Published |") })
    return lines[(head + 2)...].prefix { $0.hasPrefix("|") }.map { row in
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return cells.last?.trimmingCharacters(in: CharacterSet(charactersIn: "`")) ?? ""
    }
  }

  @Test func `each of the twelve published failures has a code of its own, which a scenario names`()
    throws
  {
    let codes = try Self.codes()
    #expect(codes.count == 12)
    #expect(Set(codes).count == 12, "\(codes)")
    let scenarios = try ["live-activities", "live-activity-tokens"].map {
      try Repository.text("assets/scenarios/\($0).jsonl")
    }.joined()
    for code in codes { #expect(scenarios.contains(code), "\(code)") }
  }
}
