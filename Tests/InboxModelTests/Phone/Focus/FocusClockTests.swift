import Foundation
import Testing

@testable import InboxModel

@Suite struct FocusClockTests {
  /// Returns a phone with one schedule of `night`, times as `HH:MM`.
  private static func phone(
    _ from: String, _ to: String, days: Set<Int> = Set(1...7), zone: String = "Europe/Berlin"
  ) throws -> Phone {
    let timeZone: TimeZone = try #require(TimeZone(named: zone))
    let schedule = FocusSchedule(
      from: try #require(TimeOfDay.minutes(from)), to: try #require(TimeOfDay.minutes(to)),
      days: days, timeZone: timeZone)
    return Phone.stub { settings in
      settings.focuses["night"] = FocusSettings()
      settings.focuses["night"]?.schedules = [schedule]
    }
  }

  private static func isOn(_ device: Phone, at text: String) -> Bool {
    var device = device
    _ = device.handle(.timePassed, at: Moment.at(text))
    return device.focusInForce != nil
  }

  @Test(arguments: [
    ("2026-04-14T21:59:59.999+02:00", false), ("2026-04-14T22:00:00+02:00", true),
    ("2026-04-15T00:00:00+02:00", true), ("2026-04-15T06:59:59.999+02:00", true),
    ("2026-04-15T07:00:00+02:00", false),
  ])
  func `a span crosses midnight, start inclusive, end exclusive`(at: String, on: Bool) throws {
    #expect(Self.isOn(try Self.phone("22:00", "07:00"), at: at) == on)
  }

  @Test(arguments: [
    // 17 April 2026 is a Friday.
    ("2026-04-17T06:00:00+02:00", false), ("2026-04-17T23:00:00+02:00", true),
    ("2026-04-18T06:00:00+02:00", true), ("2026-04-18T23:00:00+02:00", false),
  ])
  func `the weekday is that of the schedule's start`(at: String, on: Bool) throws {
    #expect(Self.isOn(try Self.phone("22:00", "07:00", days: [5]), at: at) == on)
  }

  @Test func `a clock that advanced for months agrees with a new one`() throws {
    let settings = try Self.phone("22:00", "07:00", days: [1, 5]).settings
    var clock = FocusClock()
    for step in 0..<600 {
      // Over both changes of daylight saving time, with steps back.
      let moment = Moment.start + Double(step * 9 - step % 7 * 30) * 3600
      clock.recompute(at: moment, settings: settings)
      var fresh = FocusClock()
      fresh.recompute(at: moment, settings: settings)
      #expect(clock.inForce == fresh.inForce)
      #expect(clock.changesAt == fresh.changesAt)
    }
  }

  @Test func `of many overlapping schedules the one that began last is on`() {
    var settings = PhoneSettings()
    settings.device.timeZone = .gmt
    var random = SplitMix64(seed: 7)
    for name in ["a", "b", "c"] {
      var focus = FocusSettings()
      for _ in 0..<5 {
        // Few times, so that some schedules begin or end together.
        func hour() -> Int { Int(random.next() % 12) * 120 }
        focus.schedules.append(
          FocusSchedule(from: hour(), to: hour(), days: [Int(random.next() % 7) + 1, 3]))
      }
      settings.focuses[FocusName(name)] = focus
    }
    // Monday.
    let start = Moment.at("2026-04-13T00:00:00Z")
    func expected(at minute: Int) -> FocusName? {
      var runs: [(start: Int, name: FocusName)] = []
      for (name, focus) in settings.focuses {
        for schedule in focus.schedules {
          for day in (minute / 1440 - 2)...(minute / 1440)
          where schedule.days.contains((day + 7) % 7 + 1) {
            let start = day * 1440 + schedule.from
            let length = (schedule.to - schedule.from + 1440) % 1440
            let end = start + (length == 0 ? 1440 : length)
            if start <= minute, minute < end { runs.append((start, name)) }
          }
        }
      }
      return runs.max { ($0.start, $1.name) < ($1.start, $0.name) }?.name
    }
    var names: Set<FocusName?> = []
    for minute in stride(from: 0, to: 14 * 1440, by: 30) {
      var clock = FocusClock()
      let moment = start + Double(minute) * 60
      clock.recompute(at: moment, settings: settings)
      #expect(clock.inForce?.name == expected(at: minute), "minute \(minute)")
      names.insert(clock.inForce?.name)
      // The end is the first change of the Focus.
      guard let until = clock.inForce?.until else { continue }
      let end = Int(until.timeIntervalSince(start) / 60)
      let during = stride(from: minute, to: end, by: 30).map(expected)
      #expect(during.allSatisfy { $0 == clock.inForce?.name }, "minute \(minute)")
      #expect(expected(at: end) != clock.inForce?.name, "minute \(minute)")
      #expect(clock.inForce?.isFollowed == (expected(at: end) != nil), "minute \(minute)")
    }
    #expect(names == ["a", "b", "c", nil])
  }

  @Test(arguments: [0, 15, 200])
  func `a schedule follows a Focus by hand that ends weeks later`(days: Int) throws {
    var settings = try Self.phone("22:00", "07:00", zone: "GMT").settings
    settings.focuses["work"] = FocusSettings()
    for (hour, isFollowed) in [(3.0, true), (10.0, false)] {
      let now = Moment.at("2026-01-01T12:00:00Z") + Double(days) * 86_400
      let end = Moment.at("2026-01-13T00:00:00Z") + Double(days) * 86_400 + hour * 3600
      var clock = FocusClock()
      // A timetable that was made earlier gives the same result.
      clock.recompute(at: Moment.at("2026-01-01T12:00:00Z"), settings: settings)
      clock.turnOn("work", until: end)
      clock.recompute(at: now, settings: settings)
      #expect(clock.inForce?.until == end)
      #expect(clock.inForce?.isFollowed == isFollowed)
    }
  }

  @Test func `equal times last a whole day, and a daily whole day never ends`() throws {
    let friday = try Self.phone("09:00", "09:00", days: [5])
    #expect(!Self.isOn(friday, at: "2026-04-17T08:59:59+02:00"))
    #expect(Self.isOn(friday, at: "2026-04-17T09:00:00+02:00"))
    #expect(Self.isOn(friday, at: "2026-04-18T08:59:59+02:00"))
    #expect(!Self.isOn(friday, at: "2026-04-18T09:00:00+02:00"))
    var daily = try Self.phone("09:00", "09:00")
    _ = daily.handle(.timePassed, at: Moment.start)
    #expect(daily.focusInForce == FocusInForce(name: "night", isManual: false, until: nil))
  }

  @Test func `a schedule without days never starts`() throws {
    #expect(!Self.isOn(try Self.phone("00:00", "23:59", days: []), at: "2026-04-14T12:00:00Z"))
  }

  @Test(arguments: [
    // Berlin skips 02:00 to 03:00 on 29 March 2026 and repeats it on 25 October.
    ("Europe/Berlin", "22:00", "07:00", "2026-03-29T04:59:59Z", true),
    ("Europe/Berlin", "22:00", "07:00", "2026-03-29T05:00:00Z", false),
    ("Europe/Berlin", "22:00", "07:00", "2026-10-25T05:59:59Z", true),
    ("Europe/Berlin", "22:00", "07:00", "2026-10-25T06:00:00Z", false),
    // A skipped start is the moment of the jump; a span that is skipped entirely never runs.
    ("Europe/Berlin", "02:30", "05:00", "2026-03-29T00:59:59Z", false),
    ("Europe/Berlin", "02:30", "05:00", "2026-03-29T01:00:00Z", true),
    ("Europe/Berlin", "02:10", "02:50", "2026-03-29T01:00:00Z", false),
    // A repeated time is its first occurrence, as start and as end.
    ("Europe/Berlin", "02:30", "05:00", "2026-10-25T00:29:59Z", false),
    ("Europe/Berlin", "02:30", "05:00", "2026-10-25T00:30:00Z", true),
    ("Europe/Berlin", "01:00", "02:30", "2026-10-25T00:29:59Z", true),
    ("Europe/Berlin", "01:00", "02:30", "2026-10-25T00:30:00Z", false),
    ("Europe/Berlin", "01:00", "02:30", "2026-10-25T01:10:00Z", false),
    // New York: 8 March and 1 November 2026.
    ("America/New_York", "22:00", "07:00", "2026-03-08T10:59:59Z", true),
    ("America/New_York", "22:00", "07:00", "2026-03-08T11:00:00Z", false),
    ("America/New_York", "22:00", "07:00", "2026-11-01T11:59:59Z", true),
    ("America/New_York", "22:00", "07:00", "2026-11-01T12:00:00Z", false),
    ("America/New_York", "02:30", "05:00", "2026-03-08T07:00:00Z", true),
    ("America/New_York", "01:30", "05:00", "2026-11-01T05:30:00Z", true),
    ("+05:45", "22:00", "07:00", "2026-04-14T16:14:59Z", false),
    ("+05:45", "22:00", "07:00", "2026-04-14T16:15:00Z", true),
  ])
  func `schedules follow the wall clock over daylight saving changes`(
    zone: String, from: String, to: String, at: String, on: Bool
  ) throws {
    #expect(Self.isOn(try Self.phone(from, to, zone: zone), at: at) == on)
  }

  @Test func `the cached result equals a new computation at every minute of a week`() throws {
    var kept = try Self.phone("22:00", "07:00", days: [1, 2, 5])
    for minute in stride(from: 0, to: 7 * 24 * 60, by: 30) {
      let moment = Moment.start.addingTimeInterval(Double(minute) * 60)
      var fresh = try Self.phone("22:00", "07:00", days: [1, 2, 5])
      _ = kept.handle(.timePassed, at: moment)
      _ = fresh.handle(.timePassed, at: moment)
      #expect(kept.focusInForce == fresh.focusInForce)
      #expect(kept.nextMoment == fresh.nextMoment)
    }
  }

  @Test func `of two schedules the later start wins, of equal starts the first name`() {
    func phone(_ spans: [FocusName: (Int, Int)]) -> Phone {
      Phone.stub { settings in
        for (name, span) in spans {
          settings.focuses[name] = FocusSettings()
          settings.focuses[name]?.schedules = [FocusSchedule(from: span.0, to: span.1)]
        }
      }
    }
    var later = phone(["work": (9 * 60, 20 * 60), "gym": (17 * 60, 19 * 60)])
    _ = later.handle(.timePassed, at: Moment.start)
    #expect(
      later.focusInForce
        == FocusInForce(
          name: "gym", isManual: false, until: Moment.at("2026-04-14T19:00:00Z"), isFollowed: true))
    _ = later.handle(.timePassed, at: Moment.at("2026-04-14T19:00:00Z"))
    #expect(later.focusInForce?.name == "work")
    var equal = phone(["b": (9 * 60, 20 * 60), "a": (9 * 60, 19 * 60)])
    _ = equal.handle(.timePassed, at: Moment.start)
    #expect(equal.focusInForce?.name == "a")
  }

  @Test func `a Focus turned on manually replaces a scheduled one, which returns`() throws {
    var device = try Self.phone("19:00", "23:00")
    _ = device.handle(.timePassed, at: Moment.start)
    #expect(device.focusInForce?.name == "night")
    let until = Moment.start.addingTimeInterval(1800)
    let effects = device.handle(.changed(.focusOn("dnd", until: until)), at: Moment.start)
    #expect(effects.events == [.setting(key: "focus", value: "dnd", was: "night")])
    #expect(
      device.focusInForce
        == FocusInForce(name: "dnd", isManual: true, until: until, isFollowed: true))
    #expect(device.nextMoment == until)
    let later = device.handle(.timePassed, at: until)
    #expect(later.events == [.setting(key: "focus", value: "night", was: "dnd")])
  }

  @Test func `a Focus turned off manually stays off until the next scheduled start`() throws {
    var device = try Self.phone("19:00", "23:00")
    _ = device.handle(.timePassed, at: Moment.start)
    _ = device.handle(.changed(.focusOff(since: Moment.start)), at: Moment.start)
    #expect(device.focusInForce == nil)
    _ = device.handle(.timePassed, at: Moment.at("2026-04-14T22:59:00+02:00"))
    #expect(device.focusInForce == nil)
    #expect(device.nextMoment == Moment.at("2026-04-15T19:00:00+02:00"))
    let next = device.handle(.timePassed, at: Moment.at("2026-04-15T19:00:00+02:00"))
    #expect(next.events == [.setting(key: "focus", value: "night", was: nil)])
  }

  @Test func `§5.3 a Focus turned off manually stays off after a restart`() throws {
    var device = try Self.phone("19:00", "23:00")
    _ = device.handle(.timePassed, at: Moment.start)
    let effects = device.handle(.changed(.focusOff(since: Moment.start)), at: Moment.start)
    var again = try Self.restarted(device.settings, effects)
    #expect(again.handle(.timePassed, at: Moment.at("2026-04-14T22:59:00+02:00")) == [])
    #expect(again.focusInForce == nil)
    _ = again.handle(.timePassed, at: Moment.at("2026-04-15T19:00:00+02:00"))
    #expect(again.focusInForce?.name == "night")
  }

  @Test func `a Focus turned on after turning one off counts, also after a restart`() throws {
    var device = try Self.phone("19:00", "23:00")
    _ = device.handle(.timePassed, at: Moment.start)
    let until = Moment.at("2026-04-14T20:30:00+02:00")
    var effects = device.handle(.changed(.focusOff(since: Moment.start)), at: Moment.start)
    effects += device.handle(.changed(.focusOn("dnd", until: until)), at: Moment.start)
    var again = try Self.restarted(device.settings, effects)
    for moment in [Moment.start, until] {
      _ = device.handle(.timePassed, at: moment)
      _ = again.handle(.timePassed, at: moment)
      #expect(again.focusInForce == device.focusInForce)
    }
    #expect(device.focusInForce?.name == "night")
  }

  /// Returns the phone restored from a store with these effects.
  private static func restarted(
    _ settings: PhoneSettings, _ effects: [Phone.Effect]
  ) throws -> Phone {
    var kept: [String: String] = [:]
    for case .setting(let key, let value) in effects.stored { kept[key] = value }
    var snapshot = Snapshot()
    snapshot.phone.changes = kept.compactMap { SettingChange(key: $0.key, storedValue: $0.value) }
    return Phone(settings: settings, snapshot: snapshot)
  }

  @Test func `§5.2 a schedule that begins during a manual Focus waits for its end`() throws {
    var device = try Self.phone("21:00", "23:00")
    let until = Moment.at("2026-04-14T22:00:00+02:00")
    _ = device.handle(.changed(.focusOn("dnd", until: until)), at: Moment.start)
    _ = device.handle(.timePassed, at: Moment.at("2026-04-14T21:30:00+02:00"))
    #expect(device.focusInForce?.name == "dnd")
    let end = device.handle(.timePassed, at: until)
    #expect(end.events == [.setting(key: "focus", value: "night", was: "dnd")])
  }

  @Test func `an ended manual Focus is not stored`() throws {
    var device = Phone.stub()
    let until = Moment.start + 1800
    _ = device.handle(.changed(.focusOn("dnd", until: until)), at: Moment.start)
    let end = device.handle(.timePassed, at: until)
    #expect(end.stored == [.setting(key: "focus", value: nil)])
    #expect(end.events == [.setting(key: "focus", value: nil, was: "dnd")])
    #expect(end.count == 2, "nothing is replayed")
  }

  @Test(arguments: [
    // Set at 18:00 for half an hour: the time and the target of setting the clock back, and the
    // end.
    ("2026-04-14T18:10:00Z", "2026-04-14T18:05:00Z", "2026-04-14T18:30:00Z"),
    ("2026-04-14T18:10:00Z", "2026-04-14T17:00:00Z", "2026-04-14T17:30:00Z"),
    ("2026-04-14T18:10:00Z", "2020-01-01T00:00:00Z", "2020-01-01T00:30:00Z"),
  ])
  func `setting the clock back does not lengthen a Focus or a mute`(
    from: String, back: String, end: String
  ) throws {
    var device = Phone.stub()
    let (until, app) = (Moment.start + 1800, BundleID("com.example.chat"))
    _ = device.handle(.changed(.focusOn("dnd", until: until)), at: Moment.start)
    _ = device.handle(.changed(.mute(app, until: until)), at: Moment.start)
    _ = device.handle(.timePassed, at: Moment.at(from))
    let effects = device.handle(.timePassed, at: Moment.at(back))
    let change = SettingChange.focusOn("dnd", until: Moment.at(end))
    let isShorter = until != Moment.at(end)
    #expect(
      effects.stored.contains(.setting(key: "focus", value: change.storedValue))
        == isShorter)
    #expect(device.focusInForce?.until == Moment.at(end))
    #expect(device.nextMoment == Moment.at(end))
    _ = device.handle(.timePassed, at: Moment.at(end))
    #expect(device.focusInForce == nil)
    #expect(device.deliver(try .stub(at: Moment.at(end))).record?.notification.reason == .shown)
  }

  @Test func `a schedule that has ended does not return when the clock is set back`() {
    var device = Phone.stub()
    _ = device.handle(.changed(.focusOn("dnd", until: Moment.start + 1800)), at: Moment.start)
    _ = device.handle(.timePassed, at: Moment.start + 1800)
    _ = device.handle(.timePassed, at: Moment.start + 60)
    #expect(device.focusInForce == nil)
  }

  @Test func `an unknown Focus cannot be turned on`() {
    var device = Phone.stub()
    #expect(device.handle(.changed(.focusOn("naps", until: nil)), at: Moment.start) == [])
    #expect(device.focusInForce == nil)
  }

  @Test func `after the clock is set back the result is that of its moment`() throws {
    var device = try Self.phone("19:00", "23:00")
    _ = device.handle(.timePassed, at: Moment.start)
    _ = device.handle(.timePassed, at: Moment.at("2026-04-14T12:00:00Z"))
    #expect(device.focusInForce == nil)
    #expect(device.now == Moment.at("2026-04-14T12:00:00Z"))
  }
}
