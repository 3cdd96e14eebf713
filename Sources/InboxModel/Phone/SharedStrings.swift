/// One stored copy of every text that many notifications share: app, token, topic, thread, category, the
/// paths in the payload. It spares memory and says nothing about a phone, so that all are equal.
struct SharedStrings: Equatable {
  /// Senders choose the texts: beyond so many begin anew.
  private static let most = 4096

  /// By the hashes of their bytes: texts that Swift takes for equal may be spelled otherwise.
  private var strings: [Int: String] = [:]
  /// Writes the texts of payloads.
  var writer = PayloadText.Writer()

  static func == (left: SharedStrings, right: SharedStrings) -> Bool { true }

  /// The stored copy of a text.
  mutating func share(_ text: String) -> String {
    // Up to 15 bytes stand in the value itself.
    guard text.utf8.count > 15 else { return text }
    var bytes = text
    return bytes.withUTF8 { share($0) { text } }
  }

  /// The stored copy of a text in UTF-8.
  mutating func share(_ text: [UInt8]) -> String {
    text.withUnsafeBufferPointer { bytes in
      share(bytes) { String(decoding: bytes, as: UTF8.self) }
    }
  }

  private mutating func share(
    _ bytes: UnsafeBufferPointer<UInt8>, _ make: () -> String
  ) -> String {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    let hash = hasher.finalize()
    let known = strings[hash]
    if let known, known.hasSameBytes(as: bytes) { return known }
    let text = make()
    guard known == nil else { return text }
    if strings.count == Self.most { strings.removeAll() }
    strings[hash] = text
    return text
  }

  private mutating func share<ID: TextIdentifier>(_ identifier: ID) -> ID {
    ID(share(identifier.text))
  }
}

extension SharedStrings {
  /// Stores the texts of a notification that came from a store, which shared them when it read its rows: to
  /// change the notification would copy it.
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
