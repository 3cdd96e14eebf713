import Foundation
import Testing

@testable import InboxModel

/// A provider and its phones, each a separate system, with the lines between them
/// (`docs/reference/relay.md`). Each end parses the other's lines. A connection may be closed, and
/// either end restarted from its stored state.
struct RelayBench {
  static let mail: BundleID = "com.example.mail"
  static let identity: ProviderID = "00fc"

  /// A phone with its connection.
  struct Member {
    var system: PushSystem
    let device: PhoneID
    var events: [InboxEvent] = []
    /// The number of relayed pushes sent over this connection.
    var sent = 0
    /// Whether its reports are sent now, or wait for the next connection.
    var isReporting = true
    /// Whether the provider's next confirmation is lost.
    var losesConfirmation = false

    var feed: StreamID { StreamID(provider: RelayBench.identity, device: device) }
    var counts: QueueCounts { counts(of: RelayBench.mail) }

    func counts(of app: BundleID) -> QueueCounts {
      system.queueCounts[.feed(feed, app)] ?? QueueCounts()
    }
  }

  private(set) var provider: PushSystem
  private(set) var phones: [PhoneID: Member] = [:]
  private(set) var now = Date.pushMoment
  private var offers: [PhoneID: [(place: RelayedPush, push: Delivery)]] = [:]
  private var accepted: [NotificationID: Delivery] = [:]
  private var stored: [StoreChange] = []
  private var sent = 0

  init(_ devices: [PhoneID] = ["a", "b"], _ change: (inout QueueSettings) -> Void = { _ in }) {
    provider = PushSystem(device: Phone(settings: PhoneSettings()))
    _ = provider.handle(.timePassed, at: now)
    for (number, device) in devices.enumerated() {
      var settings = PhoneSettings()
      settings.queue.apps = [Self.mail]
      settings.queue.deviceID = device
      settings.queue.link.seed = number + 1
      change(&settings.queue)
      var system = PushSystem(device: Phone(settings: settings))
      _ = system.handle(.timePassed, at: now)
      phones[device] = Member(system: system, device: device)
      subscribe(device)
    }
  }

  /// Returns the provider's counts of a phone.
  func counts(_ device: PhoneID, of app: BundleID = Self.mail) -> QueueCounts {
    provider.queueCounts[.phone(device, app)] ?? QueueCounts()
  }

  // MARK: Events

  mutating func subscribe(_ device: PhoneID, isReporting: Bool = true) {
    guard let phone = phones[device] else { return }
    phones[device]?.isReporting = isReporting
    let last = phone.system.gateway.feedPositions(of: phone.feed)
    phones[device]?.sent =
      (offers[device] ?? []).firstIndex { $0.place.position > last[$0.place.app] ?? 0 }
      ?? offers[device]?.count ?? 0
    forward(
      .guest(
        .subscribed(
          device, last: last, connected: [device], stream: isReporting ? device.text : nil)),
      at: now)
    let reported = provider.gateway.phones[device]?.reported ?? 0
    handle(.system(.providerFound(Self.identity, readsReports: isReporting)), at: now, on: device)
    if isReporting {
      handle(.system(.reportsConfirmed(phone.feed, through: reported)), at: now, on: device)
    }
    pump(device)
  }

  /// Sends a push to the provider and, unless disconnected, on to every phone.
  mutating func send(
    _ text: String? = nil, app: BundleID = Self.mail, aps: String = "", reaching: Bool = true,
    headers: [(String, String)] = []
  ) {
    sent += 1
    var request = PushRequest.stub(
      path: "/3/device/00ab",
      [("apns-topic", app.text), ("apns-push-type", "alert")] + headers,
      body: #"{"aps":{"alert":"\#(text ?? String(sent))"\#(aps)}}"#, at: now)
    request.freshID = "letter-\(sent)"
    forward(.pushReceived(request, reply: nil), at: request.receivedAt)
    if reaching { for device in phones.keys.sorted() { pump(device) } }
  }

  mutating func set(_ key: String, _ value: JSONValue, on device: PhoneID) {
    guard let path = SettingPath("queue." + key) else { return }
    handle(.changed(.setting(path, value)), at: now, on: device)
    pump(device)
  }

  mutating func set(online: Bool, on device: PhoneID) {
    handle(.changed(.online(online)), at: now, on: device)
    pump(device)
  }

  mutating func advance(_ seconds: TimeInterval) {
    now += seconds
    var effects: [Effect] = []
    provider.advance(to: now, &effects)
    for device in phones.keys.sorted() {
      effects = []
      phones[device]?.system.advance(to: now, &effects)
      carryOut(effects, of: device)
      pump(device)
    }
  }

  /// Kills and restarts the phone's process.
  mutating func restart(_ device: PhoneID) {
    guard let phone = phones[device] else { return }
    phones[device]?.system = PushSystem(
      gateway: GatewaySettings(), phone: phone.system.device.settings,
      snapshot: phone.system.snapshot)
    handle(.timePassed, at: now, on: device)
    subscribe(device, isReporting: phone.isReporting)
  }

  /// Kills and restarts the provider's process.
  mutating func restartProvider() {
    provider = PushSystem(
      gateway: GatewaySettings(), phone: PhoneSettings(), snapshot: provider.snapshot)
    _ = provider.handle(.timePassed, at: now)
    for device in phones.keys.sorted() {
      subscribe(device, isReporting: phones[device]?.isReporting ?? true)
    }
  }

  mutating func loseConfirmation(of device: PhoneID) { phones[device]?.losesConfirmation = true }

  /// Returns the texts in the phone's list.
  func texts(_ device: PhoneID) -> [String] {
    phones[device]?.system.device.inbox.notifications.reversed().map { $0.content.body ?? "" } ?? []
  }

  // MARK: The lines

  private mutating func forward(_ event: Gateway.Event, at moment: Date) {
    for effect in provider.handle(.gateway(event), at: moment) {
      guard case .store(let change) = effect else { continue }
      stored.append(change)
      switch change {
      case .phone(.insert(let record)): accepted[record.delivery.id] = record.delivery
      default: break
      }
    }
    for case .guest(.relay(.offered(let place))) in stored {
      if let push = accepted[place.id] { offers[place.phone, default: []].append((place, push)) }
    }
    stored = []
  }

  /// Sends a phone the remaining pushes, until neither end has more lines to send.
  private mutating func pump(_ device: PhoneID) {
    while let phone = phones[device], phone.sent < offers[device]?.count ?? 0 {
      guard let offer = offers[device]?[phone.sent] else { return }
      phones[device]?.sent += 1
      deliver(offer, isRepeat: false, to: device)
    }
    exchangeReports(device)
  }

  private mutating func deliver(
    _ offer: (place: RelayedPush, push: Delivery), isRepeat: Bool, to device: PhoneID
  ) {
    let line = RelayLine.delivery(
      app: offer.place.app, position: offer.place.position, isRepeat: isRepeat,
      sent: .init(
        at: offer.push.receivedAt, waited: now.timeIntervalSince(offer.push.receivedAt)),
      push: Array(PushLine.text(for: offer.push.offered(as: offer.place)).utf8))
    guard let phone = phones[device],
      case .delivery(let app, let position, let again, let sent, let push)? = try? RelayLine.read(
        Array(line.bytes.dropLast())),
      var request = try? PushLine.request(
        from: push, number: 1, source: "relay", receivedAt: now,
        freshID: "\(device)-\(position)-\(again)")
    else {
      Issue.record("an unreadable delivery")
      return
    }
    var place = StreamOffset(
      provider: phone.feed.provider, device: device, app: app, position: position, isRepeat: again)
    (place.sentAt, place.waited) = (sent?.at, sent?.waited ?? 0)
    request.streamOffset = place
    handle(.gateway(.pushReceived(request, reply: nil)), at: request.receivedAt, on: device)
  }

  mutating func handle(_ event: PushSystem.Event, at moment: Date, on device: PhoneID) {
    let effects = phones[device]?.system.handle(event, at: moment) ?? []
    carryOut(effects, of: device)
  }

  private mutating func carryOut(_ effects: [Effect], of device: PhoneID) {
    for effect in effects {
      switch effect {
      case .emit(let event): phones[device]?.events.append(event)
      case .guest(.askRepeats(let request)):
        let again = (offers[device] ?? []).filter { offer in
          offer.place.app == request.queue.app
            && offer.place.number.map(request.positions.contains) ?? false
        }
        handle(
          .device(
            .guest(.repeatsAnswered(request, coming: again.compactMap(\.place.number)))), at: now,
          on: device)
        for offer in again { deliver(offer, isRepeat: true, to: device) }
      case .store(.guest(.relay(.fed(let place)))):
        forward(.guest(.acknowledged(device, [place.app: place.position])), at: now)
      default: break
      }
    }
  }

  /// Sends the phone's reports, one line at a time, until the provider has confirmed all.
  private mutating func exchangeReports(_ device: PhoneID) {
    while let phone = phones[device], phone.isReporting {
      let reports = Array(phone.system.reports(to: phone.feed).prefix(RelayMessage.maximumReports))
      guard !reports.isEmpty else { return }
      let line = RelayMessage.acknowledge([:], arrivals: reports)
      guard
        case .acknowledge(_, let read)? = try? RelayMessage.read(Array(line.bytes.dropLast()))
      else {
        Issue.record("an unreadable report")
        return
      }
      forward(.guest(.arrivalsReported(device, read)), at: now)
      guard !phone.losesConfirmation else {
        phones[device]?.losesConfirmation = false
        return
      }
      let reported = provider.gateway.phones[device]?.reported ?? 0
      handle(.system(.reportsConfirmed(phone.feed, through: reported)), at: now, on: device)
    }
  }
}
