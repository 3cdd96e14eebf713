/// A text being typed and its cursor; may have several lines; counted in graphemes.
struct TextField: Equatable, Sendable {
  /// The maximum length of the text in graphemes.
  static let limit = 2000

  private(set) var characters: [Character] = []
  /// The number of characters before the cursor.
  private(set) var cursor = 0

  init(_ text: String = "") {
    insert(text)
  }

  var text: String { String(characters) }

  var isEmpty: Bool { characters.isEmpty }

  /// Inserts a text at the cursor; the part beyond the limit is dropped. A combining mark joins the
  /// character before it.
  mutating func insert(_ text: String) {
    let tail = characters[cursor...]
    let head = Array(String(characters[..<cursor]) + text.replacing("\r\n", with: "\n"))
    let kept = head.prefix(max(0, Self.limit - tail.count))
    characters = Array(kept) + tail
    cursor = kept.count
  }

  /// Moves the cursor behind a number of characters.
  mutating func moveCursor(to place: Int) {
    cursor = max(0, min(place, characters.count))
  }

  /// Handles an editing key; returns false for other keys.
  mutating func edit(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .pasted(let text): insert(text)
    case .altEnter, .control("j"): insert("\n")
    case .backspace, .control("h"): erase(from: cursor - 1)
    case .delete: erase(from: cursor, to: cursor + 1)
    case .control("w"): erase(from: wordStart)
    case .control("u"): self = TextField()
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(characters.count, cursor + 1)
    case .home, .control("a"): cursor = lineStart
    case .end, .control("e"): cursor = lineEnd
    case .up: moveUp()
    case .down: moveDown()
    default: return false
    }
    return true
  }

  private mutating func erase(from start: Int, to end: Int? = nil) {
    let range = max(0, start)..<min(end ?? cursor, characters.count)
    guard !range.isEmpty else { return }
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private var wordStart: Int {
    var place = cursor
    while place > 0, characters[place - 1].isWhitespace { place -= 1 }
    while place > 0, !characters[place - 1].isWhitespace { place -= 1 }
    return place
  }

  private var lineStart: Int {
    (characters[..<cursor].lastIndex(of: "\n") ?? -1) + 1
  }

  private var lineEnd: Int {
    characters[cursor...].firstIndex(of: "\n") ?? characters.count
  }

  private mutating func moveUp() {
    let column = cursor - lineStart
    guard lineStart > 0 else { return }
    cursor = lineStart - 1
    cursor = min(lineStart + column, cursor)
  }

  private mutating func moveDown() {
    let column = cursor - lineStart
    guard lineEnd < characters.count else { return }
    cursor = lineEnd + 1
    cursor = min(cursor + column, lineEnd)
  }
}
