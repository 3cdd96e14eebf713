import Foundation

// The settings: those of the files, the user's changes over them, and the effects of the clock on
// both.

extension Phone {
  /// Makes a phone from a stored state.
  init(settings: PhoneSettings, state: State, queue: [Delivery] = []) {
    files = settings
    self.settings = settings
    adopt(state, queue)
  }

  /// Restores a stored state into the current one.
  ///
  /// - Parameter queue: The accepted pushes that wait, at any stage.
  mutating func restore(_ state: State, queue: [Delivery]) {
    let old = settings
    adopt(state, queue)
    guard !state.changes.isEmpty else { return }
    regroup(since: old)
    focusClock.recompute(at: now, settings: settings)
  }

  private mutating func adopt(_ state: State, _ queue: [Delivery]) {
    badges.merge(state.badges) { _, new in new }
    silentCount += state.silentCount
    fetches.restore(state.fetches)
    let atExtension = queue.filter(\.transit.isAtExtension).sorted { $0.order < $1.order }
    for push in atExtension { extensions.append(push) }
    lastArrival = atExtension.map(\.order).reduce(max(lastArrival, state.lastArrival), max)
    for change in state.changes { changes[change.key] = change }
    settings = changes.applied(to: files)
    for change in state.changes { start(change) }
    activities.restore(state.activities, state.appActivities, settings.device.activities)
    var unsaid: [Effect] = []
    clearFront(but: appInFront(since: PhoneSettings()), &unsaid)
    load(state.entries)
  }

  /// Shows the beginning of a list until the list is loaded.
  mutating func show(_ overview: InboxOverview) {
    load(overview.entries.filter { $0.place != .listed })
    inbox = Inbox(overview, grouping: grouping)
  }

  /// Adds stored entries to the list and to the held pushes.
  mutating func load(_ entries: [State.Entry]) {
    for entry in entries {
      let notification = entry.notification
      lastArrival = max(lastArrival, notification.arrival)
      sharedStrings.add(notification)
      waiting.remove(notification.id)
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

  /// The state to store.
  var state: State {
    var state = State()
    let listed = inbox.notifications.map { State.Entry(notification: $0, place: .listed) }
    let held = waiting.oldestFirst.map {
      State.Entry(notification: $0.notification, place: .held(until: $0.until))
    }
    state.entries = (listed + held).sorted { $0.notification.arrival < $1.notification.arrival }
    state.lastArrival = lastArrival
    if let banner = lastPresented, inbox[banner.id] == nil {
      state.entries.append(.init(notification: banner, place: .unlisted))
    }
    state.badges = badges
    state.silentCount = silentCount
    state.fetches = fetches.all
    state.activities = activities.newestFirst.reversed()
    state.appActivities = activities.apps
    state.changes = changes.inOrder
    return state
  }

  /// Applies the user's change of a setting.
  mutating func change(_ change: SettingChange, _ effects: inout [Effect]) {
    let key = change.key
    if change == .showSummary {
      emit(key, "now", was: nil, &effects)
      return showSummary(&effects)
    }
    if case .byApp(let app, let operation) = change {
      return carryOut(operation, of: app, &effects)
    }
    if case .setting = change { return self.change(settings: [change], &effects) }
    if case .focusOn(let name, _) = change, settings.focuses[name] == nil { return }
    // Without a Focus there is nothing to turn off, and later schedules apply.
    if case .focusOff = change, focusInForce == nil, focusClock.byHand == nil {
      return emit(key, nil, was: nil, &effects)
    }
    let before = InForce(self)
    let was = value(of: change)
    let stored = change.storedValue
    changes[key] = stored == nil ? nil : change
    apply(change)
    effects.append(.store(.setting(key: key, value: stored)))
    emit(key, value(of: change), was: was, &effects)
    follow(before, tellsFocus: key != "focus", &effects)
    if change == .online(true) { Guests.handOver(in: &self, &effects) }
  }

  /// Applies changes of settings, each of another key. They are applied together, since every
  /// setting of the phone is compared and written for it.
  mutating func change(settings new: [SettingChange], _ effects: inout [Effect]) {
    let before = InForce(self)
    let old = values(of: new)
    for change in new { changes[change.key] = change.storedValue == nil ? nil : change }
    settings = changes.applied(to: files)
    focusClock.recompute(at: now, settings: settings)
    for (change, (value, was)) in zip(new, zip(values(of: new), old)) {
      effects.append(.store(.setting(key: change.key, value: change.storedValue)))
      emit(change.key, value ?? change.assigned, was: was, &effects)
    }
    follow(before, tellsFocus: true, &effects)
  }

  /// Drops the user's changes of these keys. Keys without a change are ignored.
  mutating func reset(_ keys: [String], _ effects: inout [Effect]) {
    let dropped = keys.compactMap { changes[$0] }
    guard !dropped.isEmpty else { return }
    let before = InForce(self)
    let old = values(of: dropped)
    for change in dropped {
      changes[change.key] = nil
      switch change {
      case .focusOn, .focusOff: focusClock.forget()
      case .mute(let app, _): mutes[app] = nil
      case .setting, .language, .online, .showSummary, .byApp: break
      }
    }
    settings = changes.applied(to: files)
    focusClock.recompute(at: now, settings: settings)
    for (change, (value, was)) in zip(dropped, zip(values(of: dropped), old)) {
      effects.append(.store(.setting(key: change.key, value: nil)))
      emit(change.key, value, was: was, &effects)
    }
    follow(before, tellsFocus: !dropped.contains { $0.key == "focus" }, &effects)
    if dropped.contains(.online(false)) { Guests.handOver(in: &self, &effects) }
  }

  /// Replaces the settings of the files. The user's changes remain in force.
  mutating func configure(_ files: PhoneSettings, _ effects: inout [Effect]) {
    let before = InForce(self)
    self.files = files
    settings = changes.applied(to: files)
    follow(before, tellsFocus: true, &effects)
  }

  /// The settings in force before a change.
  private struct InForce {
    var settings: PhoneSettings
    var focus: FocusName?

    init(_ device: Phone) {
      settings = device.settings
      focus = device.focusInForce?.name
    }
  }

  /// Applies the consequences of changed settings.
  private mutating func follow(
    _ before: InForce, tellsFocus: Bool, _ effects: inout [Effect]
  ) {
    let old = before.settings
    clearFront(but: appInFront(since: old), &effects)
    regroup(since: old)
    summaryClock.reset()
    focusClock.recompute(at: now, settings: settings)
    storeFocus(&effects)
    if tellsFocus, focusInForce?.name != before.focus {
      emit("focus", focusInForce?.name.text, was: before.focus?.text, &effects)
    }
    guard settings != old else { return }
    if !waiting.isEmpty { settleHeld(&effects) }
    followActivities(since: old, &effects)
    let changed = Set(settings.apps.keys).union(old.apps.keys)
      .filter { settings.apps[$0] != old.apps[$0] }
    guard !changed.isEmpty else { return }
    for app in changed.sorted() {
      let (its, was) = (settings.app(app), old.app(app))
      if was.installed, !its.installed { uninstall(app, &effects) }
      if was.state != its.state { appChanged(app, from: was.state, &effects) }
    }
    reconsiderExtensions(&effects)
  }

  func emit(
    _ key: String, _ value: String?, was: String?, _ effects: inout [Effect]
  ) {
    effects.append(.emit(InboxEvent(at: now, kind: .setting(key: key, value: value, was: was))))
  }

  /// Removes an uninstalled app's entries and badge (`docs/rules.md` §12, B8).
  private mutating func uninstall(_ app: BundleID, _ effects: inout [Effect]) {
    for id in inbox.ids(of: app) { remove(id, by: .app, &effects) }
    if badges.removeValue(forKey: app) != nil { effects.append(.store(.badge(app, 0))) }
    fetches[app] = AppFetches()
    Guests.forget(app, in: &self, &effects)
  }

  /// Applies a change after all others.
  mutating func apply(_ change: SettingChange) {
    switch change {
    case .setting, .language: settings = changes.applied(to: files)
    case .mute(let app, _):
      start(change)
      mutes[app]?.advance(to: now)
    case .online, .focusOn, .focusOff, .showSummary, .byApp: start(change)
    }
    focusClock.recompute(at: now, settings: settings)
  }

  /// Starts the processes that a change affects beside the settings.
  private mutating func start(_ change: SettingChange) {
    switch change {
    case .focusOn(let name, let until): focusClock.turnOn(name, until: until)
    case .focusOff(let since): focusClock.turnOff(at: since)
    case .mute(let app, let until): mutes[app] = until.map(Term.init)
    case .showSummary, .byApp: break  // Carried out when the change is received.
    case .setting, .language: break  // Included in ``settings``.
    case .online: break  // Handled by the link; the phone only stores it.
    }
  }

  /// Returns the effective values of the settings that changes are about. All settings of the phone
  /// are written once for it.
  private func values(of changes: [SettingChange]) -> [String?] {
    let json = settings.json
    return changes.map { value(of: $0, in: json) }
  }

  /// Returns the effective value of the setting that a change is about, as events report it; nil
  /// for none.
  ///
  /// - Parameter json: All settings of the phone; only a change of a setting needs them.
  private func value(of change: SettingChange, in json: JSONObject = [:]) -> String? {
    switch change {
    case .setting(let path, _): path.value(in: json).flatMap { $0.isNull ? nil : $0.word }
    case .language: settings.device.languages.first
    case .online: changes[change.key]?.storedValue ?? "yes"
    case .focusOn, .focusOff: focusInForce?.name.text
    case .mute(let app, _): mutes[app].map { Timestamp.text($0.until) }
    case .showSummary, .byApp: nil
    }
  }

  func grouping(of app: BundleID) -> GroupingSetting {
    settings.grouping(of: app)
  }

  private mutating func regroup(since old: PhoneSettings) {
    let isSame =
      old.device.grouping == settings.device.grouping && old.device.era == settings.device.era
      && Set(old.apps.keys).union(settings.apps.keys).allSatisfy {
        old.apps[$0]?.grouping == settings.apps[$0]?.grouping
      }
    guard !isSame else { return }
    let new = settings
    inbox.regroup { new.grouping(of: $0) }
  }
}

extension SettingChange {
  /// The assigned value of a setting; nil for a removal and for other changes. The start of a
  /// schedule is in the settings only when its end is set too.
  fileprivate var assigned: String? {
    guard case .setting(_, let value) = self, !value.isNull else { return nil }
    return value.word
  }
}

// MARK: - The clock

extension Phone {
  /// The active Focus; nil for none.
  public var focusInForce: FocusInForce? { focusClock.inForce }

  /// The moment at which ``Event/timePassed`` is due next: a Focus starts or ends, a summary is
  /// due, a mute ends, the runtime of an app ends or its budget allows another wake-up, an
  /// extension times out; nil if never.
  public var nextMoment: Date? {
    let mutesEnd = mutes.values.lazy.map(\.until).min()
    return .earliest(
      .earliest(focusClock.changesAt, activities.due), waiting.due, mutesEnd, fetches.due,
      extensions.due)
  }

  /// Advances the clock to a moment. Events that are due before it happen first.
  mutating func advance(to moment: Date, _ effects: inout [Effect]) {
    let moment = moment.clamped
    let isSetBack = moment < now
    now = moment
    if focusClock.isStale(at: moment) {
      let (was, isFirst) = (focusInForce, focusClock.isUnanswered)
      focusClock.recompute(at: moment, settings: settings)
      if !isFirst, focusInForce?.name != was?.name {
        emit("focus", focusInForce?.name.text, was: was?.name.text, &effects)
      }
      storeFocus(&effects)
    }
    if !mutes.isEmpty { endMutes(&effects) }
    if isSetBack || fetches.isRestored || fetches.due.map({ $0 <= moment }) ?? false {
      advanceFetches(isSetBack: isSetBack, &effects)
    }
    if activities.due != nil { advanceActivities(&effects) }
    if isSetBack, !waiting.isEmpty { settleHeld(&effects) }
    release(waiting.removeDue(at: moment), &effects)
    advanceExtensions(&effects)
  }

  private mutating func endMutes(_ effects: inout [Effect]) {
    for app in mutes.keys.sorted(by: { $0 < $1 }) {
      guard let was = mutes[app]?.until else { continue }
      mutes[app]?.advance(to: now)
      guard let until = mutes[app]?.until else { continue }
      if until <= now {
        change(.mute(app, until: nil), &effects)
      } else if until < was {
        record(.mute(app, until: until), as: "mute." + app.text, &effects)
      }
    }
  }

  /// Stores the manual change of the Focus while it is in force, as left by the clock.
  private mutating func storeFocus(_ effects: inout [Effect]) {
    guard let kept = changes["focus"], kept != focusClock.byHand else { return }
    record(focusClock.byHand, as: "focus", &effects)
  }

  private mutating func record(
    _ change: SettingChange?, as key: String, _ effects: inout [Effect]
  ) {
    changes[key] = change
    effects.append(.store(.setting(key: key, value: change?.storedValue)))
  }
}
