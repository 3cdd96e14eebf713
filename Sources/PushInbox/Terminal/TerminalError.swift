/// The reason why the terminal cannot be used as a screen; plain mode is used instead.
enum TerminalError: Error, Equatable {
  /// Input or output is not a terminal.
  case notATerminal
  /// The terminal database has no entry with this name, or `TERM` is not set (nil).
  case unknownType(String?)
  /// The entry cannot move the cursor: `dumb`.
  case cannotMoveCursor(String)
  /// The terminal is gone.
  case hungUp
}
