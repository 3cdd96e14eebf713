import Foundation

// The registration of the push systems beside APNs. Apart from the systems' own folders, only this
// room names them.

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

  static func findings(about delivery: Delivery) -> [LintFinding] { LintFinding.aboutICQ(delivery) }

  static let reasonCodes = ReasonCode.ofQueue + ReasonCode.ofFCM

  static var undeliverable: Set<ReasonCode> {
    [
      .linkLost, .queueUnsubscribed, .fcmOnlyChecked, .fcmNotSubscribed, .fcmNoAPNs, .fcmWebPush,
    ]
  }

  static var tokenForm: String { ", or a token of FCM" }

  static var overflow: ReasonCode { .fcmDeleted }

  static func missingApp(of delivery: Delivery) -> [LintFinding] { [.appOfToken(delivery)] }

  static func explains(_ rejected: RejectedRequest) -> Bool {
    [.fcm, .expo].contains(rejected.origin.wire)
  }

  static func document(answering rejected: RejectedRequest) -> String? {
    switch rejected.origin.wire {
    case .fcm: FCMError(of: rejected).document
    case .expo: ExpoError(of: rejected).answer
    default: nil
    }
  }

  static var wires: [Origin.Wire] { [.legacy, .fcm, .expo] }

  static func title(of wire: Origin.Wire) -> String? {
    switch wire {
    case .legacy: "legacy binary"
    case .fcm: "FCM v1"
    case .expo: "Expo"
    default: nil
    }
  }

  static func isHeaderless(_ wire: Origin.Wire) -> Bool { wire == .legacy }

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
  /// An app's operation on a system.
  public typealias AppOperation = FolderSubscription

  static var messageService: String { "FCM" }

  static var settings: [SettingField<PhoneSettings>] {
    [
      .object("queue", \.guests.queue, "Numbered pushes, and losses on the way to the phone."),
      .object("fcm", \.guests.fcm, "The apps and topics of FCM."),
      .object("expo", \.guests.expo, "The apps of Expo push tokens."),
    ]
  }

  static let settingOfTwoNames: (path: [String], form: String)? = (
    ["queue", "subscriptions"],
    "followed by an app and an account in quotes, such as "
      + #"`queue.subscriptions."com.example.mail"."ann@example.com"=Inbox`"#
  )
}

/// The settings of the systems.
public struct GuestSettings: Equatable, Sendable {
  /// The numbered queue and the link to the phone.
  public var queue = QueueSettings()
  /// The apps and topics of FCM.
  public var fcm = FCMSettings()
  /// The apps of Expo push tokens.
  public var expo = ExpoSettings()
}

extension PhoneSettings {
  /// The numbered queue and the link to the phone.
  public var queue: QueueSettings {
    get { guests.queue }
    _modify { yield &guests.queue }
  }

  /// The apps and topics of FCM.
  public var fcm: FCMSettings {
    get { guests.fcm }
    _modify { yield &guests.fcm }
  }

  /// The apps of Expo push tokens.
  public var expo: ExpoSettings {
    get { guests.expo }
    _modify { yield &guests.expo }
  }
}

// MARK: - Configuration

extension Guests {
  /// The systems' settings that are only in files.
  public typealias FileSettings = LegacySettings

  static var gatewaySettings: [SettingField<Configuration>] {
    LegacySettings.fields.within(\.guests)
  }
}

extension Configuration {
  /// The ports of the binary interface.
  public var legacy: LegacySettings { guests }
}

// MARK: - APNs

extension Guests {
  typealias GatewayState = GatewayGuests
  /// An event of the systems for the gateway.
  public typealias GatewayEvent = GuestGatewayEvent
  /// An effect of the systems in the gateway.
  public typealias GatewayEffect = GuestGatewayEffect
  static func receive(
    _ request: PushRequest, reply: ResponseHandle?, in gateway: inout Gateway
  ) -> [Gateway.Effect]? {
    if let fcm = request.fcm {
      return gateway.receive(request, fcm, known: gateway.guests.fcm, reply: reply)
    }
    guard let expo = request.expo else { return nil }
    var receipts = ExpoReceipts()
    swap(&receipts, &gateway.guests.receipts)
    defer { swap(&receipts, &gateway.guests.receipts) }
    return gateway.receive(request, expo, known: gateway.guests.expo, &receipts, reply: reply)
  }

  static func response(to request: PushRequest, naming id: APNSID) -> PushResponse? {
    request.fcm?.answer(naming: id)
  }

  static func step(dropping push: Delivery, as code: ReasonCode) -> TraceStep? {
    .queue(dropping: code) ?? .fcm(dropping: push, as: code)
  }

  static func standIn(forAppOf push: Delivery) -> (because: String, setting: String)? {
    push.origin.wire == .fcm ? (", because the app of the token is unknown", "fcm.projects") : nil
  }

  static var messageLimits: (messages: Int, keys: Int) { FCMMessage.limits }

  static func missingTopic(over wire: Origin.Wire) -> Rejection? {
    wire == .legacy ? .missingLegacyTopic : nil
  }

  static func rejection(of token: String) -> Rejection? { .webim(token: token) }

  static func owns(path: String) -> Bool {
    FCMRequest.isMeant(by: path) || ExpoRequest.isMeant(by: path)
  }

  static func obstacle(to push: RejectedRequest) -> String? {
    if ExpoRequest.isMeant(by: push.path) { return ExpoRequest.obstacle(to: push) }
    if case .success = FCMRequest(path: push.path, body: push.body).message { return nil }
    return "it is not a message that FCM accepts"
  }

  static func accept(
    _ push: RejectedRequest, id: APNSID, in gateway: inout Gateway
  ) -> [Gateway.Effect] {
    ExpoRequest.isMeant(by: push.path)
      ? gateway.acceptNotification(push, id: id, known: gateway.guests.expo)
      : gateway.acceptMessage(push, id: id, known: gateway.guests.fcm)
  }
}

/// The state of the systems in the gateway.
struct GatewayGuests: Equatable, Sendable {
  /// The projects and topics of FCM.
  var fcm = FCMSettings()
  /// The apps of Expo push tokens.
  var expo = ExpoSettings()
  /// The receipts of Expo.
  var receipts = ExpoReceipts()
  /// The numbered queues.
  var numbering = SequencedQueue()
  /// The ends of the relay.
  var relay = RelayEnds()
}

// MARK: - Phone

extension Guests {
  /// An event of the systems, for the event stream.
  public typealias News = GuestEvent
  /// The state of the systems in the phone.
  public typealias PhoneState = PhoneGuests
  /// An event of the systems for the phone.
  public typealias PhoneEvent = GuestPhoneEvent
  /// An effect of the systems in the phone.
  public typealias PhoneEffect = GuestPhoneEffect

  static var eventNames: [String] { ["queue", "icq"] }
}

/// The state of the systems in the phone.
public struct PhoneGuests: Equatable, Sendable {
  /// The state of the apps' extensions about the queues.
  var queue = QueueMemory()
}

// MARK: - Simulation

extension Guests {
  /// A request to a machine of the systems.
  public typealias Request = ICQRequest
  /// The machines of the systems.
  public typealias Machines = GuestMachines
  /// A change of the systems' state for the store.
  public typealias Change = GuestChange
  /// The systems' part of the stored state.
  public typealias Kept = KeptGuests
  /// An effect of the systems that the program carries out.
  public typealias Effect = GuestEffect
  /// An event of the systems that is not a request.
  public typealias SystemEvent = GuestSystemEvent
  /// The outcomes of pushes that the systems count.
  public typealias Counts = [CountedQueue: QueueCounts]

  static func handle(
    _ request: ICQRequest, reply: ResponseHandle?, at moment: Date, in system: inout PushSystem,
    _ effects: inout [InboxModel.Effect]
  ) { system.handle(icq: .requested(request, reply: reply), at: moment, &effects) }

  static var settingSteps: [String] { ["queue"] }

  static let steps = [
    GuestStep(name: "icq", meaning: "A request to the ICQ server.") {
      reader throws(SettingsError) in
      .guest(try ICQRequest.step(from: &reader))
    },
    GuestStep(
      name: "fcm", meaning: "The body of a request to FCM, and beside it the project."
    ) { reader throws(SettingsError) in
      .push(try FCMRequest.step(from: &reader), count: 1, every: 0)
    },
    GuestStep(name: "expo", meaning: "The messages of a request to the Expo push service.") {
      reader throws(SettingsError) in
      .push(try ExpoRequest.step(from: &reader), count: 1, every: 0)
    },
  ]

  static func step(for request: PushRequest) -> GuestStep.Recorded? {
    request.fcm?.recorded(request).map { GuestStep.Recorded(name: "fcm", json: $0) }
      ?? request.expo?.recorded(request).map { GuestStep.Recorded(name: "expo", json: $0) }
  }

  static func step(for request: ICQRequest) -> GuestStep.Recorded? {
    request.recorded.map { GuestStep.Recorded(name: "icq", json: $0) }
  }

  static var rejectionReasons: [String] {
    FCMError.Code.allCases.map(\.rawValue) + ExpoError.Code.allCases.map(\.rawValue)
  }

  static func exchange(_ kept: inout KeptGuests, _ fields: inout JSONFields) {
    kept.exchangeQueues(&fields)
    fields.field("icq", &kept.icq, unless: [])
  }

  static func nextMoment(of machines: GuestMachines) -> Date? {
    .earliest(machines.link.nextArrival, machines.icq.nextMoment)
  }

  static func advance(
    _ system: inout PushSystem, to moment: Date, _ effects: inout [InboxModel.Effect]
  ) { system.handle(icq: .timePassed, at: moment, &effects) }

  static func addState(of gateway: Gateway, to kept: inout KeptGuests) {
    kept.positions = gateway.guests.numbering.positions
    kept.retained = gateway.guests.numbering.oldestFirst
    kept.phones = gateway.guests.relay.subscribers.phones
    kept.feedPositions = gateway.guests.relay.positions
  }

  static func restore(_ kept: KeptGuests, in phone: inout Phone) {
    phone.guests.queue.restore(kept.missed)
  }

  static func addState(of phone: Phone, to kept: inout KeptGuests) {
    kept.missed = phone.guests.queue.detectors
  }

  static func addState(of machines: GuestMachines, to snapshot: inout Snapshot) {
    snapshot.queue += machines.link.underway
    snapshot.guests.linkState = machines.link.state
    snapshot.guests.counts = machines.ledger.counts
    snapshot.guests.outstanding = machines.ledger.outstandingPushes
    snapshot.guests.reports = machines.ledger.reports
    snapshot.guests.lastReport = machines.ledger.lastReport
    snapshot.guests.icq = machines.icq.state
  }

  static func restore(_ kept: KeptGuests, in gateway: inout Gateway) {
    gateway.guests.numbering.restore(kept.positions, kept.retained)
    gateway.guests.relay.restore(kept.phones, kept.feedPositions)
  }

  static func restore(_ kept: KeptGuests, waiting: [Delivery], in system: inout PushSystem) {
    system.guests.link.restore(kept.linkState, waiting)
    system.guests.icq.restore(kept.icq, front: system.appsInFront)
    system.guests.ledger.restore(
      kept.counts, kept.outstanding, kept.reports, lastReport: kept.lastReport)
  }

  static func adoptPhone(_ system: inout PushSystem) {
    system.guests.icq.restore([], front: system.appsInFront)
    system.gateway.guests.fcm = system.device.settings.fcm
    system.gateway.guests.expo = system.device.settings.expo
    system.followQueue()
  }

  static func followPhone(_ system: inout PushSystem, _ effects: inout [InboxModel.Effect]) {
    system.followQueue()
    system.followClients(&effects)
    system.gateway.guests.fcm = system.device.settings.fcm
    system.gateway.guests.expo = system.device.settings.expo
  }
}

/// The stored state of the systems.
public struct KeptGuests: Equatable, Sendable {
  /// The state of the ICQ server.
  public var icq: ICQService.State = []

  /// The last sequence number of each queue.
  public var positions: [QueueID: Int] = [:]
  /// The retained pushes, oldest first.
  public var retained: [Delivery] = []
  /// The state of the apps' extensions about each queue.
  public var missed: [QueueID: GapDetector] = [:]
  /// The state of the link's random numbers; nil at its initial value.
  public var linkState: Int?

  /// The outcomes of each queue.
  public var counts: [CountedQueue: QueueCounts] = [:]
  /// The counted pushes that have not arrived, oldest first.
  public var outstanding: [OutstandingPush] = []
  /// The reports that providers have not confirmed, oldest first.
  public var reports: [StreamID: [ArrivalReport]] = [:]
  /// The number of the last report; 0 for none.
  public var lastReport = 0

  /// The subscribed phones.
  public var phones: [PhoneID: SubscribedPhone] = [:]
  /// The highest positions of the relayed pushes that the phone has received, by app.
  public var feedPositions: [StreamID: [BundleID: Int]] = [:]
}

/// The machines of the systems.
public struct GuestMachines: Equatable, Sendable {
  /// The ICQ server, which sends pushes like any sender.
  var icq = ICQService()
  /// The link between the gateway and the phone; perfect by default.
  var link = Link()
  /// The outcomes of numbered and relayed pushes.
  var ledger = QueueLedger()
  /// The phone's requests that are not answered yet; empty between events.
  var asked: [RepeatRequest] = []
}

extension PushSystem {
  /// The ICQ server, which sends pushes like any sender.
  public var icq: ICQService { guests.icq }
}

extension ICQRequest: GuestMachineRequest {
  /// The prefix of the reason codes of the ICQ server's rejections.
  public static var rejectionCode: String { RejectedRequest.icq }
}
