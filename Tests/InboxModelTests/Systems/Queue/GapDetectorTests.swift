import Foundation
import Testing

@testable import InboxModel

/// The app's side of the numbering (`docs/reference/queue.md`).
@Suite struct GapDetectorTests {
  /// Returns a phone that has counted 1, after which this number of pushes was lost.
  private func phone(
    lost: Int = 0, _ change: (inout QueueSettings) -> Void = { _ in }
  ) -> QueuePhone {
    var phone = QueuePhone(change)
    phone.send()
    if lost > 0 { phone.lose(lost) }
    return phone
  }

  /// Returns the queue fields of a push that its sender numbered.
  private func mark(_ position: String, hash: String? = nil) -> String {
    #""notificationPosition":\#(position),"deviceIdHash":"\#(hash ?? Self.hash)""#
  }

  /// FNV-1a of `phone`, the default device identifier.
  private static let hash = "773611af"

  /// Returns a numbered push that reaches the phone.
  private func letter(_ id: Int, position: Int) throws -> Delivery {
    try Delivery.stub(
      id, app: QueuePhone.mail, aps: #"{"alert":"\#(id)","mutable-content":1}"#,
      beside: #","xiva":{\#(mark("\(position)"))}"#)
  }

  private func numbered() -> QueuePhone {
    var phone = QueuePhone()
    phone.send(xiva: mark("1"))
    return phone
  }

  @Test
  func `XIV-11 XIV-36 without a response the original is shown after 30 seconds`()
    throws
  {
    var settings = PhoneSettings()
    settings.queue.apps = [QueuePhone.mail]
    var device = Phone(settings: settings)
    _ = device.handle(.delivered(try letter(1, position: 1)), at: .pushMoment)
    let effects = device.handle(.delivered(try letter(2, position: 3)), at: .pushMoment)
    let asked = effects.compactMap {
      if case .guest(.askRepeats(let request)) = $0 { request } else { nil }
    }
    #expect(asked.map(\.positions) == [[2]])
    #expect(device.inbox.count == 1)
    #expect(device.nextMoment == .pushMoment + 30)
    _ = device.handle(.timePassed, at: .pushMoment + 29)
    #expect(device.inbox.count == 1)
    _ = device.handle(.timePassed, at: .pushMoment + 30)
    #expect(device.inbox.notifications.map(\.content.body) == ["2", "1"])
    #expect(device.inbox[2]?.textNote == .extensionTimeout)
    for coming in [nil, [2]] {
      let late = device.handle(
        .guest(.repeatsAnswered(asked[0], coming: coming)), at: .pushMoment + 31)
      #expect(late.isEmpty)
    }
    // A request without a response is repeated.
    let next = device.handle(.delivered(try letter(3, position: 4)), at: .pushMoment + 61)
    let again = next.compactMap {
      if case .guest(.askRepeats(let request)) = $0 { request.positions } else { nil }
    }
    #expect(again == [[2]])
  }

  @Test func `a missing response is reported, and no setting is named`() throws {
    var settings = PhoneSettings()
    settings.queue.apps = [QueuePhone.mail]
    var device = Phone(settings: settings)
    _ = device.handle(.delivered(try letter(1, position: 1)), at: .pushMoment)
    _ = device.handle(.delivered(try letter(2, position: 3)), at: .pushMoment)
    let effects = device.handle(.timePassed, at: .pushMoment + 30)
    let record = effects.compactMap {
      if case .store(.insert(let record)) = $0 { record } else { nil }
    }.last
    let step = record.flatMap {
      Presentation.trace(of: $0).steps.first { $0.name == .extension }
    }
    #expect(step?.because.hasPrefix("the provider did not report within 30s") == true)
    #expect(step?.code == .extensionTimeout)
    #expect(step?.setting == nil)
  }

  @Test func `a duplicate of a push that shows the number of missing ones shows it too`() {
    var phone = phone(lost: 11)
    phone.set("duplicate", 100)
    phone.send()
    #expect(phone.texts.count == 2)
    #expect(phone.texts.last?.contains("11") == true)
    #expect(phone.news("replaced") == ["replaced 13 missed 11"])
    #expect(phone.news("late") == ["late 13"])
    #expect(phone.counts.replaced == 1)
    #expect(phone.counts.unreadable == 1)
    #expect(phone.counts.duplicates == 1)
  }

  @Test func `an expired push is not sent again`() {
    var phone = phone()
    phone.set("loseNext", 1)
    let end = Int(phone.now.timeIntervalSince1970) + 1
    phone.send(headers: [("apns-expiration", String(end))])
    phone.advance(3)
    phone.send()
    #expect(phone.counts.repeated == 0)
    #expect(phone.texts.count == 2)
    #expect(phone.texts.last?.contains("1") == true)
  }

  /// The number of lost pushes, the settings, the end of the text of the step `queue`, and the
  /// setting in it.
  private static let stories: [(Int, @Sendable (inout QueueSettings) -> Void, String, String?)] = [
    (0, { _ in }, "position 2 of its queue; the one that the app expected", nil),
    (
      11, { _ in },
      "11 missing before it (2 to 12), too many to request: their number is shown instead",
      "queue.repeatMaxCount"
    ),
    (
      2, { $0.failRepeats = 100 },
      "2 missing before it (2 and 3), and the request for them failed: their number is shown instead",
      "queue.failRepeats"
    ),
    (
      1, { $0.ttl = 0.001 },
      "1 missing before it (2), which are no longer available: their number is shown instead",
      nil
    ),
  ]

  @Test(arguments: stories.indices)
  func `the trace states the missing pushes and the causing setting`(index: Int) throws {
    let (lost, change, because, setting) = Self.stories[index]
    var phone = phone(lost: lost, change)
    phone.advance(1)
    phone.send()
    let steps = Presentation.trace(of: try #require(phone.record)).steps
    let queue = try #require(steps.first { $0.name == .queue })
    #expect(queue.because.hasSuffix(because), "\(queue.because)")
    #expect(queue.setting == setting)
    let asked = try #require(steps.first { $0.name == .extension })
    #expect(asked.setting == (lost == 0 ? "queue.apps" : setting))
    #expect(asked.result == (lost == 0 ? .ok : .note))
    #expect(asked.code == (lost == 0 ? nil : .queueMissed))
  }

  @Test func `the trace states the position that the sender assigned`() throws {
    var phone = numbered()
    phone.send(xiva: mark("5000000000"))
    let record = try #require(phone.record)
    let step = Presentation.trace(of: record).steps.first { $0.name == .queue }
    let because = try #require(step?.because)
    #expect(because.contains("position 5000000000 set by its sender"))
    #expect(because.contains("(2 to 4999999999)"))
  }

  @Test func `a push whose text was replaced counts as unreadable`() {
    var phone = phone(lost: 1) { $0.failRepeats = 100 }
    phone.send()
    #expect(phone.counts.delivered == 2)
    #expect(phone.counts.unreadable == 1)
    #expect(phone.counts.rateWithout == 66.7)
    #expect(phone.counts.rate == 33.3)
    #expect(phone.counts.chart.columns.map(\.readable) == [1])
  }

  @Test func `a push in transit counts although its app is no longer numbered`() {
    var phone = phone { $0.link.delay = 2 }
    phone.advance(2)
    phone.send()
    phone.set("apps", [])
    phone.advance(2)
    #expect(phone.last == 2)
    phone.set("apps", [.string(QueuePhone.mail.text)])
    phone.send()
    phone.advance(2)
    #expect(phone.news.isEmpty)
    #expect(phone.texts == ["1", "2", "3"])
  }

  @Test(
    arguments: [
      ("XIV-21: position 2", 0, [], ["1", "2"]),
      (
        "XIV-22: position 3", 1, ["lost 2", "gap 3 missed 1", "repeat 2", "late 2"],
        ["1", "3", "2"]
      ),
    ] as [(String, Int, [String], [String])])
  func `XIV-21 XIV-22 a gap is requested, an adjacent position is not`(
    name: String, lost: Int, news: [String], texts: [String]
  ) {
    var phone = phone(lost: lost)
    phone.send()
    #expect(phone.news == news)
    #expect(phone.texts == texts)
  }

  @Test(arguments: ["1"]) func `XIV-23 a position that is not higher is shown without a request`(
    position: String
  ) {
    var phone = numbered()
    phone.send(xiva: mark(position))
    #expect(phone.texts == ["1", "2"])
    #expect(phone.news == ["late \(position)"])
    #expect(phone.last == 1)
  }

  @Test func `XIV-24 a gap of the maximum size is requested`() {
    var phone = phone(lost: 10)
    phone.send()
    #expect(phone.news("gap") == ["gap 12 missed 10"])
    #expect(phone.texts.count == 12)
  }

  @Test func `XIV-25 a gap beyond the maximum is shown as a number`() {
    var phone = phone(lost: 11)
    phone.send()
    #expect(phone.news("gap").isEmpty)
    #expect(phone.news("replaced") == ["replaced 13 missed 11"])
    #expect(phone.texts == ["1", "You have 11 missed messages, see the app"])
    #expect(phone.note == "queue.missed")
  }

  @Test func `XIV-26 the first position is stored and the push shown`() {
    var phone = QueuePhone()
    phone.send(xiva: mark("40"))
    #expect(phone.last == 40)
    #expect(phone.texts == ["1"])
    #expect(phone.news.isEmpty)
  }

  @Test func `XIV-27 a push for another device does not change the position`() {
    var phone = numbered()
    phone.send(xiva: mark("7", hash: "00000000"))
    #expect(phone.last == 1)
    #expect(phone.texts == ["1", "2"])
    #expect(phone.news.isEmpty)
  }

  @Test func `XIV-28 another device identifier restarts the counting`() {
    var phone = numbered()
    phone.set("deviceId", "other")
    phone.lose(38)
    phone.set("loseNext", 0)
    phone.send()
    #expect(phone.last == 39)
    #expect(phone.news("gap").isEmpty)
    #expect(phone.texts == ["1", "40"])
  }

  @Test func `XIV-29 after a failed request the number is shown and the position has advanced`() {
    var phone = phone(lost: 2) { $0.failRepeats = 100 }
    phone.send()
    #expect(phone.news.suffix(2) == ["gap 4 missed 2", "replaced 4 missed 2"])
    #expect(phone.texts == ["1", "You have 2 missed messages, see the app"])
    #expect(phone.last == 4)
  }

  @Test func `XIV-30 after 100 missed pushes one notification states 100`() {
    var phone = phone(lost: 100)
    phone.send()
    #expect(phone.texts == ["1", "You have 100 missed messages, see the app"])
    #expect(phone.counts.replaced == 1)
  }

  @Test func `XIV-31 with the corrected rule 1, 2, 3, 4 causes no request`() {
    var phone = QueuePhone()
    for _ in 1...4 { phone.send() }
    #expect(phone.news.isEmpty)
    #expect(phone.last == 4)
  }

  @Test func `XIV-32 with the printed rule 1, 2, 3 causes one request`() {
    var phone = QueuePhone { $0.rule = .printed }
    for _ in 1...3 { phone.send() }
    #expect(phone.news == ["gap 3 missed 1", "repeat 2", "late 2"])
    #expect(phone.texts == ["1", "3", "2"], "the copy replaces the first, as any push does")
    #expect(phone.counts.duplicates == 1)
  }

  @Test func `XIV-33 with two open gaps each push is listed once`() {
    var phone = phone(lost: 1)
    phone.set("delay", "5s")
    phone.set("loseNext", 0)
    phone.send()
    phone.advance(5)
    #expect(phone.news("gap") == ["gap 3 missed 1"])
    phone.lose(2)
    phone.set("delay", "1s")
    phone.send()
    phone.advance(1)
    #expect(phone.news("gap") == ["gap 3 missed 1", "gap 6 missed 2"])
    phone.advance(60)
    #expect(phone.texts == ["1", "3", "6", "4", "5", "2"])
    #expect(phone.news("repeat 2").count == 1)
  }

  @Test func `a push in transit is not requested again, a push lost again is`() {
    var phone = phone(lost: 1)
    phone.set("delay", "400ms")
    phone.set("loseNext", 0)
    for _ in 1...6 {
      phone.send()
      phone.advance(0.1)
    }
    phone.advance(5)
    #expect(phone.news("repeat 2").count == 1)
    #expect(phone.events.filter { $0.name == "shown" && $0.id == 2 }.count == 1)
    // The repeated push is lost too: half a minute later the next push requests it again.
    phone.lose(1)
    phone.set("loseNext", 0)
    phone.send()
    phone.set("loseNext", 1)
    phone.advance(5)
    phone.set("loseNext", 0)
    phone.send()
    phone.advance(31)
    phone.send()
    phone.advance(31)
    phone.send()
    phone.advance(5)
    #expect(phone.texts.count == phone.counts.sent)
  }

  @Test func `XIV-34 a late push is shown and does not change the position`() {
    var phone = phone(lost: 1)
    phone.set("delay", "5s")
    phone.send()
    phone.advance(5)
    phone.set("delay", "0s")
    for _ in 1...3 { phone.send() }
    phone.advance(60)
    #expect(phone.last == 6)
    #expect(phone.texts == ["1", "3", "4", "5", "6", "2"])
  }

  @Test func `XIV-35 a push to an app with lock screen, list and banners off is not counted`() {
    var phone = QueuePhone()
    phone.send()
    for key in ["lockScreen", "list", "banners"] {
      phone.handle(.changed(.setting(.app(QueuePhone.mail, key), false)), at: phone.now)
    }
    phone.send()
    #expect(phone.last == 1)
    #expect(phone.news.isEmpty)
  }

  @Test func `XIV-39 reception, success and failure are reported`() {
    var phone = phone(lost: 1)
    phone.send()
    phone.set("failRepeats", 100)
    phone.lose(1)
    phone.send()
    #expect(phone.events.filter { $0.name == "shown" }.count == 4)
    #expect(
      phone.news == [
        "lost 2", "gap 3 missed 1", "repeat 2", "late 2", "lost 4", "gap 5 missed 1",
        "replaced 5 missed 1",
      ])
  }

  @Test(arguments: ["-3", "0", "\"7\"", "null", "1.5", "1e30", "9223372036854775807", "[]"])
  func `a push with an invalid position is shown unchanged`(position: String) {
    var phone = numbered()
    phone.send(xiva: mark(position))
    #expect(phone.texts == ["1", "2"])
    #expect(phone.last == 1)
    #expect(phone.news.isEmpty)
    let step = phone.record.flatMap {
      Presentation.trace(of: $0).steps.first { $0.name == .queue }
    }
    #expect(step?.result == .note)
  }

  @Test func `a gap of billions is shown as a number, not requested`() {
    var phone = numbered()
    phone.send(xiva: mark("9000000000"))
    #expect(phone.texts == ["1", "You have 8999999998 missed messages, see the app"])
    #expect(phone.last == 9_000_000_000)
  }

  @Test func `pushes that another provider numbered cannot be requested`() {
    var phone = numbered()
    phone.send(xiva: mark("3"))
    #expect(phone.texts == ["1", "You have 1 missed message, see the app"])
  }

  @Test(arguments: [
    ("ru", 1, "У вас 1 пропущенное сообщение, откройте приложение"),
    ("ru", 3, "У вас 3 пропущенных сообщения, откройте приложение"),
    ("ru", 11, "У вас 11 пропущенных сообщений, откройте приложение"),
    ("pl", 2, "Masz 2 pominięte wiadomości, otwórz aplikację"),
    ("ja", 4, "見逃したメッセージが4件あります。Appで確認してください"),
    ("ar", 2, "لديك رسالتان فائتتان، افتح التطبيق"),
    ("eo", 2, "You have 2 missed messages, see the app"),
  ])
  func `the number is shown in the phone's language`(language: String, missed: Int, text: String) {
    var phone = phone(lost: missed) { $0.repeatMaxCount = 0 }
    phone.handle(.changed(.language(language)), at: phone.now)
    phone.send()
    #expect(phone.texts.last == text)
  }

  @Test func `the app's own text is used, and no part of the push's`() {
    var phone = phone(lost: 2) { $0.repeatMaxCount = 1 }
    phone.handle(
      .changed(
        .setting(.app(QueuePhone.mail, "strings"), ["XIVA_MISSED": "%u letters wait"])),
      at: phone.now)
    phone.send(aps: #","badge":7"#)
    #expect(phone.texts.last == "2 letters wait")
    #expect(phone.system.device.badges[QueuePhone.mail] == 7)
  }

  @Test func `the app's own program runs after the counting`() throws {
    var settings = PhoneSettings()
    settings.queue.apps = [QueuePhone.mail]
    settings.apps[QueuePhone.mail, default: AppSettings()].serviceExtension = ServiceExtension(
      .stated(["aps": ["alert": "changed", "mutable-content": 1]], after: 0))
    var device = Phone(settings: settings)
    _ = device.handle(.delivered(try letter(1, position: 1)), at: .pushMoment)
    #expect(device.inbox.notifications.map(\.content.body) == ["changed"])
    #expect(device.snapshot.guests.missed.values.map(\.last) == [1])
  }
}
