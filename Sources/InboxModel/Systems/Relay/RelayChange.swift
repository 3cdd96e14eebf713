import Foundation

/// A change between processes, for the store.
public indirect enum RelayChange: Equatable, Sendable {
  /// A report waits for the provider of a feed.
  case report(StreamID, ArrivalReport)
  /// A provider has received the reports up to this one.
  case reportsGone(StreamID, through: Int)
  /// A push got its position for a subscribed phone.
  case offered(RelayedPush)
  /// A phone subscribed at this moment; nil removes the phone with all its relayed pushes.
  case phone(PhoneID, seenAt: Date?)
  /// The push that was relayed to a phone under this number can no longer be sent.
  case offerGone(PhoneID, NotificationID)
  /// The store from which a phone reports changed; nil for a phone without reports.
  case phoneStream(PhoneID, String?)
  /// A phone's reports were counted up to this one.
  case phoneReported(PhoneID, through: Int)
  /// The progress of a phone with an app changed.
  case phoneCounts(PhoneID, BundleID, SubscribedPhone.Counts)
  /// A feed delivered a push, which sets the highest position of its app.
  case fed(StreamOffset)
}
