// The folders that apps want pushes about (`queue.subscriptions`).

extension Guests {
  static func subscribe(
    _ app: BundleID, _ account: String, to folder: String, isWanted: Bool,
    in phone: inout Phone, _ effects: inout [Phone.Effect]
  ) {
    let settings = phone.settings.queue
    var folders =
      settings.pendingSubscriptions[app]?[account] ?? settings.subscriptions[app]?[account] ?? []
    guard folders.contains(folder) != isWanted else { return }
    if isWanted { folders.append(folder) } else { folders.removeAll { $0 == folder } }
    // Offline, the provider gets to know it later.
    let isOnline = phone.changes["online"] != .online(false)
    phone.change(
      .setting(
        subscriptions(of: app, account, isPending: !isOnline),
        .array(folders.map(JSONValue.string))), &effects)
  }

  static func handOver(in phone: inout Phone, _ effects: inout [Phone.Effect]) {
    let pending = phone.settings.queue.pendingSubscriptions
    for (app, accounts) in pending.sorted(by: { $0.key < $1.key }) {
      for (account, folders) in accounts.sorted(by: { $0.key < $1.key }) {
        phone.change(
          .setting(
            subscriptions(of: app, account, isPending: false),
            .array(folders.map(JSONValue.string))), &effects)
        phone.reset([subscriptions(of: app, account, isPending: true).key], &effects)
      }
    }
  }

  private static func subscriptions(
    of app: BundleID, _ account: String, isPending: Bool
  ) -> SettingPath {
    SettingPath([
      "queue", isPending ? "pendingSubscriptions" : "subscriptions", app.text, account,
    ])
  }
}
