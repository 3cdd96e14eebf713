import Foundation
import Testing

@testable import InboxModel

/// Store and forward while the phone is offline (Apple, "Sending notification requests to APNs").
@Suite struct DeliveryQueueTests {
  @Test func `a push waits for an offline phone and is stored`() {
    var gateway = offline()
    let effects = gateway.handle(.pushReceived(push("a"), reply: nil), at: .pushMoment)
    #expect(effects.deliveries == [])
    guard case .store(.queued(let queued))? = effects.first else {
      Issue.record("not stored: \(effects)")
      return
    }
    #expect(queued.transit.heldSince == .pushMoment)
    #expect(gateway.waitingCount == 1)
    #expect(gateway.handle(.deviceOnline(true), at: .pushMoment) == [.deliver(queued)])
    #expect(gateway.waitingCount == 0)
  }

  @Test
  func `the newest push of a token and topic waits, and older ones are recorded as coalesced`() {
    var gateway = offline()
    #expect(deliver(&gateway, "a") == [])
    #expect(deliver(&gateway, "b") == [])
    #expect(deliver(&gateway, "a") == ["1 device.coalesced"])
    #expect(deliver(&gateway, "a") == ["3 device.coalesced"])
    let delivered = gateway.handle(.deviceOnline(true), at: .pushMoment).deliveries
    #expect(delivered.map(summary) == ["2", "4"])
    #expect(delivered.map(\.transit.coalesced) == [0, 2])
  }

  @Test func `pushes to another token or topic suffix wait separately`() {
    var gateway = offline()
    _ = gateway.handle(.pushReceived(push("a"), reply: nil), at: .pushMoment)
    _ = gateway.handle(.pushReceived(push("a.voip"), reply: nil), at: .pushMoment)
    _ = gateway.handle(
      .pushReceived(.stub(path: "/3/device/cd", [("apns-topic", "a")]), reply: nil), at: .pushMoment
    )
    #expect(gateway.waitingCount == 3)
  }

  @Test func `a push with expiration 0 is not held`() {
    var gateway = offline()
    #expect(deliver(&gateway, "a", expiration: "0") == ["1 device.expired"])
    #expect(gateway.waitingCount == 0)
    var online = Gateway()
    #expect(deliver(&online, "a", expiration: "0") == ["1"])
  }

  @Test func `an expired push is not held`() {
    var gateway = offline()
    #expect(deliver(&gateway, "a", expiration: "1776190500") == ["1 device.expired"])
    #expect(deliver(&gateway, "a", expiration: "1776190501") == [])
  }

  @Test func `a held push expires`() {
    var gateway = offline()
    _ = deliver(&gateway, "a", expiration: "1776190510")
    _ = deliver(&gateway, "b", expiration: "1776190520")
    _ = deliver(&gateway, "c")
    #expect(gateway.nextMoment == .pushMoment.addingTimeInterval(10))
    #expect(gateway.handle(.timePassed, at: .pushMoment.addingTimeInterval(9)) == [])
    let first = gateway.handle(.timePassed, at: .pushMoment.addingTimeInterval(10)).deliveries
    #expect(first.map(summary) == ["1 device.expired"])
    #expect(gateway.nextMoment == .pushMoment.addingTimeInterval(20))
    let rest = gateway.handle(.deviceOnline(true), at: .pushMoment.addingTimeInterval(21))
    #expect(rest.deliveries.map(summary) == ["2 device.expired", "3"])
    #expect(gateway.nextMoment == nil)
  }

  @Test func `a push without expiration is held for thirty days`() {
    var gateway = offline()
    _ = deliver(&gateway, "a")
    _ = deliver(&gateway, "b", expiration: "9223372036854775807")
    #expect(gateway.nextMoment == .pushMoment.addingTimeInterval(30 * 86_400))
    let effects = gateway.handle(.timePassed, at: .pushMoment.addingTimeInterval(30 * 86_400))
    #expect(effects.deliveries.map(summary) == ["1 device.expired", "2 device.expired"])
  }

  @Test func `a newer push does not coalesce an expired one`() {
    var gateway = offline()
    _ = deliver(&gateway, "a", expiration: "1776190510")
    let later = PushRequest.stub(
      [("apns-topic", "a")], at: .pushMoment.addingTimeInterval(11))
    let effects = gateway.handle(.pushReceived(later, reply: nil), at: later.receivedAt)
    #expect(effects.deliveries.map(summary) == ["1 device.expired"])
    #expect(gateway.waitingCount == 1)
  }

  @Test func `the response is the first effect`() {
    var gateway = offline()
    _ = deliver(&gateway, "a")
    let address = ResponseHandle(connection: 1, stream: 1)
    let effects = gateway.handle(.pushReceived(push("a"), reply: address), at: .pushMoment)
    #expect(effects.first == .answer(PushResponse(status: 200, apnsID: "fresh"), to: address))
    #expect(effects.count == 3)
  }

  @Test func `held pushes survive a restart`() {
    var gateway = offline()
    var snapshot = Snapshot()
    snapshot.phone.changes = [.online(false)]
    for effect in gateway.handle(.pushReceived(push("a"), reply: nil), at: .pushMoment) {
      if case .store(.queued(let delivery)) = effect { snapshot.queue.append(delivery) }
    }
    var restarted = Gateway(snapshot: snapshot)
    #expect(!restarted.isDeviceOnline)
    #expect(deliver(&restarted, "a") == ["1 device.coalesced"])
    let delivered = restarted.handle(.deviceOnline(true), at: .pushMoment).deliveries
    #expect(delivered.map(summary) == ["2"])
  }

  @Test func `a stored queue is delivered at the start if the phone is online`() throws {
    var gateway = offline()
    var snapshot = Snapshot()
    for case .store(.queued(let delivery)) in gateway.handle(
      .pushReceived(push("a"), reply: nil), at: .pushMoment)
    {
      snapshot.queue.append(delivery)
    }
    var restarted = Gateway(snapshot: snapshot)
    #expect(try #require(restarted.nextMoment) < .pushMoment)
    #expect(restarted.handle(.timePassed, at: .pushMoment).deliveries.map(summary) == ["1"])
    #expect(restarted.nextMoment == nil)
  }

  @Test func `a flood of topics is bounded, and every push is delivered or recorded`() {
    var gateway = offline()
    var recorded = 0
    for number in 0..<10_500 { recorded += deliver(&gateway, "a\(number)").count }
    #expect(gateway.waitingCount == 9500)
    #expect(recorded == 1000)
    #expect(gateway.handle(.deviceOnline(true), at: .pushMoment).count == 9500)
  }

  // MARK: A phone that saves power

  @Test func `a phone that saves power gets only pushes of priority 10`() {
    var gateway = Gateway()
    _ = gateway.handle(.deviceSavesPower(true), at: .pushMoment)
    #expect(deliver(&gateway, "a", priority: "5") == [])
    #expect(deliver(&gateway, "b", priority: "1") == [])
    #expect(deliver(&gateway, "c", priority: "10") == ["3"])
    #expect(deliver(&gateway, "d") == ["4"])
    #expect(deliver(&gateway, "a", priority: "5") == ["1 device.coalesced"])
    #expect(deliver(&gateway, "b", expiration: "0", priority: "1") == ["6 device.expired"])
    #expect(gateway.waitingCount == 2)
    let delivered = gateway.handle(.deviceSavesPower(false), at: .pushMoment).deliveries
    #expect(delivered.map(summary) == ["2", "5"])
    #expect(delivered.map(\.transit.isForPower) == [true, true])
    #expect(deliver(&gateway, "a", priority: "5") == ["7"])
  }

  @Test func `a phone that saves power gets held pushes of priority 10 when it is online again`() {
    var gateway = offline()
    _ = gateway.handle(.deviceSavesPower(true), at: .pushMoment)
    _ = deliver(&gateway, "a", priority: "5")
    _ = deliver(&gateway, "b")
    let urgent = gateway.handle(.deviceOnline(true), at: .pushMoment).deliveries
    #expect(urgent.map(summary) == ["2"])
    #expect(gateway.nextMoment == .pushMoment.addingTimeInterval(30 * 86_400))
    let rest = gateway.handle(.deviceSavesPower(false), at: .pushMoment).deliveries
    #expect(rest.map(summary) == ["1"])
    #expect(rest.first?.transit.isForPower == false, "it was stored because the phone was offline")
  }

  @Test func `the trace of a held push states that the phone saved power`() throws {
    var gateway = Gateway()
    _ = gateway.handle(.deviceSavesPower(true), at: .pushMoment)
    _ = deliver(&gateway, "a", priority: "5")
    let kept = try #require(
      gateway.handle(.deviceSavesPower(false), at: .pushMoment).deliveries.first)
    #expect(
      Gateway.steps(of: kept).suffix(2) == [
        TraceStep(
          .queue, .note,
          because: "number 1, the phone saved power at 2026-04-14T18:15:00.000Z",
          setting: "device.lowPower"),
        TraceStep(
          .device, .note, code: .deviceOfflineStored,
          because: "priority 5 is held in Low Power Mode; delivered when that ended",
          setting: "device.lowPower"),
      ])
    let stop = try #require(Gateway.steps(of: kept.dropped(.deviceExpired)).last)
    #expect(stop.because == "the phone saved power: it expired before the phone took it")
  }

  @Test func `the gateway applies the phone's power setting, after a restart too`() {
    var settings = PhoneSettings()
    settings.device.lowPower = true
    let device = Phone(settings: settings)
    var system = PushSystem(device: device)
    #expect(system.gateway.savesPower)
    _ = system.handle(
      .gateway(.pushReceived(push("a", priority: "5"), reply: nil)), at: .pushMoment)
    #expect(system.gateway.waitingCount == 1)
    var again = PushSystem(gateway: Gateway(snapshot: system.snapshot), device: device)
    #expect(again.gateway.waitingCount == 1)
    settings.device.lowPower = false
    _ = again.handle(.device(.configured(settings)), at: .pushMoment)
    #expect(again.gateway.waitingCount == 0)
  }

  private func offline() -> Gateway {
    var gateway = Gateway()
    _ = gateway.handle(.deviceOnline(false), at: .pushMoment)
    return gateway
  }

  private func push(
    _ topic: String, expiration: String? = nil, priority: String? = nil
  ) -> PushRequest {
    var headers = [("apns-topic", topic)]
    if let priority { headers.append(("apns-priority", priority)) }
    if let expiration { headers.append(("apns-expiration", expiration)) }
    return .stub(path: "/3/device/ab", headers)
  }

  /// Returns the deliveries of a push: its number and, for a dropped one, the reason.
  private func deliver(
    _ gateway: inout Gateway, _ topic: String, expiration: String? = nil, priority: String? = nil
  ) -> [String] {
    gateway.deliveries(of: push(topic, expiration: expiration, priority: priority)).map(summary)
  }

  private func summary(_ delivery: Delivery) -> String {
    switch delivery.transit.fate {
    case .delivered: "\(delivery.id.rawValue)"
    case .dropped(let reason): "\(delivery.id.rawValue) \(reason.rawValue)"
    }
  }
}
