/// A change that a store keeps: of one of the machines, or of a feed.
public enum StoreChange: Equatable, Sendable {
  /// A change of the gateway.
  case gateway(Gateway.Change)
  /// A change of the phone.
  case phone(Phone.Change)
  /// A change of another push system.
  indirect case guest(Guests.Change)
  /// The progress of a live feed.
  indirect case feedProgress(FeedProgress)
}

extension Phone {
  /// A change that a store keeps.
  public indirect enum Change: Equatable, Sendable {
    /// A push was decided upon; it waits no longer.
    case insert(PushRecord)
    /// The state of an entry: read, acted, place.
    case update(NotificationID, isRead: Bool, acted: ActionIdentifier?, place: Place)
    /// An entry went into the list, or into what is held: a summary came, it was snoozed, or that was undone.
    /// Its presentation, its read mark and its last action may be others.
    case moved(DeliveredNotification, to: Place)
    /// An entry was deleted by the limit.
    case delete(NotificationID)
    /// A setting changed by the person; nil for one that is as in the files again.
    case setting(key: String, value: String?)
    /// The number on an icon.
    case badge(BundleID, Int)
    /// The fetches that background pushes have caused in an app; empty for none.
    case fetches(BundleID, AppFetches)
  }
}
