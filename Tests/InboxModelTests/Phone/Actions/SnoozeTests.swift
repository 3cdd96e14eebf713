import Foundation
import Testing

@testable import InboxModel

/// Snoozed notifications.
@Suite struct SnoozeTests {
  private static let until = Moment.start + 900

  private static func phone() throws -> Phone {
    var device = Phone.stub()
    device.deliver(
      try .stub(1, aps: #"{"alert":"Hi","badge":2,"thread-id":"a"}"#), try .stub(2))
    _ = device.handle(.marked([1], read: true), at: Moment.start)
    return device
  }

  @Test func `a snoozed push is held and reported`() throws {
    var device = try Self.phone()
    let effects = device.handle(.snoozed([1], until: Self.until), at: Moment.start)
    #expect(Array(device.inbox.ids) == [2])
    #expect(device.held.map(\.notification.id) == [1])
    #expect(device.held.map(\.until) == [Self.until])
    #expect(device.nextMoment == Self.until)
    let held = try #require(device.notification(1))
    #expect(held.outcome == .held)
    #expect(held.reason == .snoozed)
    #expect(held.presented == .badge)
    #expect(device.badges["com.example.chat"] == 2)
    #expect(effects.stored == [.moved(held, to: .held(until: Self.until))])
    guard case .presented(.held, .snoozed, .badge, _, "Hi", _, _, _)? = effects.events.first else {
      Issue.record("\(effects.events)")
      return
    }
  }

  @Test func `a snoozed push returns quietly at its time, unread, to its position`() throws {
    var device = try Self.phone()
    _ = device.handle(.snoozed([1], until: Self.until), at: Moment.start)
    #expect(device.handle(.timePassed, at: Self.until - 1) == [])
    let effects = device.handle(.timePassed, at: Self.until)
    #expect(Array(device.inbox.ids) == [2, 1])
    let entry = try #require(device.inbox[1])
    #expect(entry.outcome == .quiet)
    #expect(entry.reason == .snoozed)
    #expect(entry.presented == [.badge, .list])
    #expect(!entry.isRead)
    #expect(entry.receivedAt == Moment.start)
    #expect(effects.stored == [.moved(entry, to: .listed)])
    #expect(effects.rings == [])
    #expect(!effects.contains { if case .present = $0 { true } else { false } })
    #expect(device.held.isEmpty)
  }

  @Test func `a summary, a changed clock and changed settings do not end a snooze`() throws {
    var device = try Self.phone()
    _ = device.handle(.snoozed([1], until: Self.until), at: Moment.start)
    _ = device.handle(.changed(.showSummary), at: Moment.start)
    _ = device.handle(.changed(.lock(.locked)), at: Moment.start)
    _ = device.handle(.timePassed, at: Moment.start - 3600)
    #expect(device.held.map(\.until) == [Self.until])
  }

  @Test func `a push with the same request identifier replaces a snoozed one`() throws {
    var device = Phone.stub()
    device.deliver(try .stub(1, collapseID: "c"))
    _ = device.handle(.snoozed([1], until: Self.until), at: Moment.start)
    device.deliver(try .stub(2, collapseID: "c"))
    #expect(device.held.isEmpty)
    #expect(device.inbox[2]?.replaced == 1)
  }

  @Test func `an unlisted push and a past moment cannot be snoozed`() throws {
    var device = try Self.phone()
    expectStep(&device, .snoozed([9], until: Self.until), at: Moment.start, effects: [])
    expectStep(&device, .snoozed([1], until: Moment.start), at: Moment.start, effects: [])
  }

  @Test func `the list shows snoozed pushes with their end`() throws {
    var device = try Self.phone()
    _ = device.handle(.snoozed([1], until: Self.until), at: Moment.start)
    let json = InboxJSON.text(of: device, isOnline: true, rejected: 0)
    #expect(
      json.contains(
        #""held":[{"app":"com.example.chat","body":"Hi","category":null,"#
          + #""deliveredAt":"2026-04-14T18:00:00.000Z","hidden":false,"id":1,"lateBy":0,"#
          + #""reason":"snoozed","receivedAt":"2026-04-14T18:00:00.000Z","subtitle":null,"#
          + #""thread":"a","title":null,"until":"2026-04-14T18:15:00.000Z"}]"#))
  }

  @Test func `a snoozed push is held after a restart, and its trace states why`() throws {
    var device = Phone.stub()
    let record = try #require(device.deliver(try .stub(1)).record)
    _ = device.handle(.snoozed([1], until: Self.until), at: Moment.start)
    var snapshot = Snapshot()
    snapshot.phone.entries = device.snapshot.phone.entries
    var other = Phone(settings: PhoneSettings(), snapshot: snapshot)
    #expect(other.held == device.held)

    var kept = record
    kept.notification = try #require(device.notification(1))
    kept.place = .held(until: Self.until)
    var trace = Presentation.trace(of: kept)
    #expect(trace.outcome == .held)
    #expect(trace.reason == .snoozed)
    #expect(trace.steps.last?.because == "snoozed until 2026-04-14T18:15:00.000Z")
    _ = other.handle(.timePassed, at: Self.until)
    kept.notification = try #require(other.inbox[1])
    kept.place = .listed
    trace = Presentation.trace(of: kept)
    #expect(trace.outcome == .quiet)
    #expect(trace.steps.last?.code == .snoozed)
  }

  @Test(
    arguments: [
      ("45m", "2026-04-14T18:45:00Z"), ("2h", "2026-04-14T20:00:00Z"),
      ("1500ms", "2026-04-14T18:00:01.5Z"), ("21:30", "2026-04-14T18:30:00Z"),
      ("20:59", "2026-04-15T17:59:00Z"), ("evening", "2026-04-15T15:00:00Z"),
      ("tomorrow", "2026-04-15T05:00:00Z"), ("2026-04-14T19:00:00Z", "2026-04-14T19:00:00Z"),
      ("", nil), ("0m", nil), ("-5m", nil), ("25:00", nil), ("soon", nil), ("99999d", nil),
      ("2026-04-14T17:00:00Z", nil), ("nan", nil),
    ] as [(String, String?)])
  func `the forms of a snooze's end are parsed`(text: String, moment: String?) {
    let zone = TimeZone(secondsFromGMT: 3 * 3600) ?? .gmt
    let found = SnoozeTime.moment(text, after: Moment.start, in: zone)
    #expect(found == moment.map(Moment.at))
  }
}
