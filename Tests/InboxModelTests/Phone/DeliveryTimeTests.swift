import Foundation
import Testing

@testable import InboxModel

/// The two times of a push, acceptance and delivery, and the order of the list. The scenario
/// `assets/scenarios/delivery-time.jsonl` covers the causes of late pushes.
@Suite struct DeliveryTimeTests {
  private static let app: BundleID = "com.example.chat"

  /// Returns a phone that received pushes: number, seconds of acceptance and of delivery.
  private func device(_ pushes: [(id: Int, accepted: Double, delivered: Double)]) throws -> Phone {
    var device = Phone.stub()
    for push in pushes {
      let delivery = try Delivery.stub(push.id, at: Moment.start + push.accepted)
      _ = device.handle(.delivered(delivery), at: Moment.start + push.delivered)
    }
    return device
  }

  private func order(_ device: Phone) -> [Int] { device.inbox.ids.map(\.rawValue) }

  @Test(
    arguments: [
      ("at once", 0, 0, nil), ("a millisecond", 0.001, 0.001, nil), ("a second", 1, 1, nil),
      ("more than a second", 1.25, 1.25, "1.2 s"), ("hours", 10_800, 10_800, "3 h"),
      ("before it was accepted, by another clock", -5, 0, nil),
      ("part of a millisecond", 0.000_4, 0, nil),
    ] as [(String, Double, Double, String?)])
  func `the delay is the time from acceptance to delivery`(
    name: String, seconds: Double, lateBy: Double, delay: String?
  ) {
    let times = DeliveryTimes(receivedAt: Moment.start, deliveredAt: Moment.start + seconds)
    #expect(times.lateBy == lateBy)
    #expect(times.delay == delay)
    #expect(times.date == Moment.start + seconds)
  }

  @Test func `a push that never reached the phone has no delivery time`() throws {
    let times = DeliveryTimes(receivedAt: Moment.start, deliveredAt: nil)
    #expect(times.lateBy == nil)
    #expect(times.delay == nil)
    #expect(times.date == Moment.start)
    var device = Phone.stub()
    let record = try #require(device.deliver(try .stub(fate: .dropped(.deviceExpired))).record)
    #expect(record.notification.times == times)
    #expect(record.delivery.deliveredAt == nil)
  }

  @Test func `§14.8 the list is in the order of arrival, also for equal times`() throws {
    let device = try device([(2, 5, 5), (1, 0, 5), (4, 6, 6), (3, 6, 6)])
    #expect(order(device) == [3, 4, 1, 2])
    #expect(device.inbox[1]?.date == Moment.start + 5)
    #expect(device.inbox[1]?.times.lateBy == 5)
  }

  @Test func `setting the clock back does not change the order of arrival`() throws {
    let device = try device([(1, 100, 100), (2, 10, 10)])
    #expect(order(device) == [2, 1])
  }

  @Test func `the order of arrival is the same after a restart, and new pushes are newest`() throws
  {
    var device = try device([(2, 1, 1), (5, 4, 4), (1, 0, 60), (3, 2, 60)])
    _ = device.handle(.snoozed([5], until: Moment.start + 90), at: Moment.start + 61)
    var again = Phone(settings: PhoneSettings(), snapshot: device.snapshot)
    #expect(again.inbox == device.inbox)
    #expect(again.held == device.held)
    for id in [4, 6] {
      let late = try Delivery.stub(id, at: Moment.start + 3)
      _ = device.handle(.delivered(late), at: Moment.start + 70)
      _ = again.handle(.delivered(late), at: Moment.start + 70)
    }
    _ = device.handle(.timePassed, at: Moment.start + 90)
    _ = again.handle(.timePassed, at: Moment.start + 90)
    #expect(order(again) == [6, 4, 3, 1, 5, 2])
    #expect(again.inbox == device.inbox)
  }

  @Test func `pushes at extensions keep their order of arrival over a restart`() throws {
    var settings = PhoneSettings()
    settings.apps[Self.app] = AppSettings()
    settings.apps[Self.app]?.serviceExtension = ServiceExtension(
      .program(["./ext"], folder: "/"), limit: 30)
    var device = Phone(settings: settings)
    for id in [3, 1, 2] {
      let push = try Delivery.stub(id, aps: #"{"alert":"Hi","mutable-content":1}"#)
      _ = device.handle(.delivered(push), at: Moment.start + 9)
    }
    var snapshot = device.snapshot
    #expect(snapshot.queue.map(\.id) == [3, 1, 2])
    // A store returns them by number.
    snapshot.queue.sort { $0.id < $1.id }
    var again = Phone(settings: settings, snapshot: snapshot)
    _ = again.handle(.timePassed, at: Moment.start + 20)
    for id: NotificationID in [3, 1, 2] {
      _ = again.handle(
        .extensionEnded(id, .printed(Array(#"{"aps":{}}"#.utf8))), at: Moment.start + 21)
    }
    #expect(order(again) == [2, 1, 3])
    #expect(again.inbox[3]?.deliveredAt == Moment.start + 9)
  }

  @Test func `a push that an older version stored at its extension is delivered when shown`()
    throws
  {
    var waiting = try Delivery.stub(4)
    waiting.transit.isAtExtension = true
    var snapshot = Snapshot()
    snapshot.queue = [waiting]
    var device = Phone(settings: PhoneSettings(), snapshot: snapshot)
    let record = device.handle(.timePassed, at: Moment.start + 60).record
    #expect(record?.notification.deliveredAt == Moment.start + 60)
    #expect(record?.notification.arrival == 5)
  }

  @Test func `restored entries return to their positions in any order`() throws {
    var device = try device([(2, 1, 1), (1, 0, 60), (4, 60, 60), (3, 2, 61)])
    let before = device.inbox
    _ = device.handle(.dismissed([1, 3]), at: Moment.start + 62)
    _ = device.handle(.removed([4, 2]), at: Moment.start + 63)
    #expect(device.undoable?.ids == [2, 4])
    _ = device.handle(.undone([4, 1, 2]), at: Moment.start + 64)
    #expect(order(device) == [4, 1, 2])
    #expect(device.undoable?.ids == [3])
    _ = device.handle(.undone([3]), at: Moment.start + 65)
    #expect(device.inbox == before)
  }

  @Test func `a duplicate replaces its push, at the position of the duplicate`() throws {
    let device = try device([(1, 0, 0), (2, 1, 1), (1, 0, 30)])
    #expect(order(device) == [1, 2])
    #expect(device.inbox[1]?.replaced == 1)
    #expect(device.inbox[1]?.times.lateBy == 30)
  }

  @Test func `entries beyond the limit are removed in the order of arrival`() throws {
    var device = try device([(2, 1, 1), (3, 2, 2), (1, 0, 60)])
    _ = device.handle(.limited(to: 2), at: Moment.start + 61)
    #expect(order(device) == [1, 3])
  }

  // MARK: Traces

  @Test(
    arguments: [
      ("at once", 0.0, false, TraceStep.Result.ok, "the phone is online"),
      ("a second", 1, false, .ok, "the phone is online"),
      (
        "a slow link", 90, false, .note,
        "the phone is online; delivered 1 min 30 s after it was accepted"
      ),
      (
        "offline", 10_800, true, .note,
        "stored while the phone was offline, delivered when it came online; "
          + "delivered 3 h after it was accepted"
      ),
    ] as [(String, Double, Bool, TraceStep.Result, String)])
  func `the trace states a delay of more than a second`(
    name: String, seconds: Double, isHeld: Bool, result: TraceStep.Result, because: String
  ) throws {
    var push = try Delivery.stub()
    if isHeld { push.transit.heldSince = Moment.start }
    var device = Phone.stub()
    let effects = device.handle(.delivered(push), at: Moment.start + seconds)
    let trace = Presentation.trace(of: try #require(effects.record))
    let step = trace.steps.first { $0.name == .device }
    #expect(step?.result == result)
    #expect(step?.because == because)
    #expect(trace.times.lateBy == seconds)
  }

  @Test func `the decision about a push that no rule stopped is one word`() throws {
    var device = Phone.stub()
    let record = try #require(device.deliver(try .stub()).record)
    let lines = TraceText.lines(Presentation.trace(of: record))
    #expect(lines.last == "outcome  shown")
  }
}
