import Foundation
@testable import InboxModel
import Testing

@testable import PushInbox

/// Drafts of replies, which are stored until they are sent.
@Suite struct PushResponseTests {
  private static let reply = AnswerName(push: 1, action: "REPLY")
  private static let note = AnswerName(push: 1, action: "NOTE")

  /// A push with two text actions, and an older push without actions.
  private func bench() -> Bench {
    var phone = PhoneStub { settings in
      settings.categories["MESSAGE"] = Category(
        identifier: "MESSAGE",
        actions: [
          Action(identifier: "REPLY", title: "Reply", textInput: Action.TextInput()),
          Action(
            identifier: "NOTE", title: "Internal note",
            textInput: Action.TextInput(button: "Note", placeholder: "")),
          Action(identifier: "SEEN", title: "Seen"),
        ])
    }
    phone.push(
      #"{"alert":{"title":"Ann","body":"Hi"},"category":"MESSAGE"}"#, age: 10, collapseID: "one")
    return Bench(phone)
  }

  private func typed(_ bench: Bench) -> String? {
    guard let prompt = bench.state.pages.dialog as? ReplyPrompt else { return nil }
    return prompt.field.text
  }

  /// Returns the calls of the app.
  private func requested(_ bench: Bench) -> [String] {
    bench.phone.events.compactMap { event in
      if case .action(let action, let text, _) = event.kind {
        action.text + (text.map { " " + $0 } ?? "")
      } else {
        nil
      }
    }
  }

  // MARK: Drafts

  @Test func `each text action has a separate draft`() {
    var bench = bench()
    bench.press("a", "2")
    bench.type("rude")
    #expect(bench.screen.text().contains("Internal note: Ann"))
    bench.press(.escape, "r")
    #expect(typed(bench) == "")
    bench.type("kind")
    bench.press(.escape, "a", "2")
    #expect(typed(bench) == "rude")
    bench.press(.escape, "r", .enter)
    #expect(requested(bench) == ["REPLY kind"])
    #expect(bench.state.actions.drafts[Self.reply] == nil)
    #expect(bench.state.actions.drafts[Self.note] == "rude")
  }

  @Test(arguments: [["d", "u"], ["z", "1", "u"], ["C", "y", "u"]] as [[Key]])
  func `a draft is shown again when its push is restored`(keys: [Key]) {
    var bench = bench()
    bench.press("r", "x", .escape)
    for key in keys { bench.press(key) }
    bench.press("r")
    #expect(typed(bench) == "x")
  }

  @Test func `over the limit the oldest drafts are dropped`() {
    var drafts = Drafts()
    func name(_ number: Int) -> AnswerName {
      AnswerName(push: NotificationID(rawValue: number), action: "REPLY")
    }
    for number in 1...Drafts.limit { drafts[name(number)] = "\(number)" }
    drafts[name(1)] = "again"
    drafts[name(0)] = "new"
    #expect(drafts[name(1)] == "again")
    #expect(drafts[name(2)] == nil)
    #expect(drafts[name(3)] == "3")
    for number in 0...Drafts.limit { drafts[name(number)] = "" }
    #expect(drafts.isEmpty)
  }

  @Test func `^C over a page above the prompt keeps the draft`() {
    var bench = bench()
    bench.press("r", "x")
    bench.send(
      .answered(
        TypedCommand(line: "| w", words: []), CommandAnswer(lines: ["1", "2"], isFailure: false)))
    bench.press(.control("c"))
    #expect(bench.state.pages.layers.isEmpty)
    #expect(bench.state.actions.drafts[Self.reply] == "x")
  }

  @Test(arguments: ["n", .control("c")] as [Key])
  func `an answer that waits for unlocking is a draft until then`(key: Key) {
    var bench = bench()
    bench.send(.askedToUnlock(1, "REPLY", text: "late"))
    bench.press(key)
    #expect(bench.state.actions.drafts[Self.reply] == "late")
    bench.send(.askedToUnlock(1, "REPLY", text: "late"))
    bench.press("y")
    #expect(requested(bench) == ["REPLY late"])
    #expect(bench.state.actions.drafts.isEmpty)
  }

  // MARK: A push that is removed

  @Test func `an answer to a removed push is not sent, and its text stays`() {
    var bench = bench()
    bench.press("r")
    bench.type("On my way")
    bench.phone.handle(.dismissed([1]), at: PhoneStub.now)
    bench.send(.listChanged(newest: nil))
    #expect(bench.screen.text().contains("#1 is not in the list any more"))
    #expect(bench.screen.text().contains("Reply: #1"))
    bench.press(.enter)
    #expect(
      bench.state.notices.message?.text
        == "#1 is not in the list any more: nothing was sent, and the text is kept as a draft")
    #expect(bench.state.notices.message?.isFailure == true)
    #expect(typed(bench) == "On my way")
    bench.press(.escape)
    #expect(
      bench.state.notices.message?.text
        == "#1 is not in the list any more; the draft is kept until it returns")
    bench.press("u", "r")
    #expect(typed(bench) == "On my way")
    bench.press(.enter)
    #expect(requested(bench) == ["REPLY On my way"])
  }

  @Test func `an action that is no longer offered loses no text`() {
    var bench = bench()
    bench.press("r", "x")
    bench.phone.change(.setting(SettingPath(["categories", "MESSAGE", "actions"]), []))
    bench.press(.enter)
    #expect(requested(bench) == [])
    #expect(
      bench.state.notices.message?.text
        == "#1 does not have this action any more: nothing was sent, and the text is kept as a draft"
    )
    #expect(typed(bench) == "x")
  }

  @Test func `a push removed behind a paused screen is reported, and the text stays`() {
    var bench = bench()
    bench.send(.missed(1, "REPLY", text: "x"))
    #expect(bench.state.notices.message?.isFailure == true)
    #expect(bench.state.actions.drafts[Self.reply] == "x")
    bench.send(.missed(1, "SEEN", text: nil))
    #expect(bench.state.notices.message?.text == "#1 is not in the list any more")
  }

  @Test func `the menu of a removed push closes with a message`() {
    var bench = bench()
    bench.press("a")
    bench.phone.handle(.dismissed([1]), at: PhoneStub.now)
    bench.press("3")
    #expect(bench.state.pages.layers.isEmpty)
    #expect(bench.state.notices.message?.text == "#1 is not in the list any more")
  }

  // MARK: Messages

  @Test(
    arguments: [
      (["r", "H", "i", .enter], "sent: Reply “Hi”"),
      (["r", "a", .altEnter, "b", .enter], "sent: Reply “a b”"),
      (["a", "2", "x", .enter], "sent: Internal note “x”"),
      (["a", "3"], "done: Seen"), (["o"], "opened Chat"),
      (["a", "o"], "opened Chat"),
    ] as [([Key], String)])
  func `performing an action shows a message`(keys: [Key], message: String) {
    var bench = bench()
    for key in keys { bench.press(key) }
    #expect(bench.state.notices.message?.text == message)
    #expect(requested(bench).count == 1)
  }

  @Test func `the message quotes the beginning of a long answer`() {
    var bench = bench()
    bench.press("r", .pasted(String(repeating: "a", count: 41)), .enter)
    #expect(
      bench.state.notices.message?.text == "sent: Reply “\(String(repeating: "a", count: 40))…”")
  }

  @Test func `on a locked phone an action is reported only when performed`() {
    var bench = bench()
    bench.press("L", "o")
    #expect(bench.state.notices.message == nil)
    #expect(requested(bench) == [])
    bench.press("y")
    #expect(bench.state.notices.message?.text == "opened Chat")
  }

  @Test func `the prompt names its button, and opening is reported`() {
    var bench = bench()
    bench.press("a", "2")
    #expect(bench.screen.text().contains("Note sends the text to"))
    #expect(!bench.screen.text().contains("NOTE"))
    bench.press(.escape, "o", .enter)
    #expect(bench.screen.text().contains("read  opened"))
  }

  @Test func `a menu without actions offers no digits`() {
    var phone = PhoneStub()
    phone.push(#"{"alert":"News"}"#, app: PhoneStub.news)
    var plain = Bench(phone)
    plain.press("a")
    #expect(!plain.screen.text().contains(#/[0-9] choose/#))
    var bench = bench()
    bench.press("a")
    #expect(bench.screen.text().contains("1-3 choose"))
  }
}

@Suite struct SaveProblemTests {
  @Test(
    arguments: [
      (
        ENOENT, "/no/such/x.apns",
        "the folder /no/such does not exist: create it, or choose another"
      ),
      (ENOTDIR, "/etc/passwd/x", "/etc/passwd is not a folder: choose another"),
      (EISDIR, "/tmp", "/tmp is a folder: add the name of a file"),
      (EACCES, "/locked/x", "/locked is not writable: choose another folder"),
      (EACCES, "x", "this folder is not writable: choose another folder"),
      (ENOSPC, "/tmp/x", "/tmp/x: No space left on device"),
    ] as [(Int32, String, String)])
  func `the message about a failed save has the path and the correction`(
    code: Int32, file: String, text: String
  ) {
    #expect(
      ScreenMessage.notWritten(file, SystemError("open", path: file, code: code)).text == text)
  }
}
