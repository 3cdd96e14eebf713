import Foundation
@testable import InboxModel
import Testing

@testable import PushInbox

@Suite struct AppStateTests {
  private static let message =
    #"{"alert":{"title":"Ann","body":"Hi"},"thread-id":"op","category":"MESSAGE"}"#

  private static let reply = AnswerName(push: 3, action: "REPLY")

  /// Three messages of one thread and a newer single one: #4 alone, then the group of #1 to #3.
  private func bench(_ change: (inout PhoneSettings) -> Void = { _ in }) -> Bench {
    var phone = PhoneStub(change)
    for age in [300.0, 200, 100] { phone.push(Self.message, age: age) }
    phone.push(#"{"alert":"News"}"#, app: PhoneStub.news, age: 50)
    return Bench(phone)
  }

  private func unread(_ bench: Bench) -> [Int] {
    bench.device.inbox.ids.filter { bench.device.inbox[$0]?.isRead == false }.map(\.rawValue)
  }

  private func selected(_ bench: Bench) -> Int? {
    bench.state.context(bench.device).target?.id?.rawValue
  }

  // MARK: Reading and dismissing

  @Test func `inspecting a push does not mark it as read`() {
    var bench = bench()
    bench.press(.enter, "]", "]", "]", .escape)
    #expect(unread(bench) == [4, 3, 2, 1])
    #expect(bench.state.pages.layers.isEmpty)
  }

  @Test func `m toggles the read state and moves to the next row`() {
    var bench = bench()
    bench.press("j", "l", "j", "j")
    #expect(selected(bench) == 2)
    bench.press("m")
    #expect(unread(bench) == [4, 3, 1])
    #expect(selected(bench) == 1)
    bench.press("k", "m")
    #expect(unread(bench) == [4, 3, 2, 1])
  }

  @Test func `m on the head of a group toggles the whole group`() {
    var bench = bench()
    bench.press("j", "m")
    #expect(unread(bench) == [4])
    bench.press("G", "m")
    #expect(unread(bench) == [4, 3, 2, 1])
  }

  @Test func `M marks the group of an entry as read`() {
    var bench = bench()
    bench.press("j", "l", "j", "M")
    #expect(unread(bench) == [4])
    #expect(selected(bench) == 3)
  }

  @Test func `after dismissing a push the next one is selected`() {
    var bench = bench()
    bench.press("j", "l", "j", "d")
    #expect(bench.device.inbox[3] == nil)
    #expect(selected(bench) == 2)
    bench.press(.delete)
    #expect(bench.device.inbox[2] == nil)
    #expect(selected(bench) == 1)
  }

  @Test func `dismissing the head of a group dismisses the group`() {
    var bench = bench()
    bench.press("j", "d")
    #expect(bench.device.inbox.count == 1)
    #expect(selected(bench) == 4)
    #expect(bench.state.notices.message?.text == "dismissed 3 pushes, u brings them back")
  }

  @Test func `dismissing a push in the inspector closes it`() {
    var bench = bench()
    bench.press(.enter, "d")
    #expect(bench.device.inbox[4] == nil)
    #expect(bench.state.pages.layers.isEmpty)
  }

  // MARK: Arrivals

  @Test func `new pushes do not move the selection`() {
    var bench = bench()
    bench.press("j")
    let id = bench.phone.push(#"{"alert":"More"}"#, app: PhoneStub.news)
    bench.send(.listChanged(newest: id))
    #expect(selected(bench) == 3)
  }

  @Test func `with follow on new pushes move the selection`() {
    var bench = bench()
    bench.press("j", "F")
    let id = bench.phone.push(#"{"alert":"More"}"#, app: PhoneStub.news)
    bench.send(.listChanged(newest: id))
    #expect(selected(bench) == id.rawValue)
  }

  @Test func `§11.10 a temporary banner ends after five seconds, by Esc, or when it was read`() {
    var bench = bench()
    let start = PhoneStub.now
    bench.send(.presented(4, at: start))
    bench.send(.ticked(start + 4.9))
    #expect(bench.state.notices.banner?.id == 4)
    bench.send(.ticked(start + 5))
    #expect(bench.state.notices.banner == nil)
    bench.send(.presented(4, at: start + 6))
    bench.press(.escape)
    #expect(bench.state.notices.banner == nil)
    bench.send(.presented(4, at: start + 6))
    bench.press("m")
    #expect(bench.state.notices.banner == nil)
  }

  @Test func `§11.10 a persistent banner is still shown after 1,000 seconds`() {
    var bench = bench { $0.apps[PhoneStub.news, default: AppSettings()].bannerStyle = .persistent }
    bench.send(.presented(4, at: PhoneStub.now))
    bench.send(.ticked(PhoneStub.now + 1000))
    #expect(bench.state.notices.banner?.id == 4)
  }

  // MARK: Actions

  @Test func `r replies with the first text action`() {
    var bench = bench()
    bench.press("j", "r")
    bench.type("jq?")
    bench.press(.altEnter, "d", .enter)
    #expect(bench.device.inbox[3]?.acted == "REPLY")
    #expect(bench.device.inbox[3]?.isRead == true)
    #expect(bench.state.pages.layers.isEmpty)
    #expect(bench.state.actions.drafts.isEmpty)
  }

  @Test func `Esc stores a draft, which the prompt shows again`() {
    var bench = bench()
    bench.press("j", "r")
    bench.type("draft")
    bench.press(.escape)
    #expect(bench.state.actions.drafts[Self.reply] == "draft")
    bench.press("r", "!")
    guard let prompt = bench.state.pages.dialog as? ReplyPrompt else {
      Issue.record("no prompt")
      return
    }
    #expect(prompt.field.text == "draft!")
    bench.press(.control("u"), .escape)
    #expect(bench.state.actions.drafts.isEmpty)
  }

  @Test func `an empty reply is not sent`() {
    var bench = bench()
    bench.press("j", "r", .enter)
    #expect(bench.state.pages.layers.count == 1)
    #expect(bench.device.inbox[3]?.acted == nil)
  }

  @Test func `r without a text action shows a message`() {
    var bench = bench()
    bench.press("r")
    #expect(bench.state.pages.layers.isEmpty)
    #expect(
      bench.state.notices.message?.text == "#4 has no reply action: it has no category")
    bench.send(.ticked(bench.state.now + Notices.messageTime))
    #expect(bench.state.notices.message == nil)
  }

  @Test(
    arguments: [
      ("PLAIN", "its category “PLAIN” has no text action"),
      (
        "OTHER",
        "its category “OTHER” is not registered; add it on the page Categories of the settings (4)"
      ),
    ])
  func `r on a push of a category without a text action says what is missing`(
    category: String, because: String
  ) {
    var bench = bench()
    bench.phone = PhoneStub {
      $0.categories["PLAIN"] = Category(
        identifier: "PLAIN", actions: [Action(identifier: "OK", title: "OK")])
    }
    bench.phone.push(#"{"alert":"Hi","category":"\#(category)"}"#)
    bench.send(.listChanged(newest: 1))
    bench.press("r")
    #expect(bench.state.notices.message?.text == "#1 has no reply action: " + because)
  }

  @Test func `a message stays when the clock is set ahead, and ends when it is set back`() {
    var bench = bench()
    bench.press("r")
    bench.send(.ticked(bench.state.now + 300))
    #expect(bench.state.notices.message != nil)
    bench.send(.ticked(bench.state.now + Notices.messageTime))
    #expect(bench.state.notices.message == nil)
    bench.press("r")
    bench.send(.ticked(bench.state.now - 300))
    #expect(bench.state.notices.message == nil)
  }

  @Test func `a opens the actions, and a digit performs one`() {
    var bench = bench()
    bench.press("j", "a", "9")
    #expect(bench.state.pages.layers == [.dialog(ActionsMenu(id: 3))])
    bench.press("2")
    #expect(bench.device.inbox[3]?.acted == "MARK_READ")
    bench.press("a", "1")
    bench.type("x")
    bench.press(.enter)
    #expect(bench.device.inbox[3]?.acted == "REPLY")
    bench.press("a", "d")
    #expect(bench.device.inbox[3] == nil)
  }

  @Test func `§11 the menu of an app on trial has the answers after its buttons`() {
    var bench = bench()
    bench.phone.change(.setting(.app(PhoneStub.chat, "permission"), .string("provisional")))
    bench.press("j", "a")
    let rows = bench.screen.text()
    #expect(rows.contains("5  Keep"))
    #expect(rows.contains("waits for the scheduled summary"))
    bench.press("7")
    #expect(bench.device.settings.app(PhoneStub.chat).permission == .denied)
    #expect(bench.state.pages.layers.isEmpty)
    #expect(bench.device.inbox[3]?.acted == nil)
  }

  @Test func `o opens the app`() {
    var bench = bench()
    bench.press("o")
    #expect(bench.device.settings.app(PhoneStub.news).state == .foreground)
    #expect(bench.device.inbox[4]?.isRead == true)
  }

  @Test func `on a locked phone an action that needs it asks to unlock, then continues`() {
    var bench = bench()
    bench.press("j", "L", "a", "3")
    #expect(bench.device.inbox[3]?.acted == nil)
    bench.press("n")
    #expect(bench.device.settings.device.lock == .locked)
    bench.press("a", "3", "y")
    #expect(bench.device.settings.device.lock == .unlocked)
    #expect(bench.device.inbox[3]?.acted == "ASSIGN")
  }

  @Test func `declining to unlock keeps the reply as a draft`() {
    var bench = bench()
    bench.send(.askedToUnlock(3, "REPLY", text: "late"))
    bench.press("n")
    #expect(bench.state.actions.drafts[Self.reply] == "late")
  }

  // MARK: The phone

  @Test func `L, D, H, b and S change lock, Do Not Disturb, previews, grouping and run state`() {
    var bench = bench()
    bench.press("L")
    #expect(bench.device.settings.device.lock == .locked)
    bench.press("L", "D")
    #expect(bench.device.settings.device.lock == .unlocked)
    #expect(bench.device.focusInForce?.name == "dnd")
    bench.press("D")
    #expect(bench.device.focusInForce == nil)
    var previews: [ShowPreviewsSetting] = []
    for _ in 0..<3 {
      bench.press("H")
      previews.append(bench.device.settings.device.previews)
    }
    #expect(previews == [.never, .always, .whenAuthenticated])
    bench.press("b", "b")
    #expect(bench.device.settings.device.grouping == .off)
    #expect(bench.device.inbox.groupCount == 4)
    var states: [AppRunState] = []
    for _ in AppRunState.allCases {
      bench.press("S")
      states.append(bench.device.settings.app(PhoneStub.news).state)
    }
    #expect(states == [.suspended, .terminated, .forceQuit, .foreground, .background])
  }

  @Test func `L and D show what they changed`() {
    var bench = bench()
    let messages: [(Key, String)] = [
      ("L", "phone: locked"), ("L", "phone: unlocked"), ("D", "Do Not Disturb: on"),
      ("D", "Do Not Disturb: off"),
    ]
    for (key, text) in messages {
      bench.press(key)
      #expect(bench.state.notices.message?.text == text)
    }
  }

  @Test func `D turns off the Focus that its schedule turned on, and names it`() {
    var night = FocusSettings()
    night.schedules = [FocusSchedule(from: 21 * 60, to: 7 * 60)]
    var bench = bench { [night] in $0.focuses["night"] = night }
    #expect(bench.device.focusInForce?.name == "night")
    bench.press("D")
    #expect(bench.device.focusInForce == nil)
    #expect(
      bench.state.notices.message?.text
        == "Focus night: off until its next time; D turns Do Not Disturb on")
    bench.press("D")
    #expect(bench.device.focusInForce?.name == "dnd")
    #expect(bench.state.notices.message?.text == "Do Not Disturb: on")
  }

  @Test func `t F B ^L ^Z request intents of the runtime`() {
    var bench = bench()
    bench.press("t", "t", .control("l"), .control("z"))
    #expect(bench.wanted == [.testPush(.message), .redraw, .suspend])
    bench.phone.reject(.badTopic)
    let events = bench.phone.events.suffix(1)
    bench.send(.happened(Array(events)))
    bench.press("B")
    bench.send(.happened(Array(events)))
    #expect(bench.wanted.last == .ring)
    #expect(bench.wanted.count == 4)
  }

  // MARK: Leaving

  @Test func `q goes back and quits at the top, Q quits immediately`() {
    var bench = bench()
    bench.press(.enter, "q")
    #expect(bench.wanted.isEmpty)
    bench.press("q")
    #expect(bench.wanted == [.quit])
    bench.press(.enter, "Q")
    #expect(bench.wanted == [.quit, .quit])
  }

  @Test func `^C closes an open page, a second one soon after quits`() {
    var bench = bench()
    bench.press("j", "r", "x", .control("c"))
    #expect(bench.state.pages.layers.isEmpty)
    #expect(bench.state.actions.drafts[Self.reply] == "x")
    bench.press(.control("c"))
    #expect(bench.wanted.isEmpty)
    bench.send(.ticked(bench.state.now + 3))
    bench.press(.control("c"))
    #expect(bench.wanted.isEmpty)
    bench.press(.control("c"))
    #expect(bench.wanted == [.quit])
  }

  @Test func `letters are text in a prompt`() {
    var bench = bench()
    bench.press("j", "r", "q", "Q", "?", "d")
    #expect(bench.wanted.isEmpty)
    #expect(bench.device.inbox.count == 4)
  }

  // MARK: The inspector and the help

  @Test func `the inspector changes tabs and moves to the next push`() {
    var bench = bench()
    bench.press("w")
    #expect(bench.state.pages.layers == [.page(InspectorPage(id: 4, tab: .why))])
    bench.press("l", "]", .tab, "]", "]")
    #expect(bench.state.pages.layers == [.page(InspectorPage(id: 4, tab: .summary))])
    bench.press("J")
    #expect(bench.state.pages.layers == [.page(InspectorPage(id: 3, tab: .summary))])
    #expect(bench.state.records.detail(of: 3) != nil)
    bench.press("[")
    #expect(bench.state.pages.layers == [.page(InspectorPage(id: 3, tab: .raw))])
    bench.press("K", .escape)
    #expect(selected(bench) == 4)
  }

  @Test func `scrolling an inspected push stops at its first and its last line`() {
    var bench = bench()
    bench.send(.resized(Size(columns: 80, rows: 12)))
    bench.press("w", "=", "G")
    guard let end = bench.state.pages.layers.last?.page(InspectorPage.self) else {
      Issue.record("\(bench.state.pages.layers)")
      return
    }
    #expect(end.scroll > 0)
    bench.press("j", .pageDown)
    #expect(bench.state.pages.layers.last == .page(end))
    bench.press("g", "k", "-")
    #expect(bench.state.pages.layers.last == .page(InspectorPage(id: 4, tab: .why)))
  }

  @Test func `selecting a push requests its details once, not again at each tick`() {
    var bench = bench()
    let intents = bench.state.handle(.key("j"), device: bench.device)
    #expect(intents == [.loadDetail(3)])
    expectStep(&bench, .ticked(PhoneStub.now + 1)) { $0.now = PhoneStub.now + 1 }
  }

  @Test func `late details of another push are dropped`() {
    var bench = bench()
    bench.press("j")
    bench.send(.loaded(4, bench.phone.details[4]))
    #expect(bench.state.records.detail(of: 4) == nil)
    #expect(bench.state.records.detail(of: 3) != nil)
  }

  @Test func `keys without a meaning show a message`() {
    var bench = bench()
    let before = bench.state
    for key: Key in [.function(5), "~", .alt("x"), .pasted("dQ"), .control("x")] {
      let intents = bench.state.handle(.key(key), device: bench.device)
      #expect(intents.isEmpty)
      let says = bench.state.notices.message?.text.hasSuffix(
        "has no function here; ? lists the keys")
      #expect(says == (key == .pasted("dQ") ? nil : true))
      bench.state.notices.message = nil
    }
    #expect(bench.state == before)
  }
}
