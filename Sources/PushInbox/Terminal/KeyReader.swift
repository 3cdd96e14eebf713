import CTermbox

/// Reads ncurses input; ``KeyParser`` makes keys of it.
@MainActor enum KeyReader {
  /// Defines sequences that terminals send although their terminfo entry lacks them, and the marks
  /// of a bracketed paste.
  static func defineKeys() {
    for (sequence, code) in [
      ("[A", KEY_UP), ("[B", KEY_DOWN), ("[C", KEY_RIGHT), ("[D", KEY_LEFT), ("[H", KEY_HOME),
      ("[F", KEY_END), ("OH", KEY_HOME), ("OF", KEY_END), ("[1~", KEY_HOME), ("[4~", KEY_END),
      ("[Z", KEY_BTAB),
      ("[200~", Int32(KeyParser.pasteBegins)), ("[201~", Int32(KeyParser.pasteEnds)),
    ] {
      define_key("\u{1B}" + sequence, code)
    }
    // ncurses would wait without a limit for the rest of a mouse sequence, so it is read here.
    for sequence in ["[<", "[M"] { define_key("\u{1B}" + sequence, 0) }
  }

  /// Returns all keys that were typed since the last call.
  static func readKeys() -> [Key] {
    KeyParser { waits in
      guard waits else { return read() }
      timeout(get_escdelay())
      defer { timeout(0) }
      return read()
    }.readKeys()
  }

  private static func read() -> KeyParser.Input? {
    var value: UInt32 = 0
    switch ctb_read(&value) {
    case KEY_CODE_YES: return .code(value)
    case OK: return Unicode.Scalar(value).map(KeyParser.Input.scalar)
    default: return nil
    }
  }
}
