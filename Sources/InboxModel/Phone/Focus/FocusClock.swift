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
    let turns = turns(around: moment, settings: settings)
    inForce = focus(at: moment, turns)
    skipped = inForce == nil ? turns.run(at: moment) : nil
    let end = end(after: moment, turns)
    inForce?.until = end
    let successor = end.flatMap { focus(at: $0, self.turns(at: $0, settings: settings)) }
    inForce?.isFollowed = successor != nil
    changesAt = .earliest(manual?.term?.until, turn(after: moment, turns))
    holdsFrom = moment
  }

  private func focus(at moment: Date, _ turns: Turns) -> FocusInForce? {
    if let manual, manual.term.map({ moment < $0.until }) ?? true {
      return FocusInForce(name: manual.name, isManual: true)
    }
    return run(at: moment, turns).map { FocusInForce(name: $0.name, isManual: false) }
  }

  /// Returns the run that is active unless a Focus was turned on manually; nil for none.
  private func run(at moment: Date, _ turns: Turns) -> Span? {
    // If the run that began last was turned off, so were those that began before it.
    turns.run(at: moment).flatMap { run in offSince.map { run.start > $0 } ?? true ? run : nil }
  }

  /// Returns the next moment at which another run is active, or none; nil for never.
  private func turn(after moment: Date, _ turns: Turns) -> Date? {
    var next = turns.first(after: moment)
    guard run(at: moment, turns) == nil else { return next }
    while let turn = next, run(at: turn, turns) == nil { next = turns.first(after: turn) }
    return next
  }

  /// Returns the Focus that would be active by schedule if it had not been turned off manually; nil
  /// for none.
  func turnedOff(at moment: Date) -> FocusName? {
    skipped.flatMap { moment < $0.end ? $0.name : nil }
  }

  /// Returns the first moment at which the active Focus changes. Adjacent runs of one Focus count
  /// as one. Nil if it never changes.
  private func end(after moment: Date, _ turns: Turns) -> Date? {
    if let manual { return manual.term?.until }
    // Schedules repeat weekly: a Focus that lasts longer than a week and the hour of a daylight
    // saving change never ends.
    let horizon = moment.addingTimeInterval(7.5 * 86_400)
    let now = focus(at: moment, turns)
    var end = turns.first(after: moment)
    while let next = end, next < horizon {
      if focus(at: next, turns) != now { return next }
      end = turns.first(after: next)
    }
    return nil
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

  /// The runs that are active one after the other, in order of time.
  private struct Turns: Equatable {
    /// The start of a turn, which lasts until the next one.
    private struct Turn: Equatable {
      var start: Date
      /// The run that is active; nil for none.
      var run: Span?
    }

    private var turns: [Turn] = []

    /// Finds the turns of runs, which may overlap.
    init(of spans: [Span]) {
      var running: [Span] = []
      for span in spans.sorted(by: { ($0.start, $1.name) < ($1.start, $0.name) }) {
        end(&running, until: span.start)
        running.append(span)
        begin(at: span.start, span)
      }
      end(&running, until: .distantFuture)
    }

    /// Ends runs, the one that began last first; one that began before it may be active again.
    private mutating func end(_ running: inout [Span], until moment: Date) {
      while let last = running.last, last.end <= moment {
        while let next = running.last, next.end <= last.end { running.removeLast() }
        begin(at: last.end, running.last)
      }
    }

    private mutating func begin(at moment: Date, _ run: Span?) {
      if turns.last?.start == moment { turns.removeLast() }
      turns.append(Turn(start: moment, run: run))
    }

    /// Returns the active run; nil for none.
    func run(at moment: Date) -> Span? {
      let next = next(after: moment)
      return next == 0 ? nil : turns[next - 1].run
    }

    /// Returns the start of the first turn after a moment; nil for none.
    func first(after moment: Date) -> Date? {
      let next = next(after: moment)
      return next < turns.count ? turns[next].start : nil
    }

    /// Returns the index of the first turn after a moment.
    private func next(after moment: Date) -> Int {
      var (low, high) = (0, turns.count)
      while low < high {
        let middle = (low + high) / 2
        if turns[middle].start > moment { high = middle } else { low = middle + 1 }
      }
      return low
    }
  }

  /// The turns of several weeks, cached: otherwise a clock that advances over years would recompute
  /// them twice a day.
  private struct Timetable: Equatable {
    var focuses: [FocusName: FocusSettings]
    var zone: TimeZone
    /// The moments for which the cache covers two days before and a week after.
    var moments: ClosedRange<Date>
    var turns: Turns
  }

  /// Returns the turns from two days before to at least a week after a moment, so that the next
  /// start is included.
  private mutating func turns(around moment: Date, settings: PhoneSettings) -> Turns {
    let (focuses, zone) = (settings.focuses, settings.device.timeZone)
    if let timetable, timetable.moments.contains(moment), timetable.zone == zone,
      timetable.focuses == focuses
    {
      return timetable.turns
    }
    let turns = Turns(of: Self.spans(of: focuses, zone: zone, around: moment))
    timetable = Timetable(
      focuses: focuses, zone: zone, moments: moment...moment.addingTimeInterval(16 * 86_400),
      turns: turns)
    return turns
  }

  /// Returns the turns around a moment that may be far ahead, without storing them.
  private func turns(at moment: Date, settings: PhoneSettings) -> Turns {
    if let timetable, timetable.moments.contains(moment) { return timetable.turns }
    return Turns(
      of: Self.spans(of: settings.focuses, zone: settings.device.timeZone, around: moment))
  }

  /// Returns the runs of a schedule. A run belongs to the day on which it starts. Equal times last
  /// a whole day; an end before the start is on the next day. A run within the hour that daylight
  /// saving omits is none.
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
        }.filter { $0.start < $0.end }
      }
    }
  }
}
