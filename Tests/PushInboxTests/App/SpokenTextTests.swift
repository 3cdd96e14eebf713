import Foundation
import InboxModel
import Testing

@testable import PushInbox

@Suite struct SpokenTextTests {
  /// An event and its announcement.
  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var kind: InboxEvent.Kind
    var announcement: String?

    init(_ name: String, _ kind: InboxEvent.Kind, _ announcement: String?) {
      (testDescription, self.kind, self.announcement) = (name, kind, announcement)
    }

    static func came(
      _ outcome: Outcome, _ reason: ReasonCode = .shown, _ presented: PresentationOptions = [],
      title: String? = "Ann", body: String? = "On my way"
    ) -> InboxEvent.Kind {
      .presented(
        outcome: outcome, reason: reason, presented: presented, title: title, body: body,
        requestID: "r", apnsID: "a",
        times: DeliveryTimes(receivedAt: PhoneStub.now, deliveredAt: PhoneStub.now))
    }

    static let all = [
      Row("shown", came(.shown), "31. Chat, op-42: Ann. On my way."),
      Row(
        "critical", came(.shown, .shown, [.critical]), "31. Critical. Chat, op-42: Ann. On my way."),
      Row(
        "quiet", came(.quiet, .dndManual),
        "31. Quiet, dnd.manual. Chat, op-42: Ann. On my way."),
      Row(
        "held", came(.held, .summaryHeld),
        "31. Held, summary.held. Chat, op-42: Ann. On my way."),
      Row("silent", came(.silent), "31. Silent push for Chat."),
      Row("without text", came(.shown, title: nil, body: ""), "31. Chat, op-42: no text."),
      Row(
        "with a stop of its own", came(.shown, title: "Really?", body: "Да!"),
        "31. Chat, op-42: Really? Да!"),
      Row(
        "in several lines", came(.shown, title: nil, body: "one\ntwo"), "31. Chat, op-42: one two."),
      Row(
        "that would steer a terminal", came(.shown, title: nil, body: "a\u{1B}[2J\u{202E}b"),
        #"31. Chat, op-42: a\x1b[2J\u202eb."#),
      Row("from right to left", came(.shown, title: "דנה", body: nil), "31. Chat, op-42: דנה."),
      Row(
        "an action", .action("REPLY", userText: "ok", foreground: false), "31: REPLY. Sent: ok."),
      Row("an action without text", .action("LIKE", userText: nil, foreground: true), "31: LIKE."),
      Row("dismissed", .dismissed(by: .user), "31: dismissed."),
      Row("replaced", .removed(by: .collapse), "31: removed by a newer one."),
      Row("gone by the limit", .removed(by: .limit), "31: removed by the limit."),
      Row("read", .read(by: .user, isRead: true), "31: read."),
      Row("unread again", .read(by: .user, isRead: false), "31: unread."),
      Row("a setting", .setting(key: "lock", value: "locked", was: "unlocked"), "lock is locked."),
      Row(
        "a Focus", .setting(key: "focus", value: "Work", was: nil), "The Focus Work is on."),
      Row(
        "Do Not Disturb", .setting(key: "focus", value: "dnd", was: nil),
        "Do Not Disturb is on."),
      Row("no Focus", .setting(key: "focus", value: nil, was: "dnd"), "No Focus is on."),
      Row(
        "a setting dropped", .setting(key: "lock", value: nil, was: "locked"),
        "lock is as by default."),
      Row(
        "a call of the app", .app(state: .background, delegate: "x", carriesPayload: false), nil),
    ]
  }

  private func event(_ kind: InboxEvent.Kind) -> InboxEvent {
    InboxEvent(
      at: PhoneStub.now, id: NotificationID(rawValue: 31), app: PhoneStub.chat, thread: "op-42",
      kind: kind)
  }

  @Test(arguments: Row.all)
  func `a change is announced once`(row: Row) {
    #expect(SpokenText(PhoneStub().device).announcement(event(row.kind)) == row.announcement)
  }

  @Test func `a Focus that ends by itself is announced with its end`() {
    var phone = PhoneStub()
    _ = phone.device.handle(
      .changed(.focusOn("dnd", until: PhoneStub.now + 1800)), at: PhoneStub.now)
    let text = SpokenText(phone.device).announcement(
      event(.setting(key: "focus", value: "dnd", was: nil)))
    #expect(text == "Do Not Disturb is on until 2026-04-14 22:28.")
  }

  @Test func `several changes in one batch are summarised`() {
    let spoken = SpokenText(PhoneStub().device)
    let few = Array(repeating: event(Row.came(.shown)), count: 5)
    #expect(spoken.announcements(few).count == 5)
    #expect(
      spoken.announcements(few + [event(.dismissed(by: .user))])
        == ["6 changes at once. The last: 31: dismissed."])
  }

  @Test func `the list is numbered by identifiers for commands, newest first`() throws {
    var phone = PhoneStub()
    #expect(SpokenText(phone.device).list() == ["The list is empty."])
    phone.push(#"{"alert":{"title":"Ann","body":"Hi"},"thread-id":"a","category":"MESSAGE"}"#)
    phone.push(#"{"alert":"Second\u001b"}"#, app: PhoneStub.news)
    let first = "1. Chat, a: Ann. Hi. Unread, 21:58, actions REPLY, MARK_READ, ASSIGN, DELETE."
    let second = #"2. News: Second\x1b. Unread, 21:58."#
    let spoken = SpokenText(phone.device)
    #expect(spoken.list() == ["2 pushes, 2 unread.", second, first])
    #expect(spoken.list(most: 1) == ["2 pushes, 2 unread.", second, "1 more: ls"])
    let filter = try Filter("app:chat", now: PhoneStub.now, timeZone: .gmt)
    #expect(spoken.list(filter) == ["1 push, 1 unread.", first])
  }
}
