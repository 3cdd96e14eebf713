// What an app on the phone does by itself.

extension Phone {
  /// Carries out what an app does. Like the app's own calls it says nothing where it changes nothing: an
  /// identifier that is not in the list is passed over (C8).
  mutating func carryOut(_ deed: AppOperation, of app: BundleID, _ effects: inout [Effect]) {
    guard settings.app(app).installed else { return }
    switch deed {
    case .setBadge(let number):
      let old = badges[app] ?? 0
      guard number != old else { return }
      emit(deed.prefix + app.rawValue, deed.word, was: String(old), &effects)
      setBadge(number, of: app, &effects)
    case .remove(let requestID?):
      guard let id = inbox.entry(of: app, requestID: requestID) else { return }
      remove(id, by: .app, &effects)
    case .remove(nil):
      for id in inbox.ids(of: app) { remove(id, by: .app, &effects) }
    case .subscribe(let account, let folder, let isWanted):
      subscribe(app, account, to: folder, isWanted: isWanted, &effects)
    }
  }

  /// Changes what the provider knows of an account's folders; offline, what it gets to know later.
  private mutating func subscribe(
    _ app: BundleID, _ account: String, to folder: String, isWanted: Bool,
    _ effects: inout [Effect]
  ) {
    let known = settings.queue.subscriptions[app]?[account]
    let pending = settings.queue.pendingSubscriptions[app]?[account]
    var folders = pending ?? known ?? []
    guard folders.contains(folder) != isWanted else { return }
    if isWanted { folders.append(folder) } else { folders.removeAll { $0 == folder } }
    let isOnline = changes["online"] != .online(false)
    change(
      .setting(
        Self.subscriptions(of: app, account, isPending: !isOnline),
        .array(folders.map(JSONValue.string))), &effects)
  }

  /// Hands over to the provider what apps subscribed to while the phone was offline.
  mutating func handOverSubscriptions(_ effects: inout [Effect]) {
    let pending = settings.queue.pendingSubscriptions
    for (app, accounts) in pending.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for (account, folders) in accounts.sorted(by: { $0.key < $1.key }) {
        change(
          .setting(
            Self.subscriptions(of: app, account, isPending: false),
            .array(folders.map(JSONValue.string))), &effects)
        reset([Self.subscriptions(of: app, account, isPending: true).key], &effects)
      }
    }
  }

  private static func subscriptions(
    of app: BundleID, _ account: String, isPending: Bool
  ) -> SettingPath {
    SettingPath([
      "queue", isPending ? "pendingSubscriptions" : "subscriptions", app.rawValue, account,
    ])
  }
}
