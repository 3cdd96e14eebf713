import Foundation
import InboxModel

/// A provider with a numbered queue, a link and a phone, for the tests of the queue.
struct QueuePhone {
  static let mail: BundleID = "com.example.mail"
  static let token = String(repeating: "ab", count: 32)

  private(set) var system: PushSystem
  private(set) var events: [InboxEvent] = []
  private(set) var stored: [StoreChange] = []
  /// The number of banners.
  private(set) var banners = 0
  private(set) var now = Date.pushMoment
  private var sent = 0

  init(_ change: (inout QueueSettings) -> Void = { _ in }) {
    self.init(phone: { change(&$0.queue) })
  }

  init(phone change: (inout PhoneSettings) -> Void) {
    var settings = PhoneSettings()
    settings.queue.apps = [Self.mail]
    change(&settings)
    system = PushSystem(device: Phone(settings: settings))
    handle(.timePassed, at: now)
  }

  /// Continues from the stored state of another phone, as after a restart.
  init(restarting other: QueuePhone) {
    self = other
    system = PushSystem(
      gateway: GatewaySettings(), phone: other.system.device.settings,
      snapshot: other.system.snapshot)
    handle(.timePassed, at: now)
  }

  mutating func handle(_ event: PushSystem.Event, at moment: Date) {
    for effect in system.handle(event, at: moment) { record(effect) }
  }

  private mutating func record(_ effect: Effect) {
    switch effect {
    case .emit(let event): events.append(event)
    case .store(let change): stored.append(change)
    case .present: banners += 1
    default: break
    }
  }

  mutating func advance(_ seconds: TimeInterval) {
    now += seconds
    var effects: [Effect] = []
    system.advance(to: now, &effects)
    effects.forEach { record($0) }
  }

  mutating func set(_ key: String, _ value: JSONValue) {
    guard let path = SettingPath("queue." + key) else { return }
    handle(.changed(.setting(path, value)), at: now)
  }

  mutating func set(online: Bool) { handle(.changed(.online(online)), at: now) }

  /// Sends a push; its text is its number among all that were sent.
  mutating func send(
    app: BundleID = Self.mail, token: String = Self.token, xiva: String = "",
    aps: String = "", headers: [(String, String)] = []
  ) {
    sent += 1
    // A provider that numbers its pushes sets the key that the extension needs.
    let aps = aps + (xiva.contains("notificationPosition") ? #","mutable-content":1"# : "")
    let rest = xiva.isEmpty ? "" : #","xiva":{\#(xiva)}"#
    var request = PushRequest.stub(
      path: "/3/device/" + token,
      [("apns-topic", app.text), ("apns-push-type", "alert")] + headers,
      body: #"{"aps":{"alert":"\#(sent)"\#(aps)}\#(rest)}"#, at: now)
    request.freshID = "letter-\(sent)"
    handle(.gateway(.pushReceived(request, reply: nil)), at: request.receivedAt)
  }

  /// Sends pushes that are lost on the link.
  mutating func lose(_ count: Int) {
    set("loseNext", JSONValue(count))
    for _ in 0..<count { send() }
  }

  /// Sends pushes to the offline phone, all but the last of which are coalesced.
  mutating func sendOffline(_ count: Int, app: BundleID = Self.mail) {
    set(online: false)
    for _ in 0..<count { send(app: app) }
    set(online: true)
  }

  // MARK: Queries

  /// The texts in the list, oldest first.
  var texts: [String] { system.device.inbox.notifications.reversed().map { $0.content.body ?? "" } }

  /// The events of the queue: `gap 3 missed 1`.
  var news: [String] {
    events.compactMap { event in
      guard case .guest(.queue(let news)) = event.kind else { return nil }
      return
        ([news.kind.rawValue]
        + [news.position.map { String($0) }, news.missed.map { "missed \($0)" }]
        .compactMap(\.self))
        .joined(separator: " ")
    }
  }

  func news(_ kind: String) -> [String] { news.filter { $0.hasPrefix(kind) } }

  /// The last position the app has counted.
  var last: Int? { system.snapshot.guests.missed[queue]?.last }

  var queue: QueueID { queue(of: Self.mail) }

  func queue(of app: BundleID, token: String = Self.token) -> QueueID {
    QueueID(token: DeviceToken(hex: token) ?? .local, app: app)
  }

  var counts: QueueCounts { system.queueCounts[.local(queue)] ?? QueueCounts() }

  /// The last decided push, as stored.
  var record: PushRecord? { records.last }

  var records: [PushRecord] {
    stored.compactMap { if case .phone(.insert(let record)) = $0 { record } else { nil } }
  }

  /// Returns the trace of the last decision about a push.
  func trace(of id: NotificationID) -> Trace? {
    records.last { $0.notification.id == id }.map { Presentation.trace(of: $0) }
  }

  /// The code of the last push's `queue` step; nil for none.
  var note: String? {
    record.flatMap { record in
      Presentation.trace(of: record).steps.first { $0.name == .queue }?.code?.rawValue
    }
  }
}
