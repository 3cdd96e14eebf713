/// What a store gives back at start, and a recording begins with: enough to go on as if nothing had happened.
public struct Snapshot: Equatable, Sendable {
  /// A push and where it is.
  public struct Entry: Equatable, Sendable {
    /// The push as the list holds it.
    public var notification: DeliveredNotification
    /// Where it is.
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
  /// Accepted pushes that wait, oldest first: at their app's service extension, for the phone to come
  /// online, or on their way to it.
  public var queue: [Delivery] = []
  /// The icons' numbers.
  public var badges: [BundleID: Int] = [:]
  /// Settings the person changed, in force over the files.
  public var changes: [SettingChange] = []
  /// The gateway's own part.
  public var gateway = Gateway.State()
  /// The last ordinal given to a push that reached the phone. The greatest of the entries counts as
  /// well, so that a store may leave it at 0.
  public var lastArrival: Arrival = 0
  /// How many background pushes there were.
  public var silentCount = 0
  /// What background pushes have had apps do.
  public var fetches: [BundleID: AppFetches] = [:]

  /// What other push systems keep.
  public var guests = Guests.Kept()

  /// Nothing stored.
  public init() {}
}
