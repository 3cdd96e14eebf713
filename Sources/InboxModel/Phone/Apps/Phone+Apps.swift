import Foundation

// The calls of apps' delegates, and the changes of apps' run states (`docs/rules.md` §9).

extension Phone {
  /// Returns an app's current run state. An app that a push woke runs in the background for a
  /// limited time, whatever its settings.
  public func runState(of app: BundleID) -> AppRunState {
    fetches.isAwake(app) ? .background : settings.app(app).state
  }

  // MARK: On arrival

  /// Calls the app for a push that reached the phone: for PushKit and `content-available` whatever
  /// the outcome, and in the foreground for every push that it may present (§9.1).
  mutating func callApp(
    about push: Delivery, _ phone: PresentationContext, _ decision: PresentationDecision,
    _ effects: inout [Effect]
  ) {
    guard phone.isInstalled, push.transit.fate == .delivered, phone.activity == nil else { return }
    switch decision.reason {
    case .kindPushKit:
      let call = push.typeInForce == .pushtotalk ? AppCall.pushToTalk : .pushKit
      wake(for: push.id, push.payload.threadIdentifier, of: push.app, call, &effects)
    case .kindWidgets:
      fetches.countReload(push.app, at: now)
      call(.reloadWidgets, about: push.id, push.payload.threadIdentifier, of: push.app, &effects)
    case .kindControls:
      call(.reloadControls, about: push.id, push.payload.threadIdentifier, of: push.app, &effects)
    case .kindLiveActivity, .kindWidgetsUnchanged, .kindWidgetBudget, .kindNotShown, .kindDataLost:
      return
    case _ where push.payload.appMessage != nil:
      wake(
        for: push.id, push.payload.threadIdentifier, of: push.app, .messageReceived, &effects)
    case _ where push.payload.isForAndroid:
      // The system shows a notification, unless the app is in the foreground.
      let isForApp = phone.appState == .foreground || !push.hasText(in: phone)
      guard isForApp, phone.appState != .forceQuit else { return }
      wake(
        for: push.id, push.payload.threadIdentifier, of: push.app, .messageReceived, &effects)
    default:
      if let method = phone.callInForeground(about: push) {
        call(method, about: push.id, push.payload.threadIdentifier, of: push.app, &effects)
      }
      if push.payload.isContentAvailable { fetch(push, phone, &effects) }
    }
  }

  /// Delivers a background push to its app, or retains it until that is possible.
  private mutating func fetch(
    _ push: Delivery, _ phone: PresentationContext, _ effects: inout [Effect]
  ) {
    let thread = push.payload.threadIdentifier
    guard let hindrance = phone.fetchHindrance(of: push) else {
      let isCounted = phone.throttles(push)
      return fetch(push.id, thread, of: push.app, isCounted: isCounted, &effects)
    }
    var waiting = AppFetches.Waiting(id: push.id, thread: thread)
    if hindrance == .budget {
      let wakes = fetches.recentWakes(of: push.app, at: now)
      waiting.until = wakes.suffix(phone.backgroundBudget).first?
        .addingTimeInterval(BackgroundFetches.window)
    }
    fetches.retain(waiting, for: push.app)
  }

  private mutating func fetch(
    _ id: NotificationID, _ thread: ThreadID, of app: BundleID, isCounted: Bool = true,
    _ effects: inout [Effect]
  ) {
    if isCounted, runState(of: app) != .foreground { fetches.count(app, at: now) }
    wake(for: id, thread, of: app, .fetch, &effects)
  }

  /// Calls an app and starts its limited runtime if it was not running.
  private mutating func wake(
    for id: NotificationID, _ thread: ThreadID, of app: BundleID, _ method: AppCall,
    _ effects: inout [Effect]
  ) {
    wake(app, &effects)
    call(method, about: id, thread, of: app, &effects)
  }

  /// Starts the limited runtime of an app that was not running. An app that was not in memory is
  /// suspended afterwards.
  private mutating func wake(_ app: BundleID, _ effects: inout [Effect]) {
    let state = settings.app(app).state
    guard state != .foreground, state != .background else { return }
    if !state.isInMemory { setState(.suspended, of: app, &effects) }
    fetches.extendRuntime(app, at: now)
  }

  private func call(
    _ method: AppCall, about id: NotificationID, _ thread: ThreadID, of app: BundleID,
    _ effects: inout [Effect]
  ) {
    effects.append(
      .emit(
        InboxEvent(
          at: now, id: id, app: app, thread: thread,
          kind: .app(state: runState(of: app), delegate: method.rawValue, carriesPayload: true))))
  }

  // MARK: On a response

  /// Wakes the app on the user's response, or brings it to the foreground.
  mutating func respond(
    to notification: DeliveredNotification, bringsForward: Bool, _ effects: inout [Effect]
  ) {
    let (app, old) = (notification.app, runState(of: notification.app))
    if bringsForward {
      fetches.endWake(of: app)
      if old != .foreground { bringToFront(app, &effects) }
    } else {
      wake(app, &effects)
    }
    for method in settings.device.era.calls(onResponseOf: old.isInMemory) {
      call(method, about: notification.id, notification.threadIdentifier, of: app, &effects)
    }
    handWaiting(to: app, since: old, &effects)
  }

  // MARK: Changes of state

  /// Applies the user's change of an app's run state.
  mutating func appChanged(
    _ app: BundleID, from old: AppRunState, _ effects: inout [Effect]
  ) {
    fetches.endWake(of: app)
    let new = settings.app(app).state
    let isLaunched = new.isInMemory && !old.isInMemory
    effects.append(
      .emit(
        InboxEvent(
          at: now, app: app,
          kind: .app(
            state: new, delegate: isLaunched ? AppCall.didFinishLaunching.rawValue : nil,
            carriesPayload: false))))
    if new == .forceQuit { fetches.removeWaiting(for: app) }
    handWaiting(to: app, since: old, &effects)
  }

  /// Delivers the background push that waited for the app's launch or activation (Apple, "Pushing
  /// background updates to your App").
  private mutating func handWaiting(
    to app: BundleID, since old: AppRunState, _ effects: inout [Effect]
  ) {
    let new = runState(of: app)
    let isStarted = new.isInMemory && !old.isInMemory || new == .foreground
    guard isStarted, let push = fetches.removeWaiting(for: app) else { return }
    fetch(push.id, push.thread, of: app, &effects)
  }

  /// Advances the clock: apps whose runtime is over are suspended, and pushes that waited for the
  /// budget wake their apps.
  mutating func advanceFetches(isSetBack: Bool, _ effects: inout [Effect]) {
    let due = fetches.removeDue(at: now, isSetBack: isSetBack)
    for app in due.asleep {
      effects.append(
        .emit(
          InboxEvent(
            at: now, app: app,
            kind: .app(state: settings.app(app).state, delegate: nil, carriesPayload: false))))
    }
    for (app, push) in due.pushes {
      guard settings.app(app).backgroundRefresh else {
        fetches.retain(.init(id: push.id, thread: push.thread), for: app)
        continue
      }
      fetch(push.id, push.thread, of: app, &effects)
    }
  }

  /// Changes an app's run state permanently, as if the user had set it.
  mutating func setState(
    _ state: AppRunState, of app: BundleID, _ effects: inout [Effect]
  ) {
    let change = SettingChange.appState(app, state)
    changes[change.key] = change
    settings.apps[app, default: AppSettings()].state = state
    effects.append(.store(.setting(key: change.key, value: change.storedValue)))
  }
}

extension AppRunState {
  /// Whether the app can be called without a launch.
  var isInMemory: Bool { self != .terminated && self != .forceQuit }
}

// MARK: - Shared by the rules and the calls

extension PresentationContext {
  /// A reason for which a background push cannot reach its app.
  enum FetchHindrance: Equatable {
    /// The user force-quit the app.
    case forceQuit
    /// Background App Refresh is off.
    case refreshOff
    /// The budget is exhausted.
    case budget
  }

  /// Returns the reason for which a background push cannot reach its app now; nil if it can. In the
  /// foreground there is none (§9.1). On Android a message starts an app that is not running,
  /// without a budget.
  func fetchHindrance(of push: Delivery) -> FetchHindrance? {
    switch appState {
    case .foreground: nil
    case .forceQuit: .forceQuit
    case _ where push.payload.isForAndroid: nil
    case .background, .suspended, .terminated:
      if !refreshesInBackground {
        .refreshOff
      } else {
        recentWakes >= backgroundBudget && throttles(push) ? .budget : nil
      }
    }
  }

  /// Returns whether the budget applies to a push and counts it: priorities 5 and 1 may be
  /// throttled (Apple, "Pushing background updates to your App"). A push without visible content
  /// counts as priority 5, since 10 is an error for it.
  func throttles(_ push: Delivery) -> Bool {
    let isVisible = push.hasText(in: self) || push.payload.badge != nil || push.payload.isVoiced
    return !isVisible || push.typeInForce == .background || push.headers.priority != .immediate
  }

  /// Returns the method that reports a push to an app in the foreground, if there is something to
  /// present; nil for none.
  func callInForeground(about push: Delivery) -> AppCall? {
    guard appState == .foreground else { return nil }
    switch willPresent {
    case .payloadOnly: return .didReceiveRemote
    case .noMethod, .noDelegate: return nil
    case .options, .late:
      let mayNotify = permission == .authorized || permission == .provisional
      let isVisible =
        push.hasText(in: self) || push.payload.badge != nil || push.payload.isVoiced
      return mayNotify && isVisible ? .willPresent : nil
    }
  }
}
