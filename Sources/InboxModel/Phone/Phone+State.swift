extension Phone {
  /// The stored state of a phone, except the pushes at their apps' service extensions.
  public struct State: Equatable, Sendable {
    /// A push and its place.
    public struct Entry: Equatable, Sendable {
      /// The push's notification.
      public var notification: DeliveredNotification
      /// The place of the push.
      public var place: Place

      /// Makes an entry.
      public init(notification: DeliveredNotification, place: Place) {
        self.notification = notification
        self.place = place
      }
    }

    /// Listed and held pushes by arrival, oldest first. An unlisted one is the last presented
    /// banner.
    public var entries: [Entry] = []
    /// The badges of the apps' icons.
    public var badges: [BundleID: Int] = [:]
    /// The settings that the user changed, over those of the files.
    public var changes: [SettingChange] = []
    /// The ordinal of the last arrival. The greatest of the entries counts as well, so that a store
    /// may leave it at 0.
    public var lastArrival: Arrival = 0
    /// The number of background pushes.
    public var silentCount = 0
    /// The effects of background pushes, by app.
    public var fetches: [BundleID: AppFetches] = [:]
    /// The Live Activities, oldest first, with those dismissed last.
    public var activities: [ActivityCard] = []
    /// The state that the Live Activities of each app share.
    public var appActivities: [BundleID: AppActivities] = [:]

    /// Makes an empty state.
    public init() {}
  }

  /// A change for the store.
  public indirect enum Change: Equatable, Sendable {
    /// A push waits at its app's service extension.
    case queued(Delivery)
    /// A push was decided and no longer waits.
    case insert(PushRecord)
    /// The state of an entry: read, acted, place.
    case update(NotificationID, isRead: Bool, acted: ActionIdentifier?, place: Place)
    /// An entry moved into the list or to the held pushes: a summary was due, it was snoozed, or
    /// that was undone. Its presentation, read mark and last action may have changed.
    case moved(DeliveredNotification, to: Place)
    /// An entry was deleted because of the limit.
    case delete(NotificationID)
    /// The user changed a setting; nil if its value is that of the files again.
    case setting(key: String, value: String?)
    /// A badge changed.
    case badge(BundleID, Int)
    /// The fetches that background pushes caused in an app; empty for none.
    case fetches(BundleID, AppFetches)
    /// A Live Activity; nil removes it.
    case activity(ActivityID, ActivityCard?)
    /// The state that the Live Activities of an app share.
    case appActivities(BundleID, AppActivities)
  }
}
