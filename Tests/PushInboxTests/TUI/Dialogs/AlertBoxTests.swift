import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The modal alert of 2012 (APL-15), with keys and mouse.
@Suite struct AlertBoxTests {
  private static let game: BundleID = "com.example.game"

  private static func bench(
    _ alert: String = #"{"body":"Jenna and Frank want to play","action-loc-key":"PLAY"}"#,
    size: (Int, Int) = (80, 24), _ change: (inout PhoneSettings) -> Void = { _ in }
  ) -> Bench {
    var phone = PhoneStub { settings in
      settings.device.era = .year2012
      settings.apps[Self.game, default: AppSettings()].name = "Monopoly"
      settings.apps[Self.game]?.strings = ["PLAY": "Play"]
      change(&settings)
    }
    phone.push(#"{"alert":"Earlier"}"#, app: PhoneStub.news, age: 60)
    let id = phone.push(#"{"alert":\#(alert)}"#, app: Self.game)
    var bench = Bench(phone, columns: size.0, rows: size.1)
    bench.send(.presented(id, at: PhoneStub.now))
    return bench
  }

  @Test func `the box covers the list with the app, the text and both buttons`() {
    let text = Self.bench().screen.text()
    #expect(text.contains("Monopoly"))
    #expect(text.contains("Jenna and Frank want to play"))
    #expect(text.contains("[ Close ]  Esc"))
    #expect(text.contains("[ Play ]  Enter"))
    #expect(!text.contains("BANNER"))
  }

  @Test(arguments: [
    (["de"], #""Hi""#, ["[ Schließen ]", "[ Anzeigen ]"]), (["en"], #""Hi""#, ["[ View ]"]),
    (["ru"], #"{"body":"Hi","action-loc-key":null}"#, ["[ OK ]"]),
  ])
  func `the buttons are in the phone's language`(
    languages: [String], alert: String, buttons: [String]
  ) {
    let text = Self.bench(alert) { $0.device.languages = languages }.screen.text()
    for button in buttons { #expect(text.contains(button)) }
  }

  @Test(arguments: [(20, 5), (30, 9), (40, 12), (120, 36)])
  func `the box of a long alert shows its button at every size`(columns: Int, rows: Int) {
    let body = String(repeating: "play ", count: 200)
    var bench = Self.bench(#"{"body":"\#(body)"}"#, size: (columns, rows))
    #expect(bench.screen.text().contains("Close"))
    bench.press(.escape)
    #expect(bench.state.notices.banner == nil)
  }

  @Test(arguments: [
    (40, "[ Закрыть ]", "[ Показать ]", false),
    (80, "[ Закрыть ]  Esc", "[ Показать ]  Enter", true),
  ])
  func `the keys are beside the buttons if all of them fit`(
    columns: Int, close: String, open: String, hasKeys: Bool
  ) {
    let text = Self.bench(#""Hi""#, size: (columns, 12)) { $0.device.languages = ["ru"] }
      .screen.text()
    #expect(text.contains(close) && text.contains(open), "\(text)")
    let row = text.split(separator: "\n").first { $0.contains(close) }
    #expect(row?.contains("Enter") == hasKeys)
    #expect(row?.contains("Esc") == hasKeys)
  }

  @Test func `Esc closes the box and dismisses its push without undo`() {
    var bench = Self.bench()
    bench.press(.escape)
    #expect(AlertBox(in: bench.context)?.notification == nil)
    #expect(bench.device.inbox[2] == nil)
    bench.press("u")
    #expect(bench.device.inbox[2] == nil)
    #expect(bench.device.inbox[1] != nil)
  }

  @Test func `Enter presses the action button`() {
    var bench = Self.bench()
    bench.press(.enter)
    #expect(bench.device.inbox[2]?.acted == .open)
    #expect(bench.device.runState(of: Self.game) == .foreground)
    #expect(AlertBox(in: bench.context)?.notification == nil)
  }

  @Test func `Enter closes a box whose only button is OK`() {
    var bench = Self.bench(#"{"body":"You lost","action-loc-key":null}"#)
    bench.press(.enter)
    #expect(bench.device.inbox[2] == nil)
  }

  @Test func `the action button unlocks a locked phone`() {
    var bench = Self.bench { $0.device.lock = .locked }
    bench.press(.enter)
    #expect(bench.device.settings.device.lock == .unlocked)
    #expect(bench.device.inbox[2]?.acted == .open)
  }

  @Test func `the box is modal: keys of the list do nothing, and it stays`() {
    var bench = Self.bench()
    let selection = bench.state.pages.inbox.position.selection
    bench.press("j", "k", "G", "g", " ")
    bench.send(.ticked(PhoneStub.now + 3600))
    #expect(bench.state.pages.inbox.position.selection == selection)
    #expect(AlertBox(in: bench.context)?.notification.id == 2)
  }

  @Test func `w inspects the push of the box, which is open again afterwards`() {
    var bench = Self.bench()
    bench.press("w")
    guard let inspector = bench.state.pages.layers.last?.page(InspectorPage.self) else {
      Issue.record("no inspector")
      return
    }
    #expect(inspector.id == 2)
    bench.press(.escape)
    #expect(AlertBox(in: bench.context)?.notification.id == 2)
  }

  @Test func `a phone of today has a banner and no box`() {
    let bench = Self.bench { $0.device.era = .today }
    #expect(AlertBox(in: bench.context)?.notification == nil)
    #expect(bench.screen.text().contains("BANNER"))
  }
}
