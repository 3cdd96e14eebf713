/// The points at which push systems beside APNs take part in the rooms below them.
///
/// Each room declares its own points here or in an extension of ``GuestPoints``, with the default of a model
/// without any other system. The room `Guests` overrides them, and is the only room that names all systems:
/// a member of ``Guests`` itself is preferred to one of its protocol. The calls are static, so that a point
/// costs an ordinary push nothing.
public enum Guests: GuestPoints {}

/// The defaults of ``Guests``.
public protocol GuestPoints {}

extension GuestPoints {
  /// Reads the keys beside `aps` that a system defines, after all others.
  static func read(_ reader: inout PayloadReader) {}

  /// Whether the keys of a push line without `aps` are a data message for an app.
  static func isDataMessage(_ root: JSONObject) -> Bool { false }

  /// The app of a data message whose line names none; nil leaves it without one.
  static func app(of message: AppMessage) -> BundleID? { nil }

  /// The rules of lint about the messages of the systems.
  static var lintRules: [LintRule] { [] }

  /// The JSON text with which a system answered a request that it rejected; nil where APNs did.
  static func document(answering rejected: RejectedRequest) -> String? { nil }

  /// The reason codes of the systems, in their order.
  static var reasonCodes: [ReasonCode] { [] }

  /// The codes of pushes that the systems send to no phone.
  static var undeliverable: Set<ReasonCode> { [] }

  /// The form of device tokens of the systems, for people: `, or …`.
  static var tokenForm: String { "" }

  /// The code of a message for an Android phone of which more waited than are kept.
  static var overflow: ReasonCode { .deviceCoalesced }

  /// The remarks of lint about a message whose sender names no app, in the place of an app's.
  static func missingApp(of delivery: Delivery) -> [LintFinding] { [] }

  /// Whether the system of a rejected request says itself what is wrong with it.
  static func explains(_ rejected: RejectedRequest) -> Bool { false }

  /// The remarks of lint about an accepted push of a system.
  static func findings(about delivery: Delivery) -> [LintFinding] { [] }

  /// The forms of intake of the systems.
  static var wires: [Origin.Wire] { [] }

  /// A form of intake in a sentence; nil for one of no system.
  static func title(of wire: Origin.Wire) -> String? { nil }

  /// Whether requests that come by a form of intake have no headers, and only rejected ones are answered.
  static func isHeaderless(_ wire: Origin.Wire) -> Bool { false }

  /// The number that a wire sends in place of a reason's HTTP status; nil for HTTP.
  static func status(of reason: RejectionReason, over wire: Origin.Wire) -> Int? { nil }
}

/// The state of a model without other systems.
public struct NoGuestState: Equatable, Sendable {
  /// Makes the state.
  public init() {}
}

/// The values of a model without other systems: there is none.
public enum NoGuestValue: Equatable, Sendable {}
