import Foundation

// What is set: files below, the person's changes over them, and what the clock does to both.

extension Device {
  /// A phone as it was left.
  public init(settings: PhoneSettings, snapshot: Snapshot = Snapshot()) {
    self.settings = settings
    take(snapshot)
  }

  /// Takes back what was kept, beside what there is.
  mutating func restore(_ snapshot: Snapshot) {
    let old = settings
    take(snapshot)
    guard !snapshot.changes.isEmpty else { return }
    regroup(since: old)
    focusClock.recompute(at: now, settings: settings)
  }

  private mutating func take(_ snapshot: Snapshot) {
    badges.merge(snapshot.badges) { _, new in new }
    silentCount += snapshot.silentCount
    for change in snapshot.changes {
      changes[change.key] = change
      apply(change)
    }
    for entry in snapshot.entries {
      var notification = entry.notification
      sharedStrings.share(&notification)
      switch entry.place {
      case .listed:
        inbox.insert(notification, grouping: grouping(of: notification.app))
      case .held(let until):
        waiting.insert(HeldPush(notification: notification, until: until))
      case .unlisted: lastPresented = notification
      case .removed: break
      }
    }
  }

  /// What is to be kept of the phone: what it was given and what was done to it.
  var snapshot: Snapshot {
    var snapshot = Snapshot()
    let listed = inbox.notifications.map { Snapshot.Entry(notification: $0, place: .listed) }
    let held = waiting.oldestFirst.map {
      Snapshot.Entry(notification: $0.notification, place: .held(until: $0.until))
    }
    snapshot.entries = (listed + held).sorted { $0.notification.id < $1.notification.id }
    if let banner = lastPresented, inbox[banner.id] == nil {
      snapshot.entries.append(.init(notification: banner, place: .unlisted))
    }
    snapshot.badges = badges
    snapshot.silentCount = silentCount
    // Of a Focus the clock knows more than the last change.
    let settings = changes.values.filter { $0.key != "focus" }.sorted { $0.key < $1.key }
    snapshot.changes = settings + focusClock.changes
    return snapshot
  }

  /// The person changes a setting.
  mutating func change(_ change: SettingChange, _ effects: inout [Effect]) {
    if case .focusOn(let name, _) = change, settings.focuses[name] == nil { return }
    let was = value(of: change)
    let old = settings
    changes[change.key] = change.storedValue == nil ? nil : change
    apply(change)
    regroup(since: old)
    focusClock.recompute(at: now, settings: settings)
    effects.append(.store(.setting(key: change.key, value: change.storedValue)))
    effects.append(
      .emit(
        InboxEvent(at: now, kind: .setting(key: change.key, value: value(of: change), was: was))))
    if case .appState(let app, let state) = change, old.app(app).state != state {
      effects.append(
        .emit(
          InboxEvent(
            at: now, app: app, kind: .app(state: state, delegate: nil, carriesPayload: false))))
    }
  }

  /// Settings come whole; what the person changed stays in force.
  mutating func configure(_ files: PhoneSettings, _ effects: inout [Effect]) {
    let (old, was) = (settings, focusInForce)
    settings = files
    // A Focus and a mute are no settings of the files: they went on all the while.
    for change in changes.values where !change.isOfClock { apply(change) }
    regroup(since: old)
    summaryClock.reset()
    focusClock.recompute(at: now, settings: settings)
    emitFocus(since: was, &effects)
    for (app, its) in settings.apps where !its.installed && old.app(app).installed {
      uninstall(app, &effects)
    }
  }

  /// An app that goes takes its entries and its badge with it (`spec/ios-presentation.md` §12, B8).
  private mutating func uninstall(_ app: BundleID, _ effects: inout [Effect]) {
    for id in inbox.ids(of: app) { remove(id, by: .app, &effects) }
    if badges.removeValue(forKey: app) != nil { effects.append(.store(.badge(app, 0))) }
  }

  mutating func apply(_ change: SettingChange) {
    switch change {
    case .lock(let lock): settings.device.lock = lock
    case .previews(let previews): settings.device.previews = previews
    case .grouping(let grouping): settings.device.grouping = grouping
    case .ringer(let ringer): settings.device.ringer = ringer
    case .language(let language):
      settings.device.languages.removeAll { $0 == language }
      settings.device.languages.insert(language, at: 0)
    case .online: break  // The link's business; the phone only keeps it.
    case .focusOn(let name, let until): focusClock.turnOn(name, until: until)
    case .focusOff(let since): focusClock.turnOff(at: since)
    case .appState(let app, let state): settings.apps[app, default: AppSettings()].state = state
    case .mute(let app, let until): mutes[app] = until
    }
  }

  /// The value in force of the setting a change is about, as events tell it.
  private func value(of change: SettingChange) -> String? {
    switch change {
    case .lock: settings.device.lock.rawValue
    case .previews: settings.device.previews.rawValue
    case .grouping: settings.device.grouping.rawValue
    case .ringer: settings.device.ringer.rawValue
    case .language: settings.device.languages.first
    case .online: changes[change.key]?.storedValue ?? "yes"
    case .focusOn, .focusOff: focusInForce?.name
    case .appState(let app, _): settings.app(app).state.rawValue
    case .mute(let app, _): mutes[app].map(Timestamp.text)
    }
  }

  func grouping(of app: BundleID) -> GroupingSetting {
    settings.apps[app]?.grouping ?? settings.device.grouping
  }

  private mutating func regroup(since old: PhoneSettings) {
    let isSame =
      old.device.grouping == settings.device.grouping
      && Set(old.apps.keys).union(settings.apps.keys).allSatisfy {
        old.apps[$0]?.grouping == settings.apps[$0]?.grouping
      }
    guard !isSame else { return }
    let new = settings
    inbox.regroup { new.apps[$0]?.grouping ?? new.device.grouping }
  }
}

extension SettingChange {
  /// Whether it set a clock going that runs beside the settings.
  fileprivate var isOfClock: Bool {
    switch self {
    case .focusOn, .focusOff, .mute: true
    default: false
    }
  }
}

// MARK: - The clock

extension Device {
  /// The Focus that is on.
  public var focusInForce: FocusInForce? { focusClock.inForce }

  /// When ``Event/timePassed(_:)`` is needed next: a Focus starts or ends, a summary is due, a mute ends;
  /// nil is never.
  public var nextMoment: Date? {
    [focusClock.changesAt, waiting.due, mutes.values.min()].compactMap { $0 }.min()
  }

  /// What became due up to a moment happens before anything else.
  mutating func advance(to moment: Date, _ effects: inout [Effect]) {
    let moment = moment.clamped
    now = moment
    if focusClock.isStale(at: moment) {
      let (was, isFirst) = (focusInForce, focusClock.isUnanswered)
      focusClock.recompute(at: moment, settings: settings)
      if !isFirst { emitFocus(since: was, &effects) }
    }
    if !mutes.isEmpty { endMutes(&effects) }
    letIn(waiting.removeDue(at: moment), &effects)
  }

  private mutating func endMutes(_ effects: inout [Effect]) {
    let over = mutes.filter { $0.value <= now }.keys.sorted { $0.rawValue < $1.rawValue }
    for app in over { change(.mute(app, until: nil), &effects) }
  }

  private func emitFocus(since was: FocusInForce?, _ effects: inout [Effect]) {
    guard was?.name != focusInForce?.name else { return }
    effects.append(
      .emit(
        InboxEvent(
          at: now, kind: .setting(key: "focus", value: focusInForce?.name, was: was?.name))))
  }
}
