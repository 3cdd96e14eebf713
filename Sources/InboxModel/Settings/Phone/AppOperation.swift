/// What an app does by itself, at nobody's push. Nothing is set by it but what the phone keeps anyhow, and
/// what its provider knows of it.
public enum AppOperation: Equatable, Sendable {
  /// `badge.BUNDLE=3`: `setBadgeCount`, the icon's number, 0 for none.
  case setBadge(Int)
  /// `remove.BUNDLE=ID|all`: `removeDeliveredNotifications(withIdentifiers:)`; nil is all of them.
  case remove(requestID: RequestID?)
  /// `subscribe.BUNDLE=ACCOUNT/FOLDER`, `unsubscribe.BUNDLE=ACCOUNT/FOLDER`: whether the app wants pushes about
  /// a folder. The provider knows of it when the phone is online.
  case subscribe(account: String, folder: String, isWanted: Bool)

  /// What stands before the bundle id in the key of `set`.
  var prefix: String {
    switch self {
    case .setBadge: "badge."
    case .remove: "remove."
    case .subscribe(_, _, let isWanted): isWanted ? "subscribe." : "unsubscribe."
    }
  }

  /// The value of `set`.
  var word: String {
    switch self {
    case .setBadge(let number): String(number)
    case .remove(let id): id?.text ?? "all"
    case .subscribe(let account, let folder, _): account + "/" + folder
    }
  }
}
