@testable import PushInbox

extension HTTP1Session {
  /// Passes a text to the session; returns all actions.
  @discardableResult
  func receive(_ text: String) -> [HTTPAction] {
    Array(text.utf8).withUnsafeBytes { receive($0, at: 0) }
    var actions: [HTTPAction] = []
    while case let next = drainActions(), !next.isEmpty { actions += next }
    return actions
  }
}
