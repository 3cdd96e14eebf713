import Foundation

// One app at a time is in front, and none on the lock screen (`docs/rules.md` §9).

extension Phone {
  /// Returns the app in front after settings changed: of several the newest one, else the first by
  /// name. Locking leaves nobody there, so that what comes is shown by the system; an app set to
  /// the foreground while the phone is locked is taken at its word.
  func appInFront(since old: PhoneSettings) -> BundleID? {
    let apps = appsInFront
    if let newcomer = apps.first(where: { old.app($0).state != .foreground }) { return newcomer }
    let isLocking = old.device.lock == .unlocked && settings.device.lock == .locked
    return isLocking ? nil : apps.first
  }

  /// Sends the apps in front to the background, but for one.
  ///
  /// - Returns: Those that were sent.
  @discardableResult
  mutating func clearFront(but front: BundleID?, _ effects: inout [Effect]) -> [BundleID] {
    let others = appsInFront.filter { $0 != front }
    for app in others { setState(.background, of: app, &effects) }
    return others
  }

  /// Brings an app to the front; the one that was there is told that it goes.
  mutating func bringToFront(_ app: BundleID, _ effects: inout [Effect]) {
    setState(.foreground, of: app, &effects)
    for other in clearFront(but: app, &effects) {
      effects.append(
        .emit(
          InboxEvent(
            at: now, app: other,
            kind: .app(state: .background, delegate: nil, carriesPayload: false))))
    }
  }

  private var appsInFront: [BundleID] {
    settings.apps.filter { $0.value.state == .foreground }.keys
      .sorted { $0 < $1 }
  }
}
