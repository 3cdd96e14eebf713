import Foundation
import InboxModel
import Testing

@testable import PushInbox

@Suite struct ViewsTests {
  static let sizes = [(40, 12), (60, 15), (80, 24), (120, 36), (20, 5), (1, 1)]

  /// An inbox with several apps and groups.
  static func phone(_ change: (inout PhoneSettings) -> Void = { _ in }) -> PhoneStub {
    var phone = PhoneStub { settings in
      settings.apps[PhoneStub.chat, default: AppSettings()].state = .terminated
      change(&settings)
    }
    let operator_ = #""thread-id":"op-42","category":"MESSAGE""#
    phone.push(
      #"{"alert":{"title":"IM2","body":"Are you there?"},"thread-id":"111111"}"#,
      app: "com.icq.ICQ", age: 90_000)
    phone.push(#"{"alert":{"title":"Never mind"}}"#, app: PhoneStub.news, age: 7200)
    phone.push(
      #"{"alert":{"title":"Glucose low","body":"3.1 mmol/L, falling"},"interruption-level":"critical"}"#,
      app: "com.example.health", age: 1140)
    phone.push(
      #"{"alert":{"title":"Оператор","body":"Оператор взял чат в обработку"},\#(operator_)}"#,
      age: 1027)
    phone.push(
      #"{"alert":{"title":"Asya","body":"عندما يتم تسليم البريد"},"thread-id":"inbox/asya"}"#,
      app: "com.example.mail", age: 367)
    phone.push(
      #"{"alert":{"title":"Parcel","body":"Out for delivery"},"interruption-level":"time-sensitive"}"#,
      app: "com.example.post", age: 200, collapseID: "parcel")
    phone.push(
      #"{"alert":{"title":"Parcel","body":"At the door"},"interruption-level":"time-sensitive"}"#,
      app: "com.example.post", age: 180, collapseID: "parcel")
    phone.push(
      #"{"alert":{"title":"Никита К","body":"Отправил файл: 3_(3).jpg"},\#(operator_)}"#, age: 67)
    phone.change(.focusOn("dnd", until: PhoneStub.now + 3600))
    phone.push(#"{"alert":"推送通知消息负载内容"}"#, app: PhoneStub.news, age: 40)
    phone.change(.focusOff(since: PhoneStub.now))
    phone.push(
      #"{"alert":{"title":"Никита К","body":"Здравствуйте, чем я могу Вам помочь?"},"badge":5,\#(operator_)}"#,
      age: 5)
    let body = String(repeating: "Здравствуйте! ", count: 160)
    let large = #"{"aps":{"alert":{"title":"Никита К","body":"\#(body)"}},"acme":{"debug":"x"}}"#
    phone.reject(
      RejectedRequest(
        origin: Origin(wire: .line, transport: "stdin line 412", client: "stdin", stream: 412),
        at: PhoneStub.now - 1100, reason: "intake.line.not-json",
        because: "Column 41: a comma is not allowed before “}”.",
        fix: "Send one JSON object per line.", body: Array("{\"aps\":{\t\u{7},}".utf8)))
    phone.reject(.expiredProviderToken, app: "com.example.mail", client: "pushy/0.15", age: 240)
    phone.reject(.badPriority, client: "curl/8.14", age: 27)
    phone.reject(
      .payloadTooLarge, because: "The payload has \(large.utf8.count) bytes; the limit is 4096.",
      body: large,
      age: 23)
    phone.reject(
      .payloadTooLarge, because: "The payload has \(large.utf8.count) bytes; the limit is 4096.",
      body: large,
      age: 4)
    return phone
  }

  /// The steps to a screen.
  struct Scene: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var draw: @Sendable (inout Bench) throws -> Void

    init(_ name: String, _ draw: @escaping @Sendable (inout Bench) throws -> Void = { _ in }) {
      testDescription = name
      self.draw = draw
    }

    /// Numbered pushes over a lossy link, with an offline period.
    private static let queues: [CountedQueue: QueueCounts] = {
      var settings = PhoneSettings()
      settings.queue.apps = ["com.example.mail"]
      settings.queue.repeatMaxCount = 20
      settings.queue.link.loss = 30
      var system = PushSystem(device: Phone(settings: settings))
      for number in 0..<90 {
        let at = PhoneStub.now + Double(number)
        if number == 40 || number == 55 {
          _ = system.handle(.changed(.online(number == 55)), at: at)
        }
        let request = PushRequest(
          path: "/3/device/abcd", fields: [HeaderField("apns-topic", "com.example.mail")],
          body: Array(#"{"aps":{"alert":"Hi"}}"#.utf8), origin: Origin(wire: .h2),
          receivedAt: at, freshID: "\(number)")
        _ = system.handle(.gateway(.pushReceived(request, reply: nil)), at: request.receivedAt)
      }
      return system.queueCounts
    }()

    /// A fault that affected a push, and a permanent one of the configuration.
    private static let faults: Faults = {
      var settings = GatewaySettings()
      settings.faults = ["app=com.example.chat every=10 delay=2s"].compactMap {
        try? FaultRule(words: $0.split(separator: " ").map(String.init))
      }
      var gateway = Gateway(settings: settings)
      if let rule = try? FaultRule(words: ["next=2", "answer=TooManyRequests"]) {
        _ = gateway.handle(.faultAdded(rule), at: PhoneStub.now)
      }
      let request = PushRequest(
        path: "/3/device/abcd", fields: [HeaderField("apns-topic", "com.example.mail")],
        body: Array(#"{"aps":{"alert":"Hi"}}"#.utf8), origin: Origin(wire: .h2),
        receivedAt: PhoneStub.now, freshID: "x")
      _ = gateway.handle(.pushReceived(request, reply: nil), at: request.receivedAt)
      return gateway.faults
    }()

    /// An ICQ user whose client on the phone is closed, with a waiting event.
    private static let icq: ICQService = {
      var system = PushSystem(device: Phone(settings: PhoneSettings()))
      for (matter, body) in [
        (
          .session,
          #"{"uin":"222222","mobile":true,"notifyMode":"sendOnePerConversation","#
            + #""iPhoneDevToken":"ab","iPhoneBundleId":"com.icq.ICQ"}"#
        ), (.event, #"{"kind":"message","from":"111111","to":"222222","text":"Hi"}"#),
      ] as [(ICQRequest.Matter, String)] {
        let request = ICQRequest(
          matter, body: Array(body.utf8), origin: Origin(wire: .h1), receivedAt: PhoneStub.now,
          freshID: "x")
        _ = system.handle(.icq(request, reply: nil), at: request.receivedAt)
      }
      return system.icq
    }()

    static let all: [Scene] = [
      Scene("inbox"),
      Scene("unfolded") { $0.press("=", "j", "j") },
      Scene("late") { bench in
        bench.phone.push(#"{"alert":"At last"}"#, late: 10_800)
        bench.send(.listChanged(newest: nil))
        bench.press("g", .enter)
      },
      Scene("late-timeline") { bench in
        bench.phone.push(#"{"alert":"At last"}"#, late: 90_000)
        bench.send(.listChanged(newest: nil))
        bench.press("g", .enter, "[", "[")
      },
      Scene("late-banner") { bench in
        let id = bench.phone.push(#"{"alert":"At last"}"#, age: 120, late: 10_800)
        bench.send(.listChanged(newest: nil))
        bench.send(.presented(id, at: PhoneStub.now))
      },
      Scene("banner") { $0.send(.presented(10, at: PhoneStub.now)) },
      Scene("hidden") { $0.press("L") },
      Scene("by-app-dnd") { $0.press("b", "D", .escape) },
      Scene("summary") { $0.press(.enter) },
      Scene("why") { $0.press("w") },
      Scene("why-quiet") { $0.press("J", "w", .enter) },
      Scene("payload") { $0.press(.enter, "]", "]") },
      Scene("payload-folded") { $0.press(.enter, "]", "]", "j", "j", " ") },
      Scene("headers") { $0.press(.enter, "]", "]", "]") },
      Scene("timeline") { $0.press("m", "k", .enter, "[", "[") },
      Scene("raw") { $0.press(.enter, "[") },
      Scene("quiet") { $0.press("J", .enter) },
      Scene("rejected") { $0.press("2") },
      Scene("rejected-by-reason") { $0.press("2", "b", "j", "j", "j") },
      Scene("rejected-filter") { bench in
        bench.press("2", "/")
        bench.type("reason:Bad app:chat is:rejcted")
        bench.press(.enter)
      },
      Scene("rejected-fault") { bench in
        bench.phone.rejectByFault()
        bench.press("2")
      },
      Scene("rejection-notice") { bench in
        bench.phone.reject(.badPriority, client: "curl/8.14")
        bench.status.rejected += 1
        bench.send(.happened(bench.phone.events.suffix(1)))
      },
      Scene("request") { $0.press("2", .enter) },
      Scene("request-raw") { $0.press("2", "G", .enter, "]") },
      Scene("request-line") { $0.press("2", "G", .enter) },
      Scene("log") { $0.press("m", "3") },
      Scene("log-queues") { bench in
        bench.changeRuntime { $0.queues = Self.queues }
        bench.press("3", "b")
      },
      Scene("log-filter") { bench in
        bench.press("3", "/")
        bench.type("app:chat")
        bench.press(.enter, "g")
      },
      Scene("held") { bench in
        bench.press("z", "2")
        bench.phone.hold()
        bench.press("5", "j")
      },
      Scene("held-inbox") { bench in
        bench.phone.hold()
        bench.press("Z", .escape)
        bench.send(.ticked(PhoneStub.now + 5))
      },
      Scene("lock") { $0.press("L", "D", "I", "j") },
      Scene("lock-spread") { $0.press("L", "H", "H", "I", "l") },
      Scene("reply") { bench in
        bench.press("r")
        bench.type("Добрый день! 📱")
        bench.press(.altEnter)
        bench.type("да")
        bench.press(.left)
      },
      Scene("actions") { $0.press("L", "a") },
      Scene("question") { $0.press("C") },
      Scene("snooze") { $0.press("z") },
      Scene("snooze-typing") { bench in
        bench.press("z", "5")
        bench.type("soon")
        bench.press(.enter)
      },
      Scene("copy") { $0.press("y") },
      Scene("save") { $0.press("s") },
      Scene("undo") { $0.press("d") },
      Scene("help") { $0.press("?") },
      Scene("help-found") { bench in
        bench.press("?", "/")
        bench.type("page")
      },
      Scene("manual") { $0.press(.function(1)) },
      Scene("marked") { $0.press("v", "j") },
      Scene("difference") { $0.press("v", "j", "=") },
      Scene("errand") { bench in
        bench.press("|")
        bench.type("sleep 9")
        bench.press(.enter)
      },
      Scene("settings") { bench in
        bench.press("4")
        try bench.selectSetting(["device", "previews"])
        bench.press(" ")
      },
      Scene("settings-focus") { bench in
        bench.press("4", "]", "n")
        bench.type("dinner")
        bench.press(.enter)
        try bench.selectSetting(["focus", "dinner", "schedules", "0"])
        bench.press(.enter)
        bench.type("weekdays 20:00-21:00")
        bench.press(.enter)
      },
      Scene("settings-apps") { bench in
        bench.press("4", "]", "]", " ")
        try bench.selectSetting(["apps", "com.example.chat", "name"])
      },
      Scene("settings-icq") { bench in
        bench.changeRuntime { $0.icq = Self.icq }
        bench.press("4", "]", "]", "j", "j", "j", "j", "j", " ", "G")
      },
      Scene("settings-categories") { bench in
        bench.press("4", "[", "[", "[", "[", "[", " ", "j", " ")
        try bench.selectSetting(["categories", "MESSAGE", "actions", "0", "textInput"])
      },
      Scene("settings-faults") { bench in
        bench.changeRuntime { $0.faults = Self.faults }
        bench.press("4", "[", "[", "[", "n")
        bench.type("percent=200 drop=yes")
        bench.press(.enter)
      },
      Scene("settings-queue") { bench in
        bench.press("4", "[", "[", "[", "[")
        try bench.selectSetting(["queue", "subscriptions"])
      },
      Scene("settings-screen") { bench in
        bench.press("4", "[", "[")
        try bench.selectSetting(["colors", "plain"])
      },
      Scene("settings-keys") { $0.press("4", "[") },
      Scene("settings-binding") { $0.press("4", "[", .enter, "w") },
      Scene("settings-typing") { bench in
        bench.press("4")
        try bench.selectSetting(["device", "languages"])
        bench.press(.enter)
        bench.type(",Russian")
        bench.press(.enter)
      },
      Scene("prompt") { bench in
        bench.press(":")
        bench.type("send 'Добрый день! 📱' --title 推送通知 --thread op-42 --level critical")
      },
      Scene("completion") { bench in
        bench.press(":")
        bench.type("set ")
        bench.press(.tab)
      },
      Scene("completion-meanings") { bench in
        bench.press(":")
        bench.type("set apps.com.example.chat.li")
        bench.press(.tab)
      },
      Scene("typo") { bench in
        bench.press(":")
        bench.type("shwo 31")
        bench.press(.enter)
      },
      Scene("failure") { bench in
        bench.send(
          .answered(
            TypedCommand(line: "why 99", words: ["why", "99"]),
            CommandAnswer(
              lines: ["there is no push “99”; see pushinbox ls"], isFailure: true)))
      },
      Scene("output") { bench in
        let trace = bench.phone.details[10].map { TraceText.lines($0.trace) } ?? []
        bench.send(
          .answered(
            TypedCommand(line: "why 10", words: ["why", "10"]),
            CommandAnswer(lines: trace, isFailure: false)))
      },
    ]
  }

  @Test(arguments: Scene.all, sizes)
  func `each scene of the inbox equals its golden screen at each size`(
    scene: Scene, size: (Int, Int)
  ) throws {
    var bench = Bench(Self.phone(), columns: size.0, rows: size.1)
    try scene.draw(&bench)
    try expectScreen(bench.screen, named: "\(scene.testDescription)-\(size.0)x\(size.1)")
  }

  @Test(arguments: sizes)
  func `the empty screen names ways to send a push`(size: (Int, Int)) throws {
    let bench = Bench(columns: size.0, rows: size.1)
    try expectScreen(bench.screen, named: "empty-\(size.0)x\(size.1)")
  }

  @Test func `the welcome page is opened and closed by its key, also over a filled list`() {
    var bench = Bench(Self.phone())
    let list = bench.screen.text()
    for close in [Key.function(2), .escape, "q"] {
      bench.press(.function(2))
      let page = bench.screen.text()
      #expect(page.contains("The list has "))
      #expect(page.contains(#"pushinbox send "Hi""#))
      #expect(!page.contains("Glucose low"))
      bench.press("j")
      #expect(bench.state.notices.message?.text == "j has no function here; ? lists the keys")
      bench.state.notices.message = nil
      #expect(bench.screen.text() == page)
      bench.press(close)
      #expect(bench.screen.text() == list)
    }
    bench.press(.function(2), "?", .control("d"))
    #expect(bench.screen.text().contains("welcome page"))
    bench.press("?", ":")
    #expect(bench.state.pages.layers.count == 2)
  }

  @Test(arguments: [(80, 24), (120, 36), (60, 20)])
  func `commands of the welcome page are complete at any width`(
    columns: Int, rows: Int
  ) {
    var bench = Bench(columns: columns, rows: rows)
    bench.changeRuntime { status in
      status.invocation = Invocation(
        program: "/opt/push inbox/bin/pushinbox",
        options: ["--socket", "/tmp/pushinbox-AbCdEf/pushinbox.sock"])
    }
    let lines = bench.screen.text().split(separator: "\n").map {
      $0.drop { $0 == " " }.prefix { $0 != "\n" }
    }
    let joined = lines.map { $0.last == "\\" ? $0.dropLast() + "" : $0 + "\n" }.joined()
    for words in [#"send "Hi""#, "env"] {
      #expect(
        joined.contains(
          "'/opt/push inbox/bin/pushinbox' --socket /tmp/pushinbox-AbCdEf/pushinbox.sock \(words)"))
    }
    #expect(joined.contains("'/opt/push inbox/bin/pushinbox' demo\n"))
  }

  @Test func `the correction of a rejected push has the command line of this inbox`() {
    let invocation = Invocation(program: "/b/pushinbox", options: ["--store", "/a b"])
    #expect(
      invocation.completed("See; `pushinbox fault rm 1` ends it; pushinbox too.")
        == "See; `/b/pushinbox --store '/a b' fault rm 1` ends it; pushinbox too.")
    #expect(Invocation().completed("`pushinbox env`") == "`pushinbox env`")
  }

  @Test func `the empty screen names the endpoints and the gateway's mode`() {
    var bench = Bench(usesASCII: true)
    bench.status.waysIn = [.init(name: "Lines of JSON", place: "unix:/tmp/feed")]
    bench.status.gateway.isStrict = true
    bench.status.isExposed = true
    let text = bench.screen.text()
    #expect(text.allSatisfy { $0.isASCII })
    for words in ["OPEN TO ALL MACHINES", "unix:/tmp/feed", "a provider token and a topic"] {
      #expect(text.contains(words))
    }
    // It would be rejected without a provider token.
    #expect(!text.contains("curl"))
    bench.status.endpoint = nil
    bench.status.waysIn = []
    #expect(!bench.screen.text().contains("OPEN TO ALL MACHINES:"))
  }

  @Test(
    arguments: [
      "inbox", "unfolded", "reply", "help", "settings", "rejected", "log", "lock",
      "payload-folded", "timeline",
    ])
  func `in ASCII mode the program draws only ASCII`(name: String) throws {
    let scene = try #require(Scene.all.first { $0.testDescription == name })
    var phone = PhoneStub()
    for _ in 0..<2 { phone.push(#"{"alert":{"title":"a","body":"b"},"category":"MESSAGE"}"#) }
    var bench = Bench(phone, usesASCII: true)
    try scene.draw(&bench)
    if name == "reply" { bench.press(.control("u"), "x") }
    let isPlain = bench.screen.text().allSatisfy { $0.isASCII }
    #expect(isPlain)
    try expectScreen(bench.screen, named: "ascii-\(name)-80x24")
  }

  @Test func `wide and unusual texts keep the columns`() throws {
    var phone = PhoneStub()
    for title in [
      "👨‍👩‍👧‍👦 family 📱", "推送通知消息负载内容推送通知消息负载内容", "مرحبا بالعالم", "e\u{301}le\u{300}ve", "🇷🇺 flag",
      "tab\\there\\nnew line", "esc \\u001b[31mred\\u001b[0m", "\\u202eevil\\u202c", "ｆｕｌｌ",
    ] {
      phone.push(#"{"alert":{"title":"\#(title)","body":"\#(title) \#(title)"},"thread-id":"t"}"#)
    }
    var bench = Bench(phone)
    bench.press("=")
    try expectScreen(bench.screen, named: "odd-texts-80x24")
    bench.press("j", "j", "j", "w", "]")
    try expectScreen(bench.screen, named: "odd-payload-80x24")
  }

  /// Chats in Arabic and Hebrew, with Latin words, numbers and brackets in them.
  static func rightToLeft() -> PhoneStub {
    var phone = PhoneStub { settings in
      settings.apps["com.example.bank", default: AppSettings()].name = "\u{5D1}\u{5E0}\u{5E7}"
    }
    let texts = [
      ("مريم", "وصلت الدفعة 3 من PushInbox (النسخة 1.2) إلى المكتب"),
      ("Asya", "عندما يتم تسليم البريد"),
      ("דנה", "נפגשים ב-18:30 בקפה (ליד Dizengoff)?"),
      ("Build #12", "הבנייה עברה, 3 בדיקות נכשלו"),
    ]
    for (index, text) in texts.enumerated() {
      phone.push(
        #"{"alert":{"title":"\#(text.0)","body":"\#(text.1)"},"thread-id":"op-42","category":"MESSAGE"}"#,
        age: Double(400 - index * 60))
    }
    phone.push(
      #"{"alert":{"title":"תשלום","body":"חויבת ב-₪120.50 על ידי מכולת השכונה, יתרה: ₪1,204. לפרטים נוספים היכנסו לאפליקציה."},"thread-id":"חשבון"}"#,
      app: "com.example.bank", age: 20)
    return phone
  }

  @Test(arguments: [(40, 12), (80, 24), (120, 36)], [TextOrder.visual, .terminal, .logical])
  func `Arabic and Hebrew are recorded in each order`(
    size: (Int, Int), order: TextOrder
  ) throws {
    var bench = Bench(Self.rightToLeft(), columns: size.0, rows: size.1)
    bench.changeRuntime { $0.order = order }
    bench.press("=", "j")
    try expectScreen(bench.screen, named: "bidi-\(order)-\(size.0)x\(size.1)")
    guard order == .visual else { return }
    // The app's name is Hebrew: it does not move the number of the push.
    bench.press("k")
    try expectScreen(bench.screen, named: "bidi-name-\(size.0)x\(size.1)")
    bench.press("j")
    bench.press("k", .enter)
    try expectScreen(bench.screen, named: "bidi-summary-\(size.0)x\(size.1)")
    bench.press(.escape, "j", "r")
    bench.type("תודה (OK)")
    try expectScreen(bench.screen, named: "bidi-reply-\(size.0)x\(size.1)")
  }

  @Test(arguments: sizes)
  func `no order moves cells outside of the text`(size: (Int, Int)) {
    var bench = Bench(Self.rightToLeft(), columns: size.0, rows: size.1)
    bench.press("=")
    let logical = bench.screen
    for order in [TextOrder.visual, .terminal] {
      bench.changeRuntime { $0.order = order }
      for row in 0..<size.1 {
        let (cells, other) = (bench.screen.cells(inRow: row), logical.cells(inRow: row))
        #expect(cells.map(\.style) == other.map(\.style))
        #expect(cells.map(\.columns).reduce(0, +) == other.map(\.columns).reduce(0, +))
        for (cell, there) in zip(cells, other) where "│─┌┐└┘●▾▸+".contains(there.text) {
          #expect("│─┌┐└┘●▾▸+".contains(cell.text))
        }
      }
    }
  }

  @Test(arguments: InjectionCase.all)
  func `hostile texts are sanitised in every view`(hostile: InjectionCase) {
    var phone = PhoneStub()
    phone.hold()
    for text in hostile.texts {
      phone.reject(
        RejectionReason(rawValue: text), because: text, app: BundleID(text), client: text,
        body: text)
      let quoted = JSONWriter.text(.string(text))
      phone.push(
        #"{"alert":{"title":\#(quoted),"subtitle":\#(quoted),"body":\#(quoted)},"thread-id":\#(quoted),"category":\#(quoted)}"#
      )
      phone.push(#"{"alert":{"title":\#(quoted),"body":\#(quoted)}}"#, app: PhoneStub.post)
    }
    var bench = Bench(phone)
    let ways: [[Key]] = [
      ["="], [.enter, "]", "]"], ["["], [.escape, "a"], [.escape, "3"], ["k"], ["I"], ["l"],
      ["5"], ["G"], ["2"], [.enter], ["1", "g", "z"], [.escape, "y"], [.escape, "s"],
      [.escape, "d"], ["u"],
    ]
    for keys in ways {
      for key in keys { bench.press(key) }
      let bytes = Array(bench.screen.text().utf8)
      #expect(!hostile.forbidden.contains { bytes.contains($0) })
      #expect(!bytes.contains { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F })
    }
  }

  @Test func `every page is drawn at every size`() throws {
    let phone = Self.phone()
    for scene in Scene.all {
      for columns in [0, 1, 20, 29, 41, 59, 100] {
        for rows in [0, 1, 5, 8, 9, 12, 16, 20] {
          var bench = Bench(phone, columns: columns, rows: rows)
          try scene.draw(&bench)
          #expect(bench.screen.size == Size(columns: columns, rows: rows))
        }
      }
    }
  }

  @Test func `a long payload can be scrolled to its end`() {
    var phone = PhoneStub()
    let words = (0..<400).map { "word\($0)" }.joined(separator: " ")
    phone.push(#"{"alert":"\#(words)"}"#)
    var bench = Bench(phone, columns: 60, rows: 12)
    bench.press(.enter, "]", "]", "=")
    var seen = ""
    for _ in 0..<200 {
      seen += bench.screen.text()
      bench.press("j")
    }
    for number in 0..<400 { #expect(seen.contains("word\(number)")) }
  }

  @Test func `the screen shows the first problem, the number of others, and an open address`() {
    var bench = Bench(Self.phone())
    bench.status.problems = ["unix:/tmp/feed: no connection, retrying in 4 s", "another"]
    bench.status.isExposed = true
    bench.status.endpoint = "0.0.0.0:2197"
    let text = bench.screen.text()
    #expect(text.contains("unix:/tmp/feed: no connection, retrying in 4 s  (and 1 more)"))
    #expect(text.contains("OPEN TO ALL 0.0.0.0:2197"))
  }

  @Test(arguments: [80, 40, 24]) func `faults are in the status line at any size`(columns: Int) {
    var bench = Bench(Self.phone(), columns: columns, rows: 5)
    #expect(!bench.screen.text().contains("FAULTS"))
    bench.status.faults = 2
    let status = bench.screen.text().split(separator: "\n").dropLast().last ?? ""
    #expect(status.contains(" | FAULTS 2"))
  }

  @Test(
    arguments: [
      ("session.jsonl", 80, " | REC session.jsonl | "), ("session.jsonl", 40, " | REC "),
      ("session.jsonl", 20, " | REC"), ("\u{1B}[31m\n", 80, " | REC ^[[31m^J | "),
      ("one very long name.jsonl", 80, " | REC one very long name.… | "),
    ])
  func `a recording is in the status line at any size`(
    name: String, columns: Int, shown: String
  ) {
    var bench = Bench(Self.phone(), columns: columns, rows: 5)
    #expect(!bench.screen.text().contains("REC"))
    bench.status.recording = name
    let status = bench.screen.text().split(separator: "\n").dropLast().last ?? ""
    #expect(status.contains("UNLOCKED" + shown))
  }

  @Test(arguments: SettingsPage.Tab.allCases)
  func `every tab of the settings is visible at 30 columns`(tab: SettingsPage.Tab) {
    var bench = Bench(Self.phone(), columns: 30, rows: 12)
    bench.press("4")
    while bench.state.pages[SettingsPage.self].tab != tab { bench.press("]") }
    let tabs = bench.screen.text().split(separator: "\n", omittingEmptySubsequences: false)[1]
    #expect(tabs.contains("[\(tab.rawValue.prefix(7))"))
    for other in SettingsPage.Tab.allCases {
      #expect(tabs.contains(other.rawValue.prefix(2)), "\(other) in \(tabs)")
    }
  }

  @Test func `the screen names lock, Focus, previews, grouping and run state`() {
    var bench = Bench(Self.phone(), columns: 100, rows: 24)
    bench.press("L", "H", "b", "D")
    bench.send(.ticked(PhoneStub.now + 60))
    let text = bench.screen.text()
    for words in ["LOCKED", "DND on", "Previews never", "Group by app", "Chat terminated"] {
      #expect(text.contains(words), "\(words)")
    }
  }
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    Data(self).range(of: Data(part)) != nil
  }
}
