import InboxModel

/// Messages about pushes that several actions and pages show.
extension Words {
  static let noSelection = "No push is selected."
  static let nothingToUndo = "There is nothing to undo."

  /// Returns the message about a push that was removed from the store: `#31 is no longer stored`.
  static func notStored(_ name: String) -> String { "\(name) is no longer stored" }

  /// Returns `#31` or `3 pushes`.
  static func pushes(_ ids: [NotificationID]) -> String {
    ids.count == 1 ? "#\(ids[0].rawValue)" : ids.count.counted("push", "pushes")
  }

  /// Returns the result of an undo.
  static func undone(_ step: UndoStep) -> String {
    let (who, verb) = (pushes(step.ids), step.ids.count == 1 ? "is" : "are")
    return switch step.kind {
    case .dismissed, .removed, .snoozed: "\(who) \(verb) back"
    case .read: "\(who) \(verb) unread again"
    case .unread: "\(who) \(verb) read again"
    case .acted: "\(who) \(verb) as before; the app was already notified"
    }
  }

  /// Returns the reason why nothing can be done with a push.
  static func missing(_ id: NotificationID) -> String {
    "#\(id.rawValue) is not in the list any more"
  }
}
