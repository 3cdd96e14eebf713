/// The side that reorders right-to-left text: PushInbox or the terminal.
public enum BidiSetting: String, CaseIterable, Sendable {
  /// PushInbox, unless the terminal is known to reorder text in any case.
  case auto
  /// PushInbox.
  case app
  /// The terminal.
  case terminal
  /// Neither.
  case off
}
