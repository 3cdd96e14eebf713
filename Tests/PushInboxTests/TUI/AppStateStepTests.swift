import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Single events: the whole state after each, and all intents.
@Suite struct AppStateStepTests {
  /// #1 of a chat with a reply action, #2 of the news, which is selected.
  private func bench() -> Bench {
    var phone = PhoneStub()
    phone.push(#"{"alert":{"title":"Ann","body":"Hi"},"category":"MESSAGE"}"#, age: 100)
    phone.push(#"{"alert":"News"}"#, app: PhoneStub.news, age: 50)
    return Bench(phone)
  }

  private func message(_ text: String, isFailure: Bool = false) -> Notices.Message {
    let time = isFailure ? Notices.failureTime : Notices.messageTime
    return Notices.Message(
      content: isFailure ? .failure(text) : .result(text), until: PhoneStub.now + time)
  }

  @Test func `a key that changes the phone requests the change and shows a message`() {
    var bench = bench()
    expectStep(&bench, .key("L"), intents: [.change(.lock(.locked))]) {
      $0.notices.message = message("phone: locked")
    }
    expectStep(&bench, .key("O"), intents: [.toggleOnline]) { $0.notices.message = nil }
  }

  @Test func `a key that acts on the selected push requests that and shows a message`() {
    var bench = bench()
    expectStep(&bench, .key("d"), intents: [.dismiss([2])]) {
      $0.notices.message = message("dismissed #2, u brings it back")
    }
    expectStep(&bench, .key("v")) {
      $0.actions.marked = $0.records.stored(2)
      $0.notices.message = message("#2 is marked: = compares another one with it")
    }
  }

  @Test func `the key of a view opens it and loads its rows, Esc closes it`() {
    var bench = bench()
    expectStep(&bench, .key("5")) { $0.pages.layers = [.kept(.held)] }
    expectStep(&bench, .key("2"), intents: [.loadRejectedList]) {
      $0.pages.layers = [.kept(.rejected)]
    }
    expectStep(&bench, .key("?"), intents: [.loadRejectedList]) {
      $0.pages.layers.append(.page(HelpPage()))
    }
    expectStep(&bench, .key("?"), intents: [.loadRejectedList]) { $0.pages.layers.removeLast() }
    expectStep(&bench, .key(.escape)) { $0.pages.layers = [] }
  }

  @Test func `a line typed after the colon is run, closed and remembered`() {
    var bench = bench()
    expectStep(&bench, .key(":")) { $0.pages.layers = [.dialog(CommandPrompt())] }
    expectStep(&bench, .key(.pasted("online off"))) { state in
      var prompt = CommandPrompt()
      prompt.field.insert("online off")
      state.pages.dialog = prompt
    }
    let line = "set online=off"
    bench.press(.control("u"))
    bench.type(line)
    let command = TypedCommand(line: line, words: ["set", "online=off"])
    expectStep(&bench, .key(.enter), intents: [.run(command)]) {
      $0.pages.layers = []
      $0.history.add(line, to: .command)
    }
    let failure = CommandAnswer(lines: ["no"], isFailure: true)
    expectStep(&bench, .answered(command, failure)) { state in
      var prompt = CommandPrompt(line)
      prompt.point(at: "no")
      state.pages.layers = [.dialog(prompt)]
    }
  }

  @Test func `a reply that cannot be sent stays as a draft`() {
    var bench = bench()
    let name = AnswerName(push: 9, action: "REPLY")
    expectStep(&bench, .missed(9, "REPLY", text: "late")) {
      $0.actions.drafts[name] = "late"
      let text =
        "#9 is not in the list any more: nothing was sent, and the text is kept as a draft"
      $0.notices.message = message(text, isFailure: true)
    }
    expectStep(&bench, .askedToUnlock(1, "REPLY", text: "soon")) {
      $0.notices.message = nil
      $0.actions.drafts[AnswerName(push: 1, action: "REPLY")] = "soon"
      let question = Question(subject: .unlock(1, "REPLY", text: "soon"))
      $0.pages.layers = [.dialog(question)]
    }
    let use = Intent.act(1, "REPLY", text: "soon")
    expectStep(&bench, .key("y"), intents: [.change(.lock(.unlocked)), use]) {
      $0.pages.layers = []
      $0.actions.drafts[AnswerName(push: 1, action: "REPLY")] = nil
      $0.notices.message = message("sent: Reply “soon”")
    }
  }

  @Test func `a banner disappears after five seconds without another change`() {
    var bench = bench()
    let start = PhoneStub.now
    expectStep(&bench, .presented(2, at: start)) {
      $0.notices.banner = Notices.Banner(id: 2, until: start + Notices.bannerTime)
    }
    expectStep(&bench, .ticked(start + 4)) { $0.now = start + 4 }
    expectStep(&bench, .ticked(start + 5)) {
      $0.now = start + 5
      $0.notices.banner = nil
    }
  }

  @Test func `a rejected edited push keeps its text for the next time`() throws {
    var bench = bench()
    let form = try PushForm(PushForm.template)
    let answer = CommandAnswer(lines: ["BadTopic"], isFailure: true, result: .rejected(3))
    expectStep(&bench, .resent(2, edited: form, answer)) {
      $0.actions.unfinished[.push(2)] = form.text
      $0.actions.result = .rejected(3)
      $0.notices.message = message("BadTopic; p goes to R3", isFailure: true)
    }
  }
}
