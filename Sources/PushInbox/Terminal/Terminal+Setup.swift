import CTermbox

/// Queries and sequences of the terminal besides those of ncurses.
extension Terminal {
  /// Puts a locale in force, the person's when it is nil. Only the character type is set: numbers stay as C
  /// writes them.
  ///
  /// - Returns: whether the terminal is given UTF-8.
  static func putInForce(_ locale: String?) -> Bool {
    if setlocale(LC_CTYPE, locale ?? "") != nil { return isUTF8InForce }
    // The one they name is not installed here, as often where one logs in from elsewhere. What is said of
    // the terminal still holds.
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

  /// Looks the type up before `newterm` does, which would already write to a terminal it cannot use.
  static func check(type: String?, output: Int32) throws(TerminalError) {
    let name = type ?? getenv("TERM").map { String(cString: $0) }
    guard let name, !name.isEmpty else { throw .unknownType(name) }
    var status: Int32 = 0
    guard setupterm(name, output, &status) == OK else { throw .unknownType(name) }
    let canMove = ctb_capability("cup") != nil && ctb_capability("clear") != nil
    if let entry = set_curterm(nil) { del_curterm(entry) }
    if !canMove { throw .cannotMoveCursor(name) }
  }

  /// A string of the terminal database, without the delays old terminals need (terminfo(5)).
  static func capability(_ name: String) -> String? {
    guard let value = ctb_capability(name) else { return nil }
    return String(cString: value).replacing(/\$<[^>]*>/, with: "")
  }

  /// Asks for pasted text between marks, so that none of it is taken for keys, and for cells that stay
  /// where they are put.
  func enterModes() {
    if let pasteStart { Self.write(pasteStart, to: outputDescriptor) }
    if !arrangesText { Self.write(Self.arranging(false), to: outputDescriptor) }
  }

  func leaveModes() {
    if let pasteEnd { Self.write(pasteEnd, to: outputDescriptor) }
    if !arrangesText { Self.write(Self.arranging(true), to: outputDescriptor) }
  }

  /// The mode of ECMA-48 (BDSM, 8.3.109) in which a terminal arranges text itself, which is how it begins
  /// where there is one; others pass over it.
  nonisolated static func arranging(_ isOn: Bool) -> String { isOn ? "\u{1B}[8h" : "\u{1B}[8l" }

  /// Presses and the wheel, in the form that ends by itself (xterm, ctlseqs).
  private static let mouseOn = "\u{1B}[?1006h\u{1B}[?1000h"
  nonisolated static let mouseOff = "\u{1B}[?1000l\u{1B}[?1006l"

  /// Asks for the mouse where there is a window, or gives it back.
  func setMouseReporting(_ isOn: Bool) {
    if hasTitle { Self.write(isOn ? Self.mouseOn : Self.mouseOff, to: outputDescriptor) }
  }

  /// Has a terminal with a window show what comes now in one go, not in parts (mode 2026, "synchronized
  /// output"); those that do not know the mode pass over it.
  func writeFrameMark(begins: Bool) {
    if let mode = begins ? frameBegin : frameEnd { Self.write(mode, to: outputDescriptor) }
  }

  private var frameBegin: String? { hasTitle ? "\u{1B}[?2026h" : nil }
  nonisolated var frameEnd: String? { hasTitle ? "\u{1B}[?2026l" : nil }

  /// Terminals with a title take it as OSC 2 and keep the one before on a stack (xterm, ctlseqs); their
  /// database entries do not say so.
  static func hasTitle(_ type: String?) -> Bool {
    let name = type ?? getenv("TERM").map { String(cString: $0) } ?? ""
    return ["xterm", "tmux", "screen", "alacritty", "foot", "rxvt", "konsole", "vte", "wezterm"]
      .contains(where: name.hasPrefix)
  }

  /// Gives the window the title it had.
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

// Inside the type, `write` is its own.
private let systemWrite = write
