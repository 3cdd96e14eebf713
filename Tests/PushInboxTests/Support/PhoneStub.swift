import Foundation
@testable import InboxModel
import Testing

@testable import PushInbox

/// A phone that receives pushes as text, for tests of the screen. Its clock is stopped at `now`.
struct PhoneStub {
  /// Tuesday, 14 April 2026, 21:58:07 in Moscow.
  static let now = Timestamp.date("2026-04-14T21:58:07+03:00") ?? .distantPast
  static let chat: BundleID = "com.example.chat"
  static let news: BundleID = "com.example.news"

  var device: Phone
  private var last = 0
  private(set) var details: [NotificationID: InspectedPush] = [:]
  /// The rejected requests, oldest first.
  private(set) var rejected: [RejectedRequest] = []
  private(set) var events: [InboxEvent] = []

  /// The silent pushes received.
  var silent: [DeliveredNotification] {
    details.values.map(\.record.notification).filter { $0.outcome == .silent }
  }

  /// Creates a phone in Moscow whose chat has a category with a reply.
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
    device = Phone(settings: settings)
    pass(to: 0)
  }

  /// Moves the phone's clock to `age` seconds before `now`.
  mutating func pass(to age: TimeInterval) {
    handle(.timePassed, at: Self.now - age)
  }

  mutating func change(_ change: SettingChange) {
    handle(.changed(change), at: Self.now)
  }

  @discardableResult
  mutating func handle(_ event: Phone.Event, at moment: Date) -> [Phone.Effect] {
    let effects = device.handle(event, at: moment)
    for case .emit(let event) in effects { events.append(event) }
    return effects
  }

  /// Adds a rejected push with a reason, `age` seconds old.
  mutating func reject(
    _ reason: RejectionReason, because: String? = nil, app: BundleID? = chat,
    client: String? = "apns2/0.25", body: String = #"{"aps":{"alert":"Hi"}}"#, age: TimeInterval = 0
  ) {
    let token = "9f86d081884c7d659a2feaa0c55ad015"
    reject(
      RejectedRequest(
        origin: Origin(
          wire: .h2, transport: "TLS 1.3", client: client, connection: 2,
          stream: 57 + 2 * rejected.count),
        at: Self.now - age, reason: reason.rawValue, status: reason.status,
        because: because ?? reason.meaning, fix: reason.fix, body: Array(body.utf8),
        app: app, token: token, path: "/3/device/\(token)",
        fields: [
          HeaderField("apns-topic", app?.text ?? ""), HeaderField("apns-priority", "10"),
          HeaderField("authorization", "bearer eyJhbGciOiJFUzI1NiJ9.secret.secret"),
        ]))
  }

  /// Numbers a rejected request and appends it to the list.
  mutating func reject(_ request: RejectedRequest) {
    var request = request
    request.number = rejected.count + 1
    rejected.append(request)
    events.append(InboxEvent(at: request.at, app: request.app, kind: .rejected(request)))
  }

  mutating func configure(_ files: PhoneSettings) {
    _ = device.handle(.configured(files), at: Self.now)
  }

  /// Receives a push with the given `aps`, `age` seconds old, that was accepted `delay` seconds
  /// before it arrived.
  @discardableResult
  mutating func push(
    _ aps: String, app: BundleID = chat, age: TimeInterval = 0, late: TimeInterval = 0,
    collapseID: CollapseID? = nil, type: PushType = .alert, token: DeviceToken = .local
  ) -> NotificationID {
    last += 1
    let id = NotificationID(rawValue: last)
    let body = Array(#"{"aps":\#(aps)}"#.utf8)
    let payload = (try? Payload.read(body).get()) ?? Payload()
    let at = Self.now - age
    let apnsID = "00000000-0000-0000-0000-\(String(format: "%012d", last))"
    var delivery = Delivery(
      id: id, apnsID: APNSID(apnsID), requestID: RequestID(collapseID?.text ?? apnsID), app: app,
      topic: app.text,
      token: token, headers: PushHeaders(pushType: type, collapseID: collapseID),
      payload: payload,
      origin: Origin(
        wire: .h2, transport: "TLS 1.3", client: "node-apn/7",
        connection: 2, stream: 41), receivedAt: at - late)
    if late > 0 { delivery.transit.heldSince = at - late }
    for case .store(.insert(let record)) in handle(.delivered(delivery), at: at) {
      details[id] = InspectedPush(record: record, trace: Presentation.trace(of: record))
    }
    return id
  }
}

extension PhoneStub {
  /// Adds a push that a fault rejected.
  mutating func rejectByFault() {
    var rejected = RejectedRequest(
      origin: Origin(
        wire: .h2, transport: "TLS 1.3", client: "node-apn/7", connection: 4, stream: 3),
      at: Self.now - 2, reason: "Unregistered", status: 410,
      because: "The push is valid; fault 1 (answer=Unregistered) rejected it.",
      fix: "Check how the sender reacts; `pushinbox fault rm 1` ends the fault.",
      apnsID: "51B04C1E-0000-4000-8000-00000000007E",
      body: Array(#"{"aps":{"alert":"Hi","bagde":1}}"#.utf8),
      app: Self.chat, token: "60303ae2", path: "/3/device/60303ae2",
      fields: [
        HeaderField("apns-topic", Self.chat.text), HeaderField("apns-push-type", "alert"),
        HeaderField("authorization", "bearer eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyMyJ9.e30.aa"),
      ])
    rejected.fault = 1
    rejected.unregisteredSince = Self.now - 2
    reject(rejected)
  }

  static let post: BundleID = "com.example.post"

  /// Makes the scheduled summary hold the post's pushes until 08:00, and adds three.
  mutating func hold() {
    change(.setting(SettingPath(["summary", "times"]), ["08:00", "18:00"]))
    change(.setting(SettingPath(["summary", "apps"]), [.string(Self.post.text)]))
    push(
      #"{"alert":{"title":"Weekly offers","body":"Everything must go"},"relevance-score":0.2}"#,
      app: Self.post)
    push(
      #"{"alert":{"title":"Посылка","subtitle":"42","body":"Курьер будет между девятью и одиннадцатью, он позвонит за час"},"relevance-score":0.9,"thread-id":"parcels"}"#,
      app: Self.post)
    push(#"{"alert":"推送通知消息负载内容"}"#, app: Self.post)
  }
}

/// The screen of a phone without a runtime: intents change the phone immediately.
struct Bench {
  var phone: PhoneStub
  var state: AppState
  var status = FeedStatus(endpoint: "127.0.0.1:2197", connections: 2, pushesPerSecond: 3)
  /// The intents that are not events of the phone.
  private(set) var wanted: [Intent] = []

  init(
    _ phone: PhoneStub = PhoneStub(), columns: Int = 80, rows: Int = 24, usesASCII: Bool = false
  ) {
    self.phone = phone
    state = AppState(
      size: Size(columns: columns, rows: rows), now: PhoneStub.now, usesASCII: usesASCII)
    status.rejected = phone.rejected.count
    status.accepted = phone.details.count
    send(.happened(phone.events))
    send(.listChanged(newest: nil))
    // Earlier rejections are counted, but not announced.
    state.notices.rejection = nil
  }

  var device: Phone { phone.device }

  /// The state as the top page reads it.
  var context: PageContext { state.context(phone.device) }
  /// The text of the topmost page; nil if it is not a text page.
  var pageLines: [StyledLine]? {
    (state.pages.topmost as? any TextPage)?.lines(in: context)
  }
  /// The rows of the settings.
  var settingRows: [SettingRow] { state.pages[SettingsPage.self].rows(in: context) }
  /// The selected row of the settings; nil if there is none.
  var settingRow: SettingRow? {
    let (rows, place) = (settingRows, state.pages[SettingsPage.self].place)
    return rows.indices.contains(place) ? rows[place] : nil
  }
  /// The rows of the list of rejected pushes.
  var rejectedRows: [RejectedRequest] { state.pages[RejectedPage.self].rows(in: context) }

  var screen: Screen {
    Views.render(state: state, device: phone.device, status: status, now: state.now)
  }

  mutating func press(_ keys: Key...) {
    for key in keys { send(.key(key)) }
  }

  /// Goes down to the row of a setting on the tab that is shown.
  mutating func selectSetting(_ path: [String]) throws {
    press("g")
    for _ in settingRows where settingRow?.path != path { press("j") }
    try #require(settingRow?.path == path)
  }

  mutating func type(_ text: String) {
    for character in text { send(.key(.character(character))) }
  }

  mutating func send(_ event: AppEvent) {
    for intent in state.handle(event, device: phone.device) { carryOut(intent) }
  }

  /// Changes the facts of the running program.
  mutating func changeRuntime(_ change: (inout RuntimeStatus) -> Void) {
    var status = state.runtime
    change(&status)
    send(.runtimeChanged(status))
  }

  private mutating func carryOut(_ intent: Intent) {
    switch intent {
    case .act(let id, let action, let text): apply(.acted(on: id, action, text: text))
    case .dismiss(let ids): apply(.dismissed(ids))
    case .snooze(let ids, let until): apply(.snoozed(ids, until: until))
    case .undo(let ids): apply(.undone(ids))
    case .mark(let ids, let read): apply(.marked(ids, read: read))
    case .changes(let changes): for change in changes { apply(.changed(change)) }
    case .reset(let keys): apply(.reset(keys))
    case .loadDetail(let id): send(.loaded(id, phone.details[id]))
    case .loadRejectedList: send(.rejectedListed(phone.rejected.reversed().map(\.row)))
    case .loadRejected(let number):
      send(.rejectedLoaded(number, phone.rejected.first { $0.number == number }))
    case .removeRejected, .restoreRejected: wanted.append(intent)
    case .continueSearch: send(.searchContinued)
    case .loadSilent: send(.silentListed(phone.silent))
    case .resend, .compose, .find, .accept, .edit, .save, .writeSettings, .pipe, .endTask, .copy:
      wanted.append(intent)
    case .expand, .run, .testPush, .toggleOnline, .demo, .ring, .redraw, .suspend, .quit:
      wanted.append(intent)
    }
  }

  private mutating func apply(_ event: Phone.Event) {
    let eventCount = phone.events.count
    for case .askToUnlock(let id, let action, let text) in phone.handle(event, at: state.now) {
      send(.askedToUnlock(id, action, text: text))
    }
    send(.happened(Array(phone.events[eventCount...])))
    send(.listChanged(newest: nil))
  }
}

extension PushReference: ExpressibleByIntegerLiteral {
  /// Creates `#4` from `4`.
  public init(integerLiteral value: Int) {
    self = .entry(NotificationID(rawValue: value))
  }
}
