import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The scheduled summary and muted apps: by keys and in the settings.
@Suite struct HeldTests {
  private static let post = PhoneStub.post

  private func holding(columns: Int = 80, rows: Int = 24) -> Bench {
    var phone = PhoneStub()
    phone.hold()
    return Bench(phone, columns: columns, rows: rows)
  }

  private func place(_ bench: Bench) -> Int? { bench.state.pages[HeldPage.self].place.selection }

  /// The most relevant first, of equal ones the newest.
  @Test(
    arguments: [
      ([], 2), (["j"], 1), (["j", "j"], 3), (["j", "j", "j"], 3), (["G"], 3), (["G", "k"], 1),
      (["G", "g"], 2), ([.pageDown], 3), ([.control("d")], 3), (["j", .pageUp], 2), ([" "], 3),
    ] as [([Key], Int)])
  func `5 lists held pushes, the most relevant first, and movement keys select them`(
    keys: [Key], selection: Int
  ) {
    var bench = holding()
    bench.press("5")
    #expect(bench.state.pages.layers == [.kept(.held)])
    #expect(bench.device.heldByRelevance.map(\.notification.id.rawValue) == [2, 1, 3])
    for key in keys { bench.press(key) }
    #expect(place(bench) == selection)
  }

  @Test(arguments: [
    (Key.enter, InspectorPage.Tab.summary), ("w", .why),
  ])
  func `a held push can be inspected, and its trace has the reason`(
    key: Key, tab: InspectorPage.Tab
  ) {
    var bench = holding()
    bench.press("5", key)
    #expect(bench.state.pages.layers == [.kept(.held), .page(InspectorPage(id: 2, tab: tab))])
    #expect(bench.screen.text().contains(tab == .why ? "summary.held" : "Посылка"))
    bench.press(.escape)
    #expect(bench.state.pages.layers == [.kept(.held)])
  }

  @Test(arguments: [Key.escape, "q", "1"])
  func `each closing key leads back to the list`(key: Key) {
    var bench = holding()
    bench.press("5", key)
    #expect(bench.state.pages.layers.isEmpty)
  }

  @Test(arguments: [[Key("5"), "i"], ["i"], ["4", "i"], ["I", "i"]])
  func `the key of the summary shows it from every page`(keys: [Key]) {
    var bench = holding()
    for key in keys { bench.press(key) }
    #expect(bench.device.heldCount == 0)
    #expect(bench.device.inbox.count == 3)
    #expect(bench.state.notices.message?.text == "the pushes of the summary are in the list")
    bench.press("i")
    #expect(bench.state.notices.message?.text == "the scheduled summary holds no push")
  }

  @Test
  func `a new held push does not move the selection, and showing the summary empties the list`() {
    var bench = holding()
    bench.press("5", "j")
    bench.phone.push(#"{"alert":"First","relevance-score":1}"#, app: Self.post)
    bench.send(.listChanged(newest: nil))
    #expect(place(bench) == 1)
    #expect(bench.state.pages[HeldPage.self].place.place == 2)
    bench.phone.change(.showSummary)
    bench.send(.listChanged(newest: nil))
    #expect(place(bench) == nil)
    #expect(bench.screen.text().contains("Nothing is held."))
    #expect(bench.state.context(bench.device).target?.id == nil)
  }

  @Test func `hidden previews are hidden in Held`() {
    var bench = holding()
    bench.press("5", "L")
    let text = bench.screen.text()
    #expect(!text.contains("Посылка"))
    #expect(!text.contains("Weekly"))
    #expect(text.contains("Notification"))
  }

  @Test func `a snoozed push is in Held, not in the summary`() {
    var bench = chatting()
    bench.press("z", "2", "5")
    #expect(place(bench) == 1)
    let text = bench.screen.text()
    for words in [">22:58 ", "snoozed", "Chat", "Hi", " 1 snoozed"] {
      #expect(text.contains(words), "\(words)")
    }
    bench.press("i")
    #expect(bench.device.heldCount == 1)
    bench.press("u")
    #expect(bench.device.heldCount == 0)
    #expect(bench.device.inbox.count == 1)
  }

  @Test func `a click selects a row, a second one opens it`() throws {
    var bench = holding()
    bench.press("5")
    let rows = bench.screen.text().split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(rows.firstIndex { $0.contains("Weekly") })
    let target = bench.screen.target(row: row, column: 20)
    #expect(target == .row(1))
    bench.send(.mouse(.press, on: target))
    #expect(place(bench) == 1)
    bench.send(.mouse(.press, on: target))
    #expect(bench.state.pages.layers.last == .page(InspectorPage(id: 1)))
  }

  @Test func `the header names Held while pushes are held or the view is open`() {
    var bench = holding()
    #expect(bench.screen.text().contains("5 Held 3"))
    bench.press("i")
    #expect(!bench.screen.text().contains("5 Held"))
    bench.press("5")
    #expect(bench.screen.text().contains("[5 Held 0]"))
  }

  @Test func `the settings have a row that shows the summary`() throws {
    var bench = holding()
    bench.press("4", "G")
    let row = try #require(bench.settingRows.last)
    #expect(row.path == ["summary", "now"])
    #expect(row.value == "3 held")
    #expect(row.name == "summary=now")
    bench.press(" ")
    #expect(bench.device.heldCount == 0)
  }

  // MARK: Mute

  private func chatting() -> Bench {
    var phone = PhoneStub()
    phone.push(#"{"alert":"Hi"}"#)
    return Bench(phone)
  }

  @Test func `Z mutes the app of the selected push for an hour, for today, not at all`() throws {
    var bench = chatting()
    let midnight = try #require(Timestamp.date("2026-04-15T00:00:00+03:00"))
    let steps: [(Date?, String)] = [
      (PhoneStub.now + 3600, "Chat: muted for an hour"), (midnight, "Chat: muted for today"),
      (nil, "Chat: unmuted"), (PhoneStub.now + 3600, "Chat: muted for an hour"),
    ]
    for (until, words) in steps {
      bench.press("Z")
      #expect(bench.device.mutedUntil(PhoneStub.chat) == until)
      #expect(bench.state.notices.message?.text == words)
    }
    #expect(bench.screen.text().contains("Chat muted until 22:58"))
    bench.phone.push(#"{"alert":"Hush"}"#)
    #expect(bench.device.inbox.notifications.first { _ in true }?.reason == .appMuted)
  }

  @Test func `within an hour of midnight, a second Z ends the mute`() {
    var bench = chatting()
    bench.send(.ticked(PhoneStub.now + 4000))
    bench.press("Z", "Z")
    #expect(bench.device.mutedUntil(PhoneStub.chat) == nil)
  }

  @Test func `without a selected push Z does nothing`() {
    var bench = Bench()
    bench.press("Z", "3", "Z", "4", "Z")
    #expect(bench.device.mutedApps.isEmpty)
  }

  @Test func `an app's mute is in the settings, changes in turn, and x resets it`() throws {
    var bench = chatting()
    func row() -> SettingRow? {
      bench.settingRows.first { $0.path == ["mute", PhoneStub.chat.text] }
    }
    bench.press("4", "]", "]", " ")
    #expect(row()?.value == "-")
    while bench.state.pages[SettingsPage.self].selection != row()?.path { bench.press("j") }
    bench.press(" ")
    #expect(row()?.value == "until 22:58")
    #expect(row()?.remark == "set")
    #expect(row()?.name == "mute.com.example.chat")
    #expect(bench.screen.text().contains("muted until 22:58"))
    bench.press(" ")
    #expect(row()?.value == "until Wed 00:00")
    bench.press("x")
    #expect(row()?.value == "-")
    #expect(bench.device.mutedApps.isEmpty)
    bench.press(.enter)
    #expect(bench.device.mutedApps == [PhoneStub.chat])
  }

  @Test func `several muted apps are counted in the status line`() {
    var phone = PhoneStub()
    phone.change(.mute(PhoneStub.chat, until: PhoneStub.now + 60))
    phone.change(.mute(PhoneStub.news, until: PhoneStub.now + 60))
    #expect(Bench(phone).screen.text().contains("2 apps muted"))
  }
}
