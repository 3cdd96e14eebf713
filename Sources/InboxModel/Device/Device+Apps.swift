import Foundation

// What the apps hear of it: their delegates' calls and changes of state (`spec/ios-presentation.md` §9).

/// The methods an app is called by.
private enum Delegate {
  static let background = "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
  static let willPresent = "userNotificationCenter(_:willPresent:withCompletionHandler:)"
  static let didReceive = "userNotificationCenter(_:didReceive:withCompletionHandler:)"
  static let pushKit = "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)"
}

extension Device {
  /// Whether the app decides how a push is presented: it runs in the foreground, may notify, and there is
  /// something to present (§9.1).
  func appIsAsked(about push: Delivery, _ phone: Circumstances) -> Bool {
    phone.appState == .foreground
      && (phone.permission == .authorized || phone.permission == .provisional)
      && (push.hasText(in: phone) || push.payload.badge != nil || push.payload.sound != nil)
  }

  /// Calls the app about a push that reached the phone: PushKit and `content-available` whatever else
  /// becomes of it, `willPresent` in the foreground (§9.1).
  mutating func callApp(
    about push: Delivery, _ phone: Circumstances, _ verdict: Verdict, _ effects: inout [Effect]
  ) {
    guard phone.isInstalled, push.passage.fate == .delivered else { return }
    switch verdict.reason {
    case .kindPushKit: call(Delegate.pushKit, about: push, &effects)
    case .kindLiveActivity, .kindNotShown: return
    default:
      if appIsAsked(about: push, phone) { call(Delegate.willPresent, about: push, &effects) }
      if push.payload.isContentAvailable { call(Delegate.background, about: push, &effects) }
    }
  }

  /// A push wakes the app; one that was not running is launched in the background.
  private mutating func call(
    _ delegate: String, about push: Delivery, _ effects: inout [Effect]
  ) {
    if settings.app(push.app).state == .terminated {
      setState(.background, of: push.app, &effects)
    }
    effects.append(
      .emit(
        InboxEvent(
          at: now, id: push.id, app: push.app, thread: push.payload.threadIdentifier,
          kind: .app(
            state: settings.app(push.app).state, delegate: delegate, carriesPayload: true))))
  }

  /// The person's answer wakes the app, or brings it to the foreground.
  mutating func respond(
    to notification: DeliveredNotification, bringsForward: Bool, _ effects: inout [Effect]
  ) {
    let old = settings.app(notification.app).state
    let new: AppRunState =
      bringsForward ? .foreground : old == .terminated ? .background : old
    guard new != old else { return }
    setState(new, of: notification.app, &effects)
    effects.append(
      .emit(
        event(
          about: notification,
          .app(state: new, delegate: Delegate.didReceive, carriesPayload: false))))
  }

  /// Changes an app's state for good, as if the person had set it.
  private mutating func setState(
    _ state: AppRunState, of app: BundleID, _ effects: inout [Effect]
  ) {
    let change = SettingChange.appState(app, state)
    changes[change.key] = change
    settings.apps[app, default: AppSettings()].state = state
    effects.append(.store(.setting(key: change.key, value: change.storedValue)))
  }
}
