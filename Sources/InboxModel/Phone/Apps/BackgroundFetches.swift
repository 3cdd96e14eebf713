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

  /// The maximum number of apps with a state, since senders name apps as they like. At a further
  /// one, the app whose state matters the shortest time loses it.
  static let appLimit = 10_000

  private var apps: [BundleID: AppFetches] = [:]
  /// The next event of each app that has one.
  private var events = Schedule<BundleID>()
  /// The moments up to which the states matter.
  private var ends = Schedule<BundleID>()
  /// The apps whose state changed since it was last stored.
  private var unkept: Set<BundleID> = []
  /// Whether restored states were not compared with the clock yet, which may be behind them.
  private(set) var isRestored = false

  /// The moment of the next event: the runtime of an app ends, or the budget allows a wake-up; nil
  /// if never.
  var due: Date? { events.due }

  // MARK: Waking

  func isAwake(_ app: BundleID) -> Bool { apps[app]?.awakeUntil != nil }

  /// Returns the wake-ups of an app within the hour before a moment, oldest first. Wake-ups in the
  /// future, after a clock was set back, do not count.
  func recentWakes(of app: BundleID, at moment: Date) -> [Date] {
    apps[app]?.wakes.within(Self.window, before: moment) ?? []
  }

  /// Counts a background push that reaches an app outside the foreground.
  mutating func count(_ app: BundleID, at moment: Date) {
    self[app].wakes = recentWakes(of: app, at: moment) + [moment]
  }

  /// The times of reloads of an app's widgets by pushes within the day before `moment`, oldest
  /// first.
  func recentReloads(of app: BundleID, at moment: Date) -> [Date] {
    apps[app]?.reloads.within(Self.day, before: moment) ?? []
  }

  /// Counts a reload of an app's widgets by a push.
  mutating func countReload(_ app: BundleID, at moment: Date) {
    self[app].reloads = recentReloads(of: app, at: moment) + [moment]
  }

  /// Starts the limited runtime of an app that is not running.
  mutating func extendRuntime(_ app: BundleID, at moment: Date) {
    self[app].awakeUntil = moment.addingTimeInterval(Self.time)
  }

  /// Ends the limited runtime of an app whose state was set otherwise.
  mutating func endWake(of app: BundleID) {
    if isAwake(app) { self[app].awakeUntil = nil }
  }

  // MARK: Waiting

  /// Retains a push for an app, in place of an older one.
  mutating func retain(_ push: AppFetches.Waiting, for app: BundleID) {
    self[app].waiting = push
  }

  /// Removes and returns the push that waits for an app; nil for none.
  @discardableResult
  mutating func removeWaiting(for app: BundleID) -> AppFetches.Waiting? {
    guard let push = apps[app]?.waiting else { return nil }
    self[app].waiting = nil
    return push
  }

  // MARK: Events

  /// Removes and returns the apps whose runtime is over and the pushes that the budget allows by
  /// now, both sorted by app.
  ///
  /// - Parameter isSetBack: Whether the clock was set back. What happened later than now is
  ///   forgotten then, and what ends further ahead than it lasts is over.
  mutating func removeDue(
    at moment: Date, isSetBack: Bool
  ) -> (asleep: [BundleID], pushes: [(app: BundleID, push: AppFetches.Waiting)]) {
    var (asleep, pushes) = ([BundleID](), [(app: BundleID, push: AppFetches.Waiting)]())
    let checksAll = isSetBack || isRestored
    isRestored = false
    let due = checksAll ? apps.keys.sorted { $0 < $1 } : events.removeDue(at: moment)
    for app in due {
      guard var its = apps[app] else { continue }
      if checksAll {
        its.wakes.removeAll { $0 > moment }
        its.reloads.removeAll { $0 > moment }
      }
      if let end = its.awakeUntil, end <= moment || end > moment.addingTimeInterval(Self.time) {
        its.awakeUntil = nil
        asleep.append(app)
      }
      if let push = its.waiting, let until = push.until,
        until <= moment || until > moment.addingTimeInterval(Self.window)
      {
        its.waiting = nil
        pushes.append((app, push))
      }
      if its != apps[app] { self[app] = its }
    }
    return (asleep, pushes)
  }

  // MARK: Storing

  /// The state of an app.
  subscript(app: BundleID) -> AppFetches {
    get { apps[app] ?? AppFetches() }
    set {
      if !newValue.isEmpty, apps[app] == nil, apps.count >= Self.appLimit, let first = ends.first {
        set(AppFetches(), for: first)
      }
      set(newValue, for: app)
    }
  }

  /// Adds stored states.
  mutating func restore(_ states: [BundleID: AppFetches]) {
    for (app, state) in states { self[app] = state }
    _ = drainUnstored()
    isRestored = !apps.isEmpty
  }

  private mutating func set(_ state: AppFetches, for app: BundleID) {
    apps[app] = state.isEmpty ? nil : state
    events.set(state.due, for: app)
    ends.set(state.end, for: app)
    unkept.insert(app)
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

  /// The moment from which it changes nothing; nil without a state.
  fileprivate var end: Date? {
    guard !isEmpty else { return nil }
    return [
      wakes.last?.addingTimeInterval(BackgroundFetches.window),
      reloads.last?.addingTimeInterval(BackgroundFetches.day),
      // A woken app counts as long as its wake-up would.
      awakeUntil?.addingTimeInterval(BackgroundFetches.window),
      waiting.map { $0.until ?? .distantFuture },
    ].compactMap(\.self).max()
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
