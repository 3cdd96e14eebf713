import CTermbox

/// Makes keys of a terminal's input.
///
/// An unknown sequence, in particular a response of the terminal, is dropped completely, so that no
/// part of it is read as keys.
struct KeyParser {
  /// The maximum number of scalars of a paste that are retained.
  static let pasteLimit = 65536

  /// The key codes of the marks of a bracketed paste.
  static let pasteBegins: UInt32 = 0x7001
  static let pasteEnds: UInt32 = 0x7002

  private let read: (_ waits: Bool) -> Input?

  /// Makes a parser of terminal input.
  ///
  /// - Parameter read: Returns the next input; nil if there is none, or, if it waits, none within
  ///   the time of one sequence.
  init(_ read: @escaping (_ waits: Bool) -> Input?) { self.read = read }

  /// Returns all keys that were typed since the last call.
  func readKeys() -> [Key] {
    var keys: [Key] = []
    while let input = read(false) {
      if input == .scalar("\u{1B}") {
        keys += keysAfterEscape()
      } else if let key = key(for: input) {
        keys.append(key)
      }
    }
    return keys
  }

  /// The input of a terminal, as ncurses decodes it.
  enum Input: Equatable {
    /// An ncurses key code.
    case code(UInt32)
    case scalar(Unicode.Scalar)
  }

  private func key(for input: Input) -> Key? {
    switch input {
    case .code(Self.pasteBegins): return .pasted(paste())
    case .code(let code): return Self.named[code]
    case .scalar(let scalar): return Self.typed(scalar)
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
  private func keysAfterEscape() -> [Key] {
    var keys: [Key] = []
    while let next = readSoon() {
      switch next {
      case .scalar("\u{1B}"): keys.append(.escape)
      case .code(Self.pasteBegins): return keys + [.escape, .pasted(paste())]
      default: return keys + [key(afterEscape: next)].compactMap(\.self)
      }
    }
    return keys + [.escape]
  }

  /// Returns Alt with a key, or nil after a sequence that ncurses does not know.
  private func key(afterEscape next: Input) -> Key? {
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
  private func controlSequence() -> Key? {
    var text = ""
    var count = 0
    while count < Self.pasteLimit, let input = readSoon() {
      count += 1
      guard case .scalar(let scalar) = input else { continue }
      if text.utf8.count < 32 { text.unicodeScalars.append(scalar) }
      if (0x40...0x7E).contains(scalar.value) { break }
    }
    if count == 0 { return .alt("[") }
    // The old mouse format, which is not requested, has three more bytes.
    if text == "M" { for _ in 0..<3 { _ = readSoon() } }
    return text.first == "<" ? Self.mouse(text) : nil
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

  /// Drops the rest of a sequence.
  ///
  /// - Returns: Whether further input followed and was dropped; if not, the keys were Alt and a
  ///   character.
  private func dropSequence(upTo isFinal: (Unicode.Scalar) -> Bool) -> Bool {
    var count = 0
    while count < Self.pasteLimit, let input = readSoon() {
      count += 1
      if case .scalar(let scalar) = input, isFinal(scalar) { break }
    }
    return count > 0
  }

  private func paste() -> String {
    var text = String.UnicodeScalarView()
    var count = 0  // counted separately from the text
    while let input = readSoon(), input != .code(Self.pasteEnds) {
      guard case .scalar(let scalar) = input, count < Self.pasteLimit else { continue }
      text.append(scalar == "\r" ? "\n" : scalar)
      count += 1
    }
    return String(text)
  }

  /// Returns the next input if it arrives within the time of one sequence.
  private func readSoon() -> Input? { read(true) }

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
