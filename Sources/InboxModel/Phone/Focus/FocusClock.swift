import Foundation

/// The Focus in force over time: changes by hand over the schedules (`docs/rules.md` §5.3).
///
/// Only one is on at a time. Choices, where nobody says how iOS does it:
/// - One turned on by hand takes the place of a scheduled one, and stays when another's schedule
///   begins. A span that still runs when it ends comes back.
/// - Of schedules that overlap the one that began last is on, of equal starts the name that sorts
///   first.
/// - Turned off by hand, the spans then running are over, until one is turned on by hand again:
///   what the hand did last counts, after a restart too.
/// - A span that has ended does not come back when the clock is set back, see ``Term``.
///
/// The answer is kept together with the interval in which it holds, so that a push costs a
/// comparison.
struct FocusClock: Equatable {
  /// The Focus that was last turned on by hand.
  private struct Manual: Equatable {
    var name: FocusName
    var term: Term?
  }

  private var manual: Manual?
  /// Spans that began at this moment or before are over.
  private var offSince: Date?

  /// The Focus that is on at the moment last told.
  private(set) var inForce: FocusInForce?
  /// When that may change next; nil is never.
  private(set) var changesAt: Date?
  /// Since when the answer holds; before it, another may.
  private var holdsFrom = Date.distantFuture
  private var timetable: Timetable?

  /// Turns a Focus on by hand; to be followed by ``recompute(at:settings:)``.
  mutating func turnOn(_ name: FocusName, until: Date?) {
    manual = Manual(name: name, term: until.map(Term.init))
    offSince = nil
  }

  /// Turns off whatever is on, until the next scheduled start; to be followed by
  /// ``recompute(at:settings:)``.
  mutating func turnOff(at moment: Date) {
    manual = nil
    offSince = moment
  }

  /// Forgets what a hand did; to be followed by ``recompute(at:settings:)``.
  mutating func forget() {
    (manual, offSince) = (nil, nil)
  }

  /// The last change by hand that is still in force.
  var byHand: SettingChange? {
    manual.map { .focusOn($0.name, until: $0.term?.until) }
      ?? offSince.map { .focusOff(since: $0) }
  }

  /// Whether the answer may be another at a moment: a comparison or two.
  func isStale(at moment: Date) -> Bool {
    moment < holdsFrom || changesAt.map { moment >= $0 } ?? false
  }

  /// Whether nobody has asked yet.
  var isUnanswered: Bool { holdsFrom == .distantFuture }

  /// Works the answer out anew, since the settings changed.
  mutating func recompute(at moment: Date, settings: PhoneSettings) {
    if let name = manual?.name, settings.focuses[name] == nil { manual = nil }
    manual?.term?.advance(to: moment)
    if let end = manual?.term?.until, end <= moment { manual = nil }
    // A clock that was set back must not keep schedules off until it has caught up.
    if let since = offSince { offSince = min(since, moment) }
    // Schedules repeat weekly: what lasts longer than a week, and an hour of daylight saving, never
    // ends.
    let horizon = moment.addingTimeInterval(7.5 * 86_400)
    let spans = spans(around: moment, settings: settings).filter { span in
      span.end > moment && span.start < horizon && offSince.map { span.start > $0 } ?? true
    }
    let boundaries =
      spans.flatMap { [$0.start, $0.end] }.filter { $0 < horizon }
      + [manual?.term?.until].compactMap { $0 }
    inForce = focus(at: moment, spans: spans)
    let end = end(after: moment, boundaries: boundaries, spans: spans)
    inForce?.until = end
    let successor = end.flatMap { focus(at: $0, spans: spans) }
    inForce?.isFollowed = successor != nil
    changesAt = boundaries.filter { $0 > moment }.min()
    holdsFrom = moment
  }

  private func focus(at moment: Date, spans: [Span]) -> FocusInForce? {
    if let manual, manual.term.map({ moment < $0.until }) ?? true {
      return FocusInForce(name: manual.name, isManual: true)
    }
    let running = spans.filter { $0.start <= moment && moment < $0.end }
    let winner = running.max { ($0.start, $1.name) < ($1.start, $0.name) }
    return winner.map { FocusInForce(name: $0.name, isManual: false) }
  }

  /// The first moment at which something else is on; spans of one Focus that touch are one.
  private func end(after moment: Date, boundaries: [Date], spans: [Span]) -> Date? {
    let now = focus(at: moment, spans: spans)
    return boundaries.filter { $0 > moment }.sorted().first { focus(at: $0, spans: spans) != now }
  }
}

/// The Focus that is on.
public struct FocusInForce: Equatable, Sendable {
  /// Its name in the settings.
  public var name: FocusName
  /// Whether a hand turned it on, not a schedule.
  public var isManual: Bool
  /// When it ends; nil is not before somebody ends it.
  public var until: Date?
  /// Whether another is on then.
  public var isFollowed = false

  /// Describes a Focus.
  public init(name: FocusName, isManual: Bool, until: Date? = nil, isFollowed: Bool = false) {
    self.name = name
    self.isManual = isManual
    self.until = until
    self.isFollowed = isFollowed
  }
}

// MARK: - Schedules

extension FocusClock {
  /// One run of a schedule: start inclusive, end exclusive.
  private struct Span: Equatable {
    var name: FocusName
    var start: Date
    var end: Date
  }

  /// The runs of some weeks, worked out at once: a clock that goes on for years asks twice a day.
  private struct Timetable: Equatable {
    var focuses: [FocusName: FocusSettings]
    var zone: TimeZone
    /// For which moments it has the day before yesterday and a week ahead.
    var moments: ClosedRange<Date>
    var spans: [Span]
  }

  /// The runs from the day before yesterday to a week ahead at least, so that the next start is
  /// among them.
  private mutating func spans(around moment: Date, settings: PhoneSettings) -> [Span] {
    let (focuses, zone) = (settings.focuses, settings.device.timeZone)
    if let timetable, timetable.moments.contains(moment), timetable.zone == zone,
      timetable.focuses == focuses
    {
      return timetable.spans
    }
    let spans = Self.spans(of: focuses, zone: zone, around: moment)
    timetable = Timetable(
      focuses: focuses, zone: zone, moments: moment...moment.addingTimeInterval(16 * 86_400),
      spans: spans)
    return spans
  }

  /// A run belongs to the day on which it starts; equal times are a whole day, an end before the
  /// start is on the next day.
  private static func spans(
    of focuses: [FocusName: FocusSettings], zone: TimeZone, around moment: Date
  ) -> [Span] {
    focuses.flatMap { name, focus in
      focus.schedules.flatMap { schedule in
        let clock = WallClock(zone: schedule.timeZone ?? zone)
        let today = clock.day(of: moment)
        return (today - 2...today + 25).filter {
          schedule.days.contains(WallClock.weekday(ofDay: $0))
        }.map { day in
          Span(
            name: name, start: clock.moment(day: day, minute: schedule.from),
            end: clock.moment(
              day: schedule.to > schedule.from ? day : day + 1, minute: schedule.to))
        }
      }
    }
  }
}
