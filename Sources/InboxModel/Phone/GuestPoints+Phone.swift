extension GuestPoints {
  /// A change of the systems' state that a store keeps.
  public typealias Change = NoGuestValue

  /// The systems' part of what a store gives back.
  public typealias Kept = NoGuestState

  /// An event of the systems, for the event stream.
  public typealias News = NoGuestValue

  /// The names of the systems' events.
  static var eventNames: [String] { [] }
}

/// An event of a push system, for the event stream.
public protocol GuestNews: Equatable, Sendable {
  /// The value of `event`.
  var name: String { get }

  /// The further keys of the event, in the order of an event line.
  func fields(of app: BundleID?) -> [(key: String, value: String?)]

  /// The event as it is spoken; nil for one that is not.
  var spoken: String? { get }

  /// The values of `kind`.
  static var kinds: [String] { get }

  /// An event with all keys; nil where there can be none.
  static var example: Self? { get }
}

extension NoGuestValue: GuestNews {
  /// No event has a name.
  public var name: String { switch self {} }

  /// No event has keys.
  public func fields(of app: BundleID?) -> [(key: String, value: String?)] { switch self {} }

  /// No event is spoken.
  public var spoken: String? { switch self {} }

  /// There are no kinds.
  public static var kinds: [String] { [] }

  /// There is no event.
  public static var example: NoGuestValue? { nil }
}
