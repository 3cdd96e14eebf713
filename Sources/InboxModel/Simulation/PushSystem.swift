import Foundation

/// The provider's side and the phone, joined by a link: what the live program, a scenario and a
/// test run alike.
///
/// Whoever has a clock calls ``advance(to:_:)`` up to the moment of an event and then hands the event in. So
/// what came live gives the same when it is played again, however late a timer fired.
public struct PushSystem: Equatable, Sendable {
  /// APNs.
  public internal(set) var gateway: Gateway
  /// The phone.
  public internal(set) var device: Phone
  /// The ICQ server, a sender among others.
  public internal(set) var icq = ICQService()
  /// The way between them; perfect unless set otherwise.
  var link: Link
  /// What became of numbered pushes, and of those between processes.
  var ledger = QueueLedger()
  /// What the phone has asked for and was not answered yet; nothing between two events.
  var asked: [RepeatRequest] = []
  /// How many entries the list keeps, the oldest go; nil without a limit.
  public var historyLimit: Int?
  /// How many unread entries the limit took.
  public private(set) var droppedUnread = 0

  /// What happens to the two.
  public indirect enum Event: Equatable, Sendable {
    /// Something the gateway hears.
    case gateway(Gateway.Event)
    /// Something the phone hears.
    case device(Phone.Event)
    /// Somebody asks something of the ICQ server; the answer goes to `reply`, if anybody waits.
    case icq(ICQRequest, reply: ResponseHandle?)
    /// A setting was changed; it reaches whom it concerns.
    case changed(SettingChange, at: Date)
    /// The gateway's settings came whole.
    case gatewayConfigured(GatewaySettings)
    /// The list keeps so many entries from now on.
    case historyKept(Int)
    /// A provider elsewhere was found, which reads reports of how pushes arrive or does not.
    case providerFound(String, readsReports: Bool)
    /// A provider elsewhere has the reports up to this one.
    case reportsConfirmed(StreamID, through: Int)
    /// The pushes of all queues are counted anew.
    case countsReset
    /// What was kept came back, beside what there is.
    case restored(Snapshot)
    /// The clock went on.
    case timePassed(Date)
  }

  /// Joins the two.
  public init(gateway: Gateway = Gateway(), device: Phone, historyLimit: Int? = nil) {
    self.gateway = gateway
    self.device = device
    self.historyLimit = historyLimit
    link = Link(settings: device.settings.queue.link)
    takePhone()
  }

  /// Goes on where a store left off.
  public init(
    gateway: GatewaySettings, phone: PhoneSettings, snapshot: Snapshot, historyLimit: Int? = nil
  ) {
    self.init(
      gateway: Gateway(settings: gateway, snapshot: snapshot),
      device: Phone(settings: phone, snapshot: snapshot), historyLimit: historyLimit)
    link.restore(snapshot)
    icq.restore(snapshot.icq, front: appsInFront)
    ledger.restore(snapshot)
  }

  /// Everything the two keep: restored to a system with the same settings, it goes on alike.
  public var snapshot: Snapshot {
    var snapshot = device.snapshot
    gateway.addState(to: &snapshot)
    link.addState(to: &snapshot)
    ledger.addState(to: &snapshot)
    snapshot.icq = icq.kept
    return snapshot
  }

  /// The moment of the last event.
  public var now: Date { device.now }

  /// When ``Event/timePassed(_:)`` is next needed; nil when nothing waits.
  public var nextMoment: Date? {
    [gateway.nextMoment, link.nextArrival, device.nextMoment, icq.nextMoment].compactMap(\.self)
      .min()
  }

  /// Lets the clock go on to a moment, never back, and stops at each on the way at which something is due.
  public mutating func advance(to end: Date, _ effects: inout [Effect]) {
    // A machine that asks for a moment already past must not stop the clock.
    while let moment = nextMoment, moment < end, moment > now {
      handle(.timePassed(moment), &effects)
    }
    if end > now { handle(.timePassed(end), &effects) }
  }

  /// Handles one event; effects are to be carried out in their order.
  public mutating func handle(_ event: Event) -> [Effect] {
    var effects: [Effect] = []
    handle(event, &effects)
    return effects
  }

  /// The same, adding to what is to be done already.
  public mutating func handle(_ event: Event, _ effects: inout [Effect]) {
    switch event {
    case .gateway(let event):
      tell(event, &effects)
      if case .feedSetBack(let feed, let positions, _) = event {
        device.forgetCount(of: feed.provider, positions.keys, &effects)
        ledger.setBack(feed, to: positions)
      }
    case .device(.reset(let keys, let at)):
      hear(.reset(keys, at: at), &effects)
      if keys.contains("online"), !gateway.isDeviceOnline {
        tell(.deviceOnline(true, at: at), &effects)
      }
      followPhone(&effects)
    case .device(let event):
      if case .configured(let files, _) = event { device.forgetCountdown(in: files, &effects) }
      hear(event, &effects)
      followPhone(&effects)
    case .icq(let request, let reply): tellICQ(.requested(request, reply: reply), &effects)
    case .changed(.online(let isOnline), let at):
      // The phone keeps and tells the change; the gateway then delivers what waited.
      hear(.changed(.online(isOnline), at: at), &effects)
      followQueue()
      tell(.deviceOnline(isOnline, at: at), &effects)
    case .changed(let change, let at):
      hear(.changed(change, at: at), &effects)
      followPhone(&effects)
    case .gatewayConfigured(let settings): gateway.settings = settings
    case .historyKept(let keep): historyLimit = keep
    case .providerFound(let provider, let reads): ledger.setReader(provider, reads)
    case .reportsConfirmed(let feed, let number): ledger.confirm(through: number, by: feed)
    case .countsReset: resetCounts()
    case .restored(let snapshot):
      gateway.restore(snapshot)
      device.restore(snapshot)
      link.restore(snapshot)
      ledger.restore(snapshot)
      icq.restore(snapshot.icq, front: appsInFront)
      takePhone()
    case .timePassed(let date):
      tell(.timePassed(date), &effects)
      takeArrived(at: date, &effects)
      hear(.timePassed(date), &effects)
      tellICQ(.timePassed(date), &effects)
    }
    answerRequests(&effects)
    if let historyLimit, device.inbox.count > historyLimit { limit(to: historyLimit, &effects) }
  }

  /// The gateway starts with what the phone is like.
  private mutating func takePhone() {
    gateway.missingApps = device.settings.missingApps
    gateway.savesPower = device.settings.device.lowPower
    icq.restore([], front: appsInFront)
    followQueue()
    followFCM()
  }

  /// The gateway hears of apps that went or came, of a phone that saves power, and of how it is to number.
  private mutating func followPhone(_ effects: inout [Effect]) {
    followQueue()
    followClients(&effects)
    followFCM()
    let missing = device.settings.missingApps
    if missing != gateway.missingApps { tell(.appsMissing(missing, at: now), &effects) }
    let savesPower = device.settings.device.lowPower
    if savesPower != gateway.savesPower {
      tell(.deviceSavesPower(savesPower, at: now), &effects)
    }
  }

  /// FCM hears of projects, of topics, and of what is on an iPhone.
  private mutating func followFCM() {
    gateway.fcm = device.settings.fcm
    gateway.appsOnIPhone = device.settings.appsOnIPhone
  }

  private mutating func limit(to most: Int, _ effects: inout [Effect]) {
    let unread = device.inbox.unreadCount
    device.handle(.limited(to: most, at: now), &effects)
    droppedUnread += unread - device.inbox.unreadCount
  }

  mutating func tell(_ event: Gateway.Event, _ effects: inout [Effect]) {
    for effect in gateway.handle(event) {
      switch effect {
      case .answer(let answer, let reply): effects.append(.answer(answer, to: reply))
      case .deliver(let delivery): carry(delivery, at: event.moment, &effects)
      case .answerRepeats(let request, let again):
        hear(
          .repeatsAnswered(
            request, coming: again.compactMap(\.transit.position), at: event.moment), &effects)
        for push in again { repeated(push, at: event.moment, &effects) }
      case .reject(let refused):
        effects.append(.store(.refused(refused)))
        effects.append(
          .emit(InboxEvent(at: refused.refusal.at, app: refused.app, kind: .rejected(refused))))
      case .store(let change):
        count(change, at: event.moment)
        effects.append(.store(change))
      case .count(let news): count(news, at: event.moment, &effects)
      }
    }
  }
}

// MARK: - When it happens

extension PushSystem.Event {
  /// When it happens; nil when it takes no time.
  public var moment: Date? {
    switch self {
    case .gateway(let event): event.moment
    case .device(let event): event.moment
    case .icq(let request, _): request.receivedAt
    case .changed(_, let at): at
    case .gatewayConfigured, .historyKept, .providerFound, .reportsConfirmed, .countsReset,
      .restored:
      nil
    case .timePassed(let date): date
    }
  }

  /// The same at another moment: what comes in live happens at the whole milliseconds of the one clock.
  public func moved(to moment: Date) -> PushSystem.Event {
    switch self {
    case .gateway(let event): .gateway(event.moved(to: moment))
    case .device(let event): .device(event.moved(to: moment))
    case .icq(let request, let reply): .icq(request.moved(to: moment), reply: reply)
    case .changed(let change, _): .changed(change.moved(to: moment), at: moment)
    case .gatewayConfigured, .historyKept, .providerFound, .reportsConfirmed, .countsReset,
      .restored:
      self
    case .timePassed: .timePassed(moment)
    }
  }
}

extension Gateway.Event {
  fileprivate var moment: Date {
    switch self {
    case .pushReceived(let request, _): request.receivedAt
    case .refused(let refusal): refusal.at
    case .refusedOnce(let push), .acceptedByHand(let push, _): push.refusal.at
    case .connectionEnded(_, let at), .deviceOnline(_, let at), .deviceSavesPower(_, let at),
      .appsMissing(_, let at), .returned(_, let at), .repeatAsked(_, let at),
      .subscribed(_, _, _, _, let at), .acknowledged(_, _, let at),
      .arrivalsReported(_, _, let at), .offersGone(_, let at), .feedSetBack(_, _, let at),
      .feedbackTold(_, let at), .refusedRemoved(_, _, let at), .refusedRestored(let at),
      .faultAdded(_, let at), .faultsRemoved(_, let at):
      at
    case .timePassed(let date): date
    }
  }

  fileprivate func moved(to moment: Date) -> Gateway.Event {
    switch self {
    case .pushReceived(var request, let reply):
      request.receivedAt = moment
      return .pushReceived(request, reply: reply)
    case .refused(var refusal):
      refusal.at = moment
      return .refused(refusal)
    case .refusedOnce(var push):
      push.refusal.at = moment
      return .refusedOnce(push)
    case .refusedRemoved(let numbers, let left, _):
      return .refusedRemoved(numbers, left: left, at: moment)
    case .refusedRestored: return .refusedRestored(at: moment)
    case .acceptedByHand(var push, let apnsID):
      push.refusal.at = moment
      return .acceptedByHand(push, apnsID: apnsID)
    case .connectionEnded(let connection, _): return .connectionEnded(connection, at: moment)
    case .deviceOnline(let isOnline, _): return .deviceOnline(isOnline, at: moment)
    case .deviceSavesPower(let saves, _): return .deviceSavesPower(saves, at: moment)
    case .appsMissing(let apps, _): return .appsMissing(apps, at: moment)
    case .returned(let delivery, _): return .returned(delivery, at: moment)
    case .repeatAsked(let request, _): return .repeatAsked(request, at: moment)
    case .subscribed(let phone, let last, let connected, let stream, _):
      return .subscribed(phone, last: last, connected: connected, stream: stream, at: moment)
    case .arrivalsReported(let phone, let reports, _):
      return .arrivalsReported(phone, reports, at: moment)
    case .offersGone(let offers, _): return .offersGone(offers, at: moment)
    case .feedSetBack(let feed, let positions, _):
      return .feedSetBack(feed, to: positions, at: moment)
    case .acknowledged(let phone, let positions, _):
      return .acknowledged(phone, positions, at: moment)
    case .feedbackTold(let entries, _): return .feedbackTold(entries, at: moment)
    case .faultAdded(let rule, _): return .faultAdded(rule, at: moment)
    case .faultsRemoved(let numbers, _): return .faultsRemoved(numbers, at: moment)
    case .timePassed: return .timePassed(moment)
    }
  }
}

extension Phone.Event {
  fileprivate func moved(to moment: Date) -> Phone.Event {
    switch self {
    case .delivered(let delivery, _): .delivered(delivery, at: moment)
    case .extensionEnded(let id, let answer, _): .extensionEnded(id, answer, at: moment)
    case .repeatsAnswered(let request, let coming, _):
      .repeatsAnswered(request, coming: coming, at: moment)
    case .acted(let id, let action, let text, _): .acted(on: id, action, text: text, at: moment)
    case .marked(let ids, let read, _): .marked(ids, read: read, at: moment)
    case .removed(let ids, _): .removed(ids, at: moment)
    case .dismissed(let ids, _): .dismissed(ids, at: moment)
    case .snoozed(let ids, let until, _):
      .snoozed(ids, until: until.after(moment), at: moment)
    case .undone(let ids, _): .undone(ids, at: moment)
    case .changed(let change, _): .changed(change.moved(to: moment), at: moment)
    case .configured(let settings, _): .configured(settings, at: moment)
    case .reset(let keys, _): .reset(keys, at: moment)
    case .limited(let most, _): .limited(to: most, at: moment)
    case .timePassed: .timePassed(moment)
    }
  }
}

extension SettingChange {
  /// Turned off is turned off from that moment on, and what ends does so after it.
  fileprivate func moved(to moment: Date) -> SettingChange {
    switch self {
    case .focusOff: .focusOff(since: moment)
    case .focusOn(let name, let until): .focusOn(name, until: until.map { $0.after(moment) })
    case .mute(let app, let until): .mute(app, until: until.map { $0.after(moment) })
    default: self
    }
  }
}

extension Date {
  /// The same in whole milliseconds, but after another moment.
  fileprivate func after(_ moment: Date) -> Date { max(wholeMilliseconds, moment.nextMillisecond) }
}
