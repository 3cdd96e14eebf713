import Foundation

/// The apps that background pushes woke, those that are awake, and the pushes that wait
/// (`docs/rules.md` §9.1, Apple, "Pushing background updates to your App").
///
/// An app that was woken runs for its 30 seconds and is suspended then, whatever it does meanwhile;
/// being woken again while awake begins them anew. Of the pushes that cannot wake an app the newest
/// waits.
struct BackgroundFetches: Equatable {
  /// The time for which a woken app runs, in seconds of the clock.
  static let time: TimeInterval = 30
  /// The span over which wake-ups are counted, seconds: Apple speaks of "two or three an hour".
  static let window: TimeInterval = 3600

  // Apart, so that looking for what is due does not ask every app that was ever woken.
  private var wakes: [BundleID: [Date]] = [:]
  private var awake: [BundleID: Date] = [:]
  private var waiting: [BundleID: AppFetches.Waiting] = [:]
  /// The apps whose part of this is another since it was last kept.
  private var unkept: Set<BundleID> = []

  /// When to look again: an app's time is over, or the budget has room; nil is never.
  var due: Date? {
    guard !awake.isEmpty || !waiting.isEmpty else { return nil }
    return [awake.values.min(), waiting.values.compactMap(\.until).min()].compactMap(\.self).min()
  }

  // MARK: Waking

  func isAwake(_ app: BundleID) -> Bool { awake[app] != nil }

  /// When an app was woken within the hour before a moment, oldest first. What a clock that was set
  /// back has yet to reach does not count.
  func recentWakes(of app: BundleID, at moment: Date) -> [Date] {
    (wakes[app] ?? []).filter { (0..<Self.window).contains(moment.timeIntervalSince($0)) }
  }

  /// A background push reaches an app that is not in the foreground.
  mutating func count(_ app: BundleID, at moment: Date) {
    wakes[app] = recentWakes(of: app, at: moment) + [moment]
    unkept.insert(app)
  }

  /// An app that did not run does so for a while.
  mutating func extendRuntime(_ app: BundleID, at moment: Date) {
    awake[app] = moment.addingTimeInterval(Self.time)
    unkept.insert(app)
  }

  /// Somebody decided otherwise about the app.
  mutating func endWake(of app: BundleID) {
    if awake.removeValue(forKey: app) != nil { unkept.insert(app) }
  }

  /// Takes out the apps whose time is over, by their identifiers. More than it ahead is a clock
  /// that was set back.
  mutating func fallAsleep(at moment: Date) -> [BundleID] {
    let over = awake.filter { !(0..<Self.time).contains(Self.time - moment.distance(to: $0.value)) }
    for app in over.keys { endWake(of: app) }
    return over.keys.sorted { $0 < $1 }
  }

  // MARK: Waiting

  /// Keeps a push for an app, in the place of an older one.
  mutating func retain(_ push: AppFetches.Waiting, for app: BundleID) {
    waiting[app] = push
    unkept.insert(app)
  }

  /// Takes out what waits for an app; nil for nothing.
  @discardableResult
  mutating func removeWaiting(for app: BundleID) -> AppFetches.Waiting? {
    guard let push = waiting.removeValue(forKey: app) else { return nil }
    unkept.insert(app)
    return push
  }

  /// Takes out what the budget has room for by now, by the apps' identifiers.
  mutating func removeDue(at moment: Date) -> [(app: BundleID, push: AppFetches.Waiting)] {
    let due = waiting.filter { $0.value.until.map { $0 <= moment } ?? false }
    for app in due.keys { removeWaiting(for: app) }
    return due.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
  }

  // MARK: Keeping

  /// All of an app's part.
  subscript(app: BundleID) -> AppFetches {
    get {
      var appFetches = AppFetches()
      (appFetches.wakes, appFetches.awakeUntil, appFetches.waiting) = (
        wakes[app] ?? [], awake[app], waiting[app]
      )
      return appFetches
    }
    set {
      wakes[app] = newValue.wakes.isEmpty ? nil : newValue.wakes
      (awake[app], waiting[app]) = (newValue.awakeUntil, newValue.waiting)
      unkept.insert(app)
    }
  }

  /// The parts of all apps that have one.
  var all: [BundleID: AppFetches] {
    let apps = Set(wakes.keys).union(awake.keys).union(waiting.keys)
    return Dictionary(uniqueKeysWithValues: apps.map { ($0, self[$0]) })
  }

  /// The apps whose part is to be kept, by their identifiers; each is named once.
  mutating func drainUnstored() -> [BundleID] {
    guard !unkept.isEmpty else { return [] }
    defer { unkept = [] }
    return unkept.sorted { $0 < $1 }
  }
}

/// The effects of background pushes on one app that matter later; kept over a restart.
public struct AppFetches: Equatable, Sendable {
  /// A background push that waits for its app.
  struct Waiting: Equatable {
    var id: NotificationID
    var thread: ThreadID
    /// When the budget has room for it; nil is not before the app is started.
    var until: Date?
  }

  /// When background pushes woke it, oldest first: at most those of an hour.
  var wakes: [Date] = []
  /// Until when it runs, though nobody started it.
  var awakeUntil: Date?
  /// The newest of the pushes that could not wake it.
  var waiting: Waiting?

  /// Nothing happened.
  public init() {}

  /// Whether there is nothing to keep.
  public var isEmpty: Bool { self == AppFetches() }
}
