import Foundation

/// The provider's side and the phone, joined by a link. The live program, scenarios and tests run
/// it alike.
///
/// The owner of the clock calls ``advance(to:_:)`` up to the moment of an event and then passes the
/// event. A replay of live events therefore has the same results, however late a timer fired.
public struct PushSystem: Equatable, Sendable {
  /// APNs.
  public internal(set) var gateway: Gateway
  /// The phone.
  public internal(set) var device: Phone
  /// The machines of other push systems.
  public internal(set) var guests = Guests.Machines()
  /// The maximum number of list entries, beyond which the oldest are removed; nil for no limit.
  public var historyLimit: Int?
  /// The number of unread entries that the limit removed.
  public internal(set) var droppedUnread = 0
  /// The buffer of the phone's effects, empty between events, so that a push allocates no array.
  private var phoneEffects: [Phone.Effect] = []

  /// An event for the gateway or the phone.
  public enum Event: Equatable, Sendable {
    /// An event for the gateway.
    case gateway(Gateway.Event)
    /// An event for the phone.
    case device(Phone.Event)
    /// A request to the machine of another push system. The response goes to `reply`; nil if no
    /// sender waits for one.
    indirect case guest(Guests.Request, reply: ResponseHandle?)
    /// The changes of one command, in their order; the machines that they concern are notified.
    case changes([SettingChange])
    /// The settings of the gateway were replaced.
    indirect case gatewayConfigured(GatewaySettings)
    /// The maximum number of list entries changed.
    case historyKept(Int)
    /// Another event of a push system.
    indirect case system(Guests.SystemEvent)
    /// A stored state is restored, in addition to the current one.
    indirect case restored(Snapshot)
    /// The inbox was reset: only the settings, the moment and the positions in feeds remain.
    case startedOver
    /// Time passed.
    case timePassed

    /// Makes the event of one change.
    public static func changed(_ change: SettingChange) -> Self { .changes([change]) }
  }

  /// Joins a gateway and a phone.
  public init(gateway: Gateway = Gateway(), device: Phone, historyLimit: Int? = nil) {
    self.gateway = gateway
    self.device = device
    self.historyLimit = historyLimit
    configureGateway()
  }

  /// Makes a system from a stored state.
  public init(
    gateway: GatewaySettings, phone: PhoneSettings, snapshot: Snapshot, historyLimit: Int? = nil
  ) {
    self.init(
      gateway: Gateway(settings: gateway, snapshot: snapshot),
      device: Phone(settings: phone, snapshot: snapshot), historyLimit: historyLimit)
    Guests.restore(snapshot.guests, waiting: snapshot.queue, in: &self)
  }

  /// Adds entries that the snapshot did not contain. Loading all of them in the order of
  /// ``Snapshot/entries`` yields the system of a complete snapshot.
  public mutating func load(_ entries: [Phone.State.Entry]) {
    device.load(entries)
  }

  /// Returns the system with the beginning of a list that is not loaded yet.
  public func showing(_ overview: InboxOverview) -> PushSystem {
    var system = self
    system.device.show(overview)
    return system
  }

  /// The state to store. A system with the same settings that restores it behaves identically.
  public var snapshot: Snapshot {
    var snapshot = device.snapshot
    gateway.addState(to: &snapshot)
    Guests.addState(of: guests, to: &snapshot)
    return snapshot
  }

  /// The moment of the last event.
  public var now: Date { device.now }

  /// The moment at which ``Event/timePassed`` is due next; nil for none.
  public var nextMoment: Date? {
    .earliest(gateway.nextMoment, device.nextMoment, Guests.nextMoment(of: guests))
  }

  /// A span in seconds, 30 days. A clock moves over a longer one in parts, so that its owner can
  /// stop it, or store the effects, on the way.
  public static let longWay: TimeInterval = 30 * 86_400

  /// Advances the clock to a moment, never back, and stops at each moment at which an event is due.
  public mutating func advance(to end: Date, _ effects: inout [Effect]) {
    // A machine that requests a past moment must not stop the clock.
    while let moment = nextMoment, moment < end, moment > now {
      handle(.timePassed, at: moment, &effects)
    }
    if end > now { handle(.timePassed, at: end, &effects) }
  }

  /// Handles an event at a moment, at least that of the last event, and returns its effects, in the
  /// order in which they are to be carried out.
  public mutating func handle(_ event: Event, at moment: Date) -> [Effect] {
    var effects: [Effect] = []
    handle(event, at: moment, &effects)
    return effects
  }

  /// Handles an event at a moment and appends its effects.
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
    case .changes(let changes):
      for batch in SettingChange.batches(of: changes) { handle(batch, at: moment, &effects) }
    case .gatewayConfigured(let settings): gateway.settings = settings
    case .historyKept(let keep): historyLimit = keep
    case .system(let event): Guests.handle(event, in: &self)
    case .restored(let snapshot):
      gateway.restore(snapshot)
      device.restore(snapshot)
      Guests.restore(snapshot.guests, waiting: snapshot.queue, in: &self)
      configureGateway()
    case .startedOver:
      startOver()
      effects.append(.store(.erased))
      handle(.timePassed, at: moment, &effects)
    case .timePassed:
      handle(gateway: .timePassed, at: moment, &effects)
      Guests.arrive(&self, at: moment, &effects)
      handle(phone: .timePassed, at: moment, &effects)
      Guests.advance(&self, to: moment, &effects)
    }
    Guests.finish(&self, &effects)
    if let historyLimit, device.inbox.count > historyLimit { limit(to: historyLimit, &effects) }
  }

  private mutating func handle(
    _ batch: SettingChange.Batch, at moment: Date, _ effects: inout [Effect]
  ) {
    let change: SettingChange
    switch batch {
    case .settings(let changes):
      handle(phone: .settingsChanged(changes), at: moment, &effects)
      return followPhone(&effects)
    case .single(let single): change = single
    }
    handle(phone: .changed(change), at: moment, &effects)
    guard case .online(let isOnline) = change else { return followPhone(&effects) }
    // The phone stores and reports the change before the gateway delivers the waiting pushes.
    Guests.followPhone(&self, &effects)
    handle(gateway: .deviceOnline(isOnline), at: moment, &effects)
  }

  /// Replaces the machines by those of a fresh start.
  private mutating func startOver() {
    let old = self
    self = PushSystem(
      gateway: old.gateway.settings, phone: old.device.files, snapshot: Snapshot(),
      historyLimit: old.historyLimit)
    device.hasListeners = old.device.hasListeners
    Guests.keepFeeds(of: old, in: &self)
  }

  /// Initializes the gateway with the phone's state.
  private mutating func configureGateway() {
    gateway.missingApps = device.settings.missingApps
    gateway.savesPower = device.settings.device.lowPower
    gateway.appsOnIPhone = device.settings.appsOnIPhone
    gateway.activityTokens = device.activities.tokens
    Guests.adoptPhone(&self)
  }

  /// Notifies the gateway of installed and uninstalled apps, of a phone that saves power, and of
  /// the numbering.
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
      case .deliverStored(let push, let following):
        handle(phone: .storedBroadcast(push, following), at: moment, &effects)
      case .guest(let effect): Guests.carryOut(effect, at: moment, in: &self, &effects)
      case .report(let channel, let change):
        let kind = InboxEvent.Kind.channel(channel, change)
        effects.append(.emit(InboxEvent(at: moment, app: channel.key.owner.app, kind: kind)))
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
    for change in device.activities.drainTokenChanges() { gateway.activityTokens.apply(change) }
    // The capacity for clearing a list is released.
    requested.removeAll(keepingCapacity: requested.count <= 64)
    swap(&requested, &phoneEffects)
    guard device.activities.hasFollowings else { return }
    for following in device.activities.drainFollowings() {
      handle(gateway: .channelFollowed(following), at: moment, &effects)
    }
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
