import Foundation
import InboxModel

@testable import PushInbox

/// A phone that gets pushes as text, for tests of what is on the screen. Its clock stands at `now`.
struct PhoneStub {
  /// Tuesday, 14 April 2026, 21:58:07 in Moscow.
  static let now = Timestamp.date("2026-04-14T21:58:07+03:00") ?? .distantPast
  static let chat: BundleID = "com.example.chat"
  static let news: BundleID = "com.example.news"

  var device: Device
  private var last = 0
  private(set) var details: [NotificationID: PushDetail] = [:]

  /// A phone in Moscow whose chat has a category with a reply.
  init(_ change: (inout PhoneSettings) -> Void = { _ in }) {
    var settings = PhoneSettings()
    settings.device.timeZone = TimeZone(named: "+03:00") ?? .gmt
    settings.categories["MESSAGE"] = Category(
      identifier: "MESSAGE",
      actions: [
        Action(
          identifier: "REPLY", title: "Reply",
          textInput: Action.TextInput(button: "Send", placeholder: "Message")),
        Action(identifier: "MARK_READ", title: "Mark as read"),
        Action(identifier: "ASSIGN", title: "Assign to me", options: .authenticationRequired),
        Action(identifier: "DELETE", title: "Delete", options: .destructive),
      ])
    change(&settings)
    device = Device(settings: settings)
    pass(to: 0)
  }

  /// Moves the phone's clock, in seconds before `now`.
  mutating func pass(to age: TimeInterval) {
    _ = device.handle(.timePassed(Self.now - age))
  }

  mutating func change(_ change: SettingChange) {
    _ = device.handle(.changed(change, at: Self.now))
  }

  mutating func configure(_ files: PhoneSettings) {
    _ = device.handle(.configured(files, at: Self.now))
  }

  /// A push with `aps` as given, so many seconds old.
  @discardableResult
  mutating func push(
    _ aps: String, app: BundleID = chat, age: TimeInterval = 0, collapseID: String? = nil
  ) -> NotificationID {
    last += 1
    let id = NotificationID(rawValue: last)
    let body = Array(#"{"aps":\#(aps)}"#.utf8)
    let payload = (try? Payload.read(body).get()) ?? Payload()
    let at = Self.now - age
    let apnsID = "00000000-0000-0000-0000-\(String(format: "%012d", last))"
    let delivery = Delivery(
      id: id, apnsID: apnsID, requestID: collapseID ?? apnsID, app: app, topic: app.rawValue,
      token: .local, headers: PushHeaders(pushType: .alert, collapseID: collapseID),
      payload: payload,
      origin: Origin(
        wire: .h2, transport: "TLS 1.3", client: "node-apn/7",
        connection: 2, stream: 41), receivedAt: at)
    for case .store(.insert(let record)) in device.handle(.delivered(delivery, at: at)) {
      details[id] = PushDetail(record: record, trace: Presentation.trace(of: record))
    }
    return id
  }
}

/// The person at the screen of a phone, without a runtime between: intents go to the phone at once.
struct Bench {
  var phone: PhoneStub
  var state: AppState
  var status = FeedStatus(endpoint: "127.0.0.1:2197", connections: 2, pushesPerSecond: 3)
  /// What was wanted that is no event of the phone.
  private(set) var wanted: [Intent] = []

  init(
    _ phone: PhoneStub = PhoneStub(), columns: Int = 80, rows: Int = 24, usesASCII: Bool = false
  ) {
    self.phone = phone
    state = AppState(
      size: Size(columns: columns, rows: rows), now: PhoneStub.now, usesASCII: usesASCII)
    send(.listChanged(newest: nil))
  }

  var device: Device { phone.device }

  var screen: Screen {
    Views.render(state: state, device: phone.device, status: status, now: state.now)
  }

  mutating func press(_ keys: Key...) {
    for key in keys { send(.key(key)) }
  }

  mutating func type(_ text: String) {
    for character in text { send(.key(.character(character))) }
  }

  mutating func send(_ event: AppEvent) {
    for intent in state.handle(event, device: phone.device) { carryOut(intent) }
  }

  private mutating func carryOut(_ intent: Intent) {
    let at = state.now
    switch intent {
    case .act(let id, let action, let text): apply(.acted(on: id, action, text: text, at: at))
    case .dismiss(let ids):
      for id in ids { apply(.acted(on: id, .dismiss, text: nil, at: at)) }
    case .mark(let ids, let read): apply(.marked(ids, read: read, at: at))
    case .change(let change): apply(.changed(change, at: at))
    case .reset(let keys): apply(.reset(keys, at: at))
    case .loadDetail(let id): send(.loaded(id, phone.details[id]))
    case .expand, .run, .testPush, .story, .ring, .redraw, .suspend, .quit: wanted.append(intent)
    }
  }

  private mutating func apply(_ event: Device.Event) {
    for case .askToUnlock(let id, let action, let text) in phone.device.handle(event) {
      send(.askedToUnlock(id, action, text: text))
    }
    send(.listChanged(newest: nil))
  }
}
