extension Phone {
  /// The values that a store keeps of a phone, beside the pushes at its apps' service extensions.
  public struct State: Equatable, Sendable {
    /// A push and where it is.
    public struct Entry: Equatable, Sendable {
      /// The push as the list holds it.
      public var notification: DeliveredNotification
      /// The place of the push.
      public var place: Place

      /// Makes an entry.
      public init(notification: DeliveredNotification, place: Place) {
        self.notification = notification
        self.place = place
      }
    }

    /// Listed and held pushes, by arrival, oldest first; an unlisted one is the banner that was
    /// presented last.
    public var entries: [Entry] = []
    /// The icons' numbers.
    public var badges: [BundleID: Int] = [:]
    /// Settings the person changed, in force over the files.
    public var changes: [SettingChange] = []
    /// The last ordinal given to a push that reached the phone. The greatest of the entries counts
    /// as well, so that a store may leave it at 0.
    public var lastArrival: Arrival = 0
    /// The number of background pushes.
    public var silentCount = 0
    /// The effects of background pushes, by app.
    public var fetches: [BundleID: AppFetches] = [:]

    /// Nothing kept.
    public init() {}
  }

  /// A change that a store keeps.
  public indirect enum Change: Equatable, Sendable {
    /// A push waits at its app's service extension.
    case queued(Delivery)
    /// A push was decided upon; it waits no longer.
    case insert(PushRecord)
    /// The state of an entry: read, acted, place.
    case update(NotificationID, isRead: Bool, acted: ActionIdentifier?, place: Place)
    /// An entry went into the list, or into what is held: a summary came, it was snoozed, or that
    /// was undone. Its presentation, its read mark and its last action may be others.
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
