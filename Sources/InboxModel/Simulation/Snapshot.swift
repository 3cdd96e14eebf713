/// What a store gives back at start, and a recording begins with: enough to go on as if nothing had happened.
public struct Snapshot: Equatable, Sendable {
  /// The phone's part.
  public var phone = Phone.State()
  /// The gateway's part.
  public var gateway = Gateway.State()
  /// Accepted pushes that wait, oldest first: at their app's service extension, for the phone to come
  /// online, or on their way to it.
  public var queue: [Delivery] = []
  /// What other push systems keep.
  public var guests = Guests.Kept()

  /// Nothing stored.
  public init() {}
}
