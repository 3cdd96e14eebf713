import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// What is done to refused pushes, key by key.
@Suite struct RefusedDoingTests {
  /// R1 is a failed handshake, R2 a line that is no push, R3 has no payload, R4 could be taken.
  private func bench() -> Bench {
    var phone = PhoneStub()
    func refusal(_ reason: String, _ body: String) -> Refusal {
      Refusal(
        origin: Origin(wire: .line), at: PhoneStub.now, reason: reason, because: "b", fix: "f",
        body: Array(body.utf8))
    }
    phone.refuse(refusal("intake.tls.unknown-ca", ""))
    phone.refuse(refusal(Refusal.notJSON, "{"))
    phone.refuse(.badRequestPayload, body: "[]")
    phone.refuse(.badPriority)
    var bench = Bench(phone)
    bench.press("2")
    return bench
  }

  @Test(arguments: [[], [.enter]] as [[Key]])
  func `keys hand a refused push on, from the list and from its page`(first: [Key]) {
    for (keys, wanted): ([Key], Intent) in [
      (["A"], .accept(4)), (["R"], .resend(.refused(4), edited: nil)),
      (["y", "p"], .copy(.refused(4), .payload)), (["y", "c"], .copy(.refused(4), .curl)),
      (["y", "a"], .copy(.refused(4), .authorization)),
      (["s", .enter], .save(.refused(4), path: "chat-R4.apns", replacing: false)),
      (["|", "w", .enter], .pipe(.refused(4), command: "w")),
    ] {
      var bench = bench()
      for key in first + keys { bench.press(key) }
      #expect(bench.wanted == [wanted], "\(keys)")
    }
  }

  @Test(
    arguments: [
      (3, "R3 cannot be accepted: its payload is no JSON object"),
      (2, "R2 cannot be accepted: what came is no push"),
      (1, "R1 cannot be accepted: nothing of a push came"),
    ])
  func `what no phone could take is not accepted, and why is said`(number: Int, said: String) {
    var bench = bench()
    for _ in number..<4 { bench.press("j") }
    bench.press("A")
    #expect(bench.wanted == [])
    #expect(bench.state.message?.text == said)
    #expect(bench.state.message?.isFailure == true)
  }

  @Test func `a refused push is edited, and what is broken is there for the next time`() throws {
    var bench = bench()
    bench.press("e")
    guard case .edit(let job)? = bench.wanted.last else {
      Issue.record("\(bench.wanted)")
      return
    }
    #expect(job.subject == .push(.refused(4)))
    #expect(job.fileName == "refused-4.json")
    #expect(job.text.contains(#""apns-priority": "10""#))
    #expect(!job.text.contains("secret"))
    bench.send(.edited(job, .text("{")))
    #expect(bench.state.message?.isFailure == true)
    bench.press("e")
    #expect(bench.wanted.last == .edit(EditJob(subject: .push(.refused(4)), text: "{")))
    bench.send(.edited(job, .text(#"{"aps":{}}"#)))
    #expect(bench.wanted.last == .resend(.refused(4), edited: #"{"aps":{}}"#))
  }
}
