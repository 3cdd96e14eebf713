/// Who puts text that runs from right to left into the order in which it is read.
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
