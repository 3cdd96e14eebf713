/// An outcome of a push between processes, as far as it is counted.
public enum RelayNews: Equatable, Sendable {
  /// A provider has sent a push; nil for one that the checks refused.
  case received(StreamOffset, Delivery?)
  /// A push is offered to none of these phones, since nobody subscribed to its folder.
  case unwanted(Delivery, by: [PhoneID])
  /// A push that was offered cannot be sent any more.
  case gone(ExpiredRelay)
  /// A phone begins to report, after these positions; the others were given already.
  case begins(PhoneID, [BundleID: Range<Int>])
  /// A phone reports what it did not before.
  case reported(PhoneID, [ArrivalReport])
  /// Nothing is known of a phone any more.
  case forgotten(PhoneID)
}
