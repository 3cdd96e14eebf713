import Foundation

extension GuestPoints {
  /// A request to a machine of the systems.
  public typealias Request = NoGuestValue

  /// Handles a request to a machine.
  static func handle(
    _ request: Guests.Request, reply: ResponseHandle?, at moment: Date, in system: inout PushSystem,
    _ effects: inout [InboxModel.Effect]
  ) {}

  /// A change of the systems' state for the store.
  public typealias Change = NoGuestValue

  /// The systems' part of the stored state.
  public typealias Kept = NoGuestState

  /// An effect of the systems that the program carries out.
  public typealias Effect = NoGuestValue

  /// The machines of the systems.
  public typealias Machines = NoGuestState

  /// Reads or writes the systems' part of a recorded snapshot.
  static func exchange(_ kept: inout Guests.Kept, _ fields: inout JSONFields) {}

  /// Removes the pushes from a stored state and returns them, since each is recorded separately.
  static func parts(of kept: inout Guests.Kept) -> [Guests.Kept] { [] }

  /// An event of the systems that is not a request.
  public typealias SystemEvent = NoGuestValue

  /// Handles an event of the systems.
  static func handle(_ event: Guests.SystemEvent, in system: inout PushSystem) {}

  /// Carries a push from the gateway to the phone.
  static func carry(
    _ push: Delivery, at moment: Date, in system: inout PushSystem,
    _ effects: inout [InboxModel.Effect]
  ) { system.handle(phone: .delivered(push), at: max(push.receivedAt, moment), &effects) }

  /// Delivers the pushes that have arrived.
  static func arrive(
    _ system: inout PushSystem, at moment: Date, _ effects: inout [InboxModel.Effect]
  ) {}

  /// Carries out an effect of the systems in the gateway.
  static func carryOut(
    _ effect: Guests.GatewayEffect, at moment: Date, in system: inout PushSystem,
    _ effects: inout [InboxModel.Effect]
  ) {}

  /// Handles an event of the systems after the gateway has.
  static func follow(
    _ event: Guests.GatewayEvent, in system: inout PushSystem, _ effects: inout [InboxModel.Effect]
  ) {}

  /// Carries out an effect of the systems in the phone.
  static func carryOut(
    _ effect: Guests.PhoneEffect, in system: inout PushSystem, _ effects: inout [InboxModel.Effect]
  ) {}

  /// Handles a change of the phone.
  static func follow(_ change: Phone.Change, in system: inout PushSystem) {}

  /// Handles settings from files before the phone applies them.
  static func configure(
    _ system: inout PushSystem, _ files: PhoneSettings, _ effects: inout [InboxModel.Effect]
  ) {}

  /// Answers the phone's requests at the end of an event.
  static func finish(_ system: inout PushSystem, _ effects: inout [InboxModel.Effect]) {}

  /// Returns the outcomes that the machines count.
  static func counts(of machines: Guests.Machines) -> Guests.Counts { Guests.Counts() }

  /// Restores the gateway's part of a stored state into the current one.
  static func restore(_ kept: Guests.Kept, in gateway: inout Gateway) {}

  /// Returns the moment at which the systems' machines next need an event; nil for none.
  static func nextMoment(of machines: Guests.Machines) -> Date? { nil }

  /// Advances the clock of the machines.
  static func advance(
    _ system: inout PushSystem, to moment: Date, _ effects: inout [InboxModel.Effect]
  ) {}

  /// Adds the gateway's part of the stored state.
  static func addState(of gateway: Gateway, to kept: inout Guests.Kept) {}

  /// Restores the phone's part of a stored state into the current one.
  static func restore(_ kept: Guests.Kept, in phone: inout Phone) {}

  /// Adds the phone's part of the stored state.
  static func addState(of phone: Phone, to kept: inout Guests.Kept) {}

  /// Adds the machines' part of the stored state.
  static func addState(of machines: Guests.Machines, to snapshot: inout Snapshot) {}

  /// Initializes the machines with the phone's state.
  static func adoptPhone(_ system: inout PushSystem) {}

  /// Restores the machines' part of a stored state into the current one.
  ///
  /// - Parameter waiting: The accepted pushes that wait, at any stage.
  static func restore(_ kept: Guests.Kept, waiting: [Delivery], in system: inout PushSystem) {}

  /// Copies the positions in feeds to a system that starts over.
  static func keepFeeds(of old: PushSystem, in system: inout PushSystem) {}

  /// Passes the phone's settings on to the machines after each change.
  static func followPhone(_ system: inout PushSystem, _ effects: inout [InboxModel.Effect]) {}

  /// The settings of the systems that are scenario steps, by key; the others are only in `config`.
  static var settingSteps: [String] { [] }

  /// The scenario steps that the systems define.
  static var steps: [GuestStep] { [] }

  /// Returns the scenario step that repeats a system's request; nil for a request that changes
  /// nothing.
  static func step(for request: PushRequest) -> GuestStep.Recorded? { nil }

  /// Returns the scenario step that repeats a request to a machine; nil for a request that changes
  /// nothing.
  static func step(for request: Guests.Request) -> GuestStep.Recorded? { nil }

  /// The reasons with which the systems reject requests, beside those of APNs.
  static var rejectionReasons: [String] { [] }
}

/// A request to a machine of another push system.
public protocol GuestMachineRequest: Equatable, Sendable {
  /// The apns-id of a push that the request may cause.
  var freshID: APNSID { get set }

  /// The prefix of the reason codes of the machine's rejections.
  static var rejectionCode: String { get }
}

extension NoGuestValue: GuestMachineRequest {
  /// The apns-id; no request causes a push.
  public var freshID: APNSID {
    get { switch self {} }
    set {}
  }

  /// The prefix; there are no rejections.
  public static var rejectionCode: String { "" }
}
