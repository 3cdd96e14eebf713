import CTermbox

/// Converts ncurses input to keys.
///
/// An unknown sequence, in particular a response of the terminal, is dropped completely, so that no
/// part of it is read as keys.
@MainActor enum KeyReader {
  /// The maximum number of scalars of a paste that are retained.
  static let pasteLimit = 65536

  private static let pasteBegins: UInt32 = 0x7001
  private static let pasteEnds: UInt32 = 0x7002

  /// Defines sequences that terminals send although their terminfo entry lacks them, and the marks
  /// of a bracketed paste.
  static func defineKeys() {
    for (sequence, code) in [
      ("[A", KEY_UP), ("[B", KEY_DOWN), ("[C", KEY_RIGHT), ("[D", KEY_LEFT), ("[H", KEY_HOME),
      ("[F", KEY_END), ("OH", KEY_HOME), ("OF", KEY_END), ("[1~", KEY_HOME), ("[4~", KEY_END),
      ("[Z", KEY_BTAB),
      ("[200~", Int32(pasteBegins)), ("[201~", Int32(pasteEnds)),
    ] {
      define_key("\u{1B}" + sequence, code)
    }
    // ncurses would wait without a limit for the rest of a mouse sequence, so it is read here.
    for sequence in ["[<", "[M"] { define_key("\u{1B}" + sequence, 0) }
  }

  /// Returns all keys that were typed since the last call.
  static func readKeys() -> [Key] {
    var keys: [Key] = []
    while let input = read() {
      if input == .scalar("\u{1B}") {
        keys += keysAfterEscape()
      } else if let key = key(for: input) {
        keys.append(key)
      }
    }
    return keys
  }

  private enum Input: Equatable {
    /// An ncurses key code.
    case code(UInt32)
    case scalar(Unicode.Scalar)
  }

  private static func read() -> Input? {
    var value: UInt32 = 0
    switch ctb_read(&value) {
    case KEY_CODE_YES: return .code(value)
    case OK: return Unicode.Scalar(value).map(Input.scalar)
    default: return nil
    }
  }

  private static func key(for input: Input) -> Key? {
    switch input {
    case .code(pasteBegins): return .pasted(paste())
    case .code(let code): return named[code]
    case .scalar(let scalar): return typed(scalar)
    }
  }

  private static func typed(_ scalar: Unicode.Scalar) -> Key {
    switch scalar.value {
    case 0x0D: .enter
    case 0x09: .tab
    case 0x08, 0x7F: .backspace
    case 0x1B: .escape
    case 1...26: .control(Character(Unicode.Scalar(UInt8(scalar.value) + 0x60)))
    case 0...0x1F: .control(Character(Unicode.Scalar(UInt8(scalar.value) + 0x40)))
    default: .character(Character(scalar))
    }
  }

  /// Returns Escape alone, Escape before another sequence that followed immediately, or the result
  /// of ``key(afterEscape:)``.
  private static func keysAfterEscape() -> [Key] {
    var keys: [Key] = []
    while let next = readSoon() {
      switch next {
      case .scalar("\u{1B}"): keys.append(.escape)
      case .code(pasteBegins): return keys + [.escape, .pasted(paste())]
      default: return keys + [key(afterEscape: next)].compactMap(\.self)
      }
    }
    return keys + [.escape]
  }

  /// Returns Alt with a key, or nil after a sequence that ncurses does not know.
  private static func key(afterEscape next: Input) -> Key? {
    switch next {
    case .scalar("["): return controlSequence()
    case .scalar("O"):
      return dropSequence { _ in true } ? nil : .alt("O")
    case .scalar("]"), .scalar("P"), .scalar("_"), .scalar("^"), .scalar("X"):
      // A string up to BEL or ST, whose last byte is `\`.
      guard case .scalar(let introducer) = next else { return nil }
      return dropSequence { $0 == "\u{7}" || $0 == "\\" } ? nil : .alt(Character(introducer))
    case .scalar("\r"), .scalar("\n"): return .altEnter
    case .scalar(let scalar) where scalar.value >= 0x20 && scalar.value != 0x7F:
      return .alt(Character(scalar))
    case .scalar, .code: return nil
    }
  }

  /// Reads parameters and one final byte (ECMA-48 §5.4). Returns a mouse event; nil for other
  /// sequences.
  private static func controlSequence() -> Key? {
    var text = ""
    var count = 0
    while count < pasteLimit, let input = readSoon() {
      count += 1
      guard case .scalar(let scalar) = input else { continue }
      if text.utf8.count < 32 { text.unicodeScalars.append(scalar) }
      if (0x40...0x7E).contains(scalar.value) { break }
    }
    if count == 0 { return .alt("[") }
    // The old mouse format, which is not requested, has three more bytes.
    if text == "M" { for _ in 0..<3 { _ = readSoon() } }
    return text.first == "<" ? mouse(text) : nil
  }

  /// Parses `<0;10;5M`: button, column and row from 1 to 65,535 (xterm, "Xterm Control Sequences",
  /// "Mouse Tracking", SGR). Nil for other numbers, for a release, and for other buttons.
  private static func mouse(_ text: String) -> Key? {
    let fields = text.dropFirst().dropLast().split(separator: ";", omittingEmptySubsequences: false)
    let numbers = fields.compactMap { $0.first == "+" ? nil : UInt16($0) }
    guard text.last == "M", fields.count == 3, numbers.count == 3, numbers[1] > 0, numbers[2] > 0
    else { return nil }
    // The bits between are Shift, Alt and Control.
    let kinds: [UInt16: Mouse.Kind] = [0: .press, 64: .wheelUp, 65: .wheelDown]
    return kinds[numbers[0] & ~0b11100].map {
      .mouse(Mouse(kind: $0, row: Int(numbers[2]) - 1, column: Int(numbers[1]) - 1))
    }
  }

  /// - Returns: Whether further input followed and was dropped; if not, the keys were Alt and a
  ///   character.
  private static func dropSequence(upTo isFinal: (Unicode.Scalar) -> Bool) -> Bool {
    var count = 0
    while count < pasteLimit, let input = readSoon() {
      count += 1
      if case .scalar(let scalar) = input, isFinal(scalar) { break }
    }
    return count > 0
  }

  private static func paste() -> String {
    var text = String.UnicodeScalarView()
    var count = 0  // counted separately from the text
    while let input = readSoon(), input != .code(pasteEnds) {
      guard case .scalar(let scalar) = input, count < pasteLimit else { continue }
      text.append(scalar == "\r" ? "\n" : scalar)
      count += 1
    }
    return String(text)
  }

  /// Returns the next input if it arrives within the time of one sequence.
  private static func readSoon() -> Input? {
    timeout(get_escdelay())
    defer { timeout(0) }
    return read()
  }

  private static let named: [UInt32: Key] = {
    let keys: [(Int32, Key)] = [
      (KEY_UP, .up), (KEY_DOWN, .down), (KEY_LEFT, .left), (KEY_RIGHT, .right),
      (KEY_HOME, .home), (KEY_END, .end), (KEY_PPAGE, .pageUp), (KEY_NPAGE, .pageDown),
      (KEY_BACKSPACE, .backspace), (KEY_DC, .delete), (KEY_ENTER, .enter), (KEY_BTAB, .backTab),
    ]
    let functions = (1...12).map { (KEY_F0 + Int32($0), Key.function($0)) }
    return Dictionary(uniqueKeysWithValues: (keys + functions).map { (UInt32($0.0), $0.1) })
  }()
}
