/// An operation that an app performs without a push. It changes only state that the phone keeps
/// anyway, and what another push system knows of it.
public enum AppOperation: Equatable, Sendable {
  /// `badge.BUNDLE=3`: `setBadgeCount`, the icon's number, 0 for none.
  case setBadge(Int)
  /// `remove.BUNDLE=ID|all`: `removeDeliveredNotifications(withIdentifiers:)`; nil is all of them.
  case remove(requestID: RequestID?)
  /// An operation at another push system.
  case guest(Guests.AppOperation)

  /// The text before the bundle identifier in the key of `set`.
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
