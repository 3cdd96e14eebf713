import Foundation
import Testing

@testable import InboxModel

@Suite struct FilterTests {
  private static let now = Timestamp.date("2026-04-14T18:58:00Z") ?? .distantPast

  private static let device: Phone = {
    var settings = PhoneSettings()
    settings.device.previews = .never
    var app = AppSettings()
    app.name = "Plauder Tasche"
    app.previews = .always
    app.categories["MESSAGE"] = Category(
      identifier: "MESSAGE", actions: [Action(identifier: "R", title: "Reply", textInput: .init())])
    app.categories["NEWS"] = Category(
      identifier: "NEWS", actions: [Action(identifier: "OPEN", title: "Open")])
    settings.apps["com.example.chat"] = app
    return Phone(settings: settings)
  }()

  private static let message = DeliveredNotification(
    id: 31, apnsID: "7F3A-1", requestID: "order-9", app: "com.example.chat",
    threadIdentifier: "op-42", categoryIdentifier: "MESSAGE",
    content: .init(title: "Никита К", subtitle: "Ångström", body: "Say \"hi\" to C:\\ 50% Ёлка"),
    receivedAt: now, level: .timeSensitive, outcome: .quiet, reason: .dndSchedule,
    token: DeviceToken(hex: "00fcABcd") ?? .local, topic: "com.example.chat.voip", pushType: .voip,
    payloadSize: 1025
  ).with {
    let payload = #"""
      {"aps":{"alert":{"title":"Никита К","body":"Hi"},"sound":"chime.caf","category":"MESSAGE",
      "mutable-content":1},"data":{"order":4711,"url":"https:\/\/example.com\/Path",
      "tags":["a","\u0441порт"],"none":null,"open":true,"price":"4.50","empty":{},"list":[{"id":7}]},
      "gcm.message_id":"77","blank":"two words"}
      """#
    $0.payloadText = PayloadText(of: Array(payload.utf8), beside: $0)
  }

  private func filter(_ text: String) throws(FilterError) -> Filter {
    let zone = TimeZone(named: "+03:00") ?? .gmt
    return try Filter(text, now: Self.now, timeZone: zone)
  }

  @Test(arguments: [
    "", "   ", "никита", "К", "angstrom", "ÅNGSTRÖM", "елка", "\"say \\\"hi\\\"\"",
    "\"C:\\\\ 50%\"",
    "app:com.example.chat", "app:CHAT", "app:\"plauder tasche\"", "thread:op-42",
    "topic:com.example.chat.voip", "id:31", "id:7F3A-1", "id:order-9", "token:00FC",
    "level:time-sensitive", "category:MESSAGE", "type:voip", "reason:dnd.schedule", "reason:dnd",
    "before:2026-04-14T18:58:01Z", "after:2026-04-14T18:58:00Z", "after:10m",
    "after:21:58", "before:21:59", "after:2026-04-14", "before:2026-04-15", "late:0s", "larger:1k",
    "larger:1024", "is:unread", "is:quiet", "-is:shown", "has:action", "has:reply", "-is:read",
    "-нет",
    "ID:31", "никита level:time-sensitive -app:mail", "-thread:\"\"",
    "4711", "order", "example.com/path", "СПОРТ", "op-4", "example.chat", "tasche", "chime",
    "title:никита", "title:\"никита к\"", "body:елка", "-title:елка", "-body:никита",
    "payload:order", "payload:mutable", "payload:никита", "payload:HI", "payload:message",
    "json:data.order=4711", "json:data.order=4711.0", "json:data.order", "json:data",
    "json:data.list[0].id=7", "json:data.tags[1]=спорт", "json:data.tags.1=спорт",
    "json:data.none=null", "json:data.open=true", "json:data.empty", "json:data.price=4.50",
    "json:data.url=https://example.com/Path", "json:gcm.message_id=77",
    "json:aps.category=MESSAGE", "json:aps.mutable-content=1", "json:blank=\"two words\"",
    "json:\"blank=two words\"", "json:aps.alert.title=\"Никита К\"", "-json:data.nothing",
    "JSON:data.order=4711", "json:data.order=4711 -json:data.order=4712",
  ])
  func `a filter matches pushes with its values`(text: String) throws {
    #expect(try filter(text).matches(Self.message, on: Self.device))
  }

  @Test(arguments: [
    "anna", "app:com.example", "app:plauder", "thread:\"\"", "thread:OP-42", "id:3", "token:fc",
    "level:active", "category:\"\"", "type:alert", "reason:schedule", "reason:D",
    "before:1s", "before:2026-04-14T18:58:00Z", "after:21:59", "after:2026-04-15",
    "before:2026-04-14",
    "late:1ms", "larger:1025", "larger:1m", "is:read", "is:silent", "is:rejected", "is:hidden",
    "-никита",
    "никита anna", "-is:unread",
    "4712", "mutable", "title:елка", "body:никита", "body:4711", "title:op-42",
    "payload:plauder", "payload:op-42", "payload:4712", "-payload:order",
    "json:data.order=471", "json:data.order=", "json:data.ord", "json:order=4711",
    "json:data.tags=спорт", "json:data.tags[2]", "json:data.open=1", "json:data.none=0",
    "json:data.url=https://example.com/path", "json:data.price=4.5x", "json:aps.alert.title=Никита",
    "json:aps.alert.body=\"Никита К\"", "-json:data.order",
  ])
  func `a filter does not match pushes with other values`(text: String) throws {
    #expect(try !filter(text).matches(Self.message, on: Self.device))
  }

  @Test(
    arguments: [
      ([.sound], true), ([.banner, .critical], true), ([.banner, .lock, .list, .badge], false),
      ([], false),
    ] as [(PresentationOptions, Bool)])
  func `is:heard depends on the sound that played`(
    presented: PresentationOptions, isHeard: Bool
  ) throws {
    let push = Self.message.with { $0.presented = presented }
    #expect(try filter("is:heard").matches(push, on: Self.device) == isHeard)
    #expect(try filter("-is:heard").matches(push, on: Self.device) != isHeard)
  }

  @Test(arguments: [
    ("before:2026-04-14T20:58:00Z", false), ("after:2026-04-14T20:58:00Z", true),
    ("late:2h", true), ("late:7201s", false), ("-late:2h", false), ("-late:7201s", true),
  ])
  func `before and after compare the delivery, late the delay`(text: String, isFound: Bool) throws {
    let late = Self.message.with { $0.deliveredAt = Self.now + 7200 }
    #expect(try filter(text).matches(late, on: Self.device) == isFound)
  }

  @Test(arguments: [
    ("before:2026-04-14T18:58:01Z", true), ("after:2026-04-14T18:58:01Z", false),
    ("late:0s", false), ("-late:0s", true),
  ])
  func `an undelivered push matches by its acceptance and is never late`(
    text: String, isFound: Bool
  ) throws {
    let lost = Self.message.with { $0.deliveredAt = nil }
    #expect(try filter(text).matches(lost, on: Self.device) == isFound)
  }

  @Test(arguments: [
    ("straße", "STRASSE", false), ("İstanbul", "istanbul", true), ("ГРИГОРИЙ", "григорий", true),
    ("Ἀθῆναι", "αθηναι", true), ("が", "か\u{3099}", true), ("مُحَمَّد", "محمد", true),
    ("e\u{301}te\u{301}", "ÉTÉ", true), ("กิน", "กน", false), ("ＡＢＣ", "ａｂｃ", true),
    ("한국", "한국", true), ("日本語", "本", true), ("abc", "é", false), ("", "", true),
    ("ab", "abc", false),
    ("aab", "ab", true),
  ])
  func `words match regardless of case and accents`(
    text: String, word: String, isFound: Bool
  ) {
    #expect(FoldedText(word).occurs(in: text) == isFound)
  }

  @Test(arguments: [
    ("b", "a b ab", [2..<3, 5..<6]), ("aa", "aaaa", [0..<2, 2..<4]),
    ("É", "cafe\u{301}s e", [3..<4, 6..<7]),
    ("x", "abc", []), ("", "abc", []),
  ])
  func `occurrences of a word are ranges of a text's pieces`(
    word: String, text: String, ranges: [Range<Int>]
  ) {
    #expect(FoldedText(word).ranges(in: text.map { String($0) }) == ranges)
  }

  @Test func `is:shown selects pushes that were shown, not lost or silenced ones`() throws {
    for (outcome, isFound) in [
      (Outcome.shown, true), (.quiet, false), (.held, false), (.none, false), (.silent, false),
    ] {
      let push = Self.message.with { $0.outcome = outcome }
      #expect(try filter("is:shown").matches(push, on: Self.device) == isFound, "\(outcome)")
    }
  }

  @Test(arguments: [
    ("--all", false), ("никита --all", false), ("--", false), ("\"--all\"", true),
    ("-\"--all\"", true),
  ])
  func `an option is not a filter, unless it is quoted`(text: String, isFilter: Bool) {
    do throws(FilterError) {
      _ = try filter(text)
      #expect(isFilter)
    } catch {
      #expect(!isFilter)
      #expect(error.problem.hasPrefix("“--"))
    }
  }

  @Test func `the words to highlight belong to the fields they search`() throws {
    let filter = try filter("any title:t body:b payload:p json:a=j -not -title:n app:x")
    let words = { (field: Filter.Field) in filter.words(in: field) }
    let folded = { (texts: [String]) in texts.map { FoldedText($0) } }
    #expect(words(.title) == folded(["any", "t"]))
    #expect(words(.subtitle) == folded(["any"]))
    #expect(words(.body) == folded(["any", "b"]))
    #expect(words(.payload) == folded(["any", "p", "j"]))
  }

  @Test func `the text of a payload is stored and restored`() {
    let text = Self.message.payloadText
    #expect(PayloadText(stored: text.stored) == text)
    #expect(PayloadText(stored: "") == PayloadText())
    #expect(text.paths.contains("data.list.0.id"))
    let broken = PayloadText(of: Array("{".utf8), beside: Self.message)
    #expect(broken == PayloadText() && broken.stored.isEmpty)
  }

  @Test func `payload values that the notification contains take one byte each`() {
    let other = Self.message.with { $0.content.body = "Hello" }
    let payload = #"{"aps":{"alert":{"title":"Никита К","body":"Hello"},"sound":"default"},"n":12}"#
    let text = PayloadText(of: Array(payload.utf8), beside: other)
    #expect(text.values.utf8.count == 6)
  }

  @Test func `is:hidden and has:action depend on the app's settings`() throws {
    let other = Self.message.with { $0.app = "com.example.mail" }
    #expect(try filter("is:hidden -has:action -has:reply").matches(other, on: Self.device))
    let news = Self.message.with { $0.categoryIdentifier = "NEWS" }
    #expect(try filter("has:action -has:reply").matches(news, on: Self.device))
  }

  @Test(
    arguments: [
      ("never app:x ap:y", "ap:y", 13, "“ap:” is not known", "app:y"),
      ("-is:unred", "-is:unred", 1, "“is:unred” is not known", "-is:unread"),
      (
        "is:blue", "is:blue", 1,
        "“is:blue” is not known; the values of is: are unread, read, quiet, shown, heard, "
          + "silent, rejected, hidden, activity", nil
      ),
      (
        "level:timesensitive", "level:timesensitive", 1, "“level:timesensitive” is not known",
        "level:time-sensitive"
      ),
      (
        "http://x", "http://x", 1,
        "“http:” is not known; to search for text with a colon, write it with double quotes: "
          + "\"http://x\"", nil
      ),
      ("app:", "app:", 1, "“app:” needs a value", nil),
      ("tilte:", "tilte:", 1, "“tilte:” is not known", "title:"),
      ("paylod:x y", "paylod:x", 1, "“paylod:” is not known", "payload:x"),
      ("json:", "json:", 1, "“json:” needs a path, such as json:data.order=4711", nil),
      (
        "json:=4", "json:=4", 1,
        "“” is not a path; write data.order or items[0].id", nil
      ),
      (
        "json:.a=4", "json:.a=4", 1,
        "“.a” is not a path; write data.order or items[0].id", nil
      ),
      ("json:a=\"b c", "json:a=\"b c", 1, "the quote is not closed", nil),
      (
        "json:a=\"b\"c", "json:a=\"b\"c", 1, "a space is missing after the closing quote", nil
      ),
      ("id:\"\"", "id:\"\"", 1, "“id:” needs a value", nil),
      ("a \"b", "\"b", 3, "the quote is not closed", nil),
      ("a \"b\\\"", "\"b\\\"", 3, "the quote is not closed", nil),
      ("\"a\"b", "\"a\"b", 1, "a space is missing after the closing quote", nil),
      ("larger:much", "larger:much", 1, "“much” is not a size; write 512, 1k or 2m", nil),
      (
        "larger:99999999999999999k", "larger:99999999999999999k", 1,
        "“99999999999999999k” is not a size; write 512, 1k or 2m", nil
      ),
      (
        "late:much", "late:much", 1,
        "“much” is not a time span; write 500ms, 10s, 5m or 3h", nil
      ),
      (
        "after:noon", "after:noon", 1,
        "“noon” is not a time; write 10m (ago), 18:58, "
          + "2026-04-14 or 2026-04-14T18:58:00Z", nil
      ),
      (
        "before:2026-02-30", "before:2026-02-30", 1,
        "“2026-02-30” is not a time; write "
          + "10m (ago), 18:58, 2026-04-14 or 2026-04-14T18:58:00Z", nil
      ),
    ] as [(String, String, Int, String, String?)])
  func `a filter error has the word, its column and the nearest known word`(
    text: String, word: String, column: Int, problem: String, suggestion: String?
  ) {
    #expect(
      throws: FilterError(
        word: word, column: column, problem: problem, suggestion: suggestion)
    ) { try filter(text) }
  }

  @Test(arguments: ["\u{301}", "\u{200D}", "\u{FE0F}"])
  func `a filter recognizes a quote before any combining mark`(mark: String) throws {
    let other = Self.message.with { $0.threadIdentifier = "\(mark)a \"\(mark)b\\\(mark)" }
    let text = "thread:\"\(mark)a \\\"\(mark)b\\\\\(mark)\" никита"
    #expect(try filter(text).matches(other, on: Self.device))
    #expect(throws: FilterError.self) { try filter("thread:\"\(mark)a\"\(mark)") }
  }

  private static let saved = ["calm": "level:passive -app:chat", "calls": "type:voip after:10m"]

  @Test(arguments: [
    ("filter:calls", true), ("никита filter:calls -app:mail", true), ("-filter:calls", false),
    ("filter:calm", false), ("-filter:calm", true), ("filter:\"calls\"", true),
  ])
  func `a saved filter stands for its words, negated unless all match`(
    text: String, isFound: Bool
  ) throws {
    let filter = try Filter(text, now: Self.now, timeZone: .gmt, saved: Self.saved)
    #expect(filter.matches(Self.message, on: Self.device) == isFound)
  }

  @Test func `moments of a saved filter are relative to the current clock`() throws {
    let later = Self.now.addingTimeInterval(3600)
    let filter = try Filter("filter:calls", now: later, timeZone: .gmt, saved: Self.saved)
    #expect(!filter.matches(Self.message, on: Self.device))
  }

  @Test(arguments: [
    ("app:x filter:cals", 7, "no filter is saved as “cals”", "filter:calls"),
    (
      "filter:other", 1,
      "no filter is saved as “other”; save it under “filters” in the configuration", nil
    ),
    ("-filter:cals", 1, "no filter is saved as “cals”", "-filter:calls"),
    (
      "filter:", 1, "no filter is saved as “”; save it under “filters” in the configuration", nil
    ),
    (
      "filter:loop", 1,
      "the filter saved as “loop”: no filter is saved as “calls”; save it under “filters” in the "
        + "configuration", nil
    ),
  ])
  func `an unknown saved filter, and one that refers to another, are errors`(
    text: String, column: Int, problem: String, suggestion: String?
  ) {
    let saved = Self.saved.merging(["loop": "filter:calls"]) { $1 }
    do throws(FilterError) {
      _ = try Filter(text, now: Self.now, timeZone: .gmt, saved: saved)
      Issue.record("read")
    } catch {
      #expect(error.column == column)
      #expect(error.problem == problem)
      #expect(error.suggestion == suggestion)
    }
  }

  @Test func `the sentence of a filter error has column, problem and suggestion`() {
    let error = FilterError(word: "ap:y", column: 13, problem: "no", suggestion: "app:y")
    #expect(error.sentence == "column 13: no; did you mean “app:y”?")
  }

  private let rejected = RejectedRequest(
    number: 9, origin: Origin(wire: .h2), at: now, reason: "PayloadTooLarge", status: 413,
    because: "4,331 bytes, 4,096 are allowed", fix: "Send less.", body: [1, 2, 3],
    app: "com.example.chat", token: "00FC",
    fields: [HeaderField("apns-topic", "com.example.chat"), HeaderField("apns-push-type", "alert")])

  @Test(arguments: [
    "", "is:rejected", "4,331", "payloadtoolarge", "id:R9", "app:chat", "token:00fc",
    "topic:com.example.chat", "type:alert", "reason:PayloadTooLarge",
    "reason:reject.PayloadTooLarge", "reason:reject", "reason:Payload", "reason:reject.Pay",
    "larger:2", "after:1m", "-is:read",
    "-thread:x",
  ])
  func `filters match rejected requests by their fields`(text: String) throws {
    #expect(try filter(text).matches(rejected))
  }

  @Test(arguments: [
    ("kind.background", "reason:kind", true), ("kind.background", "reason:kind.back", true),
    ("kind.background-budget", "reason:kind.back", true),
    ("kind.background-budget", "reason:kind.background", false),
    ("dnd.schedule", "reason:dnd", true), ("dnd.schedule", "reason:dnd.s", true),
    ("dnd.schedule", "reason:schedule", false), ("dnd.schedule", "reason:DND", false),
    ("dnd", "reason:dnd.schedule", false),
  ])
  func `reason filters match prefixes of a code, and whole codes exactly`(
    reason: String, text: String, isFound: Bool
  ) throws {
    var push = Self.message
    push.reason = ReasonCode(rawValue: reason)
    #expect(try filter(text).matches(push, on: Self.device) == isFound)
  }

  @Test func `reason filters distinguish reasons with a common prefix`() throws {
    var longer = rejected
    longer.reason = "BadCertificateEnvironment"
    #expect(try filter("reason:BadCert").matches(longer))
    #expect(try !filter("reason:BadCertificate").matches(longer))
  }

  @Test(arguments: [
    ("reason:intake.http.broken", true), ("reason:http.broken", true), ("reason:http", true),
    ("reason:broken", false), ("reason:reject.http", false),
  ])
  func `reason filters accept the code of an intake without its first part`(
    text: String, isFound: Bool
  ) throws {
    var broken = rejected
    broken.reason = "intake.http.broken"
    #expect(broken.shortReason == "http.broken")
    #expect(try filter(text).matches(broken) == isFound)
  }

  @Test func `no reason of a received push begins like a code of an intake`() throws {
    for code in ReasonCode.all where !code.rawValue.hasPrefix("reject.") {
      let filter = try filter("reason:" + code.rawValue)
      #expect(!filter.asksForRejected, "\(code.rawValue)")
    }
  }

  @Test(arguments: ["is:read", "-is:rejected", "id:9", "app:mail", "thread:\"\"", "larger:3"])
  func `filters on absent fields do not match rejected requests`(text: String) throws {
    #expect(try !filter(text).matches(rejected))
  }

  @Test(arguments: [
    ("is:rejected", true), ("-is:rejected", false), ("is:read", false),
    ("reason:BadDeviceToken", true), ("reason:reject.BadTopic", true), ("reason:intake", true),
    ("reason:Bad", true), ("reason:d", false), ("reason:http.broken", true),
    ("reason:tls", true), ("reason:textual", false),
    ("reason:dnd", false), ("-reason:BadTopic", false),
  ])
  func `a filter states whether it selects rejected requests`(text: String, asks: Bool) throws {
    #expect(try filter(text).asksForRejected == asks)
  }

  @Test func `filters match events by their push, or by the event's fields if it was deleted`()
    throws
  {
    let gone = InboxEvent(
      at: Self.now, id: 5, app: "com.example.chat", thread: "t", kind: .removed(by: .limit))
    #expect(try filter("app:chat thread:t id:5").matches(gone, on: Self.device))
    #expect(try !filter("thread:u").matches(gone, on: Self.device))
    let push = Self.message
    #expect(try !filter("type:voip").matches(gone, on: Self.device))
    #expect(try filter("type:voip").matches(gone, on: Self.device) { _ in push })
    let event = InboxEvent(at: Self.now, kind: .rejected(rejected))
    #expect(try filter("is:rejected").matches(event, on: Self.device))
    let state = InboxEvent(
      at: Self.now, app: "com.example.chat",
      kind: .app(state: .foreground, delegate: nil, carriesPayload: false))
    #expect(try filter("app:chat -is:read").matches(state, on: Self.device))
    #expect(try !filter("is:unread").matches(state, on: Self.device))
  }
}
