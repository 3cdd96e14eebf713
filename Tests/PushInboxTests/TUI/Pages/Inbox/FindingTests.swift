import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// `/` in the inbox: the list follows the typed text. Actions apply to the matches.
@Suite struct FindingTests {
  /// Six pushes: a chat of three, news of two, one of them silenced, and a lone one.
  private func bench() -> Bench {
    var phone = PhoneStub()
    phone.push(#"{"alert":"Lunch?","thread-id":"ann"}"#, age: 60)
    phone.push(#"{"alert":"Dinner?","thread-id":"ann"}"#, age: 50)
    phone.push(#"{"alert":"Lunch it is","thread-id":"ann"}"#, age: 40)
    phone.push(#"{"alert":"Lunch break","thread-id":"daily"}"#, app: PhoneStub.news, age: 30)
    phone.change(.focusOn("dnd", until: nil))
    phone.push(#"{"alert":"Late edition","thread-id":"daily"}"#, app: PhoneStub.news, age: 0)
    phone.push(#"{"alert":"Hello"}"#, app: "com.example.mail", age: 0)
    return Bench(phone)
  }

  /// The numbers of the listed pushes, newest first.
  private func listed(_ bench: Bench) -> [Int] {
    bench.context.inboxRows.inbox.ids.map(\.rawValue)
  }

  @Test(arguments: [
    ("lunch", [4, 3, 1]), ("app:chat", [3, 2, 1]), ("-app:chat", [6, 5, 4]),
    ("is:quiet", [6, 5]), ("app:news lunch", [4]), ("nothing of the kind", []),
    ("", [6, 5, 4, 3, 2, 1]),
  ])
  func `the list changes while a filter is typed`(text: String, numbers: [Int]) {
    var bench = bench()
    bench.press("/")
    bench.type(text)
    #expect(listed(bench) == numbers)
    bench.press(.enter)
    #expect(bench.state.pages.layers.isEmpty)
    #expect(listed(bench) == numbers)
    #expect(bench.screen.text().contains("Nothing matches") == numbers.isEmpty)
    let isWhole = text.isEmpty
    #expect(bench.screen.text().contains("\(numbers.count) match /\(text)") == !isWhole)
    bench.press(.escape)
    #expect(listed(bench) == [6, 5, 4, 3, 2, 1])
  }

  @Test(arguments: [
    ("lunch", "lun", true), ("lunch br", "lunch ", true), ("is:quiet la", "is:quiet ", true),
    ("lunch", "", false), ("-lunch", "-lun", false), ("app:news", "app:n", false),
    ("\"a b\" c", "\"a b\" ", false), ("din", "lun", false), ("lunch -x", "lunch ", false),
    ("payload:ab", "payload:a", true), ("-payload:ab", "-payload:a", false),
    ("title:ab", "title:a", true), ("json:a=ab", "json:a=a", false),
    ("thread:ann ", "thread:a", false),
    ("body:a", "body", false), ("x body:a", "x ", true), ("x body:a", "x bo", false),
  ])
  func `only a longer word of plain text is searched among earlier matches`(
    text: String, before: String, isNarrower: Bool
  ) throws {
    let filters = try [text, before].map { text throws(FilterError) in
      try ListFilter(text, now: PhoneStub.now, timeZone: .gmt)
    }
    #expect(filters[0].finds(lessThan: filters[1]) == isNarrower)
  }

  @Test func `groups contain and count only matches`() {
    var bench = bench()
    bench.press("/")
    bench.type("lunch")
    bench.press(.enter)
    let groups = bench.context.inboxRows.inbox.groups.map {
      "\($0.key.thread) \($0.count)"
    }
    #expect(groups == ["daily 1", "ann 2"])
  }

  @Test func `new and read pushes enter and leave the matches`() {
    var bench = bench()
    bench.press("/")
    bench.type("is:unread app:chat")
    bench.press(.enter)
    #expect(listed(bench) == [3, 2, 1])
    let new = bench.phone.push(#"{"alert":"More","thread-id":"ann"}"#)
    bench.phone.push(#"{"alert":"Other"}"#, app: PhoneStub.news)
    bench.send(.listChanged(newest: new))
    #expect(listed(bench) == [7, 3, 2, 1])
    bench.press("g", "n", "m")
    #expect(listed(bench) == [7, 2, 1])
  }

  @Test func `examining changed entries finds the same as examining all`() {
    var bench = bench()
    bench.press("/")
    bench.type("lunch")
    bench.press(.enter)
    let other = bench.phone.push(#"{"alert":"Other"}"#)
    let lunch = bench.phone.push(#"{"alert":"Lunch again","thread-id":"ann"}"#)
    _ = bench.phone.device.handle(.removed([1]), at: PhoneStub.now)
    bench.send(.listChanged(newest: lunch, touched: [other, lunch, 1]))
    let (found, list) = (bench.state.pages.inbox.found, listed(bench))
    #expect(list.contains(lunch.rawValue) && !list.contains(other.rawValue) && !list.contains(1))
    bench.send(.listChanged(newest: nil))
    #expect(bench.state.pages.inbox.found == found && listed(bench) == list)
  }

  @Test func `n and N move between matching entries and expand groups`() {
    var bench = bench()
    bench.press("/")
    bench.type("lunch")
    bench.press(.enter, "g")
    var seen: [Int?] = [bench.state.context(bench.device).target?.id?.rawValue]
    for _ in 0..<3 {
      bench.press("n")
      seen.append(bench.state.context(bench.device).target?.id?.rawValue)
    }
    bench.press("N")
    seen.append(bench.state.context(bench.device).target?.id?.rawValue)
    #expect(seen == [4, 3, 1, 1, 3])
  }

  @Test func `dismissing and reading a filtered group affect only matches`() {
    var bench = bench()
    bench.press("/")
    bench.type("app:chat lunch")
    bench.press(.enter, "g", "M")
    #expect(bench.device.inbox.notifications.filter(\.isRead).map(\.id.rawValue) == [3, 1])
    bench.press("d")
    #expect(bench.device.inbox.ids.map(\.rawValue) == [6, 5, 4, 2])
  }

  @Test func `! lists only silenced pushes, then all again`() {
    var bench = bench()
    bench.press("!")
    #expect(listed(bench) == [6, 5])
    bench.press("!")
    #expect(listed(bench) == [6, 5, 4, 3, 2, 1])
  }

  @Test func `an invalid filter is marked, and the list keeps the last valid one`() {
    var bench = bench()
    bench.press("/")
    bench.type("lunch is:x")
    #expect(listed(bench) == [3])
    bench.press(.enter)
    guard let prompt = bench.state.pages.dialog as? FilterPrompt,
      case .problem(let text, let place) = prompt.line.note
    else {
      Issue.record("no problem is shown")
      return
    }
    #expect(text.contains("is:"))
    #expect(place.lowerBound == 6)
    // Esc restores the list.
    bench.press(.escape)
    #expect(listed(bench) == [6, 5, 4, 3, 2, 1])
  }

  /// The texts that are marked in a row of the screen: reversed there, or on a reversed row not
  /// reversed.
  private func marked(_ bench: Bench, row: Int, columns: Range<Int>) -> [String] {
    let cells = columns.map { bench.screen[row, $0] }
    let isReversed = bench.screen[row, 0].style.isReversed
    return cells.split { $0.style.isReversed == isReversed }.map { $0.map(\.text).joined() }
  }

  @Test(arguments: [
    ("lunch", ["Lunch"]), ("title:lunch", []), ("body:UNCH", ["unch"]), ("-dinner", []),
    ("payload:lunch", []), ("news", ["News"]), ("dail", ["dail"]), ("app:news", []),
  ])
  func `matches are highlighted in the searched columns, also on the selected row`(
    text: String, words: [String]
  ) {
    var phone = PhoneStub()
    phone.push(#"{"alert":"Lunch break","thread-id":"daily"}"#, app: PhoneStub.news)
    var bench = Bench(phone)
    bench.press("/")
    bench.type(text)
    bench.press(.enter)
    let isFound = !bench.screen.text().contains("Nothing matches")
    #expect(isFound != text.hasPrefix("title"))
    if isFound { #expect(marked(bench, row: 1, columns: 5..<79) == words) }
    bench.press(.escape)
    #expect(marked(bench, row: 1, columns: 5..<79) == [])
  }

  @Test func `hidden text is found, and its match is not highlighted`() {
    var phone = PhoneStub()
    phone.push(#"{"alert":{"title":"Notification","body":"Lunch"}}"#)
    phone.change(.previews(.never))
    var bench = Bench(phone)
    bench.press("/")
    bench.type("n")
    bench.press(.enter)
    #expect(listed(bench) == [1])
    #expect(marked(bench, row: 1, columns: 16..<60) == [])
  }

  @Test func `an emptied filter stays open, and further letters are not commands`() {
    var bench = bench()
    bench.press("/", "a", .backspace, .backspace, .control("h"))
    bench.type("is:quiet")
    #expect(listed(bench) == [6, 5])
    bench.press(.enter)
    #expect(bench.state.pages.layers.isEmpty)
  }

  private func typed(_ bench: Bench) -> String? {
    guard let prompt = bench.state.pages.dialog as? FilterPrompt else { return nil }
    return prompt.line.field.text
  }

  @Test(arguments: [
    ("th", "thread:"), ("thread:a", "thread:ann "), ("-is:unr", "-is:unread "),
    ("lunch app:ne", "lunch app:news "), ("app:com.example.n", "app:com.example.news "),
    ("json:aps.thr", "json:aps.thread-id="), ("nothing:x", "nothing:x"),
    ("thread:o", "thread:\"of two words\" "), ("thread:\"of t", "thread:\"of two words\" "),
  ])
  func `Tab completes names, values, apps and threads`(text: String, completed: String) {
    var bench = bench()
    bench.phone.push(#"{"alert":"Two","thread-id":"of two words"}"#)
    bench.press("/")
    bench.type(text)
    bench.press(.tab)
    #expect(typed(bench) == completed)
  }

  @Test func `Tab lists several candidates`() {
    var bench = bench()
    bench.press("/")
    bench.type("is:un")
    bench.press(.control("w"))
    bench.type("is:")
    bench.press(.tab)
    #expect(bench.screen.text().contains("unread  read  quiet"))
  }

  @Test func `arrows restore earlier filters, each once`() {
    var bench = bench()
    for text in ["lunch", "app:news", "lunch"] {
      bench.press("/", .control("u"))
      bench.type(text)
      bench.press(.enter)
    }
    bench.press(.escape, "/")
    bench.type("begun")
    var seen: [String?] = []
    for key in [Key.up, .up, .up, .down, .down] {
      bench.press(key)
      seen.append(typed(bench))
    }
    #expect(seen == ["lunch", "app:news", "app:news", "lunch", "begun"])
  }

  @Test func `an unknown word is reported with the nearest one`() {
    var bench = bench()
    bench.press("/")
    bench.type("tilte:lunch")
    bench.press(.enter)
    #expect(bench.screen.text().contains("“tilte:” is not known; did you mean “title:lunch”?"))
  }

  /// A phone with many pushes, every tenth of them for lunch.
  private func crowded(_ count: Int) -> Phone {
    var snapshot = Snapshot()
    for number in 1...count {
      var notification = DeliveredNotification(
        id: NotificationID(rawValue: number), apnsID: "a-\(number)", requestID: "a-\(number)",
        app: PhoneStub.chat, receivedAt: PhoneStub.now, topic: "")
      notification.content.title = number % 10 == 0 ? "Lunch" : "Dinner"
      snapshot.phone.entries.append(Phone.State.Entry(notification: notification, place: .listed))
    }
    return Phone(settings: PhoneSettings(), snapshot: snapshot)
  }

  @Test func `a large inbox is searched in parts, and Enter waits for all matches`() throws {
    let device = crowded(9000)
    var state = AppState(size: Size(columns: 80, rows: 24), now: PhoneStub.now)
    _ = state.handle(.listChanged(newest: nil), device: device)
    _ = state.handle(.key("/"), device: device)
    // The newest matches are listed immediately.
    #expect(state.handle(.key("u"), device: device).contains(.continueSearch))
    #expect(
      state.pages.inbox.found?.newest == 9000 && state.pages.inbox.found?.count == InboxSearch.first
    )
    var parts = 0
    while state.handle(.searchContinued, device: device).contains(.continueSearch) { parts += 1 }
    #expect(parts == 2)
    #expect(state.pages.inbox.search == nil && state.pages.inbox.found?.count == 900)
    #expect(state.handle(.key("n"), device: device).contains(.continueSearch) == false)
    #expect(state.pages.inbox.found?.count == 900)
    for key in [Key.backspace, "x", .backspace] { _ = state.handle(.key(key), device: device) }
    #expect(state.pages.inbox.search != nil)
    _ = state.handle(.key(.enter), device: device)
    let filter = state.filters[.inbox].filter
    #expect(state.pages.inbox.search == nil)
    #expect(state.pages.inbox.found == device.inbox.narrowed(to: filter, on: device))
  }

  @Test func `a longer word is searched among the matches of the shorter one`() {
    let device = crowded(50_000)
    var state = AppState(size: Size(columns: 80, rows: 24), now: PhoneStub.now)
    func type(_ key: Key) -> Int {
      var parts = state.handle(.key(key), device: device).contains(.continueSearch) ? 1 : 0
      guard parts > 0 else { return 0 }
      while state.handle(.searchContinued, device: device).contains(.continueSearch) { parts += 1 }
      return parts
    }
    _ = state.handle(.listChanged(newest: nil), device: device)
    _ = state.handle(.key("/"), device: device)
    let whole = (50_000 + InboxSearch.part - 1) / InboxSearch.part
    #expect(type("u") == whole)
    #expect(state.pages.inbox.found?.count == 5000)
    let part = (5000 + InboxSearch.part - 1) / InboxSearch.part
    #expect(type("n") == part)
    #expect(state.pages.inbox.found?.count == 5000)
  }

  @Test(arguments: [false, true])
  func `changes during a search are part of its result`(isNarrower: Bool) throws {
    var device = crowded(60_000)
    var state = AppState(size: Size(columns: 80, rows: 24), now: PhoneStub.now)
    _ = state.handle(.listChanged(newest: nil), device: device)
    _ = state.handle(.key("/"), device: device)
    _ = state.handle(.key("u"), device: device)
    if isNarrower {
      while state.handle(.searchContinued, device: device).contains(.continueSearch) {}
      _ = state.handle(.key("n"), device: device)
    }
    #expect(state.pages.inbox.search != nil)
    // Match 20 and the newest one leave, 30 is read, a push that matches comes.
    var push = PushRecord.stub(60_001).delivery
    push.payload = try Payload.read(Array(#"{"aps":{"alert":{"title":"Lunch"}}}"#.utf8)).get()
    let events: [(event: Phone.Event, touched: [NotificationID])] = [
      (.removed([20, 60_000]), [20, 60_000]), (.marked([30], read: true), [30]),
      (.delivered(push), [60_001]),
    ]
    for (event, touched) in events {
      _ = device.handle(event, at: PhoneStub.now)
      _ = state.handle(.listChanged(newest: nil, touched: touched), device: device)
    }
    while state.handle(.searchContinued, device: device).contains(.continueSearch) {}
    let filter = state.filters[.inbox].filter
    #expect(state.pages.inbox.found == device.inbox.narrowed(to: filter, on: device))
    #expect(state.pages.inbox.found?.count == 5999)
  }

  @Test func `n at the last match and N at the first show that there is no other`() {
    var phone = PhoneStub()
    phone.push(#"{"alert":"One"}"#, app: PhoneStub.news)
    var bench = Bench(phone)
    bench.press("/", "O", "n", .enter)
    for (key, words) in [("n", "this is the last match"), ("N", "this is the first match")] {
      bench.press(Key(named: key) ?? .escape)
      #expect(bench.state.notices.message?.text == words)
    }
  }

  @Test(arguments: ["n", "N"] as [Key])
  func `n and N in a list without a search name the key that starts one`(key: Key) {
    var bench = Bench(PhoneStub())
    bench.press(key)
    #expect(bench.state.notices.message?.text == "there is no search: / starts one")
  }

  @Test(arguments: ["w", "m", "o", "d", "y", "e"] as [Key])
  func `a key for a push without a selection shows a message`(key: Key) {
    var bench = Bench(PhoneStub())
    bench.press(key)
    #expect(bench.state.notices.message?.text == "no push is selected: select one first")
  }

  @Test func `a search in one pane of the inspector names the other that has the text`() {
    var phone = PhoneStub()
    phone.push(#"{"alert":"One"},"url":"https://example.com/path""#, app: PhoneStub.news)
    var bench = Bench(phone, columns: 120, rows: 36)
    bench.press(.enter, "/")
    for letter in ["e", "x", "a", "m", "p", "l", "e", ".", "c", "o", "m", "/"] as [Key] {
      bench.press(letter)
    }
    bench.press(.enter, "n")
    #expect(
      bench.state.notices.message?.text.contains(
        "is not on this page but on Payload: Tab goes there")
        == true, "\(bench.state.notices.message?.text ?? "none")")
  }
}
