// The folders that apps subscribed to (`queue.subscriptions`).

extension Guests {
  static func carryOut(
    _ operation: FolderSubscription, of app: BundleID, in phone: inout Phone,
    _ effects: inout [Phone.Effect]
  ) {
    guard let folders = phone.settings.queue.folders(of: app, after: operation) else { return }
    // While the phone is offline, the provider learns of it later.
    let isOnline = phone.changes["online"] != .online(false)
    phone.change(
      .setting(
        QueueSettings.subscriptions(of: app, operation.account, isPending: !isOnline),
        .array(folders.map(JSONValue.string))), &effects)
  }

  static func handOver(in phone: inout Phone, _ effects: inout [Phone.Effect]) {
    let pending = phone.settings.queue.pendingSubscriptions
    for (app, accounts) in pending.sorted(by: { $0.key < $1.key }) {
      for (account, folders) in accounts.sorted(by: { $0.key < $1.key }) {
        phone.change(
          .setting(
            QueueSettings.subscriptions(of: app, account, isPending: false),
            .array(folders.map(JSONValue.string))), &effects)
        phone.reset(
          [QueueSettings.subscriptions(of: app, account, isPending: true).key], &effects)
      }
    }
  }
}
