import Foundation

extension Gateway {
  /// The values that a store keeps of a gateway.
  public struct State: Equatable, Sendable {
    /// Tokens learned, with their apps.
    public var tokens = TokenBook()
    /// The last number given to a push; 0 when there is none.
    public var lastID = NotificationID(rawValue: 0)
    /// The last number given to a refused push; 0 when there is none.
    public var lastRefusedNumber = 0
    /// How many refused pushes were removed from their list.
    public var removedRefusedCount = 0
    /// Accepted pushes that wait, oldest first. A snapshot has all: also those at their app's service
    /// extension and on their way to the phone, over which the gateway passes.
    public var queue: [Delivery] = []

    /// The last number given in each queue.
    public var positions: [QueueID: Int] = [:]
    /// Pushes that can be sent again, oldest first.
    public var letters: [Delivery] = []
    /// The phones that have subscribed to the offer.
    public var phones: [String: SubscribedPhone] = [:]
    /// The highest positions the phone has of what it is offered, by app.
    public var feedPositions: [StreamID: [BundleID: Int]] = [:]

    /// Nothing kept.
    public init() {}
  }

  /// A change that a store keeps.
  public indirect enum Change: Equatable, Sendable {
    /// A token seen for the first time, or of which something changed.
    case token(TokenRegistration)
    /// An accepted push that waits for the phone.
    case queued(Delivery)
    /// A refused push.
    case refused(RejectedRequest)
    /// Refused pushes, by their numbers, left their list or came back to it; `removedCount` of all there were
    /// are not in it since.
    case refusedMarked([Int], isRemoved: Bool, removedCount: Int)
    /// A push got its number in its queue, and can be sent again.
    case numbered(Delivery)
    /// Numbered pushes up to this one are kept no longer.
    case lettersGone(through: NotificationID)
    /// A push got its position with a phone that has subscribed.
    case offered(RelayedPush)
    /// When a phone subscribed last; nil forgets it with all it was offered.
    case phone(String, seenAt: Date?)
    /// The push that a phone was offered under this number cannot be sent any more.
    case offerGone(String, NotificationID)
    /// The store a phone reports from, from now on; nil for one that reports nothing.
    case phoneStream(String, String?)
    /// A phone's reports are counted up to this one.
    case phoneReported(String, through: Int)
    /// How far a phone is with an app.
    case phoneCounts(String, BundleID, SubscribedPhone.Counts)
    /// A push came by a feed: the highest position of its app.
    case fed(StreamOffset)
  }
}
