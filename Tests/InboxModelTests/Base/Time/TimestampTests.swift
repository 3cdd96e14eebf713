import Foundation
import InboxModel
import Testing

@Suite struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00.000Z", 0.0), ("2026-04-14T18:58:02.004Z", 1_776_193_082.004),
    ("2024-02-29T23:59:59.999Z", 1_709_251_199.999), ("1969-12-31T23:59:59.500Z", -0.5),
    ("2000-03-01T00:00:00.000Z", 951_868_800), ("2100-02-28T12:00:00.000Z", 4_107_499_200),
  ])
  func `a moment and its text convert both ways`(text: String, seconds: Double) {
    #expect(Timestamp.text(Date(timeIntervalSince1970: seconds)) == text)
    #expect(Timestamp.date(text)?.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: [
    ("UTC", "2026-03-02T06:00:00.000Z"), ("Europe/London", "2026-03-02T06:00:00.000Z"),
    ("Europe/Berlin", "2026-03-02T07:00:00.000+01:00"),
    ("Asia/Kathmandu", "2026-03-02T11:45:00.000+05:45"),
    ("America/St_Johns", "2026-03-02T02:30:00.000-03:30"),
  ])
  func `a moment is written with the offset of a time zone`(zone: String, text: String) throws {
    let moment = try #require(Timestamp.date("2026-03-02T06:00:00Z"))
    #expect(Timestamp.text(moment, in: try #require(TimeZone(identifier: zone))) == text)
    #expect(Timestamp.date(text) == moment)
  }

  @Test(arguments: [
    ("2026-04-14T19:58:00+03:00", "2026-04-14T16:58:00.000Z"),
    ("2026-04-14T19:58:00-05:45", "2026-04-15T01:43:00.000Z"),
    ("2026-04-14T19:58:00z", "2026-04-14T19:58:00.000Z"),
    ("2026-04-14 19:58:00.5Z", "2026-04-14T19:58:00.500Z"),
  ])
  func `offsets and fractions are parsed`(text: String, utc: String) {
    #expect(Timestamp.date(text).map(Timestamp.text) == utc)
  }

  @Test(arguments: [
    "", "2026-04-14", "2026-02-29T00:00:00Z", "2026-04-14T24:00:00Z", "2026-04-14T19:58:00",
    "2026-04-14T19:58:00Zx", "2026-13-01T00:00:00Z", "２026-04-14T19:58:00Z",
  ])
  func `text in any other form is rejected`(text: String) {
    #expect(Timestamp.date(text) == nil)
  }

  @Test func `spans and times of day are parsed`() {
    #expect(TimeSpan.seconds("200ms") == 0.2)
    #expect(TimeSpan.seconds("30m") == 1800)
    #expect(TimeSpan.seconds("1.5h") == 5400)
    #expect(TimeSpan.seconds("h") == nil)
    #expect(TimeSpan.seconds("-5s") == nil)
    #expect(TimeOfDay.minutes("07:05") == 425)
    #expect(TimeOfDay.minutes("24:00") == nil)
    #expect(TimeOfDay.minutes("+7:05") == nil)
    #expect(TimeOfDay.text(425) == "07:05")
    #expect(TimeZone(named: "+05:45")?.secondsFromGMT() == 20_700)
    #expect(TimeZone(named: "Europe/Moscow") != nil)
    #expect(TimeZone(named: "Nowhere/Land") == nil)
  }

  @Test(arguments: [
    (0, "0 s"), (0.25, "0.2 s"), (1.001, "1 s"), (9.99, "9.9 s"), (10, "10 s"), (59.9, "59 s"),
    (60, "1 min"), (90, "1 min 30 s"), (3600, "1 h"), (3605, "1 h"), (11_100, "3 h 5 min"),
    (86_400, "1 d"), (97_200, "1 d 3 h"), (2_592_000, "30 d"), (-5, "0 s"), (1e300, "36525 d"),
  ])
  func `spans are written for people in two units at most`(seconds: Double, text: String) {
    #expect(TimeSpan.words(seconds) == text)
  }

  @Test(arguments: [
    "99999999999999999999d", "36525.1d", "1000000h", "9\(String(repeating: "9", count: 400))s",
  ])
  func `a span longer than a century is rejected`(text: String) {
    #expect(TimeSpan.seconds(text) == nil)
    #expect(TimeSpan.seconds("36525d") == TimeSpan.century)
  }

  @Test(arguments: [
    (1e300, "9999-12-31T23:59:59.999Z"), (253_402_300_800, "9999-12-31T23:59:59.999Z"),
    (-1e300, "0001-01-01T00:00:00.000Z"), (1_776_193_082.004, "2026-04-14T18:58:02.004Z"),
  ])
  func `every moment is clamped to the years 1 to 9999`(seconds: Double, text: String) {
    let clamped = Date(timeIntervalSince1970: seconds).clamped
    #expect(Timestamp.text(clamped) == text)
    #expect(clamped.clamped == clamped)
  }

  @Test(arguments: [
    Timestamp.date("9999-12-31T23:59:59-23:59"), Timestamp.date("0000-01-01T00:00:00+14:00"),
    Timestamp.date(milliseconds: .max), Timestamp.date(milliseconds: .min),
    Expiration(rawValue: .max).date, Expiration(rawValue: .min).date,
  ])
  func `parsed moments are within the years 1 to 9999`(date: Date?) throws {
    let date = try #require(date)
    #expect(date.clamped == date)
  }
}
