import Foundation

/// The event stream for people: one line of `key=value` words per event.
public enum EventLine {
  /// Returns an event as UTF-8 with its line feed, without escape bytes, whatever the sender's
  /// text.
  ///
  /// - Parameter timeZone: The time zone of the time at the beginning of the line.
  public static func line(_ event: InboxEvent, timeZone: TimeZone) -> [UInt8] {
    var writer = EventLineWriter(event)
    writer.addTime(in: timeZone)
    writer.add(word: event.name)
    writer.addKind()
    writer.line.append(UInt8(ascii: "\n"))
    return writer.line
  }
}

/// The line of one event that is being written.
private struct EventLineWriter {
  private let event: InboxEvent
  private let fields: InboxEvent.Fields
  var line: [UInt8] = []

  init(_ event: InboxEvent) {
    self.event = event
    fields = event.contents.wrappedValue
    line.reserveCapacity(256)
  }

  mutating func addTime(in timeZone: TimeZone) {
    line.append(contentsOf: PlainText.time(fields.at, in: timeZone).utf8)
  }

  mutating func add(word: String) {
    line.append(UInt8(ascii: " "))
    PlainText.append(value: word, to: &line)
  }

  private mutating func add(_ key: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    line.append(UInt8(ascii: " "))
    line.append(contentsOf: key.utf8)
    line.append(UInt8(ascii: "="))
    PlainText.append(value: value, to: &line)
  }

  private mutating func addPush() {
    add("app", fields.app?.text)
    add("thread", fields.thread?.text)
    add("id", fields.id.map { String($0.rawValue) })
  }

  /// Adds the sound that plays, unless it is the default.
  private mutating func addSound(_ presented: PresentationOptions) {
    guard let sound = fields.sound, sound != NotificationSound(),
      !presented.isDisjoint(with: [.sound, .critical])
    else { return }
    add("sound", sound.words)
  }

  private mutating func addRejected(_ rejected: RejectedRequest) {
    for word in [rejected.status.map { String($0) }, rejected.reason].compactMap({ $0 }) {
      add(word: word)
    }
    add("app", rejected.app?.text)
    add("wire", rejected.origin.wire.rawValue)
    add("bytes", String(rejected.size))
    add("id", "R\(rejected.number)")
    add("because", rejected.because)
  }

  /// Adds the words after the name.
  mutating func addKind() {
    switch fields.kind {
    case .presented(_, let reason, let presented, let title, let body, _, _, let times):
      if reason != .shown { add("reason", reason.rawValue) }
      addPush()
      if let report = fields.broadcast {
        add("channel", report.channel)
        add("reached", String(report.reached))
        add("changed", String(report.changed))
      }
      add("late", times.delay?.filter { $0 != " " })
      add("title", title)
      add("body", body)
      addSound(presented)
    case .rejected(let rejected): addRejected(rejected)
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
    case .activity(let card, let change):
      addPush()
      add("activity", card.id.text)
      add("change", change)
      add("type", card.attributesType)
      add("contentState", JSONWriter.text(.object(card.state)))
    case .activityToken(let activity, let token):
      addPush()
      add("activity", activity?.text)
      add("token", token.hex)
    case .channel(let channel, let change):
      addPush()
      add("change", change.rawValue)
      add("channel", channel.key.id)
      add("storage", String(channel.storage.rawValue))
    case .guest(let news):
      for (key, value) in news.fields(of: event) where !value.isNull { add(key, value.word) }
    }
  }
}
