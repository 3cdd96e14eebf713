import Foundation

/// A fact that rules ask for, and that one setting decides.
struct Fact<Whole>: Sendable {
  /// Puts what another whole says in place.
  let copy: @Sendable (_ whole: inout Whole, _ other: Whole) -> Void

  fileprivate init<Value>(_ field: any WritableKeyPath<Whole, Value> & Sendable) {
    copy = { $0[keyPath: field] = $1[keyPath: field] }
  }

  /// Several at once.
  fileprivate init(all facts: [Self]) {
    copy = { whole, other in for fact in facts { fact.copy(&whole, other) } }
  }
}

extension Fact<PresentationContext> {
  /// The facts that keys below `device` decide, except those of languages and times.
  static let ofDevice: [String: Self] = [
    "lock": Fact(\.lock), "previews": Fact(\.previews), "grouping": Fact(\.grouping),
    "ringer": Fact(\.ringer), "backgroundBudget": Fact(\.backgroundBudget), "era": .era,
  ]

  /// The facts that depend on the generation of the phone (``PhoneGeneration/inForce(_:)``).
  private static let era = Fact(all: [
    Fact(\.era), Fact(\.permission), Fact(\.deliversQuietly), Fact(\.previews), Fact(\.grouping),
    Fact(\.willPresent),
  ])

  /// The facts that keys below `apps.BUNDLE` decide, except the strings.
  static let ofApp: [String: Self] = [
    "installed": Fact(\.isInstalled), "state": Fact(\.appState), "permission": Fact(\.permission),
    "deliverQuietly": Fact(\.deliversQuietly), "previews": Fact(\.previews),
    "grouping": Fact(\.grouping), "lockScreen": Fact(\.showsOnLockScreen),
    "list": Fact(\.showsInList), "banners": Fact(\.showsBanners), "sounds": sounds,
    "badges": Fact(\.setsBadges), "timeSensitive": Fact(\.timeSensitive),
    "critical": Fact(\.critical), "present": Fact(\.willPresent),
    "channels": Fact(\.channel), "backgroundRefresh": Fact(\.refreshesInBackground),
  ]
}

extension Fact<PresentationContext> {
  private static let sounds = Fact(all: [Fact(\.playsSounds), Fact(\.lacksSound)])
}

extension Fact<PresentationContext.Focus> {
  /// The facts that keys below `focus.NAME` decide while it is on.
  static let ofFocus: [String: Self] = [
    "allowApps": apps, "silenceApps": apps,
    "allowTimeSensitive": Fact(\.allowsTimeSensitive), "filters": Fact(\.filter),
    "allowPeople": Fact(\.allowsSender), "hideBadges": Fact(\.hidesBadges),
  ]

  private static let apps = Fact(all: [Fact(\.allowsApp), Fact(\.silencesListed)])
}

extension SettingChange {
  /// Whether a rule asks for it.
  var isAskedFor: Bool {
    switch self {
    case .language, .focusOn, .focusOff, .mute: return true
    case .online(let isOnline): return isOnline
    case .showSummary, .byApp: return false
    case .setting(let path, _):
      return switch (path[0], path[1], path[2]) {
      case ("device", "languages", _), ("device", "timeZone", _), ("apps", _, "strings"): true
      case ("device", let key, _): Fact.ofDevice[key] != nil
      case ("apps", _, let key): Fact.ofApp[key] != nil
      case ("focus", _, _), ("summary", _, _): true
      default: Guests.facts[path] != nil
      }
    }
  }
}

extension SettingChange {
  /// Whether an app's pushes may say something else after it: the languages or the app's strings
  /// are others.
  func changesText(of app: BundleID) -> Bool {
    switch self {
    case .language: return true
    case .setting(let path, _):
      return [.device("languages"), .device("era")].contains(path)
        || path.components.starts(with: ["apps", app.text, "strings"])
    case .online, .focusOn, .focusOff, .mute, .showSummary, .byApp: return false
    }
  }
}

// MARK: - What the changed phone would tell the rules

extension Phone {
  /// Returns the context that the settings and their schedules give at a moment, without earlier
  /// events.
  mutating func context(about push: Delivery, at moment: Date) -> PresentationContext {
    now = moment
    if focusClock.isStale(at: moment) { focusClock.recompute(at: moment, settings: settings) }
    return circumstances(for: push)
  }

}

extension PresentationContext {
  /// The schedules of one Focus, or of all, changed: it is on when they say so, unless a hand had
  /// turned another on.
  mutating func reschedule(_ name: FocusName?, _ told: PresentationContext) {
    guard focus?.isManual != true else { return }
    if let name, focus?.name != name, told.focus?.name != name { return }
    followSchedules(told)
  }

  /// The push came at another moment: schedules, mutes and the summary as they are then.
  mutating func followClock(_ told: PresentationContext) {
    if let focus, focus.isManual, focus.until.map({ at < $0 }) ?? true {
      // A hand keeps it on.
    } else {
      followSchedules(told)
    }
    if let time = summaryAt, time <= at { followSummary(told) }
  }

  /// The summary is another.
  mutating func followSummary(_ told: PresentationContext) {
    (summaryAt, summaryIsStandard) = (told.summaryAt, told.summaryIsStandard)
  }

  private mutating func followSchedules(_ told: PresentationContext) {
    if let name = focus?.name, name == told.focus?.name, focus?.isManual == false {
      focus?.until = told.focus?.until
      focus?.isFollowed = told.focus?.isFollowed ?? false
    } else {
      focus = told.focus
    }
  }
}
