import Foundation
import Testing

@testable import InboxModel

/// Single steps of the ICQ server: the whole state after an event, and all its effects.
@Suite struct ICQStepTests {
  @Test func `apps on the screen are recorded, without effects if there are no sessions`() {
    var service = ICQService()
    expectStep(&service, .appsInFront(["com.icq.mobile"]), at: .pushMoment, effects: []) {
      $0.restore([], front: ["com.icq.mobile"])
    }
    expectStep(&service, .timePassed, at: .pushMoment + 60, effects: [])
  }

  @Test func `an invalid session request is rejected without changing the state`() throws {
    var service = ICQService()
    let reply = ResponseHandle(connection: 1, stream: 1)
    let request = ICQRequest(
      .session, body: Array("{".utf8), origin: Origin(wire: .h1), receivedAt: .pushMoment - 60,
      freshID: "fresh")
    var copy = service
    let effects = copy.handle(.requested(request, reply: reply), at: .pushMoment)
    guard case .reject(let rejected)? = effects.first,
      case .answer(let answer, to: reply)? = effects.last
    else {
      Issue.record("\(effects)")
      return
    }
    #expect(rejected.at == .pushMoment)
    #expect(answer.status == 400)
    expectStep(
      &service, .requested(request, reply: reply), at: .pushMoment,
      effects: [.reject(rejected), .answer(answer, to: reply)])
  }

  @Test func `a session ends once at its timeout`() throws {
    var bench = ICQBench()
    try bench.logIn(["sessionTimeout": 60])
    var service = bench.system.icq
    let user = try #require(service.accounts.keys.first)
    let end = bench.now + 60
    expectStep(&service, .timePassed, at: end - 1, effects: [])
    var copy = service
    let effects = copy.handle(.timePassed, at: end)
    let ended = try #require(copy.accounts[user])
    #expect(!ended.isOnline)
    #expect(
      effects.contains { if case .store(.account(user, ended?)) = $0 { true } else { false } })
    expectStep(&service, .timePassed, at: end, effects: effects) {
      $0.restore([ended], front: [])
    }
    expectStep(&service, .timePassed, at: end + 60, effects: [])
  }
}
