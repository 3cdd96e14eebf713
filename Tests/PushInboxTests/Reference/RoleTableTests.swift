import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The roles of `colors`, which the settings page, `config init` and `docs/guides/terminals.md`
/// list.
@Suite struct RoleTableTests {
  @Test(arguments: Role.allCases)
  func `config init and the page Terminals describe each role as the settings page does`(
    role: Role
  ) throws {
    let page = try Repository.text("docs/guides/terminals.md")
    let row = page.lines.first { $0.hasPrefix("| `\(role.rawValue)` | ") }
    #expect(row?.hasSuffix(" | \(role.meaning) |") == true, "\(row ?? "no row")")
    let samples = ConfigurationTemplate.text.lines.filter { $0.contains("\(role.rawValue): \"") }
    #expect(samples.contains { $0.hasSuffix("  // \(role.meaning)") }, "\(samples)")
  }
}
