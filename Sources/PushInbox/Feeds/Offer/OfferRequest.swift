import InboxModel

/// What a phone that has subscribed wants of the runtime.
struct OfferRequest: Equatable, Sendable {
  /// What it is.
  enum Matter: Equatable, Sendable {
    /// It is there, and has all up to these positions.
    case subscribe(last: [BundleID: Int])
    /// It keeps all up to these positions.
    case acknowledge([BundleID: Int])
    /// It takes more of what it is offered: what comes after a push and beyond what it has.
    case more(after: NotificationID, beyond: [BundleID: Int])
    /// It misses pushes with these numbers.
    case again(BundleID, [Int])
  }

  /// The session that asks.
  var session: Int
  /// The phone, by its device identifier.
  var device: String
  /// What is wanted.
  var matter: Matter
}

/// Pushes for a phone, read from the store.
struct OfferBatch: Sendable {
  /// What is sent, oldest first.
  var pushes: [Offered] = []
  /// The last push that was looked at.
  var last: NotificationID
  /// Whether there is nothing after it.
  var isEnd = true

  /// One push with its position.
  struct Offered: Sendable {
    var place: OfferedPush
    var push: Delivery

    /// As a line of the protocol.
    func line(by provider: String, isRepeat: Bool) -> [UInt8] {
      let text = PushLine.text(for: push.offered(as: place, by: provider))
      return OfferLine.delivery(
        app: place.app, position: place.position, isRepeat: isRepeat, push: Array(text.utf8)
      ).bytes
    }
  }
}
