/// What an app does by itself, at nobody's push. Nothing is set by it but what the phone keeps anyhow, and
/// what another push system knows of it.
public enum AppOperation: Equatable, Sendable {
  /// `badge.BUNDLE=3`: `setBadgeCount`, the icon's number, 0 for none.
  case setBadge(Int)
  /// `remove.BUNDLE=ID|all`: `removeDeliveredNotifications(withIdentifiers:)`; nil is all of them.
  case remove(requestID: RequestID?)
  /// An operation at another push system.
  case guest(Guests.AppOperation)

  /// What stands before the bundle id in the key of `set`.
  var prefix: String {
    switch self {
    case .setBadge: "badge."
    case .remove: "remove."
    case .guest(let operation): operation.prefix
    }
  }

  /// The value of `set`.
  var word: String {
    switch self {
    case .setBadge(let number): String(number)
    case .remove(let id): id?.text ?? "all"
    case .guest(let operation): operation.word
    }
  }
}
