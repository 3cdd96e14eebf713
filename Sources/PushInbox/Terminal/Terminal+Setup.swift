import CTermbox

/// Terminal queries and sequences that ncurses does not have.
extension Terminal {
  /// Sets the locale's character type; the user's locale if it is nil. Numbers keep the format of
  /// the C locale.
  ///
  /// - Returns: Whether the terminal uses UTF-8.
  static func putInForce(_ locale: String?) -> Bool {
    if setlocale(LC_CTYPE, locale ?? "") != nil { return isUTF8InForce }
    // The user's locale is not installed here, as often after logging in from another machine. Its
    // name still tells the encoding of the terminal.
    let variables: [String] = ["LC_ALL", "LC_CTYPE", "LANG"]
    let name = variables.lazy.compactMap { getenv($0).map { String(cString: $0) } }
      .first { !$0.isEmpty }
    let codeset = name?.split(separator: ".").last?.prefix { $0 != "@" }.lowercased()
    guard codeset == "utf-8" || codeset == "utf8" else { return false }
    for name: String in ["C.UTF-8", "en_US.UTF-8"] where setlocale(LC_CTYPE, name) != nil {
      if isUTF8InForce { return true }
    }
    return false
  }

  private static var isUTF8InForce: Bool {
    nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } == "UTF-8"
  }

  /// Checks the terminal type before `newterm`, which would already write to a terminal it cannot
  /// use.
  ///
  /// - Returns: The compiled-in description of a type that the system's terminal database lacks.
  static func check(type: String?, output: Int32) throws(TerminalError) -> EmbeddedTerminal? {
    let name = type ?? getenv("TERM").map { String(cString: $0) }
    guard let name, !name.isEmpty else { throw .unknownType(name) }
    var status: Int32 = 0
    var embedded: EmbeddedTerminal?
    if setupterm(name, output, &status) != OK {
      embedded = EmbeddedTerminal(type: name)
      let isFound = embedded?.provided { setupterm(name, output, &status) == OK } ?? false
      guard isFound else { throw .unknownType(name) }
    }
    let canMove = ctb_capability("cup") != nil && ctb_capability("clear") != nil
    if let entry = set_curterm(nil) { del_curterm(entry) }
    if !canMove { throw .cannotMoveCursor(name) }
    return embedded
  }

  /// Returns a string of the terminal database without its delays, which only old terminals need
  /// (terminfo(5)).
  nonisolated static func capability(_ name: String) -> String? {
    guard let value = ctb_capability(name) else { return nil }
    return String(cString: value).replacing(/\$<[^>]*>/, with: "")
  }

  /// Writes text over the last row, cut to its width; the cursor stays. For another thread while
  /// the main thread is blocked outside of ncurses, which is not thread-safe (curs_threads(3)). The
  /// next frame must be drawn completely.
  ///
  /// - Parameter text: ASCII.
  nonisolated static func writeOverLastRow(_ text: String, to descriptor: Int32) {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0,
      let start = ctb_start_of_row(Int32(window.ws_row) - 1), let save = capability("sc"),
      let restore = capability("rc")
    else { return }
    // The last column is left free: some terminals scroll when it is written.
    let width = max(0, Int(window.ws_col) - 1)
    let shown = text.prefix(width) + String(repeating: " ", count: max(0, width - text.count))
    let (reverse, plain) = (capability("rev") ?? "", capability("sgr0") ?? "")
    write(
      save + String(cString: start) + reverse + shown + plain + restore, to: descriptor)
  }

  /// Turns on bracketed paste, so that pasted text is not read as keys, and turns off reordering by
  /// the terminal.
  func enterModes() {
    if let pasteStart { Self.write(pasteStart, to: outputDescriptor) }
    if !arrangesText { Self.write(Self.arranging(false), to: outputDescriptor) }
  }

  func leaveModes() {
    if let pasteEnd { Self.write(pasteEnd, to: outputDescriptor) }
    if !arrangesText { Self.write(Self.arranging(true), to: outputDescriptor) }
  }

  /// Returns the sequence for the mode in which a terminal reorders bidirectional text itself
  /// (ECMA-48 §8.3.109, BDSM), the default of terminals that support it; others ignore it.
  nonisolated static func arranging(_ isOn: Bool) -> String { isOn ? "\u{1B}[8h" : "\u{1B}[8l" }

  /// Reports presses and the wheel in SGR format (xterm, "Xterm Control Sequences", "Mouse
  /// Tracking").
  private static let mouseOn = "\u{1B}[?1006h\u{1B}[?1000h"
  nonisolated static let mouseOff = "\u{1B}[?1000l\u{1B}[?1006l"

  /// Turns mouse reports on or off, on terminals with a window.
  func setMouseReporting(_ isOn: Bool) {
    if hasTitle { Self.write(isOn ? Self.mouseOn : Self.mouseOff, to: outputDescriptor) }
  }

  /// Marks the beginning or end of a frame, which a terminal with a window then shows in one step
  /// (mode 2026, "synchronized output"). Terminals without that mode ignore it.
  func writeFrameMark(begins: Bool) {
    if let mode = begins ? frameBegin : frameEnd { Self.write(mode, to: outputDescriptor) }
  }

  private var frameBegin: String? { hasTitle ? "\u{1B}[?2026h" : nil }
  nonisolated var frameEnd: String? { hasTitle ? "\u{1B}[?2026l" : nil }

  /// Whether terminals of this type have a title, set by OSC 2, and a stack of earlier titles
  /// (xterm, "Xterm Control Sequences", "Window manipulation"). Their terminfo entries do not say
  /// so.
  static func hasTitle(_ type: String?) -> Bool {
    let name = type ?? getenv("TERM").map { String(cString: $0) } ?? ""
    return ["xterm", "tmux", "screen", "alacritty", "foot", "rxvt", "konsole", "vte", "wezterm"]
      .contains(where: name.hasPrefix)
  }

  /// The sequence that restores the window's earlier title; nil without a title.
  nonisolated var titleOut: String? { hasTitle ? "\u{1B}[23;2t" : nil }

  func showTitle() {
    guard hasTitle, !title.isEmpty else { return }
    let keep = hasShownTitle ? "" : "\u{1B}[22;2t"
    hasShownTitle = true
    Self.write(keep + "\u{1B}]2;" + title.text + "\u{7}", to: outputDescriptor)
  }

  func leaveTitle() {
    guard hasShownTitle, let titleOut else { return }
    hasShownTitle = false
    Self.write(titleOut, to: outputDescriptor)
  }

  nonisolated static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}

// Inside the type, `write` is a method.
private let systemWrite = write
