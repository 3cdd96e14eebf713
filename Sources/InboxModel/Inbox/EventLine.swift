import Foundation

/// The event stream to people: one line of `key=value` words an event (`design/product.md` 3.8).
public enum EventLine {
  /// Writes an event, without a line end; never an escape byte, whatever the sender wrote.
  ///
  /// - Parameter timeZone: The zone of the wall clock at the beginning of the line.
  public static func text(_ event: InboxEvent, timeZone: TimeZone) -> String {
    var line = PlainText.time(event.at, in: timeZone) + " " + event.name
    func add(_ key: String, _ value: String?) {
      if let value, !value.isEmpty { line += " " + key + "=" + PlainText.value(value) }
    }
    func addPush() {
      add("app", event.app?.rawValue)
      add("thread", event.thread)
      add("id", event.id.map { String($0.rawValue) })
    }
    switch event.kind {
    case .presented(_, let reason, _, let title, let body, _, _):
      if reason != .shown { add("reason", reason.rawValue) }
      addPush()
      add("title", title)
      add("body", body)
    case .rejected(let refused):
      let refusal = refused.refusal
      let words = [refusal.status.map { String($0) }, refusal.reason]
      line += words.compactMap { $0 }.map { " " + PlainText.value($0) }.joined()
      add("app", refused.app?.rawValue)
      add("wire", refusal.origin.wire.rawValue)
      add("bytes", String(refusal.body.count))
      add("id", "R\(refused.number)")
      add("because", refusal.because)
    case .action(let action, let userText, _):
      addPush()
      add("action", action.word)
      add("text", userText)
    case .dismissed(let actor), .removed(let actor):
      addPush()
      add("by", actor.rawValue)
    case .read(let actor, let isRead):
      addPush()
      add("by", actor.rawValue)
      if !isRead { add("read", "no") }
    case .app(let state, let delegate, _):
      addPush()
      add("state", state.rawValue)
      add("delegate", delegate)
    case .setting(let key, let value, let was):
      add("key", key)
      add("value", value)
      add("was", was)
    }
    return line
  }
}
