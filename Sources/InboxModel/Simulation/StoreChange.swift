/// A change for the store, of a machine or of a feed.
public enum StoreChange: Equatable, Sendable {
  /// A change of the gateway.
  case gateway(Gateway.Change)
  /// A change of the phone.
  case phone(Phone.Change)
  /// A change of another push system.
  indirect case guest(Guests.Change)
  /// The progress of a live feed.
  indirect case feedProgress(FeedProgress)
  /// Everything was forgotten except the progress of feeds; numbers begin at 1 again.
  case erased
}
