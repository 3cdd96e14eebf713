import Foundation
import InboxModel

/// A request of a subscribed phone to the runtime.
struct RelayRequest: Equatable, Sendable {
  /// The kind of request.
  enum Matter: Equatable, Sendable {
    /// A subscription: the positions up to which the phone has everything, the connected phones,
    /// itself included, and the identifier of the store from which it sends arrival reports; nil
    /// for none.
    case subscribe(last: [BundleID: Int], connected: Set<PhoneID>, stream: String? = nil)
    /// The positions up to which the phone has stored everything.
    case acknowledge([BundleID: Int])
    /// Reports of the arrival of pushes.
    case report([ArrivalReport])
    /// A request for the pushes after one and beyond the phone's positions.
    case more(after: NotificationID, beyond: [BundleID: Int])
    /// A request for missed pushes by their numbers.
    case again(BundleID, [Int])
  }

  /// The session that sent the request.
  var session: Int
  /// The phone, by its device identifier.
  var device: PhoneID
  /// The kind of the request.
  var matter: Matter

  /// Whether the request is a subscription.
  var isSubscription: Bool { if case .subscribe = matter { true } else { false } }

  /// The number of arrival reports in the request.
  var reportCount: Int { if case .report(let reports) = matter { reports.count } else { 0 } }
}

/// The response to a subscription.
enum RelayWelcome: Equatable, Sendable {
  /// The subscription is accepted. Pushes follow after the phone's positions; for the apps in
  /// `begin`, whose positions were higher than the provider's, after these. `reported` is the last
  /// stored report; nil for a phone that sends none.
  case taken(begin: [BundleID: Int], reported: Int? = nil)
  /// The subscription is rejected, with the reason.
  case refused(String)
}

/// Pushes for a phone, read from the store.
struct RelayBatch: Sendable {
  /// The pushes to send, oldest first.
  var pushes: [Offered] = []
  /// The last push that was read.
  var last: NotificationID
  /// Whether no push follows.
  var isEnd = true

  /// A push with its offset in the stream.
  struct Offered: Sendable {
    var place: RelayedPush
    var push: Delivery
    /// Seconds since the push was accepted; nil if they are not reported.
    var waited: TimeInterval?

    /// Returns the push as a line of the protocol.
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
