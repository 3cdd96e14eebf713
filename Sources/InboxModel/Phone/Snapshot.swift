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
  /// Tokens learned, with their apps.
  public var tokens = TokenBook()
  /// The last number given to a push, queued ones included; 0 when there is none.
  public var lastID = NotificationID(rawValue: 0)
  /// The last ordinal given to a push that reached the phone. The greatest of the entries counts as
  /// well, so that a store may leave it at 0.
  public var lastArrival: Arrival = 0
  /// The last number given to a refused push; 0 when there is none.
  public var lastRefusedNumber = 0
  /// How many refused pushes were removed from their list.
  public var removedRefusedCount = 0
  /// How many background pushes there were.
  public var silentCount = 0
  /// What background pushes have had apps do.
  public var fetches: [BundleID: AppFetches] = [:]

  /// The last number given in each queue.
  public var positions: [QueueID: Int] = [:]
  /// Pushes that can be sent again, oldest first.
  public var letters: [Delivery] = []
  /// What the apps' extensions remember of each queue.
  public var missed: [QueueID: GapDetector] = [:]
  /// Where in the sequence of its decisions the link is; nil is at its beginning.
  public var linkState: Int?

  /// The outcomes of the pushes of each queue.
  public var counts: [CountedQueue: QueueCounts] = [:]
  /// Counted pushes that have not arrived, oldest first.
  public var outstanding: [OutstandingPush] = []
  /// Reports that providers have not confirmed, oldest first.
  public var reports: [StreamID: [ArrivalReport]] = [:]
  /// The last number given to a report; 0 when there is none.
  public var lastReport = 0

  /// The phones that have subscribed to the offer.
  public var phones: [String: SubscribedPhone] = [:]
  /// The highest positions the phone has of what it is offered, by app.
  public var feedPositions: [StreamID: [BundleID: Int]] = [:]

  /// What other push systems keep.
  public var guests = Guests.Kept()

  /// Nothing stored.
  public init() {}
}
