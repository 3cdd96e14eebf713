import InboxModel

/// Using the actions of a push, with a text or without one.
extension AppState {
  /// Has an action used, and says so.
  mutating func use(
    _ action: ActionIdentifier, text: String? = nil, on id: NotificationID, _ device: Phone
  ) -> [Intent] {
    if let obstacle = obstacle(to: action, on: id, device) {
      reportMissed(action, text: text, on: id, because: obstacle)
      return []
    }
    drafts[AnswerName(push: id, action: action)] = nil
    if let notification = device.inbox[id] { reportUse(of: action, text, on: notification, device) }
    return [.act(id, action, text: text)]
  }

  /// Why an action cannot be used; nil if it can be.
  private func obstacle(
    to action: ActionIdentifier, on id: NotificationID, _ device: Phone
  ) -> String? {
    guard let notification = device.inbox[id] else { return Words.gone(id) }
    let isThere =
      action == .open
      ? notification.openLabel != nil
      : device.choices(for: notification).contains { $0.identifier == action }
    return isThere ? nil : "#\(id.rawValue) does not have this action any more"
  }

  /// Nothing came of an action; what was written for it stays a draft.
  mutating func reportMissed(
    _ action: ActionIdentifier, text: String?, on id: NotificationID, because obstacle: String
  ) {
    if let text { drafts[AnswerName(push: id, action: action)] = text }
    showMessage(
      obstacle + (text == nil ? "" : ": nothing was sent, the text is kept"), isFailure: true)
  }

  /// Reports that an action was used.
  private mutating func reportUse(
    of identifier: ActionIdentifier, _ text: String?, on notification: DeliveredNotification,
    _ device: Phone
  ) {
    if identifier == .open { return showMessage("opened \(device.appName(notification.app))") }
    let action = device.choices(for: notification).first { $0.identifier == identifier }
    let title = action?.title ?? identifier.rawValue
    showMessage(text.map { "sent: \(title) \(quoted($0))" } ?? "done: \(title)")
  }

  /// The beginning of a text, in quotes.
  private func quoted(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let cut = line.count > 40 ? line.prefix(40) + (usesASCII ? "..." : "…") : line[...]
    return usesASCII ? "\"\(cut)\"" : "“\(cut)”"
  }

  /// Asks whether to unlock the phone for an action. Nothing was done yet: a text that was written stays a draft.
  mutating func askToUnlock(
    for action: ActionIdentifier, _ text: String?, on id: NotificationID
  ) {
    message = nil
    if let text { drafts[AnswerName(push: id, action: action)] = text }
    ask(.question(Question(subject: .unlock(id, action, text: text))))
  }

  // MARK: The prompt

  /// Opens the prompt of a text action, with the draft if there is one.
  mutating func prompt(_ action: Action, on id: NotificationID) {
    var prompt = ReplyPrompt(id: id, action: action, field: TextField())
    prompt.field = TextField(drafts[prompt.name] ?? "")
    ask(.reply(prompt))
  }

  /// Keeps what is being typed for the next time.
  mutating func storeDrafts() {
    for case .dialog(.reply(let prompt)) in layers { drafts[prompt.name] = prompt.field.text }
  }

  mutating func receive(_ key: Key, in prompt: ReplyPrompt, _ device: Phone) -> [Intent] {
    var prompt = prompt
    switch key {
    case .enter:
      guard !prompt.field.isEmpty else {
        showMessage("nothing to send yet")
        return []
      }
      let (action, text) = (prompt.action.identifier, prompt.field.text)
      let intents = use(action, text: text, on: prompt.id, device)
      // What cannot be sent stays, to be seen and taken elsewhere.
      if !intents.isEmpty { layers.removeLast() }
      return intents
    case .escape:
      storeDrafts()
      layers.removeLast()
      guard drafts[prompt.name] != nil else { return [] }
      let isThere = device.inbox[prompt.id] != nil
      showMessage(
        isThere
          ? "the draft is kept, \(keymap.keys(of: .reply)) brings it back"
          : "\(Words.gone(prompt.id)); the draft is kept for when it comes back")
    case Self.editorKey: return edit(prompt)
    default:
      if prompt.field.edit(key) { dialog = .reply(prompt) }
    }
    return []
  }
}

extension Words {
  /// Why nothing can be done with a push.
  static func gone(_ id: NotificationID) -> String {
    "#\(id.rawValue) is not in the list any more"
  }
}
