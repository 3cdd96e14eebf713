import Foundation

/// APNs as a machine: it validates requests, answers them, holds pushes that cannot be delivered
/// and delivers the others (`ARCHITECTURE.md`, "Machines").
public struct Gateway: Equatable, Sendable {
  /// An event that the gateway handles.
  public enum Event: Equatable, Sendable {
    /// A push was received. The response goes to `reply`; nil if no sender waits for one.
    case pushReceived(PushRequest, reply: ResponseHandle?)
    /// A feed rejected its input before it was a push: an invalid line, a failed handshake. It gets
    /// the next number.
    indirect case rejected(RejectedRequest)
    /// The user removed rejected requests from the list, by their numbers; `left` is the number
    /// of those that remain.
    case rejectedRemoved([Int], left: Int)
    /// The user undid the last removal of rejected requests.
    case rejectedRestored
    /// The user accepted a rejected push; `apnsID` is that of the new push. One with an
    /// ``RejectedRequest/obstacle`` is ignored.
    indirect case acceptedByHand(RejectedRequest, apnsID: APNSID)
    /// A connection that carried pushes was closed.
    case connectionEnded(Int)
    /// The phone went online or offline.
    case deviceOnline(Bool)
    /// The phone began or ended saving power.
    case deviceSavesPower(Bool)
    /// The set of apps that are not on the phone changed to this.
    case appsMissing(Set<BundleID>)
    /// A push was in transit when the phone went offline.
    case returned(Delivery)
    /// An event of another system.
    indirect case guest(Guests.GatewayEvent)
    /// A fault was added.
    indirect case faultAdded(FaultRule)
    /// Live Activities of an app began to follow a channel: those with these numbers, or for none
    /// the app itself.
    indirect case channelFollowed(ChannelFollowing)
    /// Faults were removed, by their numbers; nil for all.
    case faultsRemoved(Set<Int>?)
    /// Time passed: expirations may be due.
    case timePassed
  }

  /// An effect that the gateway requests.
  public enum Effect: Equatable, Sendable {
    /// A response to send, once everything stored by the same batch is committed.
    indirect case answer(PushResponse, to: ResponseHandle)
    /// A push to deliver to the phone; with ``TransitInfo/fate-swift.property`` `dropped` for the
    /// record only.
    case deliver(Delivery)
    /// The stored message of a channel to deliver to new followers.
    indirect case deliverStored(Delivery, ChannelFollowing)
    /// A created or deleted broadcast channel to report.
    indirect case report(BroadcastChannel, ChannelChange)
    /// A rejected request to add to the list.
    indirect case reject(RejectedRequest)
    /// A change to store: a known token, a waiting push.
    case store(Change)
    /// An effect of another system.
    indirect case guest(Guests.GatewayEffect)
  }

  /// The settings.
  public var settings: GatewaySettings {
    didSet {
      if settings != oldValue { providerTokens = ProviderTokenCache() }
      if settings.faults != oldValue.faults { faults.configure(settings.faults) }
    }
  }
  /// The injected faults.
  public internal(set) var faults = Faults()
  /// Whether the phone is online.
  public internal(set) var isDeviceOnline = true
  /// Whether the phone saves power: only pushes of priority 10 are delivered.
  var savesPower = false
  /// The recently verified provider tokens, so that each is parsed once.
  var providerTokens = ProviderTokenCache()
  /// The apps on an iPhone, as opposed to an Android phone, as the phone reports them.
  var appsOnIPhone: Set<BundleID> = []
  /// The push tokens of Live Activities.
  var activityTokens = ActivityTokens()
  /// The broadcast channels.
  public internal(set) var channels = ChannelBook()
  /// The state of other systems in the gateway.
  var guests = Guests.GatewayState()
  /// The teams and keys that open connections are bound to.
  var connections = SenderConnections()
  /// The rate limits of device tokens.
  var tokenRates = DeviceTokenRates()

  /// The known tokens.
  public internal(set) var tokens = TokenBook()
  /// The apps that are not on the phone.
  var missingApps: Set<BundleID> = []
  var queue = DeliveryQueue()
  var lastID: NotificationID
  var lastRejectedNumber: Int
  var removedRejections = RemovedRejections()

  /// Makes a gateway from a stored state.
  init(
    settings: GatewaySettings, state: State = State(), queue: [Delivery] = [], isOnline: Bool? = nil
  ) {
    self.settings = settings
    lastID = 0
    lastRejectedNumber = 0
    faults.configure(settings.faults)
    restore(state, queue: queue, isOnline: isOnline)
  }

  /// Restores a stored state into the current one.
  ///
  /// - Parameters:
  ///   - queue: The accepted pushes that wait, at any stage.
  ///   - isOnline: Whether the user took the phone online or offline; nil for neither.
  mutating func restore(_ state: State, queue waiting: [Delivery], isOnline: Bool?) {
    tokens.merge(state.tokens)
    channels.merge(state.channels)
    lastID = max(lastID, state.lastID)
    lastRejectedNumber = max(lastRejectedNumber, state.lastRejectedNumber)
    removedRejections.count = max(removedRejections.count, state.removedRejectedCount)
    if let isOnline { isDeviceOnline = isOnline }
    for delivery in waiting {
      lastID = max(lastID, delivery.id)
      if !delivery.transit.isAtExtension, delivery.transit.queue.arrivesAt == nil {
        _ = queue.hold(delivery)
      }
    }
  }

  /// The state to store.
  var state: State {
    var state = State()
    state.tokens = tokens
    state.channels = channels
    state.lastID = lastID
    state.lastRejectedNumber = lastRejectedNumber
    state.removedRejectedCount = removedRejections.count
    return state
  }

  /// The number of accepted pushes, including those of the store.
  public var acceptedCount: Int { lastID.rawValue }
  /// The number of rejected requests, including those of the store.
  public var rejectedCount: Int { lastRejectedNumber }
  /// The number of rejected requests that are still in the list.
  public var listedRejectedCount: Int { max(0, lastRejectedNumber - removedRejections.count) }
  /// The number of pushes that wait for the phone to come online.
  public var waitingCount: Int { queue.count }
  /// The moment at which ``Event/timePassed`` is due next, immediately if it is in the past; nil
  /// for none.
  public var nextMoment: Date? {
    acceptsAll && queue.count > 0 ? Date(timeIntervalSince1970: 0) : queue.nextEnd
  }

  /// Handles an event at a moment and returns its effects, in the order in which they are to be
  /// carried out. A request and a rejection get that moment, whatever their own.
  public mutating func handle(_ event: Event, at now: Date) -> [Effect] {
    switch event {
    case .pushReceived(var request, let reply):
      request.receivedAt = now
      return receive(request, reply: reply)
    case .rejected(var rejected):
      rejected.at = now
      return [reject(rejected)]
    case .rejectedRemoved(let numbers, let left): return removeRejected(numbers, left: left)
    case .rejectedRestored: return restoreRejected()
    case .acceptedByHand(var push, let apnsID):
      push.at = now
      return acceptByHand(push, apnsID: apnsID)
    case .connectionEnded(let connection):
      connections.forget(connection)
      return []
    case .deviceOnline(let isOnline): return setOnline(isOnline, at: now)
    case .deviceSavesPower(let savesPower):
      self.savesPower = savesPower
      return passOn(at: now)
    case .appsMissing(let apps): return setMissing(apps, at: now)
    case .returned(var delivery):
      delivery.transit.heldSince = now
      var effects: [Effect] = []
      hold(delivery, at: now, &effects)
      return effects
    case .guest(let event): return Guests.handle(event, in: &self, at: now)
    case .faultAdded(let rule):
      faults.add(rule)
      return []
    case .faultsRemoved(let numbers):
      faults.remove(numbers)
      return []
    case .channelFollowed(let following):
      return message(in: following.channel, of: following.app, at: now)
        .map { [.deliverStored($0, following)] } ?? []
    case .timePassed: return passOn(at: now)
    }
  }

  private mutating func receive(_ request: PushRequest, reply: ResponseHandle?) -> [Effect] {
    request.streamOffset == nil
      ? validate(request, reply: reply)
      : Guests.receive(forwarded: request, reply: reply, in: &self)
  }

  mutating func validate(_ request: PushRequest, reply: ResponseHandle?) -> [Effect] {
    if request.guest != nil, let effects = Guests.receive(request, reply: reply, in: &self) {
      return effects
    }
    let fields = APNSFields(request.fields)
    if let path = ChannelPath(request.contents.wrappedValue.path) {
      return path.isManagement
        ? manage(path, request, fields, reply: reply)
        : broadcast(path, request, fields, reply: reply)
    }
    do throws(Rejection) {
      let checked = try check(request, fields)
      let end = tokenEnd(
        checked.token, of: checked.topic.app, wire: request.origin.wire, at: request.receivedAt)
      if end == nil, let rate = settings.tokenRate {
        try tokenRates.count(.token(checked.token), at: request.receivedAt, most: rate)
      }
      var effects =
        if let end, !request.origin.wire.isHeaderless {
          reject(request, fields, Rejection(end, of: checked.topic.app), reply: reply)
        } else {
          pass(checked, of: request, fields, end, reply: reply)
        }
      if let change = end?.change { effects.append(.store(.token(change))) }
      return effects
    } catch {
      return reject(request, fields, error, reply: reply)
    }
  }

  /// Accepts a request that passed the checks, unless a fault rejects it.
  mutating func pass(
    _ checked: CheckedRequest, of request: PushRequest, _ fields: APNSFields, _ end: TokenEnd?,
    reply: ResponseHandle?
  ) -> [Effect] {
    // If the app is not installed, the phone itself has to report it.
    let isForOldToken = end.map { $0.cause != .missing } ?? false
    let fault = faults.inject(checked.topic.app, checked.token, isAwaited: reply != nil)
    if let fault, let reason = fault.rule.answer {
      let rejection = Rejection(reason, by: fault, at: request.receivedAt)
      return reject(request, fields, rejection, by: fault, reply: reply)
    }
    return accept(
      checked, of: request, dropped: isForOldToken ? .appNotInstalled : nil, by: fault, reply: reply
    )
  }

  private func transit(of checked: CheckedRequest, _ request: PushRequest) -> TransitInfo {
    var transit = TransitInfo()
    transit.authentication = checked.credential.authentication
    transit.unsupportedAlgorithm = checked.credential.unsupportedAlgorithm
    transit.issuedAtIsText = checked.credential.issuedAtIsText
    transit.tokenUpdates = checked.credential.updates
    transit.isStrict = settings.isStrict
    transit.topicWasMissing = checked.topicWasMissing
    transit.unknownHeader = checked.unknownHeader
    transit.rejectedFor = checked.rejectedFor
    transit.broadcast = checked.broadcast.map { Indirect(wrappedValue: $0) }
    if checked.headers.pushType == .liveactivity, checked.broadcast == nil,
      let channel = checked.payload.liveActivity?.inputPushChannel
    {
      let owner = BroadcastChannel.Owner(checked.topic.app, settings.environment)
      transit.startsOnUnknownChannel = channels[BroadcastChannel.Key(owner, channel)] == nil
    }
    transit.queue.provider = request.streamOffset?.provider
    transit.queue.streamOffset = request.streamOffset
    return transit
  }

  /// Accepts a push: numbers it, answers the request and sends it on.
  ///
  /// - Parameter dropped: The reason for which it never reaches the phone, which gets its record
  ///   only; nil for none.
  mutating func accept(
    _ checked: CheckedRequest, of request: PushRequest, dropped: ReasonCode? = nil,
    by fault: Faults.Injection? = nil, reply: ResponseHandle?
  ) -> [Effect] {
    let headers = checked.headers
    lastID = NotificationID(rawValue: lastID.rawValue + 1)
    // Tokens of Live Activities come from the phone.
    let isLearned =
      checked.rejectedFor == nil && dropped == nil && checked.broadcast == nil
      && activityTokens.current[checked.token] == nil
    let learned = isLearned ? tokens.register(checked.token, of: checked.topic.app) : nil
    var transit = transit(of: checked, request)
    transit.fault = fault?.text
    transit.isNewToken = learned != nil
    var delivery = Delivery(
      id: lastID, apnsID: headers.id ?? request.freshID, uniqueID: uniqueID(of: request),
      requestID: RequestID(
        checked.payload.message?.id ?? headers.collapseID?.text ?? headers.id?.text
          ?? request.lineID ?? request.freshID.text),
      app: checked.topic.app, topic: checked.topic.text, token: checked.token, headers: headers,
      payload: checked.payload, origin: request.origin, receivedAt: request.receivedAt,
      transit: transit)

    var effects: [Effect] = []
    effects.reserveCapacity(3)
    if let reply {
      var answer =
        Guests.response(to: request, naming: delivery.apnsID)
        ?? PushResponse(status: 200, apnsID: delivery.apnsID, uniqueID: delivery.uniqueID)
      answer.isAboutChannel = checked.broadcast != nil
      effects.append(.answer(answer.altered(by: fault), to: reply))
    }
    guard checked.broadcast == nil else {
      // Broadcasts have no place among numbered pushes, and are not relayed.
      storeInChannel(&delivery, &effects)
      send(delivery, at: delivery.receivedAt, &effects)
      return effects
    }
    Guests.accepted(delivery, isDropped: dropped != nil, in: &self, &effects)
    if let dropped = dropped ?? Guests.number(&delivery, in: &self, &effects) {
      effects.append(.deliver(delivery.dropped(dropped)))
    } else {
      send(delivery, at: delivery.receivedAt, &effects)
    }
    if let learned { effects.append(.store(.token(learned))) }
    return effects
  }

  /// Returns the apns-unique-id of an accepted request, in the development environment only (Apple,
  /// "Handling notification responses from APNs"); nil for wire formats without headers and for
  /// other systems.
  private func uniqueID(of request: PushRequest) -> APNSID? {
    guard settings.environment == .development, request.guest == nil,
      !request.origin.wire.isHeaderless
    else { return nil }
    return request.uniqueID
  }

  /// Delivers a push, or holds it for a phone that is offline or saves power.
  mutating func send(_ push: Delivery, at now: Date, _ effects: inout [Effect]) {
    if acceptsAll || isDeviceOnline && push.headers.priority == .immediate {
      effects.append(.deliver(push))
      return
    }
    var push = push
    push.transit.heldSince = now
    push.transit.isForPower = isDeviceOnline
    hold(push, at: now, &effects)
  }

  /// Holds a push for later, unless its expiration is zero.
  private mutating func hold(_ delivery: Delivery, at now: Date, _ effects: inout [Effect]) {
    for expired in queue.removeExpired(at: now) { effects.append(.deliver(expired)) }
    guard delivery.isStorable else {
      effects.append(.deliver(delivery.dropped(.deviceExpired)))
      return
    }
    for coalesced in queue.hold(delivery) { effects.append(.deliver(coalesced)) }
    effects.append(.store(.queued(delivery)))
  }

  /// Whether the phone is online and accepts pushes of every priority.
  private var acceptsAll: Bool { isDeviceOnline && !savesPower }

  private mutating func setOnline(_ isOnline: Bool, at now: Date) -> [Effect] {
    isDeviceOnline = isOnline
    let effects = passOn(at: now)
    guard isOnline, savesPower else { return effects }
    return effects + queue.remove { $0.headers.priority == .immediate }.map { .deliver($0) }
  }

  /// Removes expired pushes, and delivers the others if the phone is online. A stored queue may
  /// exist for a phone that starts online, if its settings were reset in between.
  private mutating func passOn(at now: Date) -> [Effect] {
    guard queue.count > 0 else { return [] }
    let expired = queue.removeExpired(at: now)
    return (expired + (acceptsAll ? queue.removeAll() : [])).map { .deliver($0) }
  }

  mutating func reject(
    _ request: PushRequest, _ fields: APNSFields, _ rejection: Rejection,
    by fault: Faults.Injection? = nil, reply: ResponseHandle?
  ) -> [Effect] {
    let reason = rejection.reason
    let status =
      Guests.status(of: reason, over: request.origin.wire) ?? reason.status
    var push = RejectedRequest(
      origin: request.origin, at: request.receivedAt, reason: reason.rawValue,
      status: request.isRejectedSilently ? nil : status, because: rejection.because,
      fix: rejection.fix, body: request.body, size: request.bodySize, path: request.path,
      fields: request.fields)
    push.fault = fault?.number
    push.unregisteredSince = rejection.unregisteredSince
    let channelPath = ChannelPath(request.path)
    let id = channelPath == nil ? fields.id : fields.requestID
    let apnsID = id.flatMap { Self.canEcho($0) ? APNSID($0) : nil } ?? request.freshID
    // A wire format without headers has reported the sender's own number with the status.
    if reply != nil, !request.origin.wire.isHeaderless { push.apnsID = apnsID }
    push.app = (fields.topic ?? request.certificate?.wrappedValue.topics.first)
      .flatMap { try? Topic($0).app }
    if let channelPath { push.app = BundleID(channelPath.app) }
    push.token = Self.tokenText(in: request.path).flatMap { $0.isEmpty ? nil : String($0) }
    var effects: [Effect] = []
    if let reply {
      var answer = PushResponse(
        status: reason.status, apnsID: apnsID, reason: reason,
        timestamp: rejection.unregisteredSince)
      answer.isAboutChannel = channelPath != nil
      effects.append(.answer(answer.altered(by: fault), to: reply))
    }
    effects.append(reject(push))
    return effects
  }

  /// Numbers a rejected request.
  mutating func reject(_ request: RejectedRequest) -> Effect {
    lastRejectedNumber += 1
    var request = request
    request.number = lastRejectedNumber
    return .reject(request)
  }

  /// Returns whether a response may repeat an apns-id. Some clients expect the identifier they sent
  /// even if it is not a UUID (`docs/guides/watch-pushes.md` row 2); text that is not a valid
  /// header value is not repeated.
  private static func canEcho(_ id: String) -> Bool {
    (1...128).contains(id.utf8.count) && id.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
