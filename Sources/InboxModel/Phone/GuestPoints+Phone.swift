extension GuestPoints {
  /// The state of the systems in the phone.
  public typealias PhoneState = NoGuestState

  /// An event of the systems for the phone.
  public typealias PhoneEvent = NoGuestValue

  /// An effect of the systems in the phone.
  public typealias PhoneEffect = NoGuestValue

  /// Handles an event of the systems for the phone.
  static func handle(
    _ event: Guests.PhoneEvent, in phone: inout Phone, _ effects: inout [Phone.Effect]
  ) {}

  /// Processes a push that arrived; returns it with the findings of the systems.
  static func receive(
    _ push: Delivery, in phone: inout Phone, _ effects: inout [Phone.Effect]
  ) -> Delivery { push }

  /// Returns whether a push has to wait for its turn among those of its app.
  static func isToWait(_ push: Delivery, in phone: Phone) -> Bool { false }

  /// Requests something before a push is shown; the push then waits for the response.
  static func asks(
    before push: Delivery, in phone: inout Phone, _ effects: inout [Phone.Effect]
  ) -> Bool { false }

  /// Returns the content that a system shows instead of a push's own; nil if it is shown unchanged.
  static func replacement(
    for push: Delivery, in phone: Phone
  ) -> PresentationContext.Extension? { nil }

  /// Returns the position of a push among several that were sent again together; nil for a single
  /// one.
  static func catchUp(of push: Delivery, in phone: Phone) -> PresentationContext.CatchUp? { nil }

  /// Records that one of several pushes that were sent again together has alerted.
  static func recordAlert(
    of push: Delivery, in phone: inout Phone, _ effects: inout [Phone.Effect]
  ) {}

  /// Returns the sentence of a banner that stands for several pushes of an app.
  static func sentence(about count: Int, of app: BundleID, in phone: Phone) -> String { "" }

  /// Adds the step of the service extension rule, if a system took part in it.
  static func answer(
    ofExtensionFor push: Delivery, in context: PresentationContext,
    _ decision: inout PresentationDecision
  ) -> PresentationDecision.RuleResult? { nil }

  /// The setting with the policy for pushes that are sent again together.
  static var catchUpSetting: String { "" }

  /// The systems' settings that rules use, each with a function that copies the phone's value.
  static var facts: [SettingPath: @Sendable (inout PresentationContext, Phone) -> Void] { [:] }

  /// Adds the step of the rule about a push that is sent again with others.
  static func answer(
    about catchUp: PresentationContext.CatchUp, _ decision: inout PresentationDecision
  ) -> PresentationDecision.RuleResult? { nil }

  /// Carries out an app's operation on a system.
  static func carryOut(
    _ operation: Guests.AppOperation, of app: BundleID, in phone: inout Phone,
    _ effects: inout [Phone.Effect]
  ) {}

  /// Hands over the items that were retained until the phone was online.
  static func handOver(in phone: inout Phone, _ effects: inout [Phone.Effect]) {}

  /// Removes the state of an uninstalled app.
  static func forget(
    _ app: BundleID, in phone: inout Phone, _ effects: inout [Phone.Effect]
  ) {}

  /// An event of the systems, for the event stream.
  public typealias News = NoGuestValue

  /// The names of the systems' events.
  static var eventNames: [String] { [] }
}

/// An event of a push system, for the event stream.
public protocol GuestNews: Equatable, Sendable {
  /// The value of `event`.
  var name: String { get }

  /// Returns the additional keys of the event, in the order of an event line; `null` for a key
  /// without a value.
  func fields(of event: InboxEvent) -> [(key: String, value: JSONValue)]

  /// Returns the spoken form of the event; nil if it is not spoken.
  ///
  /// - Parameter push: The name of the event's push.
  func spoken(about push: String) -> String?

  /// Whether it is about a push.
  var isAboutPush: Bool { get }

  /// The values that `kind` has in events of this name.
  var kinds: [String] { get }

  /// An event of each name, with all its keys.
  static var examples: [Self] { get }
}

extension NoGuestValue: GuestNews {
  /// The name; there is no event.
  public var name: String { switch self {} }

  /// Returns the keys; there is no event.
  public func fields(of event: InboxEvent) -> [(key: String, value: JSONValue)] { switch self {} }

  /// Returns the spoken form; there is no event.
  public func spoken(about push: String) -> String? { switch self {} }

  /// Whether it is about a push; there is no event.
  public var isAboutPush: Bool { switch self {} }

  /// The kinds; there are none.
  public var kinds: [String] { switch self {} }

  /// The examples; there are none.
  public static var examples: [NoGuestValue] { [] }
}
