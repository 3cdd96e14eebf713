import Foundation
import Testing

/// `SECURITY.md`: the tests that its promises name.
@Suite struct SecurityPageTests {
  /// The rows below "Promises and tests": a promise and its tests.
  private static let rows: [[String]] = {
    let text = try? Repository.text("SECURITY.md")
    let table = (text ?? "").components(separatedBy: "\n## Promises and tests\n").dropFirst().first
    return (table ?? "").split(separator: "\n")
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") && $0 != "| Promise | Test |" }
      .map { row in
        row.split(separator: "|").map { String($0).trimmingCharacters(in: .whitespaces) }
      }
  }()

  /// The names of the suites, which are those of their files.
  private static let suites: Set<String> = {
    let files = FileManager.default.enumerator(
      at: Repository.folder.appending(path: "Tests"), includingPropertiesForKeys: nil)
    return Set(
      (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
        .map { $0.deletingPathExtension().lastPathComponent })
  }()

  @Test(arguments: rows) func `each promise names tests that exist`(row: [String]) throws {
    try #require(row.count == 2)
    let tests = row[1].matches(of: /`([^`]+)`/).map { String($0.output.1) }
    #expect(!tests.isEmpty)
    for test in tests {
      let script = test.split(separator: " ").first { $0.hasPrefix("Tests/") }
      let isThere =
        if let script {
          FileManager.default.isExecutableFile(
            atPath: Repository.folder.appending(path: String(script)).path)
        } else {
          Self.suites.contains(test)
        }
      #expect(isThere, "\(row[0]): \(test)")
    }
  }

  @Test func `SECURITY.md lists more than 30 promises`() {
    #expect(Self.rows.count > 30)
  }
}
