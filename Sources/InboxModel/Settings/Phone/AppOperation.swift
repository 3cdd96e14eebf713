/// An operation that an app performs without a push. It changes only state that the phone stores
/// anyway, and the state of another push system.
public enum AppOperation: Equatable, Sendable {
  /// `badge.BUNDLE=3`: `setBadgeCount`; 0 removes the badge.
  case setBadge(Int)
  /// `remove.BUNDLE=ID|all`: `removeDeliveredNotifications(withIdentifiers:)`; nil removes all.
  case remove(requestID: RequestID?)
  /// `activity.BUNDLE=A3|all`: the user removes the card of a Live Activity; nil removes all.
  case removeActivity(ActivityID?)
  /// `tokens.BUNDLE=new`: the push tokens of the app's Live Activities are replaced.
  case renewTokens
  /// An operation on another push system.
  case guest(Guests.AppOperation)

  /// The text before the bundle identifier in the key of `set`.
  var prefix: String {
    switch self {
    case .setBadge: "badge."
    case .remove: "remove."
    case .removeActivity: "activity."
    case .renewTokens: "tokens."
    case .guest(let operation): operation.prefix
    }
  }

  /// The value of `set`.
  var word: String {
    switch self {
    case .setBadge(let number): String(number)
    case .remove(let id): id?.text ?? "all"
    case .removeActivity(let id): id?.text ?? "all"
    case .renewTokens: "new"
    case .guest(let operation): operation.word
    }
  }
}
