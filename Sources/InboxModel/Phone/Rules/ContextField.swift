import Foundation

/// A fact that rules use and that one setting determines.
struct ContextField<Whole>: Sendable {
  /// Copies the fact from another value.
  let copy: @Sendable (_ whole: inout Whole, _ other: Whole) -> Void

  fileprivate init<Value>(_ field: any WritableKeyPath<Whole, Value> & Sendable) {
    copy = { $0[keyPath: field] = $1[keyPath: field] }
  }

  /// Combines several facts.
  fileprivate init(all facts: [Self]) {
    copy = { whole, other in for fact in facts { fact.copy(&whole, other) } }
  }
}

extension ContextField<PresentationContext> {
  /// The facts that the keys below `device` determine, except those of languages and times.
  static let ofDevice: [String: Self] = [
    "lock": ContextField(\.lock), "previews": ContextField(\.previews),
    "grouping": ContextField(\.grouping),
    "ringer": ContextField(\.ringer), "backgroundBudget": ContextField(\.backgroundBudget),
    "era": .era,
    "widgetBudget": ContextField(\.widgetBudget), "activities": ContextField(\.activityLimits),
  ]

  /// The facts that depend on the generation of the phone (``PhoneGeneration/inForce(_:)``).
  private static let era = ContextField(all: [
    ContextField(\.era), ContextField(\.permission), ContextField(\.deliversQuietly),
    ContextField(\.previews), ContextField(\.grouping),
    ContextField(\.willPresent),
  ])

  /// The facts that the keys below `apps.BUNDLE` determine, except the strings.
  static let ofApp: [String: Self] = [
    "installed": ContextField(\.isInstalled), "state": ContextField(\.appState),
    "permission": ContextField(\.permission),
    "deliverQuietly": ContextField(\.deliversQuietly), "previews": ContextField(\.previews),
    "grouping": ContextField(\.grouping), "lockScreen": ContextField(\.showsOnLockScreen),
    "list": ContextField(\.showsInList), "banners": ContextField(\.showsBanners), "sounds": sounds,
    "badges": ContextField(\.setsBadges), "timeSensitive": ContextField(\.timeSensitive),
    "critical": ContextField(\.critical), "present": ContextField(\.willPresent),
    "channels": ContextField(\.channel), "backgroundRefresh": ContextField(\.refreshesInBackground),
    "liveActivities": ContextField(\.activityPermission),
    "frequentUpdates": ContextField(\.hasFrequentUpdates),
    "broadcastChannels": ContextField(\.followsBySetting),
  ]

  /// The facts that the keys below `summary` determine.
  static let ofSummary: [String: Self] = ["times": summary, "apps": summary]

  /// The facts that depend on the times and the apps of the summary.
  static let summary = ContextField(all: [
    ContextField(\.summaryAt), ContextField(\.summaryIsStandard),
  ])
}

extension ContextField<PresentationContext> {
  private static let sounds = ContextField(all: [
    ContextField(\.playsSounds), ContextField(\.lacksSound),
  ])
}

extension ContextField<PresentationContext.Focus> {
  /// The facts that the keys below `focus.NAME` determine while it is active.
  static let ofFocus: [String: Self] = [
    "allowApps": apps, "silenceApps": apps,
    "allowTimeSensitive": ContextField(\.allowsTimeSensitive), "filters": ContextField(\.filter),
    "allowPeople": ContextField(\.allowsSender), "hideBadges": ContextField(\.hidesBadges),
  ]

  private static let apps = ContextField(all: [
    ContextField(\.allowsApp), ContextField(\.silencesListed),
  ])
}

extension SettingChange {
  /// Whether a rule uses it.
  var isUsedByRules: Bool {
    switch self {
    case .language, .focusOn, .focusOff, .mute: return true
    case .online(let isOnline): return isOnline
    case .showSummary, .byApp: return false
    case .setting(let path, _):
      return switch (path[0], path[1], path[2]) {
      case ("device", "languages", _), ("device", "timeZone", _), ("apps", _, "strings"),
        ("apps", _, "activityTypes"):
        true
      case ("device", let key, _): ContextField.ofDevice[key] != nil
      case ("apps", _, let key): ContextField.ofApp[key] != nil
      case ("focus", _, let key):
        // The empty key is the Focus as a whole.
        key.isEmpty || FocusSettings.keysOfSchedules.contains(key)
          || ContextField.ofFocus[key] != nil
      case ("summary", let key, _): ContextField.ofSummary[key] != nil
      default: Guests.facts[path] != nil
      }
    }
  }
}

extension SettingChange {
  /// Returns whether the change may alter the text of an app's pushes: it concerns the languages or
  /// the app's strings.
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

// MARK: - The context of the changed phone

extension Phone {
  /// Returns the context that the settings and their schedules yield at a moment, without earlier
  /// events.
  mutating func context(about push: Delivery, at moment: Date) -> PresentationContext {
    now = moment
    if focusClock.isStale(at: moment) { focusClock.recompute(at: moment, settings: settings) }
    return context(for: push)
  }
}

extension PresentationContext {
  /// Applies changed schedules of one Focus, or of all: the schedules determine whether it is
  /// active, unless another was turned on manually.
  mutating func reschedule(_ name: FocusName?, _ current: PresentationContext) {
    guard focus?.isManual != true else { return }
    if let name, focus?.name != name, current.focus?.name != name { return }
    followSchedules(current)
  }

  /// Applies another moment of the push: schedules, mutes and the summary as of that moment.
  mutating func followClock(_ current: PresentationContext) {
    if let focus, focus.isManual, focus.until.map({ at < $0 }) ?? true {
      // It was turned on manually and stays.
    } else {
      followSchedules(current)
    }
    if let time = summaryAt, time <= at { ContextField.summary.copy(&self, current) }
  }

  private mutating func followSchedules(_ current: PresentationContext) {
    if let name = focus?.name, name == current.focus?.name, focus?.isManual == false {
      focus?.until = current.focus?.until
      focus?.isFollowed = current.focus?.isFollowed ?? false
    } else {
      (focus, focusTurnedOff) = (current.focus, current.focusTurnedOff)
    }
  }
}

extension PresentationContext {
  /// Whether the app follows the channel of a broadcast by its setting, without a Live Activity
  /// that follows it; changes are ignored for other pushes.
  fileprivate var followsBySetting: Bool {
    get { activity?.wrappedValue.reach?.isAssumed ?? false }
    set {
      guard let facts = activity?.wrappedValue, facts.card == nil, facts.reach?.count == 0 else {
        return
      }
      activity?.wrappedValue.reach?.isAssumed = newValue
    }
  }

  /// Decodes the content state of a push with other types of its app.
  mutating func decodeState(of push: Delivery, as types: [String: [String: StateType]]) {
    guard let type = activity?.wrappedValue.attributesType else { return }
    let state = push.payload.liveActivity?.contentState
    activity?.wrappedValue.isUnknownType = !types.isEmpty && types[type] == nil
    activity?.wrappedValue.misfit = state.flatMap { types[type]?.misfit(of: $0) }
  }
}
