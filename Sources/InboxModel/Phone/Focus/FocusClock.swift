import Foundation

/// The Focus in force over time: manual changes override the schedules (`docs/rules.md` §5.3).
///
/// Only one Focus is active at a time. Where the behavior of iOS is undocumented, these choices
/// apply:
/// - A Focus that was turned on manually replaces a scheduled one, and stays when another's
///   schedule begins. A schedule that is still running when it ends becomes active again.
/// - Of overlapping schedules the one that began last is active; of equal starts the name that
///   sorts first.
/// - Turning a Focus off manually ends the schedules that are running, until a Focus is turned on
///   manually again. The last manual change counts, after a restart too.
/// - A schedule that has ended does not return when the clock is set back, see ``Term``.
///
/// The result is cached with the interval in which it holds, so that a push costs one comparison.
struct FocusClock: Equatable {
  /// A Focus that was turned on manually.
  private struct Manual: Equatable {
    var name: FocusName
    var term: Term?
  }

  private var manual: Manual?
  /// The moment of turning off manually: schedules that began at it or earlier are over. Nil for
  /// none.
  private var offSince: Date?

  /// The active Focus at the last computed moment; nil for none.
  private(set) var inForce: FocusInForce?
  /// The moment at which that may change next; nil if never.
  private(set) var changesAt: Date?
  /// The start of the interval in which the result holds.
  private var holdsFrom = Date.distantFuture
  private var timetable: Timetable?
  /// The run of a schedule that would be active at the last computed moment if it had not been
  /// turned off manually; nil for none.
  private var skipped: Span?

  /// Turns a Focus on manually. The caller calls ``recompute(at:settings:)`` next.
  mutating func turnOn(_ name: FocusName, until: Date?) {
    manual = Manual(name: name, term: until.map(Term.init))
    offSince = nil
  }

  /// Turns the active Focus off until the next scheduled start. The caller calls
  /// ``recompute(at:settings:)`` next.
  mutating func turnOff(at moment: Date) {
    manual = nil
    offSince = moment
  }

  /// Discards manual changes. The caller calls ``recompute(at:settings:)`` next.
  mutating func forget() {
    (manual, offSince) = (nil, nil)
  }

  /// The last manual change that is still in force; nil for none.
  var byHand: SettingChange? {
    manual.map { .focusOn($0.name, until: $0.term?.until) }
      ?? offSince.map { .focusOff(since: $0) }
  }

  /// Returns whether the result may differ at a moment. It costs one or two comparisons.
  func isStale(at moment: Date) -> Bool {
    moment < holdsFrom || changesAt.map { moment >= $0 } ?? false
  }

  /// Whether nothing has been computed yet.
  var isUnanswered: Bool { holdsFrom == .distantFuture }

  /// Recomputes the result at a moment.
  mutating func recompute(at moment: Date, settings: PhoneSettings) {
    if let name = manual?.name, settings.focuses[name] == nil { manual = nil }
    manual?.term?.advance(to: moment)
    if let end = manual?.term?.until, end <= moment { manual = nil }
    // A clock that was set back must not suppress schedules until it reaches the old moment again.
    if let since = offSince { offSince = min(since, moment) }
    // Schedules repeat weekly: a Focus that lasts longer than a week and the hour of a daylight
    // saving change never ends.
    let horizon = moment.addingTimeInterval(7.5 * 86_400)
    let scheduled = spans(around: moment, settings: settings).filter { span in
      span.end > moment && span.start < horizon
    }
    let spans = scheduled.filter { span in offSince.map { span.start > $0 } ?? true }
    let boundaries =
      spans.flatMap { [$0.start, $0.end] }.filter { $0 < horizon }
      + [manual?.term?.until].compactMap { $0 }
    inForce = focus(at: moment, spans: spans)
    skipped = inForce == nil ? Self.winner(of: scheduled, at: moment) : nil
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
    return Self.winner(of: spans, at: moment).map { FocusInForce(name: $0.name, isManual: false) }
  }

  private static func winner(of spans: [Span], at moment: Date) -> Span? {
    spans.filter { $0.start <= moment && moment < $0.end }
      .max { ($0.start, $1.name) < ($1.start, $0.name) }
  }

  /// Returns the Focus that would be active by schedule if it had not been turned off manually; nil
  /// for none.
  func turnedOff(at moment: Date) -> FocusName? {
    skipped.flatMap { moment < $0.end ? $0.name : nil }
  }

  /// Returns the first moment at which the active Focus changes. Adjacent spans of one Focus count
  /// as one. Nil if it never changes.
  private func end(after moment: Date, boundaries: [Date], spans: [Span]) -> Date? {
    let now = focus(at: moment, spans: spans)
    return boundaries.filter { $0 > moment }.sorted().first { focus(at: $0, spans: spans) != now }
  }
}

/// The active Focus.
public struct FocusInForce: Equatable, Sendable {
  /// Its name in the settings.
  public var name: FocusName
  /// Whether it was turned on manually and not by a schedule.
  public var isManual: Bool
  /// The end; nil until it is turned off.
  public var until: Date?
  /// Whether another Focus is active after it.
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

  /// The runs of several weeks, cached: otherwise a clock that advances over years would recompute
  /// them twice a day.
  private struct Timetable: Equatable {
    var focuses: [FocusName: FocusSettings]
    var zone: TimeZone
    /// The moments for which the cache covers two days before and a week after.
    var moments: ClosedRange<Date>
    var spans: [Span]
  }

  /// Returns the runs from two days before to at least a week after a moment, so that the next
  /// start is included.
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

  /// Returns the runs of a schedule. A run belongs to the day on which it starts. Equal times last
  /// a whole day; an end before the start is on the next day.
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
