import Foundation
import Testing

@testable import InboxModel
@testable import PushInbox

/// The pages of `docs/reference`: their tables equal those of the program.
///
/// With `RECORD_REFERENCE=1` in the environment a page whose tables differ is rewritten, and the
/// test fails.
@Suite struct ReferenceTests {
  private static let folder = Repository.folder.appending(path: "docs/reference")

  private static let pages =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".md") }.sorted()

  private func page(_ name: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
  }

  @Test(arguments: pages) func `the tables of a page equal the program's`(name: String) throws {
    let text = try page(name)
    let written = text.replacing(#/(?s)<!-- table: (.*?) -->\n.*?<!-- end of table -->/#) { match in
      let table = ReferenceTables.all[String(match.output.1)]
      #expect(table != nil, "\(name) asks for \(match.output.1), which is no table")
      return "<!-- table: \(match.output.1) -->\n\n\(table ?? "")\n\n<!-- end of table -->"
    }
    guard text != written else { return }
    if ProcessInfo.processInfo.environment["RECORD_REFERENCE"] == "1" {
      try Data(written.utf8).write(to: Self.folder.appending(path: name))
      Issue.record("recorded \(name); look at it and run again")
      return
    }
    let lines = zip(
      text.split(separator: "\n", omittingEmptySubsequences: false),
      written.split(separator: "\n", omittingEmptySubsequences: false))
    let first = lines.first { $0 != $1 }
    Issue.record("docs/reference/\(name), RECORD_REFERENCE=1: \(first?.1 ?? "")")
  }

  @Test func `each table is on one page`() throws {
    let text = try Self.pages.map(page).joined()
    for name in ReferenceTables.all.keys.sorted() {
      let count = text.ranges(of: "<!-- table: \(name) -->").count
      #expect(count == 1, "\(name): \(count)")
    }
  }

  @Test func `the index has every page`() throws {
    let index = try page("README.md")
    for name in Self.pages where name != "README.md" { #expect(index.contains("(\(name))")) }
  }

  @Test func `a code of a failed connection selects rejected requests, also without intake`() throws
  {
    let codes = try page("rejections.md").matches(of: #/(?m)^\| `(intake\.([a-z.-]*[a-z]))\.?…?` /#)
    #expect(codes.count > 10)
    for code in codes {
      for name in [code.output.1, code.output.2] {
        let filter = try Filter("reason:\(name)", now: .distantPast, timeZone: .gmt)
        #expect(filter.asksForRejected, "\(name)")
      }
    }
  }

  @Test func `the page of scenarios has every step`() throws {
    let text = try page("scenarios.md")
    for step in ScenarioReader.stepKeys {
      #expect(text.contains("\"\(step)\":") || text.contains("`\(step)`"), "\(step)")
    }
  }

  @Test func `the page of formats has every key of the inbox JSON`() throws {
    let text = try page("json.md")
    guard case .members(var members) = JSONShape.inbox else { return }
    // Numbered pushes have a page of their own.
    members["queue"] = nil
    for key in ReferenceTables.keys(of: .members(members)) {
      #expect(text.contains("`\(key)`"), "\(key)")
    }
  }
}
