import InboxModel

/// Something that a dialog asks ``PushActions`` to do.
enum PushAction: Equatable, Sendable {
  case use(ActionIdentifier, text: String?, on: NotificationID)
  /// Ask for the text of an action.
  case reply(Action, to: NotificationID)
  /// Store what was typed for an action; an empty text removes the draft.
  case storeDraft(String, AnswerName)
  /// Open the editor on what is typed for an action.
  case editReply(String, AnswerName)
  /// Open the editor on a new push that begins as this text.
  case compose(String)
}
