import Foundation
import Testing

@testable import PushInbox

/// Compares a screen with `NAME.txt` in `Tests/PushInboxTests/Screens`: its text, a line of `---`,
/// its styles.
///
/// With `RECORD_SCREENS=1` in the environment the file is written, and the test still fails.
func expectScreen(
  _ screen: Screen, named name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  let file = tests.appending(path: "Screens/\(name).txt")
  let drawn = "\(screen.text())\n---\n\(screen.styleMap())\n"
  if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" {
    try Data(drawn.utf8).write(to: file)
    Issue.record("recorded \(name); look at it and run again", sourceLocation: sourceLocation)
    return
  }
  guard let expected = try? String(contentsOf: file, encoding: .utf8) else {
    Issue.record("no Screens/\(name).txt (RECORD_SCREENS=1)", sourceLocation: sourceLocation)
    return
  }
  let message: Comment = "Screens/\(name).txt is not what is drawn:\n\(drawn)"
  #expect(drawn == expected, message, sourceLocation: sourceLocation)
}
