import Foundation

extension GuestPoints {
  /// A request to a machine of the systems.
  public typealias Request = NoGuestValue

  /// Handles a request to a machine.
  static func handle(
    _ request: Guests.Request, reply: ResponseHandle?, at moment: Date, in system: inout PushSystem,
    _ effects: inout [InboxModel.Effect]
  ) {}

  /// A change of the systems' state that a store keeps.
  public typealias Change = NoGuestValue

  /// The systems' part of what a store gives back.
  public typealias Kept = NoGuestState

  /// An effect of the systems that the program carries out.
  public typealias Effect = NoGuestValue

  /// The machines of the systems.
  public typealias Machines = NoGuestState

  /// Reads or writes the systems' part of a recorded snapshot.
  static func exchange(_ kept: inout Guests.Kept, _ fields: inout JSONFields) {}

  /// Takes the pushes out of what was kept: each is recorded by itself.
  static func parts(of kept: inout Guests.Kept) -> [Guests.Kept] { [] }

  /// An event of the systems that is no request.
  public typealias SystemEvent = NoGuestValue

  /// Handles an event of the systems.
  static func handle(_ event: Guests.SystemEvent, in system: inout PushSystem) {}

  /// Carries a push from the gateway to the phone.
  static func carry(
    _ push: Delivery, at moment: Date, in system: inout PushSystem,
    _ effects: inout [InboxModel.Effect]
  ) { system.handle(phone: .delivered(push), at: max(push.receivedAt, moment), &effects) }

  /// Hands over pushes whose time on the way is over.
  static func arrive(
    _ system: inout PushSystem, at moment: Date, _ effects: inout [InboxModel.Effect]
  ) {}

  /// Carries out an effect of the systems in the gateway.
  static func carryOut(
    _ effect: Guests.GatewayEffect, at moment: Date, in system: inout PushSystem,
    _ effects: inout [InboxModel.Effect]
  ) {}

  /// Follows an event of the systems that the gateway has handled.
  static func follow(
    _ event: Guests.GatewayEvent, in system: inout PushSystem, _ effects: inout [InboxModel.Effect]
  ) {}

  /// Carries out an effect of the systems in the phone.
  static func carryOut(
    _ effect: Guests.PhoneEffect, in system: inout PushSystem, _ effects: inout [InboxModel.Effect]
  ) {}

  /// Follows a change of the phone.
  static func follow(_ change: Phone.Change, in system: inout PushSystem) {}

  /// Follows settings from files before the phone has them.
  static func configure(
    _ system: inout PushSystem, _ files: PhoneSettings, _ effects: inout [InboxModel.Effect]
  ) {}

  /// Answers requests of the phone at the end of an event.
  static func finish(_ system: inout PushSystem, _ effects: inout [InboxModel.Effect]) {}

  /// The outcomes that the machines count.
  static func counts(of machines: Guests.Machines) -> Guests.Counts { Guests.Counts() }

  /// Restores the gateway's part of what was kept, beside what there is.
  static func restore(_ kept: Guests.Kept, in gateway: inout Gateway) {}

  /// When the machines of the systems next need to know the time; nil when nothing waits.
  static func nextMoment(of machines: Guests.Machines) -> Date? { nil }

  /// Lets the clock of the machines go on.
  static func advance(
    _ system: inout PushSystem, to moment: Date, _ effects: inout [InboxModel.Effect]
  ) {}

  /// Adds what is to be kept of the gateway's part.
  static func addState(of gateway: Gateway, to kept: inout Guests.Kept) {}

  /// Restores the phone's part of what was kept, beside what there is.
  static func restore(_ kept: Guests.Kept, in phone: inout Phone) {}

  /// Adds what is to be kept of the phone's part.
  static func addState(of phone: Phone, to kept: inout Guests.Kept) {}

  /// Adds what is to be kept of the machines.
  static func addState(of machines: Guests.Machines, to snapshot: inout Snapshot) {}

  /// Starts the machines with what the phone is like.
  static func adoptPhone(_ system: inout PushSystem) {}

  /// Restores the machines' part of what was kept, beside what there is.
  ///
  /// - Parameter waiting: Accepted pushes that wait, wherever they do.
  static func restore(_ kept: Guests.Kept, waiting: [Delivery], in system: inout PushSystem) {}

  /// Hands the phone's settings on to the machines after each change.
  static func followPhone(_ system: inout PushSystem, _ effects: inout [InboxModel.Effect]) {}

  /// The settings of the systems that are steps of scenarios, by their keys; others stand in
  /// `config` alone.
  static var settingSteps: [String] { [] }

  /// The steps of scenarios that the systems define.
  static var steps: [GuestStep] { [] }

  /// The step of a scenario that sends a request of a system again; nil for one that changes
  /// nothing.
  static func step(for request: PushRequest) -> GuestStep.Recorded? { nil }

  /// The step of a scenario that sends a request to a machine again; nil for one that changes
  /// nothing.
  static func step(for request: Guests.Request) -> GuestStep.Recorded? { nil }

  /// The reasons with which the systems refuse requests, beside those of APNs.
  static var rejectionReasons: [String] { [] }
}

/// A request to a machine of another push system.
public protocol GuestMachineRequest: Equatable, Sendable {
  /// The apns-id of the push that may come of it.
  var freshID: APNSID { get set }

  /// The beginning of the codes of what the machine refuses.
  static var rejectionCode: String { get }
}

extension NoGuestValue: GuestMachineRequest {
  /// No request makes a push.
  public var freshID: APNSID {
    get { switch self {} }
    set {}
  }

  /// Nothing is rejected.
  public static var rejectionCode: String { "" }
}
