import InboxModel

/// The actions of a push, with or without text.
extension PushActions {
  mutating func use(
    _ action: ActionIdentifier, text: String?, on id: NotificationID,
    _ context: inout PageContext
  ) {
    if let obstacle = Self.obstacle(to: action, on: id, context.device) {
      return reportMissed(action, text: text, on: id, because: obstacle, &context)
    }
    drafts[AnswerName(push: id, action: action)] = nil
    if let notification = context.device.inbox[id] {
      Self.reportUse(of: action, text, on: notification, &context)
    }
    context.request(.act(id, action, text: text))
  }

  /// Returns the reason why an action cannot be performed; nil if it can.
  static func obstacle(
    to action: ActionIdentifier, on id: NotificationID, _ device: Phone
  ) -> ScreenMessage? {
    guard let notification = device.inbox[id] else { return .notInList([id]) }
    let isThere =
      action == .open
      ? notification.openLabel != nil
      : device.choices(for: notification).contains { $0.identifier == action }
    return isThere ? nil : .hasNoAction(id)
  }

  /// Reports that an action was not performed; its text stays a draft.
  mutating func reportMissed(
    _ action: ActionIdentifier, text: String?, on id: NotificationID,
    because obstacle: ScreenMessage,
    _ context: inout PageContext
  ) {
    if let text { drafts[AnswerName(push: id, action: action)] = text }
    context.show(.notActed(because: obstacle, hasText: text != nil))
  }

  private static func reportUse(
    of identifier: ActionIdentifier, _ text: String?, on notification: DeliveredNotification,
    _ context: inout PageContext
  ) {
    let device = context.device
    if identifier == .open {
      return context.show(.opened(device.appName(notification.app)))
    }
    let action = device.choices(for: notification).first { $0.identifier == identifier }
    let title = action?.title ?? identifier.text
    context.show(.acted(title, text, isASCII: context.usesASCII))
  }

  /// Asks for the text of the first action with text input.
  func reply(to notification: DeliveredNotification, _ context: inout PageContext) {
    let category = context.device.category(of: notification)
    if let action = category?.actions.first(where: { $0.textInput != nil }) {
      return askForText(of: action, on: notification.id, &context)
    }
    context.show(
      .hasNoReply(
        notification.id, category: notification.categoryIdentifier, isKnown: category != nil,
        context.keymap))
  }

  /// Opens the prompt of an action with text input, with its draft if there is one.
  func askForText(of action: Action, on id: NotificationID, _ context: inout PageContext) {
    let name = AnswerName(push: id, action: action.identifier)
    context.ask(ReplyPrompt(id: id, action: action, field: TextField(drafts[name] ?? "")))
  }

  /// Stores the texts of open prompts as drafts.
  mutating func storeDrafts(of pages: PageStack) {
    for case .dialog(let dialog) in pages.layers {
      if let prompt = dialog as? ReplyPrompt { drafts[prompt.name] = prompt.field.text }
    }
  }
}
