import Foundation
import Testing

@testable import InboxModel

@Suite struct InboxJSONTests {
  private static let receivedAt = Timestamp.date("2026-04-14T18:58:02.004Z") ?? .distantPast

  private func device() -> Phone {
    var settings = PhoneSettings()
    settings.device.languages = ["ru", "en"]
    var chat = AppSettings()
    chat.name = "Chat"
    chat.categories["MESSAGE"] = Category(
      identifier: "MESSAGE",
      actions: [
        Action(identifier: "REPLY_ACTION", title: "Reply", textInput: .init()),
        Action(identifier: "MARK_READ", title: "Read"),
      ])
    settings.apps["com.example.chat"] = chat
    var device = Phone(settings: settings)
    device.now = Self.receivedAt.addingTimeInterval(5)
    device.badges = ["com.example.mail": 1, "com.example.chat": 5]
    device.silentCount = 1
    return device
  }

  private let message = DeliveredNotification(
    id: 31, apnsID: "7f3a", requestID: "7f3a", app: "com.example.chat", threadIdentifier: "op-42",
    categoryIdentifier: "MESSAGE",
    content: .init(title: "Никита К", subtitle: "", body: "a\n\"b\""),
    receivedAt: receivedAt, badge: 5, presented: [.sound, .badge, .banner, .list],
    topic: "com.example.chat")

  private let messageJSON =
    #"{"acted":null,"actions":["REPLY_ACTION","MARK_READ"],"apnsID":"7f3a","app":"com.example.chat","#
    + #""badge":5,"body":"a\n\"b\"","category":"MESSAGE","collapseID":null,"#
    + #""deliveredAt":"2026-04-14T18:58:02.004Z","hidden":false,"id":31,"lateBy":0,"#
    + #""level":"active","outcome":"shown","presented":["badge","banner","list","sound"],"#
    + #""read":false,"reason":"shown","receivedAt":"2026-04-14T18:58:02.004Z","replaced":0,"#
    + #""requestID":"7f3a","sound":null,"subtitle":null,"thread":"op-42","title":"Никита К"}"#

  @Test func `an empty inbox has every key`() {
    #expect(
      InboxJSON.text(of: Phone(settings: PhoneSettings()), isOnline: false, rejected: 0)
        == #"{"badges":{},"device":{"focus":null,"grouping":"automatic","language":"en","#
        + #""lock":"unlocked","online":false,"previews":"whenAuthenticated"},"groups":[],"held":[],"#
        + #""now":"1970-01-01T00:00:00.000Z","rejected":0,"silent":0,"unread":0,"v":1}"#)
  }

  @Test func `the inbox is one object with sorted keys`() {
    var device = device()
    device.inbox.insert(message, grouping: .automatic)
    #expect(
      InboxJSON.text(of: device, isOnline: true, rejected: 9)
        == #"{"badges":{"com.example.chat":5,"com.example.mail":1},"#
        + #""device":{"focus":null,"grouping":"automatic","language":"ru","lock":"unlocked","#
        + #""online":true,"previews":"whenAuthenticated"},"#
        + #""groups":[{"app":"com.example.chat","appName":"Chat","by":"thread","count":1,"#
        + #""notifications":["# + messageJSON + #"],"summary":null,"thread":"op-42","unread":1}],"#
        + #""held":[],"now":"2026-04-14T18:58:07.004Z","rejected":9,"silent":1,"unread":1,"v":1}"#)
  }

  @Test func `a long inbox is written in pieces that make the same line`() {
    var device = device()
    for number in 1...500 {
      var message = message
      message.id = NotificationID(rawValue: number)
      message.arrival = Arrival(inOrder: message.id)
      message.threadIdentifier = ThreadID(number % 3 == 0 ? "odd" : "t\(number % 7)")
      device.inbox.insert(message, grouping: .automatic)
    }
    let pieces = Array(InboxJSON.Line(of: device, isOnline: true, rejected: 9))
    #expect(
      String(decoding: pieces.joined(), as: UTF8.self)
        == InboxJSON.text(of: device, isOnline: true, rejected: 9) + "\n")
    #expect(pieces.count > 2)
    #expect(pieces.allSatisfy { $0.count < 70_000 })
  }

  @Test func `a held push has the text of the screen`() throws {
    var device = Phone.stub { $0.device.previews = .whenAuthenticated }
    let alert =
      #"{"alert":{"title":"Ann","subtitle":"Re: lunch","body":"At one?"},"#
      + #""thread-id":"ann","category":"M"}"#
    _ = device.handle(.delivered(try .stub(1, aps: alert)), at: Moment.start + 5)
    _ = device.handle(.snoozed([1], until: Moment.start + 900), at: Moment.start)
    func held() throws -> JSONValue? {
      let text = InboxJSON.text(of: device, isOnline: true, rejected: 0)
      return try JSONReader.read(Array(text.utf8)).root.object?["held"]?.array?.first
    }
    for (lock, title, subtitle, body) in [
      (LockState.unlocked, "Ann", "Re: lunch", "At one?"),
      (.locked, nil, nil, "Notification"),
    ] as [(LockState, String?, String?, String)] {
      device.settings.device.lock = lock
      let row = try #require(try held()?.object)
      #expect(row["title"] == title.map(JSONValue.string) ?? .null)
      #expect(row["subtitle"] == subtitle.map(JSONValue.string) ?? .null)
      #expect(row["body"]?.string == body)
      #expect(row["hidden"] == .bool(lock == .locked))
      #expect(row["thread"] == "ann")
      #expect(row["receivedAt"]?.string == "2026-04-14T18:00:00.000Z")
      #expect(row["deliveredAt"]?.string == "2026-04-14T18:00:05.000Z")
      #expect(row["lateBy"] == .number(JSONNumber(5)))
      #expect(row["category"] == "M")
    }
  }

  @Test(arguments: [
    (GroupingSetting.automatic, "thread", "op-42"), (.byApp, "app", ""), (.off, "single", "op-42"),
  ])
  func `a group states its criterion`(
    grouping: GroupingSetting, word: String, thread: String
  ) throws {
    var device = device()
    device.inbox.insert(message, grouping: grouping)
    let group = try #require(groups(of: device, filter: Filter()).first)
    #expect(group["by"]?.string == word)
    #expect(group["thread"]?.string == thread)
  }

  @Test func `a filter selects the listed notifications and does not change counts`() throws {
    var device = device()
    device.inbox.insert(message, grouping: .automatic)
    device.inbox.insert(.stub(40, thread: "op-42", isRead: true), grouping: .automatic)
    device.inbox.insert(.stub(41, thread: "other", isRead: true), grouping: .automatic)
    let filter = try Filter("is:unread", now: Self.receivedAt, timeZone: .gmt)
    let groups = try groups(of: device, filter: filter)
    #expect(groups.count == 1)
    #expect(groups.first?["count"]?.int == 2)
    #expect(groups.first?["notifications"]?.array?.map { $0.object?["id"]?.int } == [31])
  }

  @Test func `an export has the content and the received payload`() throws {
    var device = device()
    device.inbox.insert(message, grouping: .automatic)
    device.inbox.insert(.stub(40), grouping: .automatic)
    let payloads = [NotificationID(rawValue: 31): Array(#"{"aps" :{"badge":1.0}}"#.utf8)]
    let text = InboxJSON.text(
      of: device, isOnline: true, rejected: 0, payload: { payloads[$0] })
    #expect(text.contains(#""content":{"body":"a\n\"b\"","subtitle":null,"title":"Никита К"}"#))
    #expect(text.contains(#""payload":{"aps" :{"badge":1.0}},"presented""#))
    #expect(text.contains(#""payload":null,"#))
  }

  @Test func `a payload of several lines is written on one line with the same value`() {
    let payload = "{\r\n\t\"a\" : \"\u{9b}31m\u{2028}\u{7f}é\u{202e}\u{e0041}\"\n}"
    #expect(
      String(decoding: JSONMembers.onOneLine(Array(payload.utf8)), as: UTF8.self)
        == "{   \"a\" : \"\\u009b31m\\u2028\\u007fé\\u202e\\udb40\\udc41\" }")
  }

  /// A text with one character of each kind that ``PlainText`` escapes.
  private static let hidden = "a\u{202E}\u{2066}\u{200B}\u{FEFF}\u{9B}\u{FFFE}z"

  @Test(arguments: ["ls", "export", "show", "rejected", "rejected as a whole", "event", "trace"])
  func `the output for scripts has no hidden character, and the texts as sent`(output: String)
    throws
  {
    let hidden = Self.hidden
    var device = device()
    let message = message.with {
      $0.content = .init(title: hidden, subtitle: hidden, body: hidden)
      $0.threadIdentifier = ThreadID(hidden)
      $0.app = BundleID(hidden)
    }
    device.inbox.insert(message, grouping: .automatic)
    let payload = Array(#"{"aps":{"alert":"\#(hidden)"},"\#(hidden)":1}"#.utf8)
    let rejected = RejectedRequest(
      number: 9, origin: Origin(wire: .h2, client: hidden), at: Self.receivedAt, reason: "BadTopic",
      status: 400, because: hidden, fix: hidden, body: payload, app: BundleID(hidden),
      path: hidden, fields: [HeaderField(hidden, hidden)])
    let text =
      switch output {
      case "ls": InboxJSON.text(of: device, isOnline: true, rejected: 0)
      case "export":
        InboxJSON.text(of: device, isOnline: true, rejected: 0, payload: { _ in payload })
      case "show": InboxJSON.text(of: message, on: device, payload: payload)
      case "rejected": RejectedJSON.line(rejected)
      case "rejected as a whole": RejectedJSON.whole(rejected)
      case "event":
        String(
          decoding: EventJSON.line(
            InboxEvent(
              at: Self.receivedAt, id: 31, app: message.app, thread: message.threadIdentifier,
              kind: .action(ActionIdentifier(hidden), userText: hidden, foreground: true)),
            payload: payload
          ).dropLast(), as: UTF8.self)
      default:
        TraceJSON.text(
          Trace(
            id: 1, times: DeliveryTimes(receivedAt: Self.receivedAt, deliveredAt: Self.receivedAt),
            outcome: .shown, reason: .shown, steps: [TraceStep(.intake, .ok, because: hidden)],
            wouldShowIf: []))
      }
    #expect(!text.unicodeScalars.contains(where: PlainText.isEscaped))
    #expect(text.contains(#"a\u202e\u2066\u200b\ufeff\u009b\ufffez"#))
    let root = try JSONReader.read(Array(text.utf8)).root
    #expect(texts(in: root).contains(hidden))
  }

  /// Returns the strings of a value.
  private func texts(in value: JSONValue) -> Set<String> {
    switch value {
    case .string(let text): [text]
    case .array(let elements): Set(elements.flatMap(texts))
    case .object(let object): Set(object.members.flatMap { texts(in: $0.value) })
    default: []
    }
  }

  @Test(arguments: [
    (ActionIdentifier.open, "open"), (.dismiss, "dismiss"), ("MARK_READ", "MARK_READ"),
  ])
  func `the last action has the spelling of the command`(action: ActionIdentifier, word: String)
    throws
  {
    let text = InboxJSON.text(of: message.with { $0.acted = action }, on: device())
    #expect(text.hasPrefix(#"{"acted":"\#(word)","#))
  }

  @Test func `a rejected request is one object with null for absent values`() {
    let rejected = RejectedRequest(
      number: 9, origin: Origin(wire: .tls), at: Self.receivedAt, reason: "intake.tls.unknown-ca",
      because: "The client does not know our CA.", fix: "Give it ca.pem.")
    #expect(
      RejectedJSON.line(rejected)
        == #"{"app":null,"at":"2026-04-14T18:58:02.004Z","because":"The client does not know our CA.","#
        + #""bytes":0,"client":null,"fix":"Give it ca.pem.","id":"R9","#
        + #""reason":"intake.tls.unknown-ca","status":null,"token":null,"wire":"tls"}"#)
  }

  @Test func `a rejected line states its position`() throws {
    let line = Array(#"{"aps":1"#.utf8)
    do throws(RejectedRequest) {
      _ = try PushLine.request(
        from: line, number: 7, source: "stdin", receivedAt: Self.receivedAt, freshID: "x")
      Issue.record("read")
    } catch {
      let text = RejectedJSON.line(error)
      #expect(text.contains(#""client":"stdin line 7""#))
      #expect(text.contains(#""because":"Line 7, column 1: "#))
    }
  }

  private func groups(of device: Phone, filter: Filter) throws -> [JSONObject] {
    let text = InboxJSON.text(of: device, filter: filter, isOnline: true, rejected: 0)
    let root = try JSONReader.read(Array(text.utf8)).root
    return root.object?["groups"]?.array?.compactMap(\.object) ?? []
  }
}
