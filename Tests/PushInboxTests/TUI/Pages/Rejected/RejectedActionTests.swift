import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Actions on rejected pushes, key by key.
@Suite struct RejectedActionTests {
  /// R1 is a failed handshake, R2 a line that is no push, R3 has no payload, R4 can be accepted.
  private func bench() -> Bench {
    var phone = PhoneStub()
    func rejection(_ reason: String, _ body: String) -> RejectedRequest {
      RejectedRequest(
        origin: Origin(wire: .line), at: PhoneStub.now, reason: reason, because: "b", fix: "f",
        body: Array(body.utf8))
    }
    phone.reject(rejection("intake.tls.unknown-ca", ""))
    phone.reject(rejection(RejectedRequest.notJSON, "{"))
    phone.reject(.badRequestPayload, body: "[]")
    phone.reject(.badPriority)
    var bench = Bench(phone)
    bench.press("2")
    return bench
  }

  @Test(arguments: [[], [.enter]] as [[Key]])
  func `keys resend, save and pipe a rejected push, from the list and its page`(first: [Key]) {
    for (keys, wanted): ([Key], Intent) in [
      (["A"], .accept(4)), (["R"], .resend(.rejected(4), edited: nil)),
      (["y", "p"], .copy(.rejected(4), .payload)), (["y", "c"], .copy(.rejected(4), .curl)),
      (["y", "i"], .copy(.rejected(4), .id)),
      (["y", "a"], .copy(.rejected(4), .authorization)),
      (["s", .enter], .save(.rejected(4), path: "chat-R4.apns", replacing: false)),
      (["|", "w", .enter], .pipe(.rejected(4), command: "w")),
    ] {
      var bench = bench()
      for key in first + keys { bench.press(key) }
      #expect(bench.wanted == [wanted], "\(keys)")
    }
  }

  @Test(
    arguments: [
      (3, "R3 cannot be accepted: its payload is not a JSON object"),
      (2, "R2 cannot be accepted: the received bytes are not a push"),
      (1, "R1 cannot be accepted: no part of a push was received"),
    ])
  func `a push that no phone could accept is not accepted, with the reason`(
    number: Int, message: String
  ) {
    var bench = bench()
    for _ in number..<4 { bench.press("j") }
    bench.press("A")
    #expect(bench.wanted == [])
    #expect(bench.state.notices.message?.text == message)
    #expect(bench.state.notices.message?.isFailure == true)
  }

  @Test(
    arguments: [
      (1, "R", "R1 cannot be resent: no part of a push was received"),
      (1, "e", "R1 cannot be edited: no part of a push was received"),
      (1, "s", "R1 cannot be saved: no part of a push was received"),
      (1, "|", "R1 cannot be piped: no part of a push was received"),
      (1, "v", "R1 cannot be compared: no part of a push was received"),
      (1, "r", "R1 was not delivered: no part of a push was received"),
      (2, "R", "R2 cannot be resent: the received bytes are not a push"),
      (2, "s", "R2 cannot be saved: the received bytes are not a push"),
      (3, "s", "R3 cannot be saved: its payload is not a JSON object"),
      (4, "o", "R4 was rejected and not delivered: A delivers it"),
      (4, "m", "R4 was rejected and not delivered: A delivers it"),
    ] as [(Int, Key, String)], [[], [.enter]] as [[Key]])
  func `a key that does not apply shows a message with the reason`(
    row: (Int, Key, String), first: [Key]
  ) {
    var bench = bench()
    for _ in row.0..<4 { bench.press("j") }
    for key in first + [row.1] { bench.press(key) }
    #expect(bench.wanted == [])
    #expect(bench.state.notices.message?.text == row.2)
    #expect(bench.state.actions.marked == nil)
  }

  @Test(
    arguments: [
      ("A", "accepted"), ("R", "resent"), ("e", "edited"), ("s", "saved"),
      ("|", "piped"),
    ] as [(Key, String)], [[], [.enter]] as [[Key]])
  func `a push stored in part cannot be sent or saved, with the reason`(
    row: (Key, String), first: [Key]
  ) {
    var phone = PhoneStub()
    let body = #"{"aps":{"alert":"\#(String(repeating: "x", count: 9000))"}}"#
    phone.reject(.payloadTooLarge, body: body)
    var bench = Bench(phone)
    bench.press("2")
    for key in first + [row.0] { bench.press(key) }
    #expect(bench.wanted == [])
    #expect(
      bench.state.notices.message?.text
        == "R1 cannot be \(row.1): only the first 8192 of \(body.utf8.count) bytes are stored")
    #expect(bench.state.notices.message?.isFailure == true)
  }

  @Test func `the text of a rejected line can be piped, edited and compared`() {
    var bench = bench()
    bench.press("j", "j", "v")
    #expect(bench.state.actions.marked?.name == .rejected(2))
    bench.press("|", "w", .enter)
    bench.press(.escape, "e")
    #expect(
      bench.wanted == [
        .pipe(.rejected(2), command: "w"), .endTask,
        .edit(EditJob(subject: .push(.rejected(2)), text: PushForm.text([], body: "{"))),
      ])
  }

  @Test func `a rejected push is edited, and an invalid text is kept for the next time`() throws {
    var bench = bench()
    bench.press("e")
    guard case .edit(let job)? = bench.wanted.last else {
      Issue.record("\(bench.wanted)")
      return
    }
    #expect(job.subject == .push(.rejected(4)))
    #expect(job.fileName == "rejected-4.http")
    #expect(job.text.contains("\napns-priority: 10\n"))
    #expect(!job.text.contains("secret"))
    bench.send(.edited(job, .text("{")))
    #expect(bench.state.notices.message?.isFailure == true)
    bench.press("e")
    #expect(
      bench.wanted.last
        == .edit(EditJob(subject: .push(.rejected(4)), text: "{", original: job.text)))
    bench.send(.edited(job, .text(#"{"aps":{}}"#)))
    let form = try PushForm(#"{"aps":{}}"#)
    #expect(bench.wanted.last == .resend(.rejected(4), edited: form))
  }
}
