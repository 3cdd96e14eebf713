import Foundation
import InboxModel

/// The person at the terminal as a machine: what is selected, folded and open, and what they want done
/// (`design/architecture.md`, "Three machines").
struct AppState: Equatable, Sendable {
  /// The size of the terminal.
  var size: Size
  /// The latest moment an event named.
  var now: Date
  /// Which key does what.
  var keymap: Keymap
  /// Whether marks and lines are drawn with ASCII alone.
  var usesASCII: Bool

  init(
    size: Size, now: Date, keymap: Keymap = .standard, usesASCII: Bool = false
  ) {
    self.size = size
    self.now = now
    self.keymap = keymap
    self.usesASCII = usesASCII
  }

  /// Takes one event and says what the person wants done about it.
  mutating func handle(_ event: AppEvent, device: Device) -> [Intent] {
    []
  }
}
