/// The state that a store restores at the start and with which a recording begins. It is sufficient
/// to continue unchanged.
public struct Snapshot: Equatable, Sendable {
  /// The phone's part.
  public var phone = Phone.State()
  /// The gateway's part.
  public var gateway = Gateway.State()
  /// The accepted pushes that wait, oldest first: at their app's service extension, for the phone
  /// to be online, or in transit.
  public var queue: [Delivery] = []
  /// The states of other push systems.
  public var guests = Guests.Kept()

  /// Makes an empty snapshot.
  public init() {}
}
