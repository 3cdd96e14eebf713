import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// A push written in an editor.
@Suite struct PushFormTests {
  @Test func `path, headers and body are parsed, comments and blanks are ignored`() throws {
    let form = try PushForm(
      """
      # a remark
      POST /3/device/00fc HTTP/1.1
      Apns-Topic:com.example.chat
      apns-priority:  5
      # another
      \u{20}
      {
        "aps": { "alert": "a: b" }
      }
      """)
    #expect(form.path == "/3/device/00fc")
    #expect(
      form.fields == [
        HeaderField("apns-topic", "com.example.chat"), HeaderField("apns-priority", "5"),
      ])
    #expect(form.body == Array(#"{"aps":{"alert":"a: b"}}"#.utf8))
    let request = try form.request(name: "x", client: "c", at: PhoneStub.now, freshID: "new")
    #expect(request.path == "/3/device/00fc")
    #expect(request.origin.client == "c")
    #expect(request.fields == form.fields)
  }

  @Test(
    arguments: [
      ("apns-topic: a", "\n{}", "/3/device/" + DeviceToken.local.hex, ["apns-topic"]),
      ("{", "}", "/3/device/" + DeviceToken.local.hex, []),
      ("", #"{"token":"00fc","payload":{"aps":{}}}"#, "/3/device/00fc", []),
    ])
  func `without a path the push has the phone's token, without headers it is a push line`(
    head: String, body: String, path: String, names: [String]
  ) throws {
    let aps = body == "}" ? #"{"aps":{}}"# : head + "\n" + body
    let form = try PushForm(aps)
    let request = try form.request(name: "x", client: "c", at: PhoneStub.now, freshID: "new")
    #expect(request.path == path)
    #expect(request.fields.map(\.name) == names)
  }

  /// Each row invalidates one part of a valid form.
  @Test(
    arguments: [
      ("apns-topic a\n\n{}", "line 1: this is not a header; write `name: value`"),
      ("a: b\n: c\n\n{}", "line 2: this is not a header"),
      ("a: b\nna me: c\n\n{}", "line 2: this is not a header"),
      ("POST\n\n{}", "line 1: this is not a header"),
      ("POST  a b c\n\n{}", "line 1: write `POST /3/device/TOKEN`"),
      ("a: b\u{7}\n\n{}", "line 1: `a` has a control character in its value; remove it"),
      ("a: b\nPOST /x\n\n{}", "line 2: this is not a header"),
      ("a: b", "line 1: there is no payload; write it after a blank line"),
      ("a: b\n\n \n", "line 4: there is no payload"),
      ("a: b\n\n{\n \"a\": x }", "line 4, column 7: `x"),
      ("{\n x}", "line 2, column 2: "),
    ])
  func `an error is reported with its line and correction`(text: String, sentence: String) {
    let problem = #expect(throws: PushForm.Problem.self) { try PushForm(text) }
    #expect(problem?.sentence.hasPrefix(sentence) == true, "\(problem?.sentence ?? "")")
  }

  @Test func `the gateway accepts the template`() throws {
    let request = try PushForm(PushForm.template).request(
      name: "x", client: "c", at: PhoneStub.now, freshID: "new")
    var gateway = Gateway()
    #expect(
      gateway.handle(.pushReceived(request, reply: nil), at: request.receivedAt).contains {
        $0.isDelivery
      })
  }

  @Test func `an unfinished new push is kept for the next c`() throws {
    var bench = Bench()
    bench.press("c")
    guard case .edit(let job)? = bench.wanted.last else {
      Issue.record("\(bench.wanted)")
      return
    }
    #expect(job.text == PushForm.template)
    #expect(job.fileName == "push.http")
    bench.send(.edited(job, .text("apns-topic a")))
    #expect(
      bench.state.notices.message?.text.hasSuffix("nothing was sent, c opens the text again")
        == true)
    bench.press("c")
    #expect(
      bench.wanted.last
        == .edit(EditJob(subject: .compose, text: "apns-topic a", original: job.text)))
    let form = try PushForm("a: b\n\n{}")
    bench.send(.edited(job, .text(form.text)))
    #expect(bench.wanted.last == .compose(form))
    // A rejected push stays as a draft.
    bench.send(.resent(nil, edited: form, CommandAnswer(lines: ["refused"], isFailure: true)))
    bench.press("c")
    #expect(
      bench.wanted.last
        == .edit(EditJob(subject: .compose, text: form.text, original: job.text)))
  }

  @Test func `a new push begins as a copy of the selected one`() {
    var phone = PhoneStub()
    phone.push(#"{"alert":"Original"}"#)
    var bench = Bench(phone)
    bench.press("c")
    guard case .edit(let job)? = bench.wanted.last else {
      Issue.record("\(bench.wanted)")
      return
    }
    #expect(job.subject == .compose)
    #expect(job.text.contains("apns-topic: com.example.chat\n"))
    #expect(job.text.contains("Original"))
    bench.send(.edited(job, .text(job.text)))
    #expect(bench.state.notices.message?.text == "the text was not changed: nothing was sent")
    bench.press("t", "e")
    #expect(
      bench.wanted.last == .edit(EditJob(subject: .compose, text: PushForm.template)))
  }
}
