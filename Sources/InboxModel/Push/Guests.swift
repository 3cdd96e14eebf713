/// The points at which push systems beside APNs take part in the rooms below them.
///
/// Each room declares its points here or in an extension of ``GuestPoints``, with the default of a
/// model without other systems. The room `Guests` overrides them and is the only room that names
/// all systems: Swift prefers a member of ``Guests`` to one of its protocol. The calls are static,
/// so that a point costs an ordinary push nothing.
public enum Guests: GuestPoints {}

/// The defaults of ``Guests``.
public protocol GuestPoints {}

extension GuestPoints {
  /// Reads the keys beside `aps` that a system defines, after all other keys.
  static func read(_ reader: inout PayloadReader) {}

  /// Returns whether the keys of a push line without `aps` form a data message for an app.
  static func isDataMessage(_ root: JSONObject) -> Bool { false }

  /// Returns the app of a data message whose line names none; nil if it is unknown.
  static func app(of message: AppMessage) -> BundleID? { nil }

  /// The lint rules about the messages of the systems.
  static var lintRules: [LintRule] { [] }

  /// Returns the JSON text of a system's response to a rejected request; nil if APNs rejected it.
  static func document(answering rejected: RejectedRequest) -> String? { nil }

  /// The reason codes of the systems with their meanings, in their order.
  static var reasonCodes: [ReasonCode.Row] { [] }

  /// The reason codes of pushes that the systems send to no phone.
  static var undeliverable: Set<ReasonCode> { [] }

  /// The systems' forms of device tokens, for people: `, or …`.
  static var tokenForm: String { "" }

  /// The reason code of a message for an Android phone that was dropped because too many waited.
  static var overflow: ReasonCode { .deviceCoalesced }

  /// Returns the lint remarks about a message that names no app. They replace those about an app.
  static func missingApp(of delivery: Delivery) -> [LintFinding] { [] }

  /// Returns whether the system's own response explains the rejection.
  static func explains(_ rejected: RejectedRequest) -> Bool { false }

  /// Returns the lint remarks about an accepted push of a system.
  static func findings(about delivery: Delivery) -> [LintFinding] { [] }

  /// The wire formats of the systems.
  static var wires: [Origin.Wire] { [] }

  /// Returns the title of a wire format; nil if no system defines it.
  static func title(of wire: Origin.Wire) -> String? { nil }

  /// Returns whether requests of a wire format have no headers, and only rejected ones get a
  /// response.
  static func isHeaderless(_ wire: Origin.Wire) -> Bool { false }

  /// Returns the number that a wire format sends in place of a reason's HTTP status; nil for HTTP.
  static func status(of reason: RejectionReason, over wire: Origin.Wire) -> Int? { nil }
}

/// The state of a model without other systems.
public struct NoGuestState: Equatable, Sendable {
  /// Makes the state.
  public init() {}
}

/// An event, change or effect of a model without other systems; it has no values.
public enum NoGuestValue: Equatable, Sendable {}
