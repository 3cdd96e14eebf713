/// An event of a push between processes, as far as it is counted.
public enum RelayNews: Equatable, Sendable {
  /// A provider sent a push; nil if the checks rejected it.
  case received(StreamOffset, Delivery?)
  /// A push is not relayed to these phones, since its folder has no subscription.
  case unwanted(Delivery, by: [PhoneID])
  /// A relayed push can no longer be sent.
  case gone(ExpiredRelay)
  /// A phone begins to report, after the lower bounds; the pushes up to the upper bounds were sent
  /// already.
  case begins(PhoneID, [BundleID: Range<Int>])
  /// A phone reported new outcomes.
  case reported(PhoneID, [ArrivalReport])
  /// A phone was removed.
  case forgotten(PhoneID)
}
