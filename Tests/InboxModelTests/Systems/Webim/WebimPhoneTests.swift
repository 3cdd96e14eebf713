import Foundation
import Testing

@testable import InboxModel

/// The notifications that an app makes of Webim's messages (`docs/systems/webim.md`).
@Suite struct WebimPhoneTests {
  private let id = "03ef89e10352b87809e67f74504c4bb6"

  @Test(arguments: [
    ("en", WebimExample.accepted, "Никита К joined the chat", nil as String?),
    ("en", WebimExample.message, "Никита К: 1232", nil),
    ("en", WebimExample.file, "Никита К sent a file: p.jpg", "300 × 300, 53 KB"),
    ("en", WebimExample.contactRequest, "Please leave your contact details", nil),
    ("en", #"{"type":"P.RO","event":"add","params":[]}"#, "Please rate the operator", nil),
    ("en", #"{"type":"P.WM","event":"add"}"#, "The operator sent a form", nil),
    ("ru", WebimExample.accepted, "Никита К теперь на связи", nil),
    ("ru", WebimExample.message, "Никита К: 1232", nil),
    ("ru", WebimExample.file, "Никита К: файл p.jpg", "300 × 300, 53 КБ"),
    ("ru", WebimExample.contactRequest, "Пожалуйста, оставьте свои контакты", nil),
    ("ru", #"{"type":"P.RO","event":"add","params":[]}"#, "Пожалуйста, оцените оператора", nil),
    ("ru", #"{"type":"P.WM","event":"add"}"#, "Оператор прислал форму", nil),
    ("ja", WebimExample.accepted, "Никита К joined the chat", nil),
  ])
  func `each type has its text`(
    language: String, line: String, body: String, subtitle: String?
  ) throws {
    for line in [line, try WebimExample.asTexts(line)] {
      var phone = WebimPhone { $0.device.languages = [language] }
      let record = try phone.push(line)
      #expect(record.notification.app == WebimPhone.app)
      #expect(record.notification.content == .init(subtitle: subtitle, body: body))
      #expect(record.notification.outcome == .shown)
      #expect(record.notification.presented == [.banner, .list, .sound])
      let kind = record.why.steps.first { $0.name == .kind }
      #expect(kind?.result == .note && kind?.code == .kindData)
      #expect(kind?.because.hasPrefix("Webim creates it from a Webim message, P.") == true)
    }
  }

  @Test func `the app's own strings override Webim's`() throws {
    var phone = WebimPhone {
      $0.apps[WebimPhone.app, default: AppSettings()].strings = ["P.OM": "«%2$@» — %1$@"]
    }
    try phone.push(WebimExample.message)
    try phone.push(WebimExample.accepted)
    #expect(phone.bodies == ["Никита К joined the chat", "«1232» — Никита К"])
  }

  @Test(arguments: [
    (#"{"size":0}"#, "en", "0 bytes" as String?), (#"{"size":999}"#, "ru", "999 байт"),
    (#"{"size":1499}"#, "en", "1 KB"), (#"{"size":999499}"#, "en", "999 KB"),
    (#"{"size":999500}"#, "en", "1 MB"), (#"{"size":1250000}"#, "en", "1.3 MB"),
    (#"{"size":1250000}"#, "ru", "1,3 МБ"), (#"{"size":2000000000}"#, "ru", "2 ГБ"),
    (#"{"size":9223372036854775807}"#, "en", "9223372 TB"),
    (#"{"size":12000,"is_voice":true}"#, "en", "Voice message, 12 KB"),
    (#"{"size":12000,"is_voice":true}"#, "ru", "Голосовое сообщение, 12 КБ"),
    (#"{"image":{"size":{"width":640,"length":480}}}"#, "en", "640 × 480"),
    (#"{"filename":"p.jpg"}"#, "en", nil),
  ])
  func `a file is described with its kind and size`(
    text: String, language: String, line: String?
  ) throws {
    var phone = WebimPhone { $0.device.languages = [language] }
    let content = try phone.push(WebimExample.file(text)).notification.content
    #expect(content.subtitle == line)
  }

  @Test func `WEB-31 the picture is shown as its path, with the moment it was sent`() throws {
    var phone = WebimPhone()
    let why = try phone.push(WebimExample.message).why
    #expect(
      why.because(.kind)
        == "Webim creates it from a Webim message, P.OM, written 2018-07-14T15:42:42.568Z, picture "
        + "/webim/images/avatar/wmtest2_181510.png on the server of its sender")
    let elsewhere = WebimExample.message.replacing(
      "/webim/images/avatar/wmtest2_181510.png", with: "https://example.com/a.png")
    #expect(
      try phone.push(elsewhere).why.because(.kind).hasSuffix("picture https://example.com/a.png"))
  }

  // MARK: Removal

  @Test func `WEB-26 del removes the message with its identifier, reported as remote`() throws {
    var phone = WebimPhone()
    try phone.push(WebimExample.message(text: "One", id: "m1"))
    try phone.push(WebimExample.message(text: "Two", id: "m2"))
    let effects = try phone.effects(of: WebimExample.message(text: "One", id: "m1", event: "del"))
    #expect(phone.bodies == ["Никита К: Two"])
    let events = effects.compactMap { effect -> InboxEvent? in
      if case .emit(let event) = effect { event } else { nil }
    }
    #expect(events.contains { $0.id == 1 && $0.kind == .removed(by: .remote) })
    let record = try #require(effects.record)
    #expect(record.notification.outcome == .none)
    #expect(record.notification.reason == .remoteRemoved)
    #expect(record.why.because(.kind) == "Webim has Webim remove “m1”")
    #expect(
      effects.stored.contains(.phone(.update(1, isRead: false, acted: nil, place: .removed))))
  }

  @Test func `WEB-26 a del without a shown message has no effect`() throws {
    var phone = WebimPhone()
    try phone.push(WebimExample.message(text: "One", id: "m1"))
    let record = try phone.push(WebimExample.message(text: "", id: "m9", event: "del"))
    #expect(phone.bodies == ["Никита К: One"])
    #expect(record.notification.reason == .remoteRemoved)
    #expect(record.why.because(.kind).hasSuffix("which is not in the list"))
    // Another app's entry with the same identifier stays.
    let other = #"{"bundleId":"com.example.other","#
    try phone.push(other + WebimExample.message(text: "x", id: "m1", event: "del").dropFirst())
    #expect(phone.bodies == ["Никита К: One"])
    // A repeated removal has no further effect.
    for _ in 0..<2 { try phone.push(WebimExample.message(text: "", id: "m1", event: "del")) }
    #expect(phone.bodies == [])
  }

  @Test func `WEB-26 without an identifier the newest of its type is removed`() throws {
    var phone = WebimPhone()
    for name in ["Ann", "Ben"] {
      try phone.push(#"{"type":"P.OA","event":"add","params":["\#(name)"]}"#)
    }
    try phone.push(#"{"type":"P.RO","event":"add"}"#)
    let record = try phone.push(#"{"type":"P.OA","event":"del"}"#)
    #expect(phone.bodies == ["Please rate the operator", "Ann joined the chat"])
    #expect(record.why.because(.kind) == "Webim has Webim remove the newest P.OA")
    try phone.push(#"{"type":"P.OA","event":"del"}"#)
    try phone.push(#"{"type":"P.OA","event":"del"}"#)
    #expect(phone.bodies == ["Please rate the operator"])
  }

  @Test func `WEB-26 a deletion removes the newest message of its own chat`() throws {
    var phone = WebimPhone()
    for chat in ["a", "b"] {
      try phone.push(
        #"{"aps":{"thread-id":"\#(chat)"},"type":"P.OA","event":"add","params":["\#(chat)"]}"#)
    }
    try phone.push(#"{"aps":{"thread-id":"a"},"type":"P.OA","event":"del"}"#)
    #expect(phone.bodies == ["b joined the chat"])
  }

  @Test func `a held message is removed as well`() throws {
    var phone = WebimPhone {
      $0.summary.times = [8 * 60]
      $0.summary.apps = [WebimPhone.app]
    }
    #expect(try phone.push(WebimExample.message).notification.outcome == .held)
    try phone.push(WebimExample.accepted)
    #expect(phone.device.held.count == 2)
    try phone.push(WebimExample.message(text: "", event: "del"))
    try phone.push(#"{"type":"P.OA","event":"del"}"#)
    #expect(phone.device.held.isEmpty)
  }

  @Test func `WEB-27 a repeated identifier is one entry`() throws {
    var phone = WebimPhone()
    try phone.push(WebimExample.message(text: "One"))
    let again = try phone.push(WebimExample.message(text: "One, corrected"))
    #expect(phone.bodies == ["Никита К: One, corrected"])
    #expect(again.notification.replaced == 1)
    #expect(again.notification.requestID.text == id)
    #expect(again.why.steps.contains { $0.code == .collapseReplaced })
  }

  // MARK: Messages that are not shown

  @Test func `WEB-28 a message without a required field is not shown, and its trace states why`()
    throws
  {
    var phone = WebimPhone()
    let line = WebimExample.message.replacing(#""name":"Никита К","#, with: "")
    let effects = try phone.effects(of: line)
    let record = try #require(effects.record)
    #expect(phone.bodies == [])
    #expect(record.notification.outcome == .none)
    #expect(record.notification.reason == .kindDataRejected)
    #expect(
      record.why.because(.kind)
        == "a Webim message from which Webim creates no notification: message.name: This field is required; "
        + "the app shows nothing.")
    let isTold = effects.events.contains {
      if case .presented(_, .kindDataRejected, _, _, _, _, _, _) = $0 { true } else { false }
    }
    #expect(isTold)
    #expect(Lint.findings(for: record.delivery).map(\.rule) == [.webimField])
  }

  @Test func `WEB-29 a message of an unknown type is not shown`() throws {
    var phone = WebimPhone()
    let record = try phone.push(#"{"type":"P.XX","event":"add","params":["a"]}"#)
    #expect(record.notification.reason == .kindDataRejected && phone.bodies == [])
  }

  @Test(arguments: [
    (#"["Ann"]"#, "Ann: "), ("[]", ": "), (#"["Ann","Hi","more"]"#, "Ann: Hi"),
    (#"["Ann",null]"#, "Ann: "), (#"[1,{"a":2}]"#, #"1: {"a":2}"#),
  ])
  func `WEB-30 missing params leave empty placeholders and a warning`(
    params: String, body: String
  ) throws {
    var phone = WebimPhone()
    let line = WebimExample.message.replacing(#"["Никита К","1232"]"#, with: params)
    let record = try phone.push(line)
    #expect(record.notification.content.body == body)
    let count = try JSONReader.read(Array(params.utf8)).root.array?.count ?? 0
    #expect(
      Lint.findings(for: record.delivery).map(\.rule) == (count < 2 ? [.webimParameters] : []))
  }

  @Test(arguments: [
    (AppRunState.foreground, ReasonCode.shown, true), (.background, .shown, true),
    (.suspended, .shown, true), (.terminated, .shown, true), (.forceQuit, .kindDataLost, false),
  ])
  func `a message reaches the app unless it was force-quit`(
    state: AppRunState, reason: ReasonCode, isCalled: Bool
  ) throws {
    var phone = WebimPhone { $0.apps[WebimPhone.app, default: AppSettings()].state = state }
    let effects = try phone.effects(of: WebimExample.message)
    #expect(effects.record?.notification.reason == reason)
    let calls = effects.events.compactMap { kind -> String? in
      if case .app(_, let delegate?, _) = kind { delegate } else { nil }
    }
    #expect(calls == (isCalled ? ["onMessageReceived"] : []))
    if state == .terminated {
      #expect(phone.device.runState(of: WebimPhone.app) == .background, "it was started")
    }
  }

  @Test func `a force-quit app receives messages after it is started`() throws {
    var phone = WebimPhone()
    try phone.push(WebimExample.message(text: "One", id: "m1"))
    try phone.set("app.com.example.webim=forceQuit")
    try phone.push(WebimExample.message(text: "", id: "m1", event: "del"))
    #expect(phone.bodies == ["Никита К: One"], "nothing takes it back")
    try phone.set("app.com.example.webim=background")
    try phone.push(WebimExample.message(text: "Two", id: "m2"))
    #expect(phone.bodies.count == 2)
  }

  @Test func `authorization, Focus and previews apply to a message`() throws {
    var phone = WebimPhone { $0.apps[WebimPhone.app, default: AppSettings()].permission = .denied }
    #expect(try phone.push(WebimExample.message).notification.reason == .appDenied)
    phone = WebimPhone()
    try phone.set("dnd=on", "previews=never")
    let record = try phone.push(WebimExample.message)
    #expect(record.notification.reason == .dndManual)
    #expect(phone.device.visibleText(of: record.notification).isHidden)
    try phone.set("online=no")
    #expect(try phone.effects(of: WebimExample.message(text: "x", id: "m5")).record == nil)
    try phone.set("online=yes")
    #expect(phone.device.inbox.count == 2)
  }

  @Test func `entry and trace are the same after a restart`() throws {
    var phone = WebimPhone()
    let record = try phone.push(WebimExample.file)
    let json = try #require(
      try JSONReader.read(record.delivery.storedBesideNotification).root.object)
    let payload = try Payload.read(record.delivery.payload.bytes).get()
    let delivery = Delivery(stored: json, beside: record.notification, payload: payload)
    #expect(delivery == record.delivery)
  }

  // MARK: Lines

  @Test(arguments: [
    (WebimExample.accepted, "com.example.webim", WebimExample.accepted),
    (
      #"{"bundleId":"com.example.help","type":"P.RO","event":"add"}"#, "com.example.help",
      #"{"type":"P.RO","event":"add"}"#
    ),
    (
      #"{"type":"P.RO","event":"add","Simulator Target Bundle":"com.example.help"}"#,
      "com.example.help", #"{"type":"P.RO","event":"add"}"#
    ),
    (
      #"{"payload":{"type":"P.RO","event":"add"}}"#, "com.example.webim",
      #"{"type":"P.RO","event":"add"}"#
    ),
    (
      #"{"bundleId":"com.example.help","payload":{"type":"P.RO","event":"add"}}"#,
      "com.example.help", #"{"type":"P.RO","event":"add"}"#
    ),
    (
      #"{"aps":{},"type":"P.RO","event":"add"}"#, "com.example.webim",
      #"{"aps":{},"type":"P.RO","event":"add"}"#
    ),
  ])
  func `a message is a push line of its named app or Webim's`(
    line: String, topic: String, body: String
  ) throws {
    let bytes = Array(line.utf8)
    for request in [
      try PushLine.request(
        from: bytes, number: 1, source: "t", receivedAt: .pushMoment, freshID: "f"),
      try SimulatorFile.request(from: bytes, name: "t", receivedAt: .pushMoment, freshID: "f"),
    ] {
      #expect(request.fields == [HeaderField("apns-topic", topic)])
      #expect(String(decoding: request.body, as: UTF8.self) == body)
      #expect(try request.payload.get().webimMessage != nil)
    }
    let named = try SimulatorFile.request(
      from: bytes, app: "com.example.own", name: "t", receivedAt: .pushMoment, freshID: "f")
    #expect(named.fields == [HeaderField("apns-topic", "com.example.own")])
  }

  @Test func `a message of 4,097 bytes is too large`() throws {
    var phone = WebimPhone()
    let short = WebimExample.message(text: "")
    let room = 4096 - short.utf8.count
    // It contains the text twice.
    let text = String(repeating: "x", count: room / 2)
    let full = WebimExample.message(text: text) + (room % 2 == 0 ? "" : " ")
    #expect(full.utf8.count == 4096)
    #expect(try phone.effects(of: #"{"payload":"# + full + "}").record != nil)
    let more = WebimExample.message(text: text + "x")
    let rejected = try phone.effects(of: more).contains {
      if case .store(.gateway(.rejected(let push))) = $0 {
        push.reason == "PayloadTooLarge"
      } else {
        false
      }
    }
    #expect(rejected)
  }

  // MARK: For an iPhone

  @Test func `WEB-33 an iPhone gets no del: event beside an alert is a custom key`() throws {
    var phone = WebimPhone()
    let aps = #"{"bundleId":"com.example.webim","payload":{"aps":{"alert":{"loc-key":"P.OM","#
    let rest = #""loc-args":["Ann","Hi"]},"sound":"default"},"webim":1"#
    try phone.push(aps + rest + "}}")
    try phone.push(aps + rest + #","event":"del","type":"P.OM"}}"#)
    #expect(phone.device.inbox.count == 2)
  }

  @Test func `WEB-35 without a catalogue the key is the text`() throws {
    let line =
      #"{"bundleId":"com.example.webim","payload":{"aps":{"alert":{"loc-key":"P.OM","#
      + #""loc-args":["Имя Оператора","Сообщение"]},"sound":"default"},"webim":1}}"#
    var phone = WebimPhone()
    let record = try phone.push(line)
    #expect(record.notification.content.body == "P.OM")
    #expect(record.notification.textNote == .textKeyMissing)
    phone = WebimPhone {
      $0.apps[WebimPhone.app, default: AppSettings()].strings = ["P.OM": "%1$@: %2$@"]
    }
    #expect(
      try phone.push(line).notification.content.body == "Имя Оператора: Сообщение")
  }
}
