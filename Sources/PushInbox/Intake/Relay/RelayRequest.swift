import Foundation
import InboxModel

/// A request of a subscribed phone to the runtime.
struct RelayRequest: Equatable, Sendable {
  /// The kind of a request.
  enum Matter: Equatable, Sendable {
    /// It is there, and has all up to these positions; these phones are connected, itself among them. The store
    /// from which it reports how pushes arrive; nil reports nothing.
    case subscribe(last: [BundleID: Int], connected: Set<PhoneID>, stream: String? = nil)
    /// It keeps all up to these positions.
    case acknowledge([BundleID: Int])
    /// It reports how pushes arrived.
    case report([ArrivalReport])
    /// It takes more of what it is offered: what comes after a push and beyond what it has.
    case more(after: NotificationID, beyond: [BundleID: Int])
    /// It misses pushes with these numbers.
    case again(BundleID, [Int])
  }

  /// The session that asks.
  var session: Int
  /// The phone, by its device identifier.
  var device: PhoneID
  /// The kind of the request.
  var matter: Matter

  /// Whether the phone has come only now.
  var isSubscription: Bool { if case .subscribe = matter { true } else { false } }

  /// The number of reports in it.
  var reportCount: Int { if case .report(let reports) = matter { reports.count } else { 0 } }
}

/// The answer to a phone that subscribes.
enum RelayWelcome: Equatable, Sendable {
  /// It gets what comes after what it has, but of these apps what comes after these positions: it has said more
  /// than it was ever given. The last of its reports that is kept; nil for one that reports nothing.
  case taken(begin: [BundleID: Int], reported: Int? = nil)
  /// It is not taken, and why.
  case refused(String)
}

/// Pushes for a phone, read from the store.
struct RelayBatch: Sendable {
  /// The pushes to send, oldest first.
  var pushes: [Offered] = []
  /// The last push that was looked at.
  var last: NotificationID
  /// Whether there is nothing after it.
  var isEnd = true

  /// One push with its position.
  struct Offered: Sendable {
    var place: RelayedPush
    var push: Delivery
    /// Seconds since it was accepted; nil where that is not to be said.
    var waited: TimeInterval?

    /// As a line of the protocol.
    func line(isRepeat: Bool) -> [UInt8] {
      let text = PushLine.text(for: push.offered(as: place))
      return RelayLine.delivery(
        app: place.app, position: place.position, isRepeat: isRepeat,
        sent: waited.map { RelayLine.SendTime(at: push.receivedAt, waited: $0) },
        push: Array(text.utf8)
      ).bytes
    }
  }
}
