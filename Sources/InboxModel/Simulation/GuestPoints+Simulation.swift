import Foundation

extension GuestPoints {
  /// A request to a machine of the systems.
  public typealias Request = NoGuestValue

  /// Handles a request to a machine.
  static func handle(
    _ request: Guests.Request, reply: ResponseHandle?, at moment: Date, in system: inout PushSystem,
    _ effects: inout [Effect]
  ) {}

  /// The machines of the systems.
  public typealias Machines = NoGuestState

  /// Reads or writes the systems' part of a recorded snapshot.
  static func exchange(_ kept: inout Guests.Kept, _ fields: inout JSONFields) {}

  /// When the machines of the systems next need to know the time; nil when nothing waits.
  static func nextMoment(of machines: Guests.Machines) -> Date? { nil }

  /// Lets the clock of the machines go on.
  static func advance(_ system: inout PushSystem, to moment: Date, _ effects: inout [Effect]) {}

  /// What is to be kept of the machines.
  static func kept(of machines: Guests.Machines) -> Guests.Kept { Guests.Kept() }

  /// Starts the machines with what the phone is like.
  static func adoptPhone(_ system: inout PushSystem) {}

  /// Restores what was kept, beside what there is.
  static func restore(_ kept: Guests.Kept, in system: inout PushSystem) {}

  /// Hands the phone's settings on to the machines after each change.
  static func followPhone(_ system: inout PushSystem, _ effects: inout [Effect]) {}

  /// The steps of scenarios that the systems define.
  static var steps: [GuestStep] { [] }

  /// The step of a scenario that sends a request of a system again; nil for one that changes nothing.
  static func step(for request: PushRequest) -> GuestStep.Recorded? { nil }

  /// The step of a scenario that sends a request to a machine again; nil for one that changes nothing.
  static func step(for request: Guests.Request) -> GuestStep.Recorded? { nil }

  /// The reasons with which the systems refuse requests, beside those of APNs.
  static var refusalReasons: [String] { [] }
}

/// A request to a machine of another push system.
public protocol GuestMachineRequest: Equatable, Sendable {
  /// The apns-id of the push that may come of it.
  var freshID: String { get set }

  /// The beginning of the codes of what the machine refuses.
  static var refusalCode: String { get }
}

extension NoGuestValue: GuestMachineRequest {
  /// No request makes a push.
  public var freshID: String {
    get { switch self {} }
    set {}
  }

  /// Nothing is refused.
  public static var refusalCode: String { "" }
}
