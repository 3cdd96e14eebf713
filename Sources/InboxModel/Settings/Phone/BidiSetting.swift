/// The side that reorders right-to-left text: this program or the terminal.
public enum BidiSetting: String, CaseIterable, Sendable {
  /// The program, unless the terminal is known to do it whatever it is told.
  case auto
  /// The program.
  case app
  /// The terminal.
  case terminal
  /// Nobody.
  case off
}
