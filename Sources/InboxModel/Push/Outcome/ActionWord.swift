/// The actions for any entry, by the words of commands and scenarios (`docs/reference/commands.md`);
/// other words are actions of the entry's category.
public enum ActionWord: String, CaseIterable, Sendable {
  case open, dismiss
  /// Marks it.
  case read, unread
  /// Removes it without the dismiss action.
  case rm
  /// Puts it off for a while.
  case snooze
  /// Takes back what was done to it last.
  case undo

  /// The action the app hears of; nil for what only the list does.
  public var action: ActionIdentifier? {
    switch self {
    case .open: .open
    case .dismiss: .dismiss
    case .read, .unread, .rm, .snooze, .undo: nil
    }
  }
}

extension ActionIdentifier {
  /// The action a person means by a word: `open`, `dismiss`, else an identifier of a category.
  public init(word: String) {
    self = ActionWord(rawValue: word)?.action ?? ActionIdentifier(word)
  }

  /// The word of the action.
  var word: String { ActionWord.allCases.first { $0.action == self }?.rawValue ?? text }
}
