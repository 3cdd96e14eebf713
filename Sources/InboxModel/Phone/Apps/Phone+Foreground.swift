import Foundation

// The app in the foreground: at most one, and none on the lock screen (`docs/rules.md` §9).

extension Phone {
  /// Returns the app in the foreground after a change of settings: the newest of several, else the
  /// first by name. Locking sends it to the background, so that the system shows pushes. An app
  /// that the settings put into the foreground of a locked phone stays there. Nil for none.
  func appInFront(since old: PhoneSettings) -> BundleID? {
    let apps = appsInFront
    if let newcomer = apps.first(where: { old.app($0).state != .foreground }) { return newcomer }
    let isLocking = old.device.lock == .unlocked && settings.device.lock == .locked
    return isLocking ? nil : apps.first
  }

  /// Sends all apps in the foreground but one to the background.
  ///
  /// - Returns: The apps that were sent.
  @discardableResult
  mutating func clearFront(but front: BundleID?, _ effects: inout [Effect]) -> [BundleID] {
    let others = appsInFront.filter { $0 != front }
    for app in others { setState(.background, of: app, &effects) }
    return others
  }

  /// Brings an app to the foreground and sends the previous one to the background.
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
