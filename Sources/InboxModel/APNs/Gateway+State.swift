import Foundation

extension Gateway {
  /// The values that a store keeps of a gateway, beside the pushes that wait.
  public struct State: Equatable, Sendable {
    /// Tokens learned, with their apps.
    public var tokens = TokenBook()
    /// The last number given to a push, queued ones included; 0 when there is none.
    public var lastID = NotificationID(rawValue: 0)
    /// The last number given to a rejected request; 0 when there is none.
    public var lastRejectedNumber = 0
    /// The number of rejected requests that were removed from their list.
    public var removedRejectedCount = 0

    /// Nothing kept.
    public init() {}
  }

  /// A change that a store keeps.
  public indirect enum Change: Equatable, Sendable {
    /// A token seen for the first time, or of which something changed.
    case token(TokenRegistration)
    /// An accepted push that waits for the phone; once the phone has its record it waits no longer.
    case queued(Delivery)
    /// The push with this number waits no longer, and leaves no record.
    case unqueued(NotificationID)
    /// A rejected request.
    case rejected(RejectedRequest)
    /// Rejected pushes, by their numbers, left their list or came back to it; `removedCount` of all
    /// there were are not in it since.
    case rejectedMarked([Int], isRemoved: Bool, removedCount: Int)
  }
}
