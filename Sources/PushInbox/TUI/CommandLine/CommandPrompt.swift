import InboxModel

/// The line after `:` while it is being typed.
struct CommandPrompt: Equatable, Sendable {
  /// What stands over the line until the next key.
  enum Note: Equatable, Sendable {
    /// What the word could become.
    case candidates([String])
    /// Why the line cannot be run, and the characters it is about.
    case problem(String, Range<Int>)
  }

  var field = TextField()
  var note: Note?
  /// The line of the history on show, from the newest; nil for what is being typed.
  private var recalled: Int?
  /// What was being typed before the history was looked at.
  private var typed = TextField()

  init(_ text: String = "") {
    field = TextField(text)
  }

  /// Answers an editing key; false for a key that edits nothing.
  mutating func edit(_ key: Key, history: [String]) -> Bool {
    switch key {
    case .up: recall((recalled ?? -1) + 1, from: history)
    case .down: recall((recalled ?? -1) - 1, from: history)
    case .altEnter, .control("j"): return false
    case .pasted(let text):
      // One line it stays, and none is run by being pasted.
      field.insert(text.split(whereSeparator: \.isNewline).joined(separator: " "))
    default: return field.edit(key)
    }
    return true
  }

  private mutating func recall(_ place: Int, from history: [String]) {
    guard place < history.count, place >= -1, place != recalled ?? -1 else { return }
    if recalled == nil { typed = field }
    recalled = place < 0 ? nil : place
    field = place < 0 ? typed : TextField(history[history.count - 1 - place])
  }

  /// Completes the word before the cursor as far as its candidates agree; several that are left are shown.
  mutating func complete(_ completion: Completion) {
    let candidates = completion.candidates
    guard let first = candidates.first else { return }
    if candidates.count == 1 {
      let goesOn = first.last.map { "=.:".contains($0) } ?? false
      replace(completion.range, with: completion.written(first) + (goesOn ? "" : " "))
    } else {
      let common = candidates.reduce(first) { common, candidate in
        String(zip(common, candidate).prefix { $0 == $1 }.map(\.0))
      }
      if common != completion.word, common.hasPrefix(completion.word) {
        replace(completion.range, with: completion.written(common))
      }
      note = .candidates(candidates)
    }
  }

  private mutating func replace(_ range: Range<Int>, with text: String) {
    for _ in range { _ = field.edit(.backspace) }
    field.insert(text)
  }
}
