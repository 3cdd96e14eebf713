import InboxModel

/// A reference to an accepted or a rejected push by its number.
enum PushReference: Hashable, Sendable {
  case entry(NotificationID)
  case rejected(Int)

  /// The text on the screen: `#31`, `R9`.
  var text: String {
    switch self {
    case .entry(let id): "#\(id.rawValue)"
    case .rejected(let number): "R\(number)"
    }
  }

  /// The word on a command line: `31`, `R9`.
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
