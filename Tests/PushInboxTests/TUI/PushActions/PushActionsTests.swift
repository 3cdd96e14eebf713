import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Operations on pushes besides their actions, key by key.
@Suite struct PushActionsTests {
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

  private func listed(_ bench: Bench) -> [Int] { bench.device.inbox.ids.map(\.rawValue) }

  private func selected(_ bench: Bench) -> Int? {
    bench.state.context(bench.device).target?.id?.rawValue
  }

  // MARK: Undo

  @Test(
    arguments: [
      (["d"], "dismissed #4, u brings it back", "#4 is back"),
      (["j", "d"], "dismissed 3 pushes, u brings them back", "3 pushes are back"),
      (["C", "y"], "dismissed 4 pushes, u brings them back", "4 pushes are back"),
      ([.enter, "d"], "dismissed #4, u brings it back", "#4 is back"),
      (["a", "d"], "dismissed #4, u brings it back", "#4 is back"),
      (["z", "1"], "snoozed #4 until 22:13, u brings it back", "#4 is back"),
      (["j", "z", "2"], "snoozed 3 pushes until 22:58, u brings them back", "3 pushes are back"),
      (["j", "M"], "3 pushes read, u undoes it", "3 pushes are unread again"),
      (["m"], "#4 read, u undoes it", "#4 is unread again"),
      (
        ["j", "a", "2"], "done: Mark as read", "#3 is as before; the app was already notified"
      ),
    ] as [([Key], String, String)])
  func `u undoes an action, and both show a message`(
    keys: [Key], message: String, undone: String
  ) {
    var bench = bench()
    let before = bench.device.inbox
    for key in keys { bench.press(key) }
    #expect(bench.device.inbox != before)
    #expect(bench.state.notices.message?.text == message)
    bench.press("u")
    #expect(bench.device.inbox == before)
    #expect(bench.state.notices.message?.text == undone)
    #expect(bench.state.pages.layers.isEmpty)
  }

  @Test func `undo goes back step by step, then reports that nothing is left`() {
    var bench = bench()
    bench.press("d", "m", "d")
    #expect(listed(bench) == [])
    bench.press("u")
    #expect(listed(bench) == [3, 2, 1])
    bench.press("u", "u")
    #expect(listed(bench) == [4, 3, 2, 1])
    #expect(bench.device.inbox.unreadCount == 4)
    bench.press("u")
    #expect(bench.state.notices.message?.text == "there is nothing to undo")
  }

  @Test func `after an undo the restored push is selected in its old place`() {
    var bench = bench()
    bench.press("j", "l", "j", "j", "d")
    #expect(selected(bench) == 1)
    bench.press("g", "u")
    #expect(selected(bench) == 2)
    #expect(listed(bench) == [4, 3, 2, 1])
  }

  @Test func `after dismissing, reading or snoozing the next push is selected`() {
    for keys: [Key] in [["d"], ["m"], ["z", "1"]] {
      var bench = bench()
      bench.press("j", "l", "j")
      for key in keys { bench.press(key) }
      #expect(selected(bench) == 2, "\(keys)")
    }
  }

  @Test func `clearing all asks first, and no keeps all`() {
    var bench = bench()
    bench.press("C")
    #expect(bench.state.pages.layers == [.dialog(Question(subject: .dismissAll))])
    bench.press("n")
    #expect(listed(bench).count == 4)
    bench.press("C", "y", "C")
    #expect(listed(bench).isEmpty)
    #expect(bench.state.pages.layers.isEmpty)
  }

  // MARK: Snooze

  @Test(
    arguments: [
      ("1", "2026-04-14T22:13:07+03:00"), ("2", "2026-04-14T22:58:07+03:00"),
      ("3", "2026-04-15T08:00:00+03:00"), ("4", "2026-04-15T18:00:00+03:00"),
    ] as [(Key, String)])
  func `the menu snoozes a push`(key: Key, until: String) {
    var bench = bench()
    bench.press("z", key)
    #expect(bench.device.held.map(\.until) == [Timestamp.date(until)])
    #expect(listed(bench) == [3, 2, 1])
  }

  @Test func `another time is typed, and an invalid one stays to be corrected`() {
    var bench = bench()
    bench.press("z", "5")
    bench.type("soon")
    bench.press(.enter)
    guard let prompt = bench.state.pages.dialog as? LinePrompt,
      case .problem(let problem, 0..<4)? = prompt.line.note
    else {
      Issue.record("\(bench.state.pages.layers)")
      return
    }
    #expect(problem == "write \(SnoozeTime.form)")
    bench.press(.control("u"))
    bench.type("23:30")
    bench.press(.enter)
    #expect(bench.device.held.map(\.until) == [Timestamp.date("2026-04-14T23:30:00+03:00")])
    #expect(bench.state.pages.layers.isEmpty)
  }

  @Test func `Esc closes the menu and the line without snoozing`() {
    var bench = bench()
    bench.press("z", .escape, "z", "5", .escape, "z", "5", .enter, "z", "x", "q")
    #expect(bench.device.held.isEmpty)
    #expect(bench.state.pages.layers.isEmpty)
  }

  // MARK: Sending, saving and piping

  @Test(
    arguments: [
      (["R"], .resend(4, edited: nil)), (["y", "p"], .copy(4, .payload)),
      (["y", "i"], .copy(4, .id)), (["y", "t"], .copy(4, .token)), (["y", "c"], .copy(4, .curl)),
      (["y", "C"], .copy(4, .curlWithToken)), (["y", "v"], .copy(4, .text)),
      (["s", .enter], .save(4, path: "news-4.apns", replacing: false)),
      (["s", .control("u"), "x", .enter], .save(4, path: "x", replacing: false)),
      (["|", "w", "c", .enter], .pipe(4, command: "wc")),
      ([.enter, "R"], .resend(4, edited: nil)),
      (
        ["e"],
        .edit(
          EditJob(
            subject: .push(4),
            text: PushForm.text(
              [
                HeaderField("apns-topic", "com.example.news"),
                HeaderField("apns-push-type", "alert"), HeaderField("apns-priority", "10"),
              ], body: "{\n  \"aps\": {\n    \"alert\": \"News\"\n  }\n}")))
      ),
    ] as [([Key], Intent)])
  func `keys send, save and pipe the selected push`(keys: [Key], wanted: Intent) {
    var bench = bench()
    for key in keys { bench.press(key) }
    #expect(bench.wanted == [wanted])
  }

  @Test func `Enter on an empty shell command or path has no effect`() {
    var bench = bench()
    bench.press("|", .enter, "s", .control("u"), .enter, "|", .escape)
    #expect(bench.wanted == [])
    #expect(bench.state.pages.layers.isEmpty)
  }

  @Test func `arrows restore earlier shell commands`() {
    var bench = bench()
    for command: Key in ["a", "b"] {
      bench.press("|", command, .enter)
      bench.send(.answered(TypedCommand(line: ""), CommandAnswer(lines: ["1"], isFailure: false)))
    }
    bench.press("|", .up, .up, .enter)
    #expect(bench.wanted.last == .pipe(4, command: "a"))
  }

  @Test func `an existing file is replaced only after a question`() {
    var bench = bench()
    bench.send(.fileExists(4, path: "a.apns"))
    #expect(bench.screen.text().contains("Overwrite a.apns?"))
    bench.press("n")
    #expect(bench.wanted == [])
    bench.send(.fileExists(4, path: "a.apns"))
    bench.press("y")
    #expect(bench.wanted == [.save(4, path: "a.apns", replacing: true)])
  }

  @Test func `a file name that cannot be used stays to be corrected`() {
    var bench = bench()
    bench.press("s", "x", .enter)
    bench.send(.notSaved(4, path: "news-4.apnsx", problem: "Permission denied"))
    let lines = bench.screen.text().split(separator: "\n")
    #expect(lines.suffix(1) == ["Save as: news-4.apnsx"])
    #expect(lines.contains(" Permission denied"))
    bench.press(.backspace, .enter)
    #expect(bench.wanted.last == .save(4, path: "news-4.apns", replacing: false))
    #expect(bench.state.pages.layers.isEmpty)
  }

  @Test(arguments: [Key.escape, .control("c")])
  func `Esc ends a long command and closes its notice`(key: Key) {
    var bench = bench()
    bench.press("|")
    bench.type("sleep 9")
    bench.press(.enter)
    #expect(bench.screen.text().contains(" running: | sleep 9  ^C ends it"))
    bench.press("j", "d", "q", .control("l"), .control("z"))
    #expect(bench.wanted == [.pipe(4, command: "sleep 9"), .redraw, .suspend])
    #expect(selected(bench) == 4)
    bench.press(key)
    #expect(bench.wanted.last == .endTask)
    #expect(bench.state.notices.message?.text == "ended: | sleep 9")
    #expect(bench.state.pages.layers.isEmpty)
    #expect(bench.state.interruptedAt == nil)
  }

  @Test func `the output of a finished command replaces its notice`() {
    var bench = bench()
    bench.press("|", "w", .enter)
    bench.send(
      .answered(TypedCommand(line: "| w"), CommandAnswer(lines: ["1", "2"], isFailure: false)))
    guard let page = bench.state.pages.layers.last?.page(OutputPage.self),
      bench.state.pages.layers.count == 1
    else {
      Issue.record("\(bench.state.pages.layers)")
      return
    }
    #expect(page.title == "| w")
  }

  @Test(arguments: [Key.control("j"), .altEnter])
  func `^J and Alt+Enter begin a new line in an answer`(key: Key) {
    var bench = bench()
    bench.press("j", "r", "a", key, "b")
    #expect(bench.screen.text().contains("a  "))
    bench.press(.enter)
    let texts = bench.phone.events.compactMap { event in
      if case .action(_, let text, _) = event.kind { text } else { nil }
    }
    #expect(texts == ["a\nb"])
  }

  @Test func `^J works as Enter in the list and in the command line`() {
    var bench = bench()
    bench.press(.control("j"))
    #expect(bench.state.pages.layers == [.page(InspectorPage(id: 4))])
    bench.press(":", "q", .control("j"))
    #expect(bench.wanted == [.quit])
  }

  // MARK: The editor

  private func editJob(_ bench: Bench) -> EditJob? {
    if case .edit(let job)? = bench.wanted.last { job } else { nil }
  }

  @Test func `an edited payload is sent`() throws {
    var bench = bench()
    bench.press("e")
    let job = try #require(editJob(bench))
    bench.send(.edited(job, .text(#"{"aps":{"alert":"New"}}"#)))
    let form = try PushForm(#"{"aps":{"alert":"New"}}"#)
    #expect(bench.wanted.last == .resend(4, edited: form))
  }

  @Test(arguments: ["", " \n ", nil] as [String?])
  func `an unchanged payload is not sent`(left: String?) throws {
    var bench = bench()
    bench.press("e")
    let job = try #require(editJob(bench))
    bench.send(.edited(job, .text(left ?? job.text)))
    #expect(bench.wanted.count == 1)
    let isEmpty = left != nil
    #expect(
      bench.state.notices.message?.text
        == (isEmpty
          ? "the text is empty: nothing was sent" : "the text was not changed: nothing was sent"))
  }

  @Test func `invalid JSON is reported with its position and kept for the next e`() throws {
    var bench = bench()
    bench.press("e")
    let broken = "{\n  \"aps\": {\n    \"alert\": New\n  }\n}"
    bench.send(.edited(try #require(editJob(bench)), .text(broken)))
    let message = try #require(bench.state.notices.message)
    #expect(message.isFailure)
    #expect(message.text.hasPrefix("line 3, column 14: `New` is not JSON; nothing was sent"))
    bench.press("e")
    #expect(editJob(bench)?.text == broken)
    // A corrected push that the gateway rejects stays as a draft; one that it accepts does not.
    bench.send(.edited(try #require(editJob(bench)), .text("{}")))
    #expect(bench.wanted.last == .resend(4, edited: try PushForm("{}")))
    bench.send(
      .resent(
        4, edited: try PushForm("{}"), CommandAnswer(lines: ["rejected  400"], isFailure: true)))
    bench.press("e")
    #expect(editJob(bench)?.text == "{}")
    bench.send(.edited(try #require(editJob(bench)), .text("{\"aps\":{}}")))
    bench.send(
      .resent(
        4, edited: try PushForm("{}"), CommandAnswer(lines: ["sent  200"], isFailure: false)))
    bench.press("e")
    #expect(editJob(bench)?.text.contains("News") == true)
  }

  /// A text that an editor may leave, and the draft after it.
  struct Left: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var bytes: [UInt8]
    var draft = "begun"
    var problem: String?
  }

  static let leavings: [Left] = [
    Left(testDescription: "a text", bytes: Array("On my way\n".utf8), draft: "On my way"),
    Left(
      testDescription: "several lines", bytes: Array("one\ntwo\n\n".utf8), draft: "one\ntwo\n"),
    Left(
      testDescription: "lines of Windows", bytes: Array("one\r\ntwo\r\n".utf8),
      draft: "one\ntwo"),
    Left(
      testDescription: "escapes", bytes: Array("\u{1B}[31mred\u{202E}\n".utf8),
      draft: "\u{1B}[31mred\u{202E}"),
    Left(testDescription: "nothing", bytes: [], draft: ""),
    Left(testDescription: "no UTF-8", bytes: [0x61, 0xFF, 0xFE], problem: "is not UTF-8"),
    Left(testDescription: "a NUL", bytes: [0x61, 0, 0x62], problem: "NUL byte"),
    Left(
      testDescription: "a book", bytes: Array(repeating: 0x61, count: 1_048_577),
      problem: "over 1 MiB"),
    Left(
      testDescription: "too long", bytes: Array(repeating: 0x61, count: 2001),
      problem: "the text has 2,001 characters, 2,000 at most: ^O opens it again"),
  ]

  @Test(arguments: leavings)
  func `no result of an editor loses a draft`(left: Left) throws {
    var bench = bench()
    bench.press("j", "r")
    bench.type("begun")
    bench.press(.control("o"))
    let job = try #require(editJob(bench))
    #expect(job == EditJob(subject: .reply(Self.reply), text: "begun"))
    bench.send(.edited(job, EditedText(left.bytes)))
    guard let prompt = bench.state.pages.dialog as? ReplyPrompt else {
      Issue.record("\(bench.state.pages.layers)")
      return
    }
    #expect(prompt.field.text == left.draft)
    #expect(bench.state.notices.message?.isFailure == left.problem.map { _ in true })
    if let problem = left.problem {
      #expect(bench.state.notices.message?.text.contains(problem) == true)
    }
    bench.press(.control("o"))
    let again = try #require(editJob(bench)?.text)
    #expect(
      again
        == (left.testDescription == "too long" ? String(repeating: "a", count: 2001) : left.draft))
    bench.press(.escape)
    #expect(bench.state.actions.drafts[Self.reply] == (left.draft.isEmpty ? nil : left.draft))
  }

  @Test func `a failed editor is reported, and the draft stays`() throws {
    var bench = bench()
    bench.press("j", "r", "a", .control("o"))
    bench.send(.edited(try #require(editJob(bench)), .problem(.editorEnded(code: 1))))
    #expect(
      bench.state.notices.message?.text == "the editor ended with 1; the text was not changed")
    bench.press(.enter)
    #expect(bench.device.inbox[3]?.acted == "REPLY")
  }
}
