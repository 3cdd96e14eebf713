import Foundation

/// Everything about one push, to people (`show ID`).
public enum PushText {
  /// The facts, one a line, then the payload; no line ends, no escape byte.
  ///
  /// - Parameters:
  ///   - appName: The app's name on the screen.
  ///   - timeZone: The zone of the wall clock.
  ///   - app: The app's settings.
  public static func lines(
    _ record: PushRecord, appName: String, timeZone: TimeZone, app: AppSettings = AppSettings()
  ) -> [String] {
    let (notification, delivery) = (record.notification, record.delivery)
    var facts: [[String]] = []
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { facts.append([name, PlainText.clean(value)]) }
    }
    func add(_ name: String, _ identifier: (some TextIdentifier)?) {
      add(name, identifier?.text)
    }
    add("title", notification.content.title)
    add("subtitle", notification.content.subtitle)
    add("body", notification.content.body)
    add("app", "\(appName) (\(notification.app.text))")
    add("thread", notification.threadIdentifier)
    add("category", notification.categoryIdentifier)
    add("outcome", notification.outcome.words(because: notification.reason))
    add("presented", notification.presented.names.joined(separator: ", "))
    add("sound", notification.sound?.words)
    add("place", record.place.words(in: timeZone))
    add("read", notification.isRead ? "yes" : "no")
    add("acted", notification.acted?.word)
    add("level", notification.level.rawValue)
    add("badge", notification.badge.map { String($0) })
    add("replaced", notification.replaced > 0 ? String(notification.replaced) : nil)
    let times = notification.times
    add("received", PlainText.moment(times.receivedAt, in: timeZone))
    if let deliveredAt = times.deliveredAt, let delay = times.delay {
      let moment = PlainText.moment(deliveredAt, in: timeZone)
      add("delivered", "\(moment), \(delay) after it was accepted")
    }
    add("apns-id", notification.apnsID)
    add("unique id", notification.uniqueID)
    add("request id", notification.requestID)
    add("collapse id", notification.collapseID)
    add("topic", delivery.topic)
    add("push type", delivery.headers.pushType?.rawValue)
    add("priority", String(delivery.headers.priority.rawValue))
    add(
      "expiration",
      delivery.headers.expiration.map { expiration in
        expiration.date.map { PlainText.moment($0, in: timeZone) } ?? "at once"
      })
    add("token", delivery.token.hex)
    let ways = [
      delivery.origin.wire.rawValue, delivery.origin.transportTitle, delivery.origin.client ?? "",
    ]
    add("came by", ways.filter { !$0.isEmpty }.joined(separator: ", "))
    let payload = delivery.payload
    let findings = Lint.findings(
      for: delivery, app: app, era: record.circumstances.era
    ).map {
      PlainText.clean("  " + $0.text)
    }
    return ["#\(notification.id.rawValue)"] + PlainText.columns(facts).map { "  " + $0 }
      + (findings.isEmpty ? [] : ["", "lint"] + findings)
      + ["", "payload, \(payload.bytes.count) bytes"] + pretty(payload.bytes).map { "  " + $0 }
  }

  /// A payload with one member a line, as it came where it cannot be read.
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
