/// One stored copy of every text that many notifications share: app, token, topic, thread, category, the
/// paths in the payload. It spares memory and says nothing about a phone, so that all are equal.
struct SharedStrings: Equatable {
  /// Senders choose the texts: beyond so many begin anew.
  private static let most = 4096

  private var strings: Set<String> = []

  static func == (left: SharedStrings, right: SharedStrings) -> Bool { true }

  /// The stored copy of a text: of these very bytes, since texts that Swift takes for equal may be spelled
  /// otherwise.
  mutating func share(_ text: String) -> String {
    // Up to 15 bytes stand in the value itself.
    guard text.utf8.count > 15 else { return text }
    if let place = strings.firstIndex(of: text) {
      return strings[place].hasSameBytes(as: text) ? strings[place] : text
    }
    if strings.count == Self.most { strings.removeAll() }
    strings.insert(text)
    return text
  }

  private mutating func share<ID: TextIdentifier>(_ identifier: ID) -> ID {
    ID(share(identifier.text))
  }
}

extension SharedStrings {
  /// Makes a notification use the stored copies.
  mutating func share(_ notification: inout DeliveredNotification) {
    notification.app = share(notification.app)
    let app = notification.app.text
    notification.topic = notification.topic == app ? app : share(notification.topic)
    notification.threadIdentifier = share(notification.threadIdentifier)
    notification.categoryIdentifier = notification.categoryIdentifier.map { share($0) }
    notification.token = notification.token.sharing { share($0) }
    // Longer ones are of odd payloads, which are not alike.
    if notification.payloadText.shape.utf8.count <= 1024 {
      notification.payloadText.shape = share(notification.payloadText.shape)
    }
  }
}

extension String {
  /// Whether it is spelled alike, byte for byte.
  fileprivate func hasSameBytes(as other: String) -> Bool {
    utf8.withContiguousStorageIfAvailable { mine in
      other.utf8.withContiguousStorageIfAvailable { mine.elementsEqual($0) }
    }?.flatMap { $0 } ?? utf8.elementsEqual(other.utf8)
  }
}
