import InboxModel

/// An event in words: its name and its details.
struct EventWords {
  var word: String
  var text: String
  var style = Style.plain

  init(_ event: InboxEvent) {
    word = event.name
    text = ""
    switch event.kind {
    case .presented(let outcome, let reason, let presented, let title, let body, _, _, _):
      style = Palette.outcome(outcome)
      let content = [title, body].compactMap(\.self).filter { !$0.isEmpty }
      let places = presented.names.joined(separator: " ")
      text = content.joined(separator: ": ")
      text += reason == .shown ? "" : (text.isEmpty ? "" : "  ") + "[\(reason.rawValue)]"
      if text.isEmpty { text = places }
    case .rejected(let push):
      style = Palette.bad
      text = "R\(push.number)  \(push.headline)  \(push.because)"
    case .action(let action, let userText, let foreground):
      style = Palette.accent
      let name = action == .dismiss ? "dismiss" : action == .open ? "open" : action.text
      text = name + (userText.map { " “\($0)”" } ?? "")
      if foreground { text += "  the app opens in the foreground" }
    case .dismissed(let actor), .removed(let actor): text = "by \(Self.name(actor))"
    case .read(let actor, let isRead):
      if !isRead { word = "unread" }
      text = "by \(Self.name(actor))"
    case .app(let state, let delegate, _):
      text = state.rawValue + (delegate.map { "  \($0)" } ?? "")
    case .setting(let key, let value, let was):
      style = Palette.accent
      text =
        "\(key) = \(value ?? (key == "focus" ? "off" : "none"))"
        + (was.map { "  (was \($0))" } ?? "")
    case .activity(let card, let change):
      text = "\(card.id.text) \(change)  \(card.title)"
      style = Palette.accent
    case .activityToken(let activity, let token):
      text = (activity.map { "of \($0.text)" } ?? "to start Live Activities") + "  \(token.hex)"
    case .channel(let channel, let change):
      text = "\(change.rawValue)  \(channel.key.id)"
    case .guest(.queue(let news)):
      style = news.kind == .lost || news.kind == .replaced ? Palette.bad : .plain
      text = news.kind.rawValue + (news.position.map { "  position \($0)" } ?? "")
      if let missed = news.missed { text += "  \(missed) missing before it" }
      if let reason = news.reason { text += "  [\(reason.rawValue)]" }
    case .guest(.icq(let news)):
      style = news.kind == .offline ? Palette.warning : .plain
      text = "\(news.uin.rawValue) \(news.kind.words)"
      text += (news.from.map { " from \($0.rawValue)" } ?? "") + "  \(news.because)"
    }
  }

  /// Returns the name of the actor.
  private static func name(_ actor: InboxEvent.Actor) -> String {
    switch actor {
    case .user: "the user"
    case .app: "the app"
    case .collapse: "a newer push"
    case .remote: "its sender"
    case .limit: "the limit of the history"
    }
  }
}
