import Foundation

/// A change of what passes between processes that a store keeps.
public indirect enum RelayChange: Equatable, Sendable {
  /// A report for the provider of a feed.
  case report(StreamID, ArrivalReport)
  /// A provider has the reports up to this one.
  case reportsGone(StreamID, through: Int)
  /// A push got its position with a phone that has subscribed.
  case offered(RelayedPush)
  /// The moment at which a phone subscribed last; nil forgets it with all it was offered.
  case phone(PhoneID, seenAt: Date?)
  /// The push that a phone was offered under this number cannot be sent any more.
  case offerGone(PhoneID, NotificationID)
  /// The store a phone reports from, from now on; nil for one that reports nothing.
  case phoneStream(PhoneID, String?)
  /// A phone's reports are counted up to this one.
  case phoneReported(PhoneID, through: Int)
  /// The progress of a phone with an app.
  case phoneCounts(PhoneID, BundleID, SubscribedPhone.Counts)
  /// A push came by a feed: the highest position of its app.
  case fed(StreamOffset)
}
