import Foundation

/// The details of one push for people (`show ID`).
public enum PushText {
  /// Returns the facts, one per line, then the payload; without line ends and escape bytes.
  ///
  /// - Parameters:
  ///   - appName: The app's name on the screen.
  ///   - timeZone: The time zone of the stated moments.
  ///   - app: The app's settings.
  public static func lines(
    _ record: PushRecord, appName: String, timeZone: TimeZone, app: AppSettings = AppSettings()
  ) -> [String] {
    var facts = PushFacts(timeZone: timeZone)
    facts.add(record.notification, at: record.place, of: appName)
    facts.add(record.delivery)
    let payload = record.delivery.payload
    let findings = Lint.findings(
      for: record.delivery, app: app, era: record.context.era
    ).map {
      PlainText.clean("  " + $0.text)
    }
    return ["#\(record.notification.id.rawValue)"]
      + PlainText.columns(facts.rows).map { "  " + $0 }
      + (findings.isEmpty ? [] : ["", "lint"] + findings)
      + ["", "payload, \(payload.bytes.count) bytes"] + pretty(payload.bytes).map { "  " + $0 }
  }

  /// Returns a payload with one member per line; unchanged if it cannot be parsed.
  private static func pretty(_ bytes: [UInt8]) -> [String] {
    let text =
      (try? JSONReader.read(bytes)).map { JSONWriter.text($0.root, pretty: true) }
      ?? String(decoding: bytes, as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map {
      PlainText.clean(String($0))
    }
  }
}

extension Place {
  fileprivate func words(in timeZone: TimeZone) -> String {
    switch self {
    case .listed: "in the list"
    case .held(let until): "held until " + PlainText.moment(until, in: timeZone)
    case .removed: "removed"
    case .unlisted: "never in the list"
    }
  }
}

/// The facts with their names, without empty ones.
private struct PushFacts {
  let timeZone: TimeZone
  private(set) var rows: [[String]] = []

  init(timeZone: TimeZone) {
    self.timeZone = timeZone
  }

  mutating func add(_ notification: DeliveredNotification, at place: Place, of appName: String) {
    add("title", notification.content.title)
    add("subtitle", notification.content.subtitle)
    add("body", notification.content.body)
    add("app", "\(appName) (\(notification.app.text))")
    add("thread", notification.threadIdentifier)
    add("category", notification.categoryIdentifier)
    add("outcome", notification.outcome.words(because: notification.reason))
    add("presented", notification.presented.names.joined(separator: ", "))
    add("sound", notification.sound?.words)
    add("place", place.words(in: timeZone))
    add("read", notification.isRead ? "yes" : "no")
    add("acted", notification.acted?.word)
    add("level", notification.level.rawValue)
    add("badge", notification.badge.map { String($0) })
    add("replaced", notification.replaced > 0 ? String(notification.replaced) : nil)
    add(notification.times)
    add("apns-id", notification.apnsID)
    add("unique id", notification.uniqueID)
    add("request id", notification.requestID)
    add("collapse id", notification.collapseID)
  }

  mutating func add(_ delivery: Delivery) {
    let (headers, origin) = (delivery.headers, delivery.origin)
    add("topic", delivery.topic)
    add("push type", headers.pushType?.rawValue)
    add("priority", String(headers.priority.rawValue))
    add(
      "expiration",
      headers.expiration.map { expiration in
        expiration.date.map { PlainText.moment($0, in: timeZone) } ?? "at once"
      })
    if let broadcast = delivery.broadcast {
      add("channel", broadcast.channel)
    } else {
      add("token", delivery.token.hex)
    }
    let ways = [origin.wire.rawValue, origin.transportTitle, origin.client ?? ""]
    add("protocol", ways.filter { !$0.isEmpty }.joined(separator: ", "))
  }

  private mutating func add(_ times: DeliveryTimes) {
    add("received", PlainText.moment(times.receivedAt, in: timeZone))
    guard let deliveredAt = times.deliveredAt, let delay = times.delay else { return }
    let moment = PlainText.moment(deliveredAt, in: timeZone)
    add("delivered", "\(moment), \(delay) after it was accepted")
  }

  private mutating func add(_ name: String, _ value: String?) {
    if let value, !value.isEmpty { rows.append([name, PlainText.clean(value)]) }
  }

  private mutating func add(_ name: String, _ identifier: (some TextIdentifier)?) {
    add(name, identifier?.text)
  }
}
