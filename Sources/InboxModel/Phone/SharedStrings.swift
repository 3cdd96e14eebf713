/// One stored copy of every text that many notifications share: app, token, topic, thread,
/// category, the paths in the payload. It spares memory and says nothing about a phone, so that all
/// are equal.
struct SharedStrings: Equatable {
  private var pool = StringPool(size: 4096)
  /// Writes the texts of payloads.
  var writer = PayloadText.Writer()

  static func == (left: SharedStrings, right: SharedStrings) -> Bool { true }

  /// The stored copy of a text.
  mutating func share(_ text: String) -> String { pool.string(text) }

  /// The stored copy of a text in UTF-8.
  mutating func share(_ text: [UInt8]) -> String {
    text.withUnsafeBufferPointer { pool.string($0) }
  }

  private mutating func share<ID: TextIdentifier>(_ identifier: ID) -> ID {
    ID(share(identifier.text))
  }
}

extension SharedStrings {
  /// Stores the texts of a notification that came from a store, which shared them when it read its
  /// rows: to change the notification would copy it.
  mutating func add(_ notification: DeliveredNotification) {
    _ = share(notification.app)
    if notification.topic != notification.app.text { _ = share(notification.topic) }
    _ = share(notification.threadIdentifier)
    if let category = notification.categoryIdentifier { _ = share(category) }
    _ = share(notification.token.hex)
  }

  /// Makes a notification use the stored copies.
  mutating func share(_ notification: inout DeliveredNotification) {
    notification.app = share(notification.app)
    let app = notification.app.text
    notification.topic = notification.topic == app ? app : share(notification.topic)
    notification.threadIdentifier = share(notification.threadIdentifier)
    notification.categoryIdentifier = notification.categoryIdentifier.map { share($0) }
    notification.token = notification.token.sharing { share($0) }
  }
}
