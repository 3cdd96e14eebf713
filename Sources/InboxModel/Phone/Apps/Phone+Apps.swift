import Foundation

// The calls of apps' delegates and the changes of their states (`docs/rules.md` §9).

extension Phone {
  /// Whether an app runs, as it is now: one that a push woke runs in the background for a while,
  /// whatever its settings say.
  public func runState(of app: BundleID) -> AppRunState {
    fetches.isAwake(app) ? .background : settings.app(app).state
  }

  // MARK: On arrival

  /// Calls the app about a push that reached the phone: PushKit and `content-available` whatever
  /// else becomes of it, in the foreground about everything it may present (§9.1).
  mutating func callApp(
    about push: Delivery, _ phone: PresentationContext, _ verdict: PresentationDecision,
    _ effects: inout [Effect]
  ) {
    guard phone.isInstalled, push.transit.fate == .delivered else { return }
    switch verdict.reason {
    case .kindPushKit:
      let call = push.typeInForce == .pushtotalk ? AppCall.pushToTalk : .pushKit
      wake(for: push.id, push.payload.threadIdentifier, of: push.app, call, &effects)
    case .kindLiveActivity, .kindNotShown, .kindDataLost: return
    case _ where push.payload.appMessage != nil:
      wake(
        for: push.id, push.payload.threadIdentifier, of: push.app, .messageReceived, &effects)
    case _ where push.payload.isForAndroid:
      // A notification is shown by the system, unless the app is in front.
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

  /// A background push reaches its app, or waits until it can.
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

  /// Calls an app, which runs for a while if it did not.
  private mutating func wake(
    for id: NotificationID, _ thread: ThreadID, of app: BundleID, _ method: AppCall,
    _ effects: inout [Effect]
  ) {
    wake(app, &effects)
    call(method, about: id, thread, of: app, &effects)
  }

  /// An app that did not run does so for a while; one that was not even in memory is suspended
  /// after it.
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

  // MARK: On an answer

  /// The person's answer wakes the app, or brings it to the foreground.
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

  /// The person changed an app's state by a setting.
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

  /// A background push that waited comes when the app is launched or brought forward
  /// (Apple, "Pushing background updates to your App").
  private mutating func handWaiting(
    to app: BundleID, since old: AppRunState, _ effects: inout [Effect]
  ) {
    let new = runState(of: app)
    let isStarted = new.isInMemory && !old.isInMemory || new == .foreground
    guard isStarted, let push = fetches.removeWaiting(for: app) else { return }
    fetch(push.id, push.thread, of: app, &effects)
  }

  /// Advances the clock: apps whose time is over are suspended, pushes that waited for the budget
  /// wake theirs.
  mutating func advanceFetches(_ effects: inout [Effect]) {
    for app in fetches.fallAsleep(at: now) {
      effects.append(
        .emit(
          InboxEvent(
            at: now, app: app,
            kind: .app(state: settings.app(app).state, delegate: nil, carriesPayload: false))))
    }
    for (app, push) in fetches.removeDue(at: now) {
      guard settings.app(app).backgroundRefresh else {
        fetches.retain(.init(id: push.id, thread: push.thread), for: app)
        continue
      }
      fetch(push.id, push.thread, of: app, &effects)
    }
  }

  /// Changes an app's state for good, as if the person had set it.
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
  /// Whether the app need not be launched to hear of something.
  var isInMemory: Bool { self != .terminated && self != .forceQuit }
}

// MARK: - What the rules and the calls agree upon

extension PresentationContext {
  /// Why a background push does not reach its app now.
  enum FetchHindrance: Equatable {
    /// The person force-quit the app.
    case forceQuit
    /// Background App Refresh is off.
    case refreshOff
    /// The app was woken too often.
    case budget
  }

  /// Why a background push does not reach its app now; nil when it does. In the foreground nothing
  /// is in its way (§9.1). On Android a message starts an app that does not run, as often as it
  /// likes.
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

  /// Whether the budget is asked about a push, and counts it: priorities 5 and 1 may be throttled
  /// (Apple, "Pushing background updates to your App"). A push with nothing to show is one of
  /// priority 5 whatever it says: with 10 it is an error (3.3).
  func throttles(_ push: Delivery) -> Bool {
    let isVisible = push.hasText(in: self) || push.payload.badge != nil || push.payload.isVoiced
    return !isVisible || push.typeInForce == .background || push.headers.priority != .immediate
  }

  /// The method an app in the foreground hears of a push by, where there is something it could
  /// present; nil where none is called.
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
