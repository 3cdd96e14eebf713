import Foundation

/// What background pushes have apps do: who was woken and when, who is awake, and what waits
/// (`spec/ios-presentation.md` §9.1, `spec/apns-provider-api.md` 11.11).
///
/// An app that was woken runs for its 30 seconds and is suspended then, whatever it does meanwhile; being
/// woken again while awake begins them anew. Of the pushes that cannot wake an app the newest waits. All
/// this is lost with a restart.
struct BackgroundFetches: Equatable {
  /// How long a woken app runs, seconds of the clock.
  static let time: TimeInterval = 30
  /// The span over which wake-ups are counted, seconds: Apple speaks of "two or three an hour".
  static let window: TimeInterval = 3600

  /// A background push that waits for its app.
  struct Waiting: Equatable {
    var id: NotificationID
    var thread: String
    /// When the budget has room for it; nil is not before the app is started.
    var until: Date?
  }

  private var wakes: [BundleID: [Date]] = [:]
  private var awake: [BundleID: Date] = [:]
  private var waiting: [BundleID: Waiting] = [:]

  /// When to look again: an app's time is over, or the budget has room; nil is never.
  var due: Date? {
    guard !awake.isEmpty || !waiting.isEmpty else { return nil }
    return [awake.values.min(), waiting.values.compactMap(\.until).min()].compactMap(\.self).min()
  }

  // MARK: Waking

  func isAwake(_ app: BundleID) -> Bool { awake[app] != nil }

  /// When an app was woken within the hour before a moment, oldest first. What a clock that was set back
  /// has yet to reach does not count.
  func recentWakes(of app: BundleID, at moment: Date) -> [Date] {
    (wakes[app] ?? []).filter { (0..<Self.window).contains(moment.timeIntervalSince($0)) }
  }

  /// A background push reaches an app that is not in the foreground.
  mutating func count(_ app: BundleID, at moment: Date) {
    wakes[app] = recentWakes(of: app, at: moment) + [moment]
  }

  /// An app that did not run does so for a while.
  mutating func keepAwake(_ app: BundleID, at moment: Date) {
    awake[app] = moment.addingTimeInterval(Self.time)
  }

  /// Somebody decided otherwise about the app.
  mutating func endWake(of app: BundleID) { awake[app] = nil }

  /// Takes out the apps whose time is over, by their identifiers. More than it ahead is a clock that was
  /// set back.
  mutating func fallAsleep(at moment: Date) -> [BundleID] {
    let over = awake.filter { !(0..<Self.time).contains(Self.time - moment.distance(to: $0.value)) }
    for app in over.keys { awake[app] = nil }
    return over.keys.sorted { $0.rawValue < $1.rawValue }
  }

  // MARK: Waiting

  /// Keeps a push for an app, in the place of an older one.
  mutating func keep(_ push: Waiting, for app: BundleID) { waiting[app] = push }

  /// Takes out what waits for an app; nil for nothing.
  @discardableResult
  mutating func takeWaiting(for app: BundleID) -> Waiting? { waiting.removeValue(forKey: app) }

  /// Takes out what the budget has room for by now, by the apps' identifiers.
  mutating func removeDue(at moment: Date) -> [(app: BundleID, push: Waiting)] {
    let due = waiting.filter { $0.value.until.map { $0 <= moment } ?? false }
    for app in due.keys { waiting[app] = nil }
    return due.map { ($0.key, $0.value) }.sorted { $0.0.rawValue < $1.0.rawValue }
  }

  /// Forgets all about an app.
  mutating func forget(_ app: BundleID) {
    wakes[app] = nil
    awake[app] = nil
    waiting[app] = nil
  }
}
