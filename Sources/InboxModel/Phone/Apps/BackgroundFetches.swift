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

  // Stored separately, so that finding due events does not visit every app that was ever woken.
  private var wakes: [BundleID: [Date]] = [:]
  private var awake: [BundleID: Date] = [:]
  private var reloads: [BundleID: [Date]] = [:]
  private var waiting: [BundleID: AppFetches.Waiting] = [:]
  /// The apps whose state changed since it was last stored.
  private var unkept: Set<BundleID> = []

  /// The moment of the next event: the runtime of an app ends, or the budget allows a wake-up; nil
  /// if never.
  var due: Date? {
    guard !awake.isEmpty || !waiting.isEmpty else { return nil }
    return [awake.values.min(), waiting.values.compactMap(\.until).min()].compactMap(\.self).min()
  }

  // MARK: Waking

  func isAwake(_ app: BundleID) -> Bool { awake[app] != nil }

  /// Returns the wake-ups of an app within the hour before a moment, oldest first. Wake-ups in the
  /// future, after a clock was set back, do not count.
  func recentWakes(of app: BundleID, at moment: Date) -> [Date] {
    (wakes[app] ?? []).filter { (0..<Self.window).contains(moment.timeIntervalSince($0)) }
  }

  /// Counts a background push that reaches an app outside the foreground.
  mutating func count(_ app: BundleID, at moment: Date) {
    wakes[app] = recentWakes(of: app, at: moment) + [moment]
    unkept.insert(app)
  }

  /// The times of reloads of an app's widgets by pushes within the day before `moment`, oldest
  /// first.
  func recentReloads(of app: BundleID, at moment: Date) -> [Date] {
    (reloads[app] ?? []).filter { (0..<Self.day).contains(moment.timeIntervalSince($0)) }
  }

  /// Counts a reload of an app's widgets by a push.
  mutating func countReload(_ app: BundleID, at moment: Date) {
    reloads[app] = recentReloads(of: app, at: moment) + [moment]
    unkept.insert(app)
  }

  /// Starts the limited runtime of an app that is not running.
  mutating func extendRuntime(_ app: BundleID, at moment: Date) {
    awake[app] = moment.addingTimeInterval(Self.time)
    unkept.insert(app)
  }

  /// Ends the limited runtime of an app whose state was set otherwise.
  mutating func endWake(of app: BundleID) {
    if awake.removeValue(forKey: app) != nil { unkept.insert(app) }
  }

  /// Removes and returns the apps whose runtime is over, sorted by identifier. An end further ahead
  /// than the runtime means a clock that was set back.
  mutating func fallAsleep(at moment: Date) -> [BundleID] {
    let over = awake.filter { !(0..<Self.time).contains(Self.time - moment.distance(to: $0.value)) }
    for app in over.keys { endWake(of: app) }
    return over.keys.sorted { $0 < $1 }
  }

  // MARK: Waiting

  /// Retains a push for an app, in place of an older one.
  mutating func retain(_ push: AppFetches.Waiting, for app: BundleID) {
    waiting[app] = push
    unkept.insert(app)
  }

  /// Removes and returns the push that waits for an app; nil for none.
  @discardableResult
  mutating func removeWaiting(for app: BundleID) -> AppFetches.Waiting? {
    guard let push = waiting.removeValue(forKey: app) else { return nil }
    unkept.insert(app)
    return push
  }

  /// Removes and returns the pushes that the budget allows by now, sorted by app.
  mutating func removeDue(at moment: Date) -> [(app: BundleID, push: AppFetches.Waiting)] {
    let due = waiting.filter { $0.value.until.map { $0 <= moment } ?? false }
    for app in due.keys { removeWaiting(for: app) }
    return due.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
  }

  // MARK: Storing

  /// The state of an app.
  subscript(app: BundleID) -> AppFetches {
    get {
      var appFetches = AppFetches()
      (appFetches.wakes, appFetches.awakeUntil, appFetches.waiting) = (
        wakes[app] ?? [], awake[app], waiting[app]
      )
      appFetches.reloads = reloads[app] ?? []
      return appFetches
    }
    set {
      wakes[app] = newValue.wakes.isEmpty ? nil : newValue.wakes
      reloads[app] = newValue.reloads.isEmpty ? nil : newValue.reloads
      (awake[app], waiting[app]) = (newValue.awakeUntil, newValue.waiting)
      unkept.insert(app)
    }
  }

  /// The states of all apps that have one.
  var all: [BundleID: AppFetches] {
    let apps = Set(wakes.keys).union(awake.keys).union(waiting.keys).union(reloads.keys)
    return Dictionary(uniqueKeysWithValues: apps.map { ($0, self[$0]) })
  }

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
}
