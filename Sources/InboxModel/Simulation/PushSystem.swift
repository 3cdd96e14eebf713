import Foundation

/// The provider's side and the phone, joined by a link: what the live program, a scenario and a
/// test run alike.
///
/// Whoever has a clock calls ``advance(to:_:)`` up to the moment of an event and then hands the
/// event in. So what came live gives the same when it is played again, however late a timer fired.
public struct PushSystem: Equatable, Sendable {
  /// APNs.
  public internal(set) var gateway: Gateway
  /// The phone.
  public internal(set) var device: Phone
  /// The machines of other push systems.
  public internal(set) var guests = Guests.Machines()
  /// The most entries of the list, beyond which the oldest are removed; nil without a limit.
  public var historyLimit: Int?
  /// The number of unread entries that the limit removed.
  public internal(set) var droppedUnread = 0
  /// The buffer of the phone's effects, empty between two events. A push allocates no list of its
  /// own.
  private var phoneEffects: [Phone.Effect] = []

  /// An event for the gateway or the phone.
  public enum Event: Equatable, Sendable {
    /// Something the gateway hears.
    case gateway(Gateway.Event)
    /// Something the phone hears.
    case device(Phone.Event)
    /// A request to the machine of another push system; the response goes to `reply`, if anybody
    /// waits.
    indirect case guest(Guests.Request, reply: ResponseHandle?)
    /// A setting was changed; it reaches whom it concerns.
    indirect case changed(SettingChange)
    /// The gateway's settings came whole.
    indirect case gatewayConfigured(GatewaySettings)
    /// The list keeps so many entries from now on.
    case historyKept(Int)
    /// Another event of a push system.
    indirect case system(Guests.SystemEvent)
    /// A stored state is restored, in addition to the current one.
    indirect case restored(Snapshot)
    /// The clock went on.
    case timePassed
  }

  /// Joins the two.
  public init(gateway: Gateway = Gateway(), device: Phone, historyLimit: Int? = nil) {
    self.gateway = gateway
    self.device = device
    self.historyLimit = historyLimit
    configureGateway()
  }

  /// Goes on where a store left off.
  public init(
    gateway: GatewaySettings, phone: PhoneSettings, snapshot: Snapshot, historyLimit: Int? = nil
  ) {
    self.init(
      gateway: Gateway(settings: gateway, snapshot: snapshot),
      device: Phone(settings: phone, snapshot: snapshot), historyLimit: historyLimit)
    Guests.restore(snapshot.guests, waiting: snapshot.queue, in: &self)
  }

  /// Puts entries that the snapshot did not have where they were: loaded in the order of
  /// ``Snapshot/entries``, all of them make the system that a whole snapshot makes.
  public mutating func load(_ entries: [Phone.State.Entry]) {
    device.load(entries)
  }

  /// The system while its list is not loaded, to be looked at.
  public func showing(_ overview: InboxOverview) -> PushSystem {
    var system = self
    system.device.show(overview)
    return system
  }

  /// Everything the two keep: restored to a system with the same settings, it goes on alike.
  public var snapshot: Snapshot {
    var snapshot = device.snapshot
    gateway.addState(to: &snapshot)
    Guests.addState(of: guests, to: &snapshot)
    return snapshot
  }

  /// The moment of the last event.
  public var now: Date { device.now }

  /// When ``Event/timePassed`` is next needed; nil when nothing waits.
  public var nextMoment: Date? {
    .earliest(gateway.nextMoment, device.nextMoment, Guests.nextMoment(of: guests))
  }

  /// Lets the clock go on to a moment, never back, and stops at each on the way at which something
  /// is due.
  public mutating func advance(to end: Date, _ effects: inout [Effect]) {
    // A machine that asks for a moment already past must not stop the clock.
    while let moment = nextMoment, moment < end, moment > now {
      handle(.timePassed, at: moment, &effects)
    }
    if end > now { handle(.timePassed, at: end, &effects) }
  }

  /// Handles one event of a moment, at least that of the last one; effects are to be carried out in
  /// their order.
  public mutating func handle(_ event: Event, at moment: Date) -> [Effect] {
    var effects: [Effect] = []
    handle(event, at: moment, &effects)
    return effects
  }

  /// The same, adding to effects already there.
  public mutating func handle(_ event: Event, at moment: Date, _ effects: inout [Effect]) {
    switch event {
    case .gateway(let event):
      handle(gateway: event, at: moment, &effects)
      if case .guest(let event) = event { Guests.follow(event, in: &self, &effects) }
    case .device(.reset(let keys)):
      handle(phone: .reset(keys), at: moment, &effects)
      if keys.contains("online"), !gateway.isDeviceOnline {
        handle(gateway: .deviceOnline(true), at: moment, &effects)
      }
      followPhone(&effects)
    case .device(let event):
      if case .configured(let files) = event { Guests.configure(&self, files, &effects) }
      handle(phone: event, at: moment, &effects)
      followPhone(&effects)
    case .guest(let request, let reply):
      Guests.handle(request, reply: reply, at: moment, in: &self, &effects)
    case .changed(.online(let isOnline)):
      // The phone keeps and tells the change; the gateway then delivers what waited.
      handle(phone: .changed(.online(isOnline)), at: moment, &effects)
      Guests.followPhone(&self, &effects)
      handle(gateway: .deviceOnline(isOnline), at: moment, &effects)
    case .changed(let change):
      handle(phone: .changed(change), at: moment, &effects)
      followPhone(&effects)
    case .gatewayConfigured(let settings): gateway.settings = settings
    case .historyKept(let keep): historyLimit = keep
    case .system(let event): Guests.handle(event, in: &self)
    case .restored(let snapshot):
      gateway.restore(snapshot)
      device.restore(snapshot)
      Guests.restore(snapshot.guests, waiting: snapshot.queue, in: &self)
      configureGateway()
    case .timePassed:
      handle(gateway: .timePassed, at: moment, &effects)
      Guests.arrive(&self, at: moment, &effects)
      handle(phone: .timePassed, at: moment, &effects)
      Guests.advance(&self, to: moment, &effects)
    }
    Guests.finish(&self, &effects)
    if let historyLimit, device.inbox.count > historyLimit { limit(to: historyLimit, &effects) }
  }

  /// The gateway starts with what the phone is like.
  private mutating func configureGateway() {
    gateway.missingApps = device.settings.missingApps
    gateway.savesPower = device.settings.device.lowPower
    gateway.appsOnIPhone = device.settings.appsOnIPhone
    Guests.adoptPhone(&self)
  }

  /// The gateway hears of apps that went or came, of a phone that saves power, and of how it is to
  /// number.
  private mutating func followPhone(_ effects: inout [Effect]) {
    gateway.appsOnIPhone = device.settings.appsOnIPhone
    Guests.followPhone(&self, &effects)
    let missing = device.settings.missingApps
    if missing != gateway.missingApps { handle(gateway: .appsMissing(missing), at: now, &effects) }
    let savesPower = device.settings.device.lowPower
    if savesPower != gateway.savesPower {
      handle(gateway: .deviceSavesPower(savesPower), at: now, &effects)
    }
  }

  private mutating func limit(to most: Int, _ effects: inout [Effect]) {
    let unread = device.inbox.unreadCount
    handle(phone: .limited(to: most), at: now, &effects)
    droppedUnread += unread - device.inbox.unreadCount
  }

  mutating func handle(gateway event: Gateway.Event, at moment: Date, _ effects: inout [Effect]) {
    for effect in gateway.handle(event, at: moment) {
      switch effect {
      case .answer(let answer, let reply): effects.append(.answer(answer, to: reply))
      case .deliver(let delivery): Guests.carry(delivery, at: moment, in: &self, &effects)
      case .guest(let effect): Guests.carryOut(effect, at: moment, in: &self, &effects)
      case .reject(let rejected):
        effects.append(.store(.gateway(.rejected(rejected))))
        effects.append(
          .emit(InboxEvent(at: rejected.at, app: rejected.app, kind: .rejected(rejected))))
      case .store(let change): effects.append(.store(.gateway(change)))
      }
    }
  }

  /// Handles an event of the phone.
  mutating func handle(phone event: Phone.Event, at moment: Date, _ effects: inout [Effect]) {
    var requested: [Phone.Effect] = []
    swap(&requested, &phoneEffects)
    device.handle(event, at: moment, &requested)
    for effect in requested { carryOut(effect, &effects) }
    // What a clearing of the list needed is freed.
    requested.removeAll(keepingCapacity: requested.count <= 64)
    swap(&requested, &phoneEffects)
  }

  private mutating func carryOut(_ effect: Phone.Effect, _ effects: inout [Effect]) {
    switch effect {
    case .emit(let event): effects.append(.emit(event))
    case .store(let change):
      Guests.follow(change, in: &self)
      effects.append(.store(.phone(change)))
    case .present(let id): effects.append(.present(id))
    case .ring(let times): effects.append(.ring(times))
    case .runExtension(let run): effects.append(.runExtension(run))
    case .guest(let effect): Guests.carryOut(effect, in: &self, &effects)
    case .askToUnlock(let id, let action, let text):
      effects.append(.askToUnlock(id, action, text: text))
    }
  }
}
