/// What a store gives back at start, and a recording begins with: enough to go on as if nothing had happened.
///
/// The gateway's values are also members of the snapshot.
@dynamicMemberLookup
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

  /// The values kept of the gateway.
  public var gateway = Gateway.State()

  /// Listed and held pushes, by arrival, oldest first; an unlisted one is the banner that was
  /// presented last.
  public var entries: [Entry] = []
  /// The icons' numbers.
  public var badges: [BundleID: Int] = [:]
  /// Settings the person changed, in force over the files.
  public var changes: [SettingChange] = []
  /// The last ordinal given to a push that reached the phone. The greatest of the entries counts as
  /// well, so that a store may leave it at 0.
  public var lastArrival: Arrival = 0
  /// How many background pushes there were.
  public var silentCount = 0
  /// What background pushes have had apps do.
  public var fetches: [BundleID: AppFetches] = [:]

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

  /// What other push systems keep.
  public var guests = Guests.Kept()

  /// Nothing stored.
  public init() {}

  /// A value kept of the gateway.
  public subscript<Value>(dynamicMember value: WritableKeyPath<Gateway.State, Value>) -> Value {
    get { gateway[keyPath: value] }
    set { gateway[keyPath: value] = newValue }
  }
}
