import Foundation
import Testing

@testable import PushInbox

/// Compares a screen with `NAME.txt` in `Tests/PushInboxTests/Screens`: its text, a line of `---`,
/// its styles.
///
/// With `RECORD_SCREENS=1` in the environment a file that differs is written, and the test fails.
func expectScreen(
  _ screen: Screen, named name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = Repository.folder.appending(path: "Tests/PushInboxTests/Screens/\(name).txt")
  let drawn = "\(screen.text())\n---\n\(screen.styleMap())\n"
  guard (try? String(contentsOf: file, encoding: .utf8)) != drawn else { return }
  if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" {
    try Data(drawn.utf8).write(to: file)
    Issue.record("recorded \(name); look at it and run again", sourceLocation: sourceLocation)
  } else {
    Issue.record(
      "Screens/\(name).txt is not what is drawn (RECORD_SCREENS=1):\n\(drawn)",
      sourceLocation: sourceLocation)
  }
}
