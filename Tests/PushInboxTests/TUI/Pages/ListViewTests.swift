import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The list of rejected pushes, the log and the lock screen, by their keys.
@Suite struct ListViewTests {
  private func rejecting(_ reasons: [RejectionReason]) -> Bench {
    var phone = PhoneStub()
    for (number, reason) in reasons.enumerated() {
      phone.reject(reason, age: Double(reasons.count - number))
    }
    return Bench(phone)
  }

  private func numbers(_ bench: Bench) -> [Int] { bench.rejectedRows.map(\.number) }

  // MARK: Rejected

  @Test func `rejected pushes are listed newest first and loaded when first shown`() {
    var bench = rejecting([.badTopic, .badPriority, .badTopic])
    #expect(!bench.state.records.rejected.isLoaded)
    bench.press("2")
    #expect(numbers(bench) == [3, 2, 1])
    #expect(bench.state.records.rejected.rows.elements.allSatisfy { $0.body.isEmpty })
    #expect(bench.state.records.rejected.rows.elements.allSatisfy { $0.size == 22 })
    #expect(bench.state.records.rejected.detail?.number == 3)
    #expect(bench.state.records.rejected.detail?.body.count == 22)
    bench.press("j")
    #expect(bench.state.records.rejected.detail?.number == 2)
  }

  @Test func `a later rejected push is added on top without moving the selection`() {
    var bench = rejecting([.badTopic, .badPriority])
    bench.press("2", "j")
    bench.phone.reject(.badTopic)
    bench.send(.happened(Array(bench.phone.events.suffix(1))))
    #expect(numbers(bench) == [3, 2, 1])
    #expect(bench.state.pages[RejectedPage.self].place.selection == 1)
  }

  @Test func `the newest rejected pushes are retained`() throws {
    var bench = rejecting([.badTopic])
    bench.press("2")
    bench.phone.reject(.badPriority)
    let event = try #require(bench.phone.events.last)
    for _ in 0..<3 { bench.send(.happened(Array(repeating: event, count: 900))) }
    let kept = bench.state.records.rejected.rows.elements.count
    #expect((RejectedList.limit...RejectedList.limit * 5 / 4).contains(kept))
    #expect(bench.state.records.rejected.counts == ["BadPriority": kept])
  }

  @Test func `b groups by reason, Enter expands a group, then opens the request`() {
    var bench = rejecting([.badTopic, .badPriority, .badTopic, .badMessageID, .badPriority])
    bench.press("2", "b")
    #expect(numbers(bench) == [5, 4, 3])
    #expect(bench.state.pages[RejectedPage.self].heads(in: bench.context)[5]?.count == 2)
    #expect(
      bench.state.pages[RejectedPage.self].heads(in: bench.context)[5]?.newestFirst.map(\.number)
        == [5, 2])
    bench.press(.enter)
    #expect(numbers(bench) == [5, 2, 4, 3])
    #expect(bench.state.pages.layers.last == .kept(.rejected))
    bench.press("j")
    #expect(bench.state.pages[RejectedPage.self].place.selection == 2)
    bench.press("h")
    #expect(numbers(bench) == [5, 4, 3])
    #expect(bench.state.pages[RejectedPage.self].place.selection == 5)
    bench.press("j", .enter)
    #expect(bench.state.pages.layers.last == .page(RequestPage(number: 4)))
    bench.press(.escape, "j", "l")
    #expect(numbers(bench) == [5, 4, 3, 1])
  }

  @Test func `with groups J, =, - and n move and fold`() {
    var bench = rejecting([.badTopic, .badPriority, .badTopic, .badMessageID, .badPriority])
    bench.press("2", "b", "J")
    #expect(bench.state.pages[RejectedPage.self].place.selection == 4)
    bench.press("=", "K")
    #expect(numbers(bench) == [5, 2, 4, 3, 1])
    #expect(bench.state.pages[RejectedPage.self].place.selection == 5)
    bench.press("j", "-")
    #expect(numbers(bench) == [5, 4, 3])
    #expect(bench.state.pages[RejectedPage.self].place.selection == 5)
    bench.press("n")
    #expect(numbers(bench) == [5, 2, 4, 3])
    #expect(bench.state.pages[RejectedPage.self].place.selection == 2)
    bench.press("N", " ")
    #expect(numbers(bench) == [5, 4, 3])
    bench.press(" ")
    #expect(numbers(bench) == [5, 2, 4, 3])
  }

  @Test func `the hint of Enter names expanding or inspecting`() {
    var bench = rejecting([.badTopic, .badPriority, .badPriority])
    bench.press("2")
    #expect(bench.screen.text().contains("Enter inspect"))
    bench.press("b", "k")
    #expect(bench.screen.text().contains("Enter unfold"))
    bench.press(.enter)
    #expect(bench.screen.text().contains("Enter inspect"))
  }

  @Test func `a request has its bytes on a tab, and J opens the next one`() {
    var bench = rejecting([.badTopic, .badPriority])
    bench.press("2", "w")
    #expect(bench.screen.text().contains("[Request]"))
    bench.press("]")
    #expect(bench.screen.text().contains("[Raw]"))
    #expect(bench.screen.text().contains(#"{"aps":{"alert":"Hi"}}"#))
    bench.press("J")
    #expect(bench.screen.text().contains("R1"))
    #expect(bench.screen.text().contains("[Raw]"))
    bench.press("J", "w")
    #expect(bench.screen.text().contains("400 BadTopic"))
    bench.press(.escape)
    #expect(bench.state.pages[RejectedPage.self].place.selection == 1)
  }

  @Test func `b toggles between groups and newest first`() {
    var bench = rejecting([.badTopic, .badPriority, .badTopic, .badMessageID, .badPriority])
    bench.press("2", "b")
    #expect(bench.device.settings.device.grouping == .automatic)
    bench.press("b")
    #expect(numbers(bench) == [5, 4, 3, 2, 1])
  }

  @Test func `a filter narrows the list while it is typed, and Esc removes it`() {
    var bench = rejecting([.badTopic, .badPriority, .badTopic])
    bench.press("2", "/")
    bench.type("reason:BadToken")
    #expect(numbers(bench) == [])
    bench.press(.backspace, .backspace, .backspace, .backspace)
    #expect(numbers(bench) == [3, 1])
    bench.type(" is:")
    bench.press(.enter)
    guard let prompt = bench.state.pages.dialog as? FilterPrompt else {
      Issue.record("the line is closed")
      return
    }
    #expect(prompt.line.note != nil)
    bench.press(.escape)
    #expect(numbers(bench) == [3, 2, 1])
    bench.press("/")
    bench.type("reason:BadTopic")
    bench.press(.enter)
    #expect(bench.state.pages.layers == [.kept(.rejected)])
    bench.press("/", .control("u"), .backspace)
    #expect(numbers(bench) == [3, 2, 1])
  }

  @Test func `Enter shows the whole request with secrets masked`() {
    var bench = rejecting([.badTopic])
    bench.press("2", .enter)
    let text = bench.screen.text()
    #expect(text.contains("POST /3/device/9f86"))
    #expect(text.contains(#""alert": "Hi""#))
    #expect(text.contains("(masked)"))
    #expect(!text.contains("secret"))
    bench.press(.escape)
    #expect(bench.state.pages.layers == [.kept(.rejected)])
  }

  @Test func `a late answer about another request is dropped`() {
    var bench = rejecting([.badTopic, .badPriority])
    bench.press("2", "j")
    bench.send(.rejectedLoaded(2, bench.phone.rejected[1]))
    #expect(bench.state.records.rejected.detail?.number == 1)
  }

  // MARK: Log

  private func logging() -> Bench {
    var phone = PhoneStub()
    for _ in 0..<3 { phone.push(#"{"alert":"Hi"}"#) }
    phone.reject(.badTopic, app: PhoneStub.news)
    return Bench(phone)
  }

  @Test func `the log follows new events until the user moves up`() {
    var bench = logging()
    bench.press("3")
    #expect(bench.state.pages[LogPage.self].follows)
    bench.press("L")
    #expect(bench.state.records.events.count == 5)
    #expect(
      bench.state.pages[LogPage.self].selectedEvent(in: bench.state.records)?.name == "setting")
    bench.press("k")
    #expect(
      bench.state.pages[LogPage.self].selectedEvent(in: bench.state.records)?.name == "rejected")
    bench.press("L")
    #expect(
      bench.state.pages[LogPage.self].selectedEvent(in: bench.state.records)?.name == "rejected")
    #expect(!bench.state.pages[LogPage.self].follows)
    bench.press("G")
    #expect(bench.state.pages[LogPage.self].follows)
    bench.press("F")
    #expect(!bench.state.pages[LogPage.self].follows)
    bench.press("F")
    #expect(bench.state.pages[LogPage.self].follows)
  }

  @Test func `Enter in the log inspects the push of the event`() {
    var bench = logging()
    bench.press("3", .enter)
    #expect(bench.state.pages.layers == [.kept(.log), .page(RequestPage(number: 1))])
    bench.press(.escape, "k", .enter)
    #expect(bench.state.pages.layers == [.kept(.log), .page(InspectorPage(id: 3))])
    bench.press(.escape, "w")
    #expect(bench.state.pages.layers == [.kept(.log), .page(InspectorPage(id: 3, tab: .why))])
    bench.press(.escape, "L", "G", .enter)
    #expect(bench.state.pages.layers == [.kept(.log)])
  }

  @Test func `a filter narrows past and new events of the log`() {
    var bench = logging()
    bench.press("3", "/")
    bench.type("app:news")
    bench.press(.enter)
    #expect(bench.state.records.events.lines.map(\.number) == [4])
    bench.press("L")
    let id = bench.phone.push(#"{"alert":"News"}"#, app: PhoneStub.news)
    bench.send(.happened(bench.phone.events.filter { $0.id == id }))
    #expect(bench.state.records.events.lines.map(\.number) == [4, 6])
    bench.press("/", .control("u"), .enter)
    #expect(bench.state.records.events.lines.map(\.number) == Array(1...6))
  }

  @Test func `the log retains the newest events, without bodies of rejected pushes`() throws {
    var bench = logging()
    let event = try #require(bench.phone.events.last)
    for _ in 0..<6 { bench.send(.happened(Array(repeating: event, count: 900))) }
    #expect(bench.state.records.events.count == 4 + 5400)
    #expect(
      (EventLog.limit...EventLog.limit * 5 / 4).contains(bench.state.records.events.lines.count))
    #expect(bench.state.records.events.lines.last?.number == bench.state.records.events.count)
    guard case .rejected(let push) = bench.state.records.events.lines.last?.event.kind else {
      Issue.record("no rejected push")
      return
    }
    #expect(push.body.isEmpty)
    #expect(push.size == 22)
  }

  // MARK: Lock screen

  private func locked() -> Bench {
    var phone = PhoneStub()
    for age in [300.0, 200, 100] { phone.push(#"{"alert":"Hi","thread-id":"op"}"#, age: age) }
    phone.push(#"{"alert":"News"}"#, app: PhoneStub.news, age: 50)
    phone.change(.focusOn("dnd", until: nil))
    phone.push(#"{"alert":"Quiet"}"#, app: "com.example.mail", age: 10)
    phone.change(.focusOff(since: PhoneStub.now))
    phone.change(.lock(.locked))
    return Bench(phone)
  }

  @Test func `unread pushes that are not quiet are on the lock screen, in stacks`() {
    var bench = locked()
    var cards = LockCard.all(of: bench.device)
    #expect(cards.map(\.top.id) == [4, 3])
    #expect(cards.map(\.others) == [0, 2])
    bench.press("m")
    bench.press("I", "G", "m")
    cards = LockCard.all(of: bench.device)
    #expect(cards.map(\.top.id) == [4, 2])
    #expect(cards.map(\.others) == [0, 1])
  }

  @Test func `Enter unlocks and opens the app, I returns`() {
    var bench = locked()
    bench.press("I", "I")
    #expect(bench.state.pages.layers.isEmpty)
    bench.press("I", "j", .enter)
    #expect(bench.state.pages.layers.isEmpty)
    #expect(bench.device.settings.device.lock == .unlocked)
    #expect(bench.device.settings.app(PhoneStub.chat).state == .foreground)
    #expect(bench.device.inbox[3]?.isRead == true)
    #expect(bench.state.context(bench.device).target?.id == 3)
  }

  @Test func `l expands a stack, h and Space collapse it`() {
    var bench = locked()
    bench.press("H", "H", "I", "j", "l")
    #expect(bench.screen.text().ranges(of: "Hi").count == 3)
    bench.press("h")
    #expect(bench.screen.text().ranges(of: "Hi").count == 1)
    bench.press(" ", " ")
    #expect(bench.state.pages[LockScreenPage.self].expanded == nil)
    bench.press("L")
    #expect(bench.device.settings.device.lock == .unlocked)
    #expect(bench.state.pages.layers == [.kept(.lockScreen)])
  }

  @Test func `an app without lock screen permission has no card on the lock screen`() {
    var bench = locked()
    bench.phone.change(.setting(.app(PhoneStub.news, "lockScreen"), .bool(false)))
    #expect(LockCard.all(of: bench.device).map(\.top.id) == [3])
    bench.press("I")
    #expect(!bench.screen.text().contains("News"))
  }

  // MARK: Days

  @Test func `the first group of a day has a heading if there is room`() {
    var phone = PhoneStub()
    for (thread, age) in [("a", 90_000.0), ("b", 89_000), ("c", 200), ("d", 100)] {
      phone.push(#"{"alert":"Hi","thread-id":"\#(thread)"}"#, age: age)
    }
    var bench = Bench(phone, columns: 120, rows: 36)
    let rows = bench.context.inboxRows
    let lines = sequence(first: rows.first) { $0.map(rows.row(after:)) }.prefix { $0 != nil }
      .compactMap { $0.map(rows.lines(of:)) }
    #expect(lines == [2, 1, 2, 1])
    let text = bench.screen.text().split(separator: "\n").map(String.init)
    #expect(text[1].hasPrefix("   TODAY"))
    #expect(text[4].hasPrefix("   YESTERDAY"))
    bench.press("G")
    #expect(bench.screen.text().contains("\n>  ● Chat      a Hi"))
    bench.send(.resized(Size(columns: 99, rows: 36)))
    #expect(!bench.screen.text().contains("TODAY"))
  }

  // MARK: Payload

  @Test func `Space folds the selected group, - and = all`() {
    var phone = PhoneStub()
    let long = String(repeating: "word ", count: 200)
    phone.push(#"{"alert":{"title":"a","body":"\#(long)"}}"#)
    var bench = Bench(phone)
    bench.press(.enter, "]", "]")
    let lines = { (bench: Bench) in bench.pageLines?.count }
    #expect(lines(bench) == 8)
    bench.press("j", "j", "j", "j", " ")
    #expect(lines(bench) ?? 0 > 15)
    bench.press(" ", "k", "k", " ")
    #expect(lines(bench) == 5)
    bench.press("=")
    #expect(lines(bench) ?? 0 > 15)
    bench.press("-")
    #expect(lines(bench) == 3)
    bench.press("J", "G", "g", .pageDown)
    #expect(lines(bench) == 3)
  }
}
