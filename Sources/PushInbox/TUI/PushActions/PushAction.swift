import InboxModel

/// A request of a dialog to ``PushActions``.
enum PushAction: Equatable, Sendable {
  case use(ActionIdentifier, text: String?, on: NotificationID)
  /// Asks for the text of an action.
  case reply(Action, to: NotificationID)
  /// Stores the typed text of an action; an empty text removes the draft.
  case storeDraft(String, AnswerName)
  /// Opens the editor with the typed text of an action.
  case editReply(String, AnswerName)
  /// Opens the editor with a new push that begins with this text.
  case compose(String)
}
