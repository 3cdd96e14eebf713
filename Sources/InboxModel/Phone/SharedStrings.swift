/// One shared copy of each text that many notifications contain: app, token, topic, thread,
/// category, payload paths. It saves memory and is no part of the phone's state, so all values are
/// equal.
struct SharedStrings: Equatable {
  private var pool = StringPool(size: 4096)
  /// The writer of payload texts.
  var writer = PayloadText.Writer()

  static func == (left: SharedStrings, right: SharedStrings) -> Bool { true }

  /// Returns the shared copy of a text.
  mutating func share(_ text: String) -> String { pool.string(text) }

  /// Returns the shared copy of a UTF-8 text.
  mutating func share(_ text: [UInt8]) -> String {
    text.withUnsafeBufferPointer { pool.string($0) }
  }

  private mutating func share<ID: TextIdentifier>(_ identifier: ID) -> ID {
    ID(share(identifier.text))
  }
}

extension SharedStrings {
  /// Adds the texts of a notification from a store, which shared them when it read the row:
  /// changing the notification would copy it.
  mutating func add(_ notification: DeliveredNotification) {
    _ = share(notification.app)
    if notification.topic != notification.app.text { _ = share(notification.topic) }
    _ = share(notification.threadIdentifier)
    if let category = notification.categoryIdentifier { _ = share(category) }
    _ = share(notification.token.hex)
  }

  /// Replaces a notification's texts by the shared copies.
  mutating func share(_ notification: inout DeliveredNotification) {
    notification.app = share(notification.app)
    let app = notification.app.text
    notification.topic = notification.topic == app ? app : share(notification.topic)
    notification.threadIdentifier = share(notification.threadIdentifier)
    notification.categoryIdentifier = notification.categoryIdentifier.map { share($0) }
    notification.token = notification.token.sharing { share($0) }
  }
}
