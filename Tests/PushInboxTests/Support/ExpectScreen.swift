import Foundation
import Testing

@testable import PushInbox

/// Compares a screen with `Screens/NAME.txt`: its text, a line of `---`, its styles.
///
/// With `RECORD_SCREENS=1` in the environment the file is written anew, and the test still fails.
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

extension Screen {
  /// One letter a cell: `.` for plain, others in order of appearance, then a legend of the letters.
  fileprivate func styleMap() -> String {
    var legend: [(style: Style, letter: Character)] = [(.plain, ".")]
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    let rows = (0..<size.rows).map { row in
      let line = cells(inRow: row).map { cell in
        if let known = legend.first(where: { $0.style == cell.style }) { return known.letter }
        let letter = legend.count <= letters.count ? letters[legend.count - 1] : "?"
        legend.append((cell.style, letter))
        return letter
      }
      return Self.trimmed(String(line), blank: ".")
    }
    let names = legend.dropFirst().map { "\($0.letter) \($0.style)" }
    return (rows + names).joined(separator: "\n")
  }
}
