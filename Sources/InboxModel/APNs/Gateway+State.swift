import Foundation

extension Gateway {
  /// The stored state of a gateway, except the waiting pushes.
  public struct State: Equatable, Sendable {
    /// The known tokens, with their apps.
    public var tokens = TokenBook()
    /// The last number assigned to a push, including queued ones; 0 for none.
    public var lastID = NotificationID(rawValue: 0)
    /// The last number assigned to a rejected request; 0 for none.
    public var lastRejectedNumber = 0
    /// The broadcast channels.
    public var channels = ChannelBook()
    /// The number of rejected requests that were removed from the list.
    public var removedRejectedCount = 0

    /// Makes an empty state.
    public init() {}
  }

  /// A change for the store.
  public indirect enum Change: Equatable, Sendable {
    /// A new or changed token registration.
    case token(TokenRegistration)
    /// A new or changed broadcast channel, or one that is forgotten after its deletion.
    case channel(BroadcastChannel, isForgotten: Bool)
    /// An accepted push that waits for the phone. The record that the phone makes of it ends the
    /// wait.
    case queued(Delivery)
    /// The push with this number no longer waits and leaves no record.
    case unqueued(NotificationID)
    /// A rejected request.
    case rejected(RejectedRequest)
    /// Rejected requests, by their numbers, were removed from the list or restored. `removedCount`
    /// is the number of all removed ones since then.
    case rejectedMarked([Int], isRemoved: Bool, removedCount: Int)
  }
}
