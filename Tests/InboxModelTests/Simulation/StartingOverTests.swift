import Foundation
import Testing

@testable import InboxModel

/// The reset of a running inbox.
@Suite struct StartingOverTests {
  /// A system with pushes, cards, channels, tokens, badges, settings, faults and a Focus.
  private func usedSystem() throws -> PushSystem {
    var bench = BroadcastRuleTests.Bench { $0.focuses["night"] = FocusSettings() }
    _ = bench.system.handle(.timePassed, at: Moment.start)
    try bench.start()
    try bench.broadcast(1, after: 1)
    for path in ["/3/device/ab", "/3/device/xy"] {
      let request = PushRequest.stub(
        path: path, body: #"{"aps":{"alert":"Hi","badge":3}}"#, at: Moment.start)
      bench.handle(.gateway(.pushReceived(request, reply: nil)), after: 2)
    }
    try bench.set("lock=locked", "focus=night", after: 3)
    bench.handle(
      .gateway(.faultAdded(try FaultRule(words: ["next=1", "answer=TooManyRequests"]))), after: 4)
    try bench.set("online=no", after: 4)
    _ = try bench.emit(#""alert":"Waits""#, after: 5)
    return bench.system
  }

  @Test func `a reset leaves the state of a fresh start with the settings of the files`() throws {
    var system = try usedSystem()
    #expect(!system.device.activities.isEmpty)
    #expect(system.gateway.channels.count == 1)
    #expect(system.gateway.acceptedCount > 0)
    #expect(!system.device.badges.isEmpty)
    var fresh = PushSystem(
      gateway: system.gateway.settings, phone: system.device.files, snapshot: Snapshot())
    let moment = Moment.start + 10
    let effects = system.handle(.startedOver, at: moment)
    #expect(effects.first == .store(.erased))
    #expect(fresh.handle(.timePassed, at: moment) == Array(effects.dropFirst()))
    #expect(system == fresh)
    #expect(system.snapshot == Snapshot())

    let rejected = PushRequest.stub(path: "/3/device/xy", at: moment)
    _ = system.handle(.gateway(.pushReceived(rejected, reply: nil)), at: moment)
    _ = system.handle(.gateway(.pushReceived(.stub(at: moment), reply: nil)), at: moment)
    #expect(Array(system.device.inbox.ids) == [1])
    #expect(system.gateway.lastRejectedNumber == 1)
  }
}
