/// A change that a store keeps: one of the machines, in their own words, or of what surrounds them.
public enum StoreChange: Equatable, Sendable {
  /// A change of the gateway.
  case gateway(Gateway.Change)
  /// A change of the phone.
  case phone(Phone.Change)
  /// A change of the link between the two.
  case link(Link.Change)
  /// A change of what is counted.
  case ledger(QueueLedger.Change)
  /// A change of the state of another push system.
  indirect case guest(Guests.Change)
  /// A live feed was read so far.
  indirect case feedProgress(FeedProgress)

  /// The accepted push that waits from now on, wherever it does.
  public var queued: Delivery? {
    switch self {
    case .gateway(.queued(let push)), .phone(.queued(let push)), .link(.queued(let push)): push
    default: nil
    }
  }
}

extension Phone {
  /// A change that a store keeps.
  public indirect enum Change: Equatable, Sendable {
    /// A push that was decided upon; one that waited under its number does so no longer.
    case insert(PushRecord)
    /// An entry's state changed: read, acted, place.
    case update(NotificationID, isRead: Bool, acted: ActionIdentifier?, place: Place)
    /// An entry went into the list, or into what is held: a summary came, it was put off, that was taken back.
    /// It may have changed in how it came out, in its mark and its last action.
    case moved(DeliveredNotification, to: Place)
    /// Gone for good, by the limit.
    case delete(NotificationID)
    /// An accepted push that waits for its app's extension.
    case queued(Delivery)
    /// A setting changed by the person; nil takes the change back.
    case setting(key: String, value: String?)
    /// An icon's number.
    case badge(BundleID, Int)
    /// What background pushes have had an app do; empty is nothing.
    case fetches(BundleID, AppFetches)
    /// What an app's extension remembers of a queue is another.
    case missed(QueueID, GapDetector)
  }
}
