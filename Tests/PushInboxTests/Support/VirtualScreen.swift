import CTermbox
import Foundation

/// A strict terminal: converts the bytes a program writes to a grid, and records every byte that is
/// neither text nor an expected control sequence.
struct VirtualScreen {
  private(set) var columns: Int
  private(set) var rows: Int
  private(set) var row = 0
  private(set) var column = 0
  /// Whether the program uses the alternate screen, shows the cursor, and has turned on bracketed
  /// paste.
  private(set) var isAlternate = false
  private(set) var isCursorVisible = true
  private(set) var marksPastes = false
  /// Whether mouse reports are on.
  private(set) var tellsMouse = false
  /// Whether a frame has begun and not ended, so that the screen is incomplete.
  private(set) var isDrawing = false
  /// The title of the window, and the stack of earlier ones.
  private(set) var title = "shell"
  private var titles: [String] = []
  /// Whether the terminal may reorder right-to-left text (ECMA-48, BDSM).
  private(set) var arrangesText = true
  private(set) var bells = 0
  /// The sequences that the parser rejected, as text.
  private(set) var violations: [String] = []
  /// The texts sent to the clipboard, in order; one passed through tmux has the prefix `tmux;`.
  private(set) var clipboard: [String] = []
  /// Every scalar that was printed, in order.
  private(set) var printed: [Unicode.Scalar] = []

  private var cells: [[String]]
  private var shell: [[String]] = []
  private var top = 0
  private var bottom: Int
  private var saved = (row: 0, column: 0)
  private var wrapsNext = false
  private var last: Unicode.Scalar = " "
  private var state = State.ground
  private var pending: [UInt8] = []

  private enum State: Equatable {
    case ground, escape, charset
    case sequence([UInt8])
    /// An OSC string up to BEL, and one that tmux passes through, up to ESC \.
    case command([UInt8]), passedOn([UInt8])
  }

  init(columns: Int = 80, rows: Int = 24) {
    self.columns = columns
    self.rows = rows
    bottom = rows - 1
    cells = Self.blank(columns, rows)
    setlocale(LC_CTYPE, "C.UTF-8")  // for wcwidth
  }

  /// The rows without trailing blanks, joined by newlines.
  var text: String {
    cells.map { row in
      let line = row.joined()
      return String(
        line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
    }.joined(separator: "\n")
  }

  /// The content of a cell: a character with its marks; empty in the right half of a wide one.
  subscript(row: Int, column: Int) -> String { cells[row][column] }

  /// Returns the position of the last occurrence of a text.
  func place(of text: String) -> (row: Int, column: Int)? {
    for row in cells.indices.reversed() {
      for column in cells[row].indices.reversed()
      where cells[row][column...].joined().hasPrefix(text) {
        return (row, column)
      }
    }
    return nil
  }

  /// The selected row, which begins with `>`; nil without one.
  var selected: String? {
    cells.first { $0.first == ">" }?.joined()
  }

  /// Returns the column of the first `mark` in a row.
  func column(of mark: String, inRow row: Int) -> Int? {
    cells[row].firstIndex(of: mark)
  }

  mutating func resize(columns: Int, rows: Int) {
    cells = cells.prefix(rows).map { Array($0.prefix(columns)) }
    for index in cells.indices {
      cells[index] += Array(repeating: " ", count: columns - cells[index].count)
    }
    while cells.count < rows { cells.append(Array(repeating: " ", count: columns)) }
    (self.columns, self.rows, top, bottom) = (columns, rows, 0, rows - 1)
    (row, column) = (min(row, rows - 1), min(column, columns - 1))
  }

  mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { feed(byte) }
  }

  private mutating func feed(_ byte: UInt8) {
    switch state {
    case .ground: ground(byte)
    case .escape: escape(byte)
    case .charset:
      state = .ground
      if byte != UInt8(ascii: "B") { violations.append("charset \(byte)") }
    case .command(let bytes):
      guard byte == 0x07 else {
        state = byte < 0x20 || byte == 0x7F ? .ground : .command(bytes + [byte])
        if state == .ground { violations.append("byte \(byte) in OSC") }
        return
      }
      state = .ground
      perform(command: String(decoding: bytes, as: UTF8.self), from: "")
    case .passedOn(let bytes): passOn(bytes + [byte])
    case .sequence(let bytes):
      switch byte {
      case 0x20...0x3F: state = .sequence(bytes + [byte])
      case 0x40...0x7E:
        state = .ground
        perform(String(decoding: bytes, as: UTF8.self), Character(Unicode.Scalar(byte)))
      default:
        state = .ground
        violations.append("byte \(byte) in CSI \(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }

  private mutating func ground(_ byte: UInt8) {
    if byte >= 0x80 || !pending.isEmpty {
      pending.append(byte)
      var decoder = UTF8()
      var iterator = pending.makeIterator()
      if case .scalarValue(let scalar) = decoder.decode(&iterator) {
        pending = []
        print(scalar)
      } else if pending.count >= 4 || byte < 0x80 {
        violations.append("invalid UTF-8 \(pending)")
        pending = []
      }
      return
    }
    switch byte {
    case 0x07: bells += 1
    case 0x08: moveTo(row, column - 1)
    case 0x09: moveTo(row, (column / 8 + 1) * 8)
    case 0x0A: lineFeed()
    case 0x0D: moveTo(row, 0)
    case 0x1B: state = .escape
    case 0x20..<0x7F: print(Unicode.Scalar(byte))
    default: violations.append("control \(byte)")
    }
  }

  private mutating func escape(_ byte: UInt8) {
    state = .ground
    switch Character(Unicode.Scalar(byte)) {
    case "[": state = .sequence([])
    case "(": state = .charset
    case "]": state = .command([])
    case "P": state = .passedOn([])
    case "=", ">": break
    case "7": saved = (row, column)
    case "8": moveTo(saved.row, saved.column)
    case "M": if row == top { scroll(by: -1) } else { moveTo(row - 1, column) }
    default: violations.append("ESC \(Character(Unicode.Scalar(byte)))")
    }
  }

  /// Performs an OSC command: accepts only the title, the reset of the palette and the clipboard.
  private mutating func perform(command: String, from: String) {
    let text = command.hasPrefix("52;c;") ? Data(base64Encoded: String(command.dropFirst(5))) : nil
    if let text {
      clipboard.append(from + String(decoding: text, as: UTF8.self))
    } else if command.hasPrefix("2;"), from.isEmpty {
      title = String(command.dropFirst(2))
    } else if command != "104" {  // The reset of the palette, at the end of the program.
      violations.append("OSC \(from)\(command)")
    }
  }

  private mutating func passOn(_ bytes: [UInt8]) {
    state = .passedOn(bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasSuffix("\u{1B}\\"), !text.hasSuffix("\u{1B}\u{1B}\\") else { return }
    state = .ground
    let inner = text.dropLast(2).replacing("\u{1B}\u{1B}", with: "\u{1B}")
    if inner.hasPrefix("tmux;\u{1B}]"), inner.last == "\u{7}" {
      perform(command: String(inner.dropFirst(7).dropLast()), from: "tmux;")
    } else {
      violations.append("DCS \(inner)")
    }
  }

  private mutating func perform(_ parameters: String, _ final: Character) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
      Int($0) ?? 0
    }
    let first = numbers.first ?? 0
    let count = max(1, first)
    switch (final, parameters) {
    case ("h", let mode) where mode.hasPrefix("?"): setMode(mode.dropFirst(), to: true)
    case ("l", let mode) where mode.hasPrefix("?"): setMode(mode.dropFirst(), to: false)
    case ("l", "4"), ("p", "!"): break
    case ("t", "22;0;0"), ("t", "22;2"): titles.append(title)
    case ("t", "23;0;0"), ("t", "23;2"): title = titles.popLast() ?? "lost"
    case ("h", "8"), ("l", "8"): arrangesText = final == "h"
    case (_, let text) where !text.allSatisfy({ $0.isNumber || $0 == ";" }):
      violations.append("CSI \(parameters)\(final)")
    case ("H", _), ("f", _): moveTo(count - 1, max(1, numbers.count > 1 ? numbers[1] : 1) - 1)
    case ("A", _): moveTo(row - count, column)
    case ("B", _): moveTo(row + count, column)
    case ("C", _): moveTo(row, column + count)
    case ("D", _): moveTo(row, column - count)
    case ("G", _): moveTo(row, count - 1)
    case ("d", _): moveTo(count - 1, column)
    case ("J", _): eraseScreen(first)
    case ("K", _): eraseRow(first)
    case ("X", _): blank(row, column..<min(columns, column + count))
    case ("P", _):
      cells[row].removeSubrange(column..<min(columns, column + count))
      cells[row] += Array(repeating: " ", count: columns - cells[row].count)
    case ("@", _):
      cells[row].insert(contentsOf: Array(repeating: " ", count: count), at: column)
      cells[row].removeLast(cells[row].count - columns)
    case ("b", _): for _ in 0..<count { print(last) }
    case ("S", _): scroll(by: count)
    case ("T", _): scroll(by: -count)
    case ("r", _):
      (top, bottom) = (count - 1, numbers.count > 1 ? min(rows, numbers[1]) - 1 : rows - 1)
      moveTo(0, 0)
    case ("m", _): break
    default: violations.append("CSI \(parameters)\(final)")
    }
  }

  private mutating func setMode(_ modes: Substring, to isOn: Bool) {
    for mode in modes.split(separator: ";") {
      switch mode {
      case "1", "7", "12": break
      case "25": isCursorVisible = isOn
      case "1000": tellsMouse = isOn
      case "1006": break
      case "2004": marksPastes = isOn
      case "2026": isDrawing = isOn
      case "1049":
        if isOn { (shell, saved, cells) = (cells, (row, column), Self.blank(columns, rows)) }
        if !isOn {
          cells = shell
          resize(columns: columns, rows: rows)
          moveTo(saved.row, saved.column)
        }
        isAlternate = isOn
      default: violations.append("mode \(mode)")
      }
    }
  }

  private mutating func print(_ scalar: Unicode.Scalar) {
    printed.append(scalar)
    switch scalar.value {
    case 0x80...0x9F: return violations.append("C1 \(scalar.value)")
    default: break
    }
    let width = Int(ctb_wcwidth(scalar.value))
    if width <= 0 {
      let index = wrapsNext ? column : column - 1
      if index >= 0 { cells[row][index].unicodeScalars.append(scalar) }
      return
    }
    if wrapsNext || column + width > columns {
      moveTo(row, 0)
      lineFeed()
    }
    last = scalar
    blank(row, column..<column + width)
    cells[row][column] = String(scalar)
    if width == 2 { cells[row][column + 1] = "" }
    wrapsNext = column + width == columns
    column = min(columns - 1, column + width)
  }

  private mutating func moveTo(_ row: Int, _ column: Int) {
    self.row = min(max(0, row), rows - 1)
    self.column = min(max(0, column), columns - 1)
    wrapsNext = false
  }

  private mutating func lineFeed() {
    if row == bottom { scroll(by: 1) } else { moveTo(row + 1, column) }
  }

  private mutating func scroll(by count: Int) {
    for _ in 0..<min(abs(count), bottom - top + 1) {
      cells.remove(at: count > 0 ? top : bottom)
      cells.insert(Array(repeating: " ", count: columns), at: count > 0 ? bottom : top)
    }
  }

  private mutating func eraseScreen(_ part: Int) {
    eraseRow(part)
    for other in cells.indices where part == 2 || (part == 0 ? other > row : other < row) {
      blank(other, 0..<columns)
    }
  }

  private mutating func eraseRow(_ part: Int) {
    blank(row, part == 0 ? column..<columns : part == 1 ? 0..<column + 1 : 0..<columns)
  }

  /// Blanks cells, and the other half of a wide character that loses one.
  private mutating func blank(_ row: Int, _ range: Range<Int>) {
    if let first = range.first, first > 0, cells[row][first] == "" { cells[row][first - 1] = " " }
    if range.upperBound < columns, cells[row][range.upperBound] == "" {
      cells[row][range.upperBound] = " "
    }
    for column in range where column < columns { cells[row][column] = " " }
  }

  private static func blank(_ columns: Int, _ rows: Int) -> [[String]] {
    Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }
}
