import InboxModel

/// A push by its number: one that was accepted, or a rejected one.
enum PushReference: Hashable, Sendable {
  case entry(NotificationID)
  case rejected(Int)

  /// `#31`, `R9`
  var text: String {
    switch self {
    case .entry(let id): "#\(id.rawValue)"
    case .rejected(let number): "R\(number)"
    }
  }

  /// The word for it on a command line: `31`, `R9`.
  var word: String {
    if case .entry(let id) = self { String(id.rawValue) } else { text }
  }

  /// The identifier of an accepted push; nil for a rejected one.
  var id: NotificationID? {
    if case .entry(let id) = self { id } else { nil }
  }

  /// The number of a rejected push; nil for an accepted one.
  var rejected: Int? {
    if case .rejected(let number) = self { number } else { nil }
  }
}
