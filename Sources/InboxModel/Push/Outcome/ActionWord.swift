/// The actions that every entry has, by their words in commands and scenarios
/// (`docs/reference/commands.md`). Any other word is an action of the entry's category.
public enum ActionWord: String, CaseIterable, Sendable {
  case open, dismiss
  /// Marks the entry.
  case read, unread
  /// Removes the entry without the dismiss action.
  case rm
  /// Snoozes the entry.
  case snooze
  /// Undoes the last action on the entry.
  case undo

  /// The action that is reported to the app; nil for actions that only change the list.
  public var action: ActionIdentifier? {
    switch self {
    case .open: .open
    case .dismiss: .dismiss
    case .read, .unread, .rm, .snooze, .undo: nil
    }
  }
}

extension ActionIdentifier {
  /// Makes the action that a user's word names: `open`, `dismiss`, else an identifier of the
  /// category.
  public init(word: String) {
    self = ActionWord(rawValue: word)?.action ?? ActionIdentifier(word)
  }

  /// The word of the action.
  var word: String { ActionWord.allCases.first { $0.action == self }?.rawValue ?? text }
}
