import Foundation

// The registration of the push systems beside APNs: the only room that names them beside their own folders.

// MARK: Push

extension Guests {
  static func read(_ reader: inout PayloadReader) {
    reader.readWebim()
    reader.readFCM()
  }

  static func isDataMessage(_ root: JSONObject) -> Bool { WebimReading(root) != nil }

  static func app(of message: AppMessage) -> BundleID? {
    message.system == AppMessage.webim ? WebimMessage.app : nil
  }

  static var lintRules: [LintRule] { LintRule.ofWebim + [.icqWithoutKey] }

  static func findings(about delivery: Delivery) -> [LintFinding] {
    LintFinding.aboutICQ(delivery)
  }

  static let reasonCodes = ReasonCode.ofFCM

  static var undeliverable: Set<ReasonCode> {
    [.fcmOnlyChecked, .fcmNotSubscribed, .fcmNoAPNs]
  }

  static var tokenForm: String { ", or a token of FCM" }

  static var overflow: ReasonCode { .fcmDeleted }

  static func missingApp(of delivery: Delivery) -> [LintFinding] { [.appOfToken(delivery)] }

  static func explains(_ refusal: Refusal) -> Bool { refusal.origin.wire == .fcm }

  static func document(answering refusal: Refusal) -> String? {
    refusal.origin.wire == .fcm ? FCMError(of: refusal).document : nil
  }

  static func status(of reason: RejectionReason, over wire: Origin.Wire) -> Int? {
    wire == .legacy ? Int(LegacyStatus(reason).rawValue) : nil
  }
}

// MARK: - Localization

extension Guests {
  static func words(for message: AppMessage) -> AppMessageWords? {
    message.system == AppMessage.webim ? WebimWords.table : nil
  }
}

// MARK: - Settings

extension Guests {
  /// The settings of the systems.
  public typealias Settings = GuestSettings

  static func read(
    _ settings: inout GuestSettings, from reader: inout SettingsReader
  ) throws(SettingsError) {
    var fcm = settings.fcm
    try reader.object("fcm") { (reader: inout SettingsReader) throws(SettingsError) in
      try fcm.apply(&reader)
    }
    settings.fcm = fcm
  }

  static func sections(of settings: GuestSettings) -> [(key: String, JSONObject)] {
    [("fcm", settings.fcm.json)]
  }
}

/// The settings of the systems.
public struct GuestSettings: Equatable, Sendable {
  /// The apps and topics of FCM.
  public var fcm = FCMSettings()

  /// The defaults.
  public init() {}
}

extension PhoneSettings {
  /// The apps and topics of FCM.
  public var fcm: FCMSettings {
    get { guests.fcm }
    set { guests.fcm = newValue }
  }
}

// MARK: - APNs

extension Guests {
  typealias GatewayState = GatewayGuests

  static func receive(
    _ request: PushRequest, reply: ResponseHandle?, in gateway: inout Gateway
  ) -> [Gateway.Effect]? {
    request.fcm.map { gateway.receive(request, $0, known: gateway.guests.fcm, reply: reply) }
  }

  static func response(to request: PushRequest, naming id: String) -> PushResponse? {
    request.fcm?.answer(naming: id)
  }

  static func step(dropping push: Delivery, as code: ReasonCode) -> TraceStep? {
    .fcm(dropping: push, as: code)
  }

  static func standIn(forAppOf push: Delivery) -> (because: String, setting: String)? {
    push.origin.wire == .fcm
      ? (", since nothing says whose token it is", "fcm.projects") : nil
  }

  static var messageService: String { "FCM" }

  static func rejection(of token: String) -> Rejection? { .webim(token: token) }

  static func owns(path: String) -> Bool { FCMRequest.isMeant(by: path) }

  static func obstacle(to push: RejectedRequest) -> String? {
    if case .success = FCMRequest(path: push.path, body: push.refusal.body).message { return nil }
    return "it is no message that FCM takes"
  }

  static func accept(
    _ push: RejectedRequest, id: String, in gateway: inout Gateway
  ) -> [Gateway.Effect] {
    gateway.acceptMessage(push, id: id, known: gateway.guests.fcm)
  }
}

/// The state of the systems in the gateway.
struct GatewayGuests: Equatable, Sendable {
  /// The projects and topics of FCM.
  var fcm = FCMSettings()
}

// MARK: - Phone

extension Guests {
  /// A change of the systems' state that a store keeps.
  public typealias Change = ICQService.Change
  /// The systems' part of what a store gives back.
  public typealias Kept = KeptGuests
  /// An event of the systems.
  public typealias News = ICQNews

  static var eventNames: [String] { ["icq"] }
}

/// The state of the systems that a store keeps.
public struct KeptGuests: Equatable, Sendable {
  /// The accounts of the ICQ server, in the order of their numbers.
  public var icq: [ICQAccount] = []

  /// Nothing kept.
  public init() {}
}

extension Snapshot {
  /// The accounts of the ICQ server, in the order of their numbers.
  public var icq: [ICQAccount] {
    get { guests.icq }
    set { guests.icq = newValue }
  }
}

// MARK: - Simulation

extension Guests {
  /// A request to a machine of the systems.
  public typealias Request = ICQRequest
  /// The machines of the systems.
  public typealias Machines = GuestMachines

  static func handle(
    _ request: ICQRequest, reply: ResponseHandle?, at moment: Date, in system: inout PushSystem,
    _ effects: inout [Effect]
  ) {
    system.handle(icq: .requested(request, reply: reply), at: moment, &effects)
  }

  static let steps = [
    GuestStep(name: "icq") { reader throws(SettingsError) in
      .guest(try ICQRequest.step(from: &reader))
    },
    GuestStep(name: "fcm") { reader throws(SettingsError) in
      .push(try FCMRequest.step(from: &reader), count: 1, every: 0)
    },
  ]

  static func step(for request: PushRequest) -> GuestStep.Recorded? {
    request.fcm?.recorded(request).map { GuestStep.Recorded(name: "fcm", json: $0) }
  }

  static func step(for request: ICQRequest) -> GuestStep.Recorded? {
    request.recorded.map { GuestStep.Recorded(name: "icq", json: $0) }
  }

  static var refusalReasons: [String] { FCMError.Code.allCases.map(\.rawValue) }

  static func exchange(_ kept: inout KeptGuests, _ fields: inout JSONFields) {
    fields.field("icq", &kept.icq, unless: [])
  }

  static func nextMoment(of machines: GuestMachines) -> Date? { machines.icq.nextMoment }

  static func advance(_ system: inout PushSystem, to moment: Date, _ effects: inout [Effect]) {
    system.handle(icq: .timePassed, at: moment, &effects)
  }

  static func kept(of machines: GuestMachines) -> KeptGuests {
    var kept = KeptGuests()
    kept.icq = machines.icq.kept
    return kept
  }

  static func restore(_ kept: KeptGuests, in system: inout PushSystem) {
    system.guests.icq.restore(kept.icq, front: system.appsInFront)
  }

  static func adoptPhone(_ system: inout PushSystem) {
    system.guests.icq.restore([], front: system.appsInFront)
    system.gateway.guests.fcm = system.device.settings.fcm
  }

  static func followPhone(_ system: inout PushSystem, _ effects: inout [Effect]) {
    system.followClients(&effects)
    system.gateway.guests.fcm = system.device.settings.fcm
  }
}

/// The machines of the systems.
public struct GuestMachines: Equatable, Sendable {
  /// The ICQ server, a sender among others.
  var icq = ICQService()
}

extension PushSystem {
  /// The ICQ server, a sender among others.
  public var icq: ICQService { guests.icq }
}

extension ICQRequest: GuestMachineRequest {
  /// The beginning of the codes of what the ICQ server refuses.
  public static var refusalCode: String { Refusal.icq }
}

extension PushSystem.Event {
  /// A request to the ICQ server; the response goes to `reply`, if anybody waits.
  public static func icq(_ request: ICQRequest, reply: ResponseHandle?) -> PushSystem.Event {
    .guest(request, reply: reply)
  }
}
