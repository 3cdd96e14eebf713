import CTermbox

/// The description of a terminal that is compiled in, for systems whose terminal database lacks it.
struct EmbeddedTerminal {
  private let description: String

  /// Finds the compiled-in description of a terminal.
  ///
  /// - Parameter type: The name of the terminal, as in `TERM`. Nil for a terminal that is not
  ///   compiled in.
  init?(type: String) {
    let found = EmbeddedTerminals.descriptions.first { names, _ in
      names.split(separator: "|").contains { $0 == type }
    }
    guard let found else { return nil }
    description = found.value
  }

  /// Calls a function of ncurses that looks a terminal up, with this description in place of the
  /// database.
  ///
  /// ncurses reads a description from `TERMINFO` itself (terminfo(5), "Fetching Compiled
  /// Descriptions"), which is set during the call only.
  @MainActor func provided<Result>(to lookup: () -> Result) -> Result {
    let previous = getenv("TERMINFO").map { String(cString: $0) }
    setenv("TERMINFO", description, 1)
    defer {
      if let previous { setenv("TERMINFO", previous, 1) } else { unsetenv("TERMINFO") }
    }
    return lookup()
  }
}
