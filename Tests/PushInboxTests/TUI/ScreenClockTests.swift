import Foundation
import InboxModel
import Testing

@testable import PushInbox

@Suite struct ScreenClockTests {
  private func clock(_ now: String, zone: String = "+03:00") throws -> ScreenClock {
    try ScreenClock(
      timeZone: #require(TimeZone(named: zone)), now: #require(Timestamp.date(now)))
  }

  @Test func `the clock shows the zone of the phone`() throws {
    let clock = try clock("2026-04-14T18:58:07Z")
    #expect(clock.time == "21:58:07")
    #expect(clock.dateAndTime == "Tue 14 Apr 21:58:07")
    let moment = try #require(Timestamp.date("2026-04-14T18:58:07.123Z"))
    #expect(clock.full(moment) == "14 Apr 2026 21:58:07.123")
  }

  @Test(arguments: [
    ("2026-04-14T18:58:07Z", "now"), ("2026-04-14T18:57:08Z", "now"),
    ("2026-04-14T18:57:07Z", "21:57"), ("2026-04-13T21:00:00Z", "00:00"),
    ("2026-04-13T20:59:59Z", "13 Apr"), ("2026-01-01T00:00:00Z", "1 Jan"),
    ("2025-12-31T20:59:59Z", "2025"), ("2026-04-14T19:00:00Z", "22:00"),
  ])
  func `a row shows its time in the shortest form`(at: String, shown: String) throws {
    let moment = try #require(Timestamp.date(at))
    #expect(try clock("2026-04-14T18:58:07Z").row(moment) == shown)
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", "Thu 1 Jan 00:00:00"), ("1969-12-31T23:59:59Z", "Wed 31 Dec 23:59:59"),
    ("2026-04-12T23:59:59.999Z", "Sun 12 Apr 23:59:59"),
    ("2024-02-29T12:00:00Z", "Thu 29 Feb 12:00:00"),
  ])
  func `weekdays are correct before 1970`(at: String, shown: String) throws {
    #expect(try clock(at, zone: "+00:00").dateAndTime == shown)
  }

  @Test(arguments: [
    ("2026-04-14T20:00:00Z", "23:00"), ("2026-04-14T21:00:00Z", "Wed 00:00"),
    ("2026-04-20T05:00:00Z", "Mon 08:00"), ("2026-04-21T05:00:00Z", "21 Apr 2026 08:00"),
    ("2027-05-05T05:00:00Z", "5 May 2027 08:00"),
  ])
  func `a future moment has a short form`(at: String, shown: String) throws {
    let moment = try #require(Timestamp.date(at))
    #expect(try clock("2026-04-14T18:58:07Z").shortly(moment) == shown)
  }
}
