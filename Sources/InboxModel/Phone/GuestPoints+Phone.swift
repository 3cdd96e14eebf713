extension GuestPoints {
  /// The state that the systems keep in the phone.
  public typealias PhoneState = NoGuestState

  /// An event of the systems for the phone.
  public typealias PhoneEvent = NoGuestValue

  /// An effect of the systems in the phone.
  public typealias PhoneEffect = NoGuestValue

  /// Handles an event of the systems for the phone.
  static func handle(
    _ event: Guests.PhoneEvent, in phone: inout Phone, _ effects: inout [Phone.Effect]
  ) {}

  /// Looks at a push that arrived; returns it with what was found.
  static func receive(
    _ push: Delivery, in phone: inout Phone, _ effects: inout [Phone.Effect]
  ) -> Delivery { push }

  /// Whether a push has to wait for its turn among those of its app.
  static func isToWait(_ push: Delivery, in phone: Phone) -> Bool { false }

  /// Asks for something before a push is shown, which then waits for the answer.
  static func asks(
    before push: Delivery, in phone: inout Phone, _ effects: inout [Phone.Effect]
  ) -> Bool { false }

  /// The content that a system shows in the place of a push; nil for one that is shown as it is.
  static func replacement(
    for push: Delivery, in phone: Phone
  ) -> PresentationContext.Extension? { nil }

  /// The place of a push among several that come again together; nil for one that comes alone.
  static func catchUp(of push: Delivery, in phone: Phone) -> PresentationContext.CatchUp? { nil }

  /// Records that one of several pushes that come again together has alerted.
  static func recordAlert(
    of push: Delivery, in phone: inout Phone, _ effects: inout [Phone.Effect]
  ) {}

  /// The sentence of a banner that stands for several pushes of an app.
  static func sentence(about count: Int, of app: BundleID, in phone: Phone) -> String { "" }

  /// The step of the rule about service extensions, where a system had a part in it.
  static func answer(
    ofExtensionFor push: Delivery, in context: PresentationContext,
    _ decision: inout PresentationDecision
  ) -> PresentationDecision.RuleResult? { nil }

  /// The setting that holds the policy for pushes that come again together.
  static var catchUpSetting: String { "" }

  /// The settings of the systems that rules ask for, with what puts the phone's value in place.
  static var facts: [SettingPath: @Sendable (inout PresentationContext, Phone) -> Void] { [:] }

  /// The step of the rule about a push that comes again with others.
  static func answer(
    about catchUp: PresentationContext.CatchUp, _ decision: inout PresentationDecision
  ) -> PresentationDecision.RuleResult? { nil }

  /// Carries out what an app does at a system.
  static func carryOut(
    _ operation: Guests.AppOperation, of app: BundleID, in phone: inout Phone,
    _ effects: inout [Phone.Effect]
  ) {}

  /// Hands over what was kept until the phone was online.
  static func handOver(in phone: inout Phone, _ effects: inout [Phone.Effect]) {}

  /// Forgets what is known of an app that was uninstalled.
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

  /// The further keys of the event, in the order of an event line; `null` for one without a value.
  func fields(of event: InboxEvent) -> [(key: String, value: JSONValue)]

  /// The event as it is spoken; nil for one that is not.
  ///
  /// - Parameter push: The name of the push it is about.
  func spoken(about push: String) -> String?

  /// Whether it is about a push.
  var isAboutPush: Bool { get }

  /// The values that `kind` has in events of this name.
  var kinds: [String] { get }

  /// An event of each name, with all keys.
  static var examples: [Self] { get }
}

extension NoGuestValue: GuestNews {
  /// No event has a name.
  public var name: String { switch self {} }

  /// No event has keys.
  public func fields(of event: InboxEvent) -> [(key: String, value: JSONValue)] { switch self {} }

  /// No event is spoken.
  public func spoken(about push: String) -> String? { switch self {} }

  /// No event is about a push.
  public var isAboutPush: Bool { switch self {} }

  /// There are no kinds.
  public var kinds: [String] { switch self {} }

  /// There is no event.
  public static var examples: [NoGuestValue] { [] }
}
