// The folders that apps want pushes about (`queue.subscriptions`).

extension Guests {
  static func subscribe(
    _ app: BundleID, _ account: String, to folder: String, isWanted: Bool,
    in phone: inout Phone, _ effects: inout [InboxModel.Effect]
  ) {
    phone.subscribe(app, account, to: folder, isWanted: isWanted, &effects)
  }

  static func handOver(in phone: inout Phone, _ effects: inout [InboxModel.Effect]) {
    phone.handOverSubscriptions(&effects)
  }
}

extension Phone {
  /// Changes what the provider knows of an account's folders; offline, what it gets to know later.
  fileprivate mutating func subscribe(
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
  fileprivate mutating func handOverSubscriptions(_ effects: inout [Effect]) {
    let pending = settings.queue.pendingSubscriptions
    for (app, accounts) in pending.sorted(by: { $0.key < $1.key }) {
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
      "queue", isPending ? "pendingSubscriptions" : "subscriptions", app.text, account,
    ])
  }
}
