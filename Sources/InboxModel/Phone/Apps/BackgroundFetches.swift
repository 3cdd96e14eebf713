import Foundation

/// The apps that background pushes woke, the running ones of them, and the waiting pushes
/// (`docs/rules.md` §9.1, Apple, "Pushing background updates to your App").
///
/// A woken app runs for 30 seconds and is then suspended, whatever it does. Another wake-up during
/// that time restarts it. Of the pushes that cannot wake an app the newest waits.
struct BackgroundFetches: Equatable {
  /// The runtime of a woken app, in seconds.
  static let time: TimeInterval = 30
  /// The span in which wake-ups are counted, in seconds. Apple mentions "two or three an hour".
  static let window: TimeInterval = 3600
  /// The period over which reloads of widgets are counted, seconds.
  static let day: TimeInterval = 86_400

  /// The maximum number of apps with a state, since senders name apps as they like. Further ones
  /// are called, but not counted, and nothing waits for them.
  static let appLimit = 10_000
  /// The time between searches for states that no longer matter, in seconds.
  private static let searchInterval: TimeInterval = 60

  private var apps: [BundleID: AppFetches] = [:]
  /// The apps with a due event, so that finding these events does not visit every app.
  private var timed: Set<BundleID> = []
  /// The apps whose state changed since it was last stored.
  private var unkept: Set<BundleID> = []
  /// The span after a search for states that no longer matter, which found none.
  private var full: Range<Date>?

  /// The moment of the next event: the runtime of an app ends, or the budget allows a wake-up; nil
  /// if never.
  var due: Date? { timed.lazy.compactMap { apps[$0]?.due }.min() }

  // MARK: Waking

  func isAwake(_ app: BundleID) -> Bool { apps[app]?.awakeUntil != nil }

  /// Returns the wake-ups of an app within the hour before a moment, oldest first. Wake-ups in the
  /// future, after a clock was set back, do not count.
  func recentWakes(of app: BundleID, at moment: Date) -> [Date] {
    apps[app]?.wakes.within(Self.window, before: moment) ?? []
  }

  /// Counts a background push that reaches an app outside the foreground.
  mutating func count(_ app: BundleID, at moment: Date) {
    guard hasRoom(for: app, at: moment) else { return }
    self[app].wakes = recentWakes(of: app, at: moment) + [moment]
  }

  /// The times of reloads of an app's widgets by pushes within the day before `moment`, oldest
  /// first.
  func recentReloads(of app: BundleID, at moment: Date) -> [Date] {
    apps[app]?.reloads.within(Self.day, before: moment) ?? []
  }

  /// Counts a reload of an app's widgets by a push.
  mutating func countReload(_ app: BundleID, at moment: Date) {
    guard hasRoom(for: app, at: moment) else { return }
    self[app].reloads = recentReloads(of: app, at: moment) + [moment]
  }

  /// Starts the limited runtime of an app that is not running.
  mutating func extendRuntime(_ app: BundleID, at moment: Date) {
    guard hasRoom(for: app, at: moment) else { return }
    self[app].awakeUntil = moment.addingTimeInterval(Self.time)
  }

  /// Ends the limited runtime of an app whose state was set otherwise.
  mutating func endWake(of app: BundleID) {
    if isAwake(app) { self[app].awakeUntil = nil }
  }

  /// Removes and returns the apps whose runtime is over, sorted by identifier. An end further ahead
  /// than the runtime means a clock that was set back.
  mutating func fallAsleep(at moment: Date) -> [BundleID] {
    let over = timed.filter { app in
      guard let end = apps[app]?.awakeUntil else { return false }
      return !(0..<Self.time).contains(Self.time - moment.distance(to: end))
    }
    for app in over { endWake(of: app) }
    return over.sorted { $0 < $1 }
  }

  // MARK: Waiting

  /// Retains a push for an app, in place of an older one.
  mutating func retain(_ push: AppFetches.Waiting, for app: BundleID, at moment: Date) {
    guard hasRoom(for: app, at: moment) else { return }
    self[app].waiting = push
  }

  /// Removes and returns the push that waits for an app; nil for none.
  @discardableResult
  mutating func removeWaiting(for app: BundleID) -> AppFetches.Waiting? {
    guard let push = apps[app]?.waiting else { return nil }
    self[app].waiting = nil
    return push
  }

  /// Removes and returns the pushes that the budget allows by now, sorted by app.
  mutating func removeDue(at moment: Date) -> [(app: BundleID, push: AppFetches.Waiting)] {
    let due = timed.sorted { $0 < $1 }.compactMap { app in
      apps[app]?.waiting.flatMap { push in
        push.until.map { $0 <= moment } ?? false ? (app, push) : nil
      }
    }
    for (app, _) in due { removeWaiting(for: app) }
    return due
  }

  // MARK: Room

  /// Returns whether an app has a state or may get one. If too many have, those whose wake-ups and
  /// reloads no longer count lose theirs.
  private mutating func hasRoom(for app: BundleID, at moment: Date) -> Bool {
    if apps[app] != nil || apps.count < Self.appLimit { return true }
    guard !(full?.contains(moment) ?? false) else { return false }
    for (other, its) in apps where !its.matters(at: moment) { self[other] = AppFetches() }
    let isFull = apps.count >= Self.appLimit
    full = isFull ? moment..<moment.addingTimeInterval(Self.searchInterval) : nil
    return !isFull
  }

  // MARK: Storing

  /// The state of an app.
  subscript(app: BundleID) -> AppFetches {
    get { apps[app] ?? AppFetches() }
    set {
      apps[app] = newValue.isEmpty ? nil : newValue
      if newValue.due == nil { timed.remove(app) } else { timed.insert(app) }
      unkept.insert(app)
    }
  }

  /// The states of all apps that have one.
  var all: [BundleID: AppFetches] { apps }

  /// Returns the apps whose state is to be stored, sorted by identifier, and marks them as stored.
  mutating func drainUnstored() -> [BundleID] {
    guard !unkept.isEmpty else { return [] }
    defer { unkept = [] }
    return unkept.sorted { $0 < $1 }
  }
}

/// The lasting effects of background pushes on one app, stored over a restart.
public struct AppFetches: Equatable, Sendable {
  /// A background push that waits for its app.
  struct Waiting: Equatable {
    var id: NotificationID
    var thread: ThreadID
    /// The moment at which the budget allows it; nil for the next launch of the app.
    var until: Date?
  }

  /// The wake-ups by background pushes within an hour, oldest first.
  var wakes: [Date] = []
  /// The end of its limited runtime; nil if it is not running because of a push.
  var awakeUntil: Date?
  /// The newest push that could not wake it; nil for none.
  var waiting: Waiting?
  /// The times of reloads of its widgets by pushes within a day, oldest first.
  var reloads: [Date] = []

  /// Makes an empty state.
  public init() {}

  /// Whether there is nothing to store.
  public var isEmpty: Bool { self == AppFetches() }

  /// Whether it changes anything from a moment on.
  fileprivate func matters(at moment: Date) -> Bool {
    awakeUntil != nil || waiting != nil
      || !wakes.within(BackgroundFetches.window, before: moment).isEmpty
      || !reloads.within(BackgroundFetches.day, before: moment).isEmpty
  }

  /// The moment of the next event: its runtime ends, or the budget allows its waiting push; nil if
  /// never.
  var due: Date? { [awakeUntil, waiting?.until].compactMap(\.self).min() }
}

extension [Date] {
  /// Returns the moments of the last `seconds` before a moment, and the moment itself.
  fileprivate func within(_ seconds: TimeInterval, before moment: Date) -> [Date] {
    filter { (0..<seconds).contains(moment.timeIntervalSince($0)) }
  }
}
