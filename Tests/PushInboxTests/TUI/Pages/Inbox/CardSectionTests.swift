import CAllocations
import Foundation
import Testing

@testable import InboxModel
@testable import PushInbox

/// Live Activities on the screen: the section of the inbox, the lock screen, the page of a card.
@Suite struct CardSectionTests {
  static let sizes = [(40, 12), (60, 15), (80, 24), (120, 36), (20, 5), (1, 1)]

  /// The inbox of most screens with three Live Activities.
  static func phone() -> PhoneStub {
    var phone = ViewsTests.phone()
    phone.addActivities()
    return phone
  }

  typealias Scene = ViewsTests.Scene

  static let scenes = [
    Scene("cards"),
    Scene("cards-selected") { $0.press("k", "k") },
    Scene("cards-folded") { $0.press("k", " ") },
    Scene("cards-filter") { bench in
      bench.press("/")
      bench.type("is:activity packed")
      bench.press(.enter)
    },
    Scene("cards-lock") { $0.press("L", "I") },
    Scene("cards-lock-second") { $0.press("L", "I", "j") },
    Scene("activity") { $0.press("6") },
    Scene("activity-stale") { $0.press("6", "J") },
    Scene("activity-ended") { $0.press("6", "J", "J") },
  ]

  @Test(arguments: scenes, sizes)
  func `each scene of Live Activities equals its golden screen at each size`(
    scene: Scene, size: (Int, Int)
  ) throws {
    var bench = Bench(Self.phone(), columns: size.0, rows: size.1)
    try scene.draw(&bench)
    try expectScreen(bench.screen, named: "\(scene.testDescription)-\(size.0)x\(size.1)")
  }

  @Test func `on the lock screen 6 opens the page of the selected card`() {
    var bench = Bench(Self.phone())
    bench.press("6", "J")
    #expect(bench.screen.text().contains("Live Activity 2 of 3"))
    for place in 1...3 {
      bench.press("I", "g", "g")
      for _ in 1..<place { bench.press("j") }
      bench.press("6")
      #expect(bench.screen.text().contains("Live Activity \(place) of 3"))
    }
  }

  @Test func `on the lock screen d removes a card and selects the next one`() {
    var bench = Bench(Self.phone())
    let cards = bench.device.activities.onLockScreen.map(\.id)
    bench.press("I", "j")
    func selected() -> ActivityID? {
      bench.state.pages[LockScreenPage.self].selectedCard(on: bench.device)?.id
    }
    #expect(selected() == cards[1])
    bench.press("d")
    #expect(bench.device.activities.onLockScreen.map(\.id) == [cards[0], cards[2]])
    #expect(selected() == cards[2])
    bench.press("d")
    #expect(bench.device.activities.onLockScreen.map(\.id) == [cards[0]])
    #expect(bench.state.pages[LockScreenPage.self].selection != .activity(cards[0]))
  }

  @Test func `the hints of a push that is in no list leave out read and dismiss`() {
    var bench = Bench(Self.phone(), columns: 160, rows: 30)
    bench.press("k", "w")
    #expect(bench.state.pages.top?.view == InspectorPage.view)
    #expect(!(bench.screen.text().split(separator: "\n").last ?? "").contains("dismiss"))
    #expect((bench.screen.text().split(separator: "\n").last ?? "").contains("edit"))
  }

  @Test(arguments: [(40, 12), (80, 24), (120, 36)])
  func `without pushes the section is above the welcome text and has the focus`(
    size: (Int, Int)
  ) throws {
    var phone = PhoneStub()
    phone.addActivities()
    let bench = Bench(phone, columns: size.0, rows: size.1)
    #expect(bench.state.pages.top?.view == InboxPage.cardsView)
    try expectScreen(bench.screen, named: "cards-alone-\(size.0)x\(size.1)")
  }

  @Test(arguments: ["inbox", "lock", "activity"])
  func `in ASCII mode cards are drawn in ASCII`(name: String) throws {
    var phone = PhoneStub()
    phone.push(#"{"alert":"Hi"}"#)
    phone.startActivity("Match", #"{"name":"A-B"}"#, #"{"home":0}"#, age: 300)
    phone.activity("update", #""content-state":{"home":1}"#, age: 200)
    var bench = Bench(phone, usesASCII: true)
    if name == "lock" { bench.press("I") }
    if name == "activity" { bench.press("6") }
    #expect(bench.screen.text().allSatisfy { $0.isASCII })
    #expect(bench.screen.text().contains("home"))
  }

  @Test(arguments: [TextOrder.visual, .terminal, .logical])
  func `Arabic and Hebrew in a card do not move other texts`(order: TextOrder) throws {
    var phone = PhoneStub { settings in
      settings.apps[PhoneStub.match, default: AppSettings()].name = "\u{5D1}\u{5E0}\u{5E7}"
    }
    phone.push(#"{"alert":"Hi"}"#)
    phone.startActivity(
      "مباراة", #"{"name":"الأهلي - الزمالك"}"#, #"{"נקודות":3,"status":"الشوط 1"}"#, age: 300)
    phone.activity(
      "update", #""content-state":{"נקודות":4,"status":"الشوط 2","left":"45 min"}"#, age: 200)
    var bench = Bench(phone)
    bench.changeRuntime { $0.order = order }
    bench.press("k")
    try expectScreen(bench.screen, named: "bidi-cards-\(order)-80x24")
    bench.press(.enter)
    try expectScreen(bench.screen, named: "bidi-activity-\(order)-80x24")
  }

  @Test(arguments: InjectionCase.all)
  func `hostile texts of cards are sanitised in every view`(hostile: InjectionCase) {
    var phone = PhoneStub()
    phone.push(#"{"alert":"Hi"}"#)
    for (number, text) in hostile.texts.enumerated() {
      let quoted = JSONWriter.text(.string(text))
      let object = "{\(quoted):\(quoted),\"list\":[\(quoted)]}"
      let app = BundleID("com.example.a\(number)")
      phone.startActivity(text, object, object, app: app)
      phone.activity("update", #""content-state":{\#(quoted):1,"x":\#(quoted)}"#, app: app)
    }
    for size in [(40, 12), (80, 24), (120, 36)] {
      var bench = Bench(phone, columns: size.0, rows: size.1)
      let ways: [[Key]] = [
        ["k"], [" "], ["k"], ["6"], ["G"], ["J"], ["J", "G"], [.escape, "I"], ["j"], ["3"],
      ]
      for keys in ways {
        for key in keys { bench.press(key) }
        let bytes = Array(bench.screen.text().utf8)
        #expect(!hostile.forbidden.contains { bytes.contains($0) })
        #expect(!bytes.contains { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F })
      }
    }
    let spoken = SpokenText(phone.device)
    for line in spoken.list() + Array(ListText.lines(of: phone.device))
      + phone.events.compactMap({ spoken.announcement($0) })
    {
      #expect(PlainText.clean(line) == line)
    }
  }

  @Test func `views of Live Activities are drawn at every size`() throws {
    for scene in Self.scenes {
      for columns in [0, 1, 20, 29, 41, 59, 100] {
        for rows in [0, 1, 5, 8, 9, 12, 16, 20] {
          var bench = Bench(Self.phone(), columns: columns, rows: rows)
          try scene.draw(&bench)
          #expect(bench.screen.size == Size(columns: columns, rows: rows))
        }
      }
    }
  }

  // MARK: More cards than rows

  /// Starts ten matches, the first ones the most relevant.
  private static func startMatches(on phone: inout PhoneStub, _ started: (PhoneStub) -> Void) {
    phone.change(.setting(SettingPath(["device", "activities", "limit"]), 10))
    for number in 0..<10 {
      phone.startActivity(
        "Match", #"{"name":"Team \#(number)"}"#, #"{"home":\#(number),"away":0}"#,
        age: Double(600 - number), more: #","relevance-score":\#(number < 3 ? 10 - number : 0)"#)
      started(phone)
    }
  }

  static let realSizes = [(40, 12), (60, 15), (80, 24), (120, 36)]

  @Test(arguments: realSizes)
  func `the section shows the most relevant cards when more arrive than fit`(
    size: (Int, Int)
  ) throws {
    var bench = Bench(PhoneStub(), columns: size.0, rows: size.1)
    var phone = bench.phone
    Self.startMatches(on: &phone) { phone in
      bench.phone = phone
      bench.send(.listChanged(newest: nil))
      #expect(bench.state.pages.inbox.cards.top == 0)
      #expect(
        bench.state.pages.inbox.cards.selection
          == bench.device.activities.onLockScreen.first?.id)
    }
    try expectScreen(bench.screen, named: "cards-many-\(size.0)x\(size.1)")
    // The user's own selection stays.
    bench.press("j")
    let chosen = bench.state.pages.inbox.cards.selection
    #expect(chosen == bench.device.activities.onLockScreen[1].id)
    bench.phone.startActivity(
      "Match", #"{"name":"Late"}"#, "{}", app: "com.example.other", more: #","relevance-score":99"#)
    bench.send(.listChanged(newest: nil))
    #expect(bench.state.pages.inbox.cards.selection == chosen)
  }

  @Test func `k leads to the last visible card, further keys to the hidden ones`() {
    var phone = PhoneStub()
    phone.push(#"{"alert":"Hi"}"#)
    Self.startMatches(on: &phone) { _ in }
    var bench = Bench(phone)
    let all = bench.device.activities.onLockScreen.map(\.id)
    bench.press("k")
    let place = all.firstIndex { $0 == bench.state.pages.inbox.cards.selection } ?? 0
    #expect(bench.state.pages.inbox.cards.top == 0)
    #expect(place + 1 == bench.context.layout.visibleCards)
    bench.press("j")
    #expect(bench.state.pages.inbox.cards.selection == all[place + 1])
    bench.press(.tab)
    #expect(bench.state.pages.inbox.cards.top == 0)
  }

  @Test(arguments: realSizes)
  func `a lock screen with many cards shows the most relevant one and a notification`(
    size: (Int, Int)
  ) throws {
    var phone = PhoneStub()
    phone.push(#"{"alert":{"title":"Ann","body":"Lunch?"}}"#)
    Self.startMatches(on: &phone) { _ in }
    var bench = Bench(phone, columns: size.0, rows: size.1)
    bench.press("L", "I")
    try expectScreen(bench.screen, named: "cards-many-lock-\(size.0)x\(size.1)")
    for number in 0..<11 {
      let text = bench.screen.text()
      let name = number < 10 ? "Match" : "notification"
      #expect(text.localizedCaseInsensitiveContains(name), "\(text)")
      // The most relevant card has the score 0, the notification its hidden text.
      #expect(text.contains("Team 0") || text.contains("home 0"), "\(text)")
      #expect(text.contains("Notification"), "\(text)")
      #expect(text.firstMatch(of: #/ \d+ more/#) != nil, "\(text)")
      if number < 10 {
        let selected = bench.device.activities.onLockScreen[number]
        #expect(text.contains("home") && bench.context.target?.id == selected.newestPush)
      }
      bench.press("j")
    }
  }

  @Test func `the page of a card builds its lines once for each frame`() {
    var bench = Bench(Self.phone(), columns: 60, rows: 15)
    bench.press("6", "G")
    let context = bench.context
    var page = bench.state.pages[ActivityPage.self]
    #expect(page.scroll > 0)
    let start = allocation_count()
    let count = page.lines(in: context).count
    let forLines = allocation_count() - start
    page.settle(in: context)
    let forSettling = allocation_count() - start - forLines
    #expect(forSettling * 10 < forLines || !allocations_are_counted())
    // The position stays within the text all the same.
    #expect(page.scroll == count - Layout.pageRows(context.size))
    bench.press("j", "k")
    #expect(bench.state.pages[ActivityPage.self].scroll == page.scroll - 1)
  }

  @Test func `the timeline counts ignored pushes and removed events, and shows removed keys`() {
    var phone = ViewsTests.phone()
    phone.startActivity("Match", #"{"name":"A-B"}"#, #"{"home":0}"#, age: 3000)
    for goal in 1...45 {
      let extra = goal == 44 ? #","extra":7"# : ""
      phone.activity(
        "update", #""content-state":{"home":\#(goal)\#(extra)}"#, age: 3000 - Double(goal) * 10)
    }
    for _ in 1...3 {
      phone.activity("update", #""content-state":{"home":99},"timestamp":5"#, age: 100)
    }
    var bench = Bench(phone, columns: 100, rows: 150)
    bench.press("6")
    let text = bench.screen.text()
    #expect(text.contains("ignored: activity.older-timestamp  3 pushes"))
    #expect(text.contains("home 44→45  extra 7→(removed)"))
    // The 48 entries are the start, its token, 45 updates and one of ignored pushes; 40 are kept.
    #expect(text.contains("(8 events no longer kept)"))
  }

  // MARK: Keys

  @Test func `k above the first push leads to the cards, j and Tab lead back`() {
    var bench = Bench(Self.phone())
    let section = { (bench: Bench) in bench.state.pages.inbox.cards }
    #expect(!section(bench).isFocused)
    bench.press("k")
    #expect(section(bench).isFocused)
    #expect(section(bench).selection?.text == "A1")
    bench.press("k", "k")
    #expect(section(bench).selection?.text == "A2")
    bench.press("k", "k")
    #expect(section(bench).selection == nil)
    bench.press("G", "j")
    #expect(!section(bench).isFocused)
    for back in [Key.tab, .escape, "J", "q", "1"] {
      bench.press("k")
      #expect(section(bench).isFocused)
      bench.press(back)
      #expect(!section(bench).isFocused, "\(back.name)")
    }
  }

  @Test func `commands on a card refer to its newest push, also to an ignored one`() {
    var bench = Bench(Self.phone())
    bench.press("k", "g")
    #expect(bench.context.target?.id == 15)
    #expect(bench.screen.text().contains("IGNORED"))
    bench.press("w")
    #expect(bench.screen.text().contains("activity.older-timestamp"))
  }

  @Test func `Enter opens the card's page, J turns to the next card`() {
    var bench = Bench(Self.phone())
    bench.press("k", "g", "j", .enter)
    #expect(bench.state.pages.layers == [.kept(.activities)])
    #expect(bench.screen.text().contains("A3  Delivery"))
    bench.press("J")
    #expect(bench.screen.text().contains("A1  Ride"))
    bench.press(.escape)
    #expect(bench.state.pages.inbox.cards.isFocused)
  }

  @Test func `d removes a card as the user does, o opens its app`() throws {
    var bench = Bench(Self.phone())
    bench.press("L", "k", "g", "o")
    #expect(bench.device.settings.app(PhoneStub.match).state == .foreground)
    #expect(bench.device.settings.device.lock == .unlocked)
    bench.press("d")
    #expect(bench.device.activities[ActivityID(rawValue: 2)]?.end == .user)
    #expect(bench.device.activities.lockScreenCount == 2)
    #expect(bench.state.pages.inbox.cards.selection?.text == "A3")
    bench.press("I", "d")
    #expect(bench.device.activities.lockScreenCount == 1)
  }

  @Test func `clearing the list leaves the cards`() {
    var bench = Bench(Self.phone())
    bench.press("C", "y")
    #expect(bench.device.inbox.count == 0)
    #expect(bench.device.activities.lockScreenCount == 3)
    #expect(bench.state.pages.inbox.cards.isFocused)
    bench.phone.push(#"{"alert":"Hi"}"#)
    bench.send(.listChanged(newest: nil))
    #expect(!bench.state.pages.inbox.cards.isFocused)
  }

  @Test func `a click selects a card, a second one opens it, a click on the head folds`() throws {
    var bench = Bench(Self.phone())
    bench.send(.mouse(.press, on: .row(3)))
    #expect(bench.state.pages.inbox.cards.selection?.text == "A3")
    bench.send(.mouse(.press, on: .row(0)))
    #expect(bench.state.pages.inbox.cards.isFolded)
    bench.send(.mouse(.press, on: .row(0)))
    bench.send(.mouse(.press, on: .row(3)))
    bench.send(.mouse(.press, on: .row(3)))
    #expect(bench.state.pages.layers == [.kept(.activities)])
    #expect(bench.screen.text().contains("A3  Delivery"))
  }

  @Test func `new pushes do not take the focus from a card`() {
    var bench = Bench(Self.phone())
    bench.press("k", "g")
    let id = bench.phone.push(#"{"alert":"New"}"#)
    bench.send(.listChanged(newest: id, touched: [id]))
    #expect(bench.state.pages.inbox.cards.selection?.text == "A2")
    bench.press(.tab)
    #expect(bench.context.target?.id == id)
  }

  @Test func `a card that leaves the lock screen passes the selection on`() {
    var bench = Bench(Self.phone())
    bench.press("k", "g")
    let words = [(PhoneStub.match, "A2"), (PhoneStub.post, "A3"), ("com.example.ride", "A1")]
    for (number, (app, id)) in words.enumerated() {
      bench.phone.change(.byApp(app, .removeActivity(ActivityID(id))))
      bench.send(.listChanged(newest: nil))
      #expect(bench.state.pages.inbox.cards.isFocused == (number < 2))
    }
    #expect(bench.state.pages.inbox.cards == CardSection())
    #expect(bench.state.pages.top?.view == InboxPage.view)
  }

  // MARK: Time

  @Test(
    arguments: [
      (0.0, "now"), (59, "now"), (60, "1 min"), (3599, "59 min"), (3600, "1 h"), (86_399, "23 h"),
      (86_400, "1 d"), (-5, "now"),
    ])
  func `the age of a card is in its largest unit`(age: Double, words: String) {
    let clock = ScreenClock(timeZone: .gmt, now: PhoneStub.now)
    #expect(clock.age(of: PhoneStub.now - age) == words)
  }
}
