import Foundation

/// The inbox in sentences, for listeners who cannot look back: the number that commands accept
/// comes first, then the most important facts.
public struct SpokenText {
  /// The phone.
  let device: Phone

  /// The maximum number of changes in a batch that are announced individually; larger batches are
  /// summarized.
  public static let batchLimit = 5

  /// Makes the text of a phone.
  public init(_ device: Phone) {
    self.device = device
  }

  /// Returns the announcements for a batch of events, a sentence or two each, without escape bytes.
  public func announcements(_ events: [InboxEvent]) -> [String] {
    let said = events.compactMap(announcement)
    guard said.count > Self.batchLimit, let last = said.last else { return said }
    return ["\(said.count) changes at once. The last: \(last)"]
  }

  /// Returns the announcement for an event; nil for events that are for programs only.
  public func announcement(_ event: InboxEvent) -> String? {
    let number = event.id.map { "\($0.rawValue)" } ?? ""
    let app = event.app.map(device.appName) ?? "unknown app"
    switch event.kind {
    case .presented(let outcome, let reason, let presented, let title, let body, _, _, _):
      let text = sentence([title, body], or: "no text")
      let place = self.place(app, event.thread)
      return switch outcome {
      case .shown:
        clean("\(number). \(presented.contains(.critical) ? "Critical. " : "")\(place): \(text)")
      case .quiet: clean("\(number). Quiet, \(reason.rawValue). \(place): \(text)")
      case .held: clean("\(number). Held, \(reason.rawValue). \(place): \(text)")
      case .silent: clean("\(number). Silent push for \(app).")
      case .none: clean("\(number). Not shown, \(reason.rawValue). \(place): \(text)")
      }
    case .rejected(let rejected):
      return clean(
        "R\(rejected.number). Rejected, \(rejected.reason). "
          + sentence([rejected.because], or: ""))
    case .action(let action, let text, _):
      return clean(
        "\(number): \(action.word)." + (text.map { " Sent: " + sentence([$0], or: "") } ?? ""))
    case .dismissed: return "\(number): dismissed."
    case .removed(let actor):
      return
        "\(number): removed by \(actor == .collapse ? "a newer one" : "the \(actor.rawValue)")."
    case .read(_, let isRead): return "\(number): \(isRead ? "read" : "unread")."
    case .setting(let key, let value, _): return setting(key, value)
    case .guest(let news): return news.spoken(about: number).map(clean)
    case .activity(let card, let change):
      return activity(card, "\(app): \(change)")
    case .app, .activityToken, .channel: return nil
    }
  }

  /// Returns `Live Activity A1 of Game: update. Match, stale. home 1, was 0; away 0.`
  private func activity(_ card: ActivityCard, _ words: String) -> String {
    var facts = [card.title]
    if card.isStale { facts.append("stale") }
    return clean(
      "Live Activity \(card.id.text) of \(words). "
        + sentence(
          [facts.joined(separator: ", "), ActivityLine.spokenState(of: card)], or: ""))
  }

  private func setting(_ key: String, _ value: String?) -> String {
    guard key == "focus" else { return clean("\(key) is \(value ?? "as by default").") }
    return switch value {
    case nil, "off": "No Focus is on."
    case "dnd": "Do Not Disturb is on\(end(of: "dnd"))."
    case let name?: clean("The Focus \(name) is on\(end(of: name)).")
    }
  }

  /// Returns ` until 2026-04-14 22:58`, in the phone's time zone; empty for a Focus without an end
  /// or that is not active.
  private func end(of focus: String) -> String {
    guard let inForce = device.focusInForce, inForce.name.text == focus, let until = inForce.until
    else {
      return ""
    }
    return " until \(PlainText.moment(until, in: device.settings.device.timeZone).prefix(16))"
  }

  /// Returns the list, newest first; the last line states the number of omitted entries.
  public func list(_ filter: Filter = Filter(), most: Int = .max) -> [String] {
    var lines: [String] = []
    var (left, unread) = (0, 0)
    for group in device.inbox.groups {
      for notification in device.inbox.notifications(in: group.key)
      where filter.matches(notification, on: device) {
        if !notification.isRead { unread += 1 }
        if lines.count < most { lines.append(line(of: notification)) } else { left += 1 }
      }
    }
    let cards = device.activities.onLockScreen.filter { filter.matches($0, on: device) }.map {
      activity($0, device.appName($0.app))
    }
    if lines.isEmpty { return cards.isEmpty ? ["The list is empty."] : cards }
    let count = lines.count + left
    return cards + ["\(count.counted("push", "pushes")), \(unread) unread."] + lines
      + (left > 0 ? ["\(left) more: ls"] : [])
  }

  private func line(of notification: DeliveredNotification) -> String {
    let text = device.visibleText(of: notification)
    let time = PlainText.time(notification.date, in: device.settings.device.timeZone).prefix(5)
    let place = place(device.appName(notification.app), notification.threadIdentifier)
    var facts = [notification.isRead ? "Read" : "Unread", String(time)]
    if notification.outcome == .quiet { facts.append("quiet, \(notification.reason.rawValue)") }
    let actions = device.category(of: notification)?.actions ?? []
    if !actions.isEmpty {
      facts.append("actions " + actions.map(\.identifier.text).joined(separator: ", "))
    }
    return clean(
      "\(notification.id.rawValue). \(place): "
        + sentence([text.title, text.subtitle, text.body], or: "no text")
        + " \(facts.joined(separator: ", ")).")
  }

  private func place(_ app: String, _ thread: ThreadID?) -> String {
    [app, thread?.text ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Returns the texts as sentences, with a full stop after each that has no final punctuation.
  private func sentence(_ texts: [String?], or nothing: String) -> String {
    let texts = texts.compactMap(\.self).filter { !$0.isEmpty }
    guard !texts.isEmpty else { return nothing.isEmpty ? "" : nothing + "." }
    return texts.map { text in
      text.last?.isPunctuation == true ? text : text + "."
    }.joined(separator: " ")
  }

  private func clean(_ text: String) -> String {
    PlainText.clean(text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }
}
