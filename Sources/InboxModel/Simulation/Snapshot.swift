/// The state that a store restores at the start and with which a recording begins; it suffices to
/// continue unchanged.
public struct Snapshot: Equatable, Sendable {
  /// The phone's part.
  public var phone = Phone.State()
  /// The gateway's part.
  public var gateway = Gateway.State()
  /// Accepted pushes that wait, oldest first: at their app's service extension, for the phone to
  /// come online, or on their way to it.
  public var queue: [Delivery] = []
  /// The states of other push systems.
  public var guests = Guests.Kept()

  /// Nothing stored.
  public init() {}
}
