/// Why the terminal cannot be used as a screen; plain mode then takes over.
enum TerminalError: Error, Equatable {
  /// Input or output is a file, a pipe or nothing.
  case notATerminal
  /// The terminal database has no entry of this name, or `TERM` is not set.
  case unknownType(String?)
  /// The entry has no way to move the cursor: `dumb`.
  case cannotMoveCursor(String)
  /// The other end is gone; nothing will come any more.
  case hungUp
}
