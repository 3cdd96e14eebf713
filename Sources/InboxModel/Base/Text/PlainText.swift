import Foundation

/// Text for messages, logs, pipes and `--plain`, escaped so that outside text cannot control a
/// terminal.
public enum PlainText {
  /// Returns a text on one line: control characters become `\x1b`, line ends `\n`, and scalars that
  /// reorder, break or hide text, and noncharacters, `\u202e`. Joiners are kept, since scripts and
  /// emoji need them. Arabic and Hebrew keep their logical order.
  public static func clean(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, escapingQuotes: false, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Escapes each line of a text as ``clean(_:)`` does, and keeps the line feeds between them.
  public static func cleanLines(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { clean(String($0)) }.joined(separator: "\n")
  }

  /// Returns whether a scalar is escaped: it controls a terminal, breaks a line, reorders or hides
  /// text, or is a noncharacter (The Unicode Standard, §23.7 "Noncharacters").
  static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E,
      0x2060...0x2064, 0x2066...0x206F, 0xFDD0...0xFDEF, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    case let value: value & 0xFFFE == 0xFFFE
    }
  }

  /// Appends a value of `key=value`: bare if it has only letters, digits and `._-:/@+%`, else in
  /// double quotes, with `"` and `\` escaped.
  static func append(value text: String, to bytes: inout [UInt8]) {
    let isBare = text.utf8.allSatisfy {
      switch $0 {
      case 48...57, 65...90, 97...122: true
      default: "._-:/@+%".utf8.contains($0)
      }
    }
    if isBare, !text.isEmpty { return bytes.append(contentsOf: text.utf8) }
    bytes.append(UInt8(ascii: "\""))
    append(text, escapingQuotes: true, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns the time of a wall clock: `21:58:02.004`.
  public static func time(_ date: Date, in timeZone: TimeZone) -> String {
    String(Substring(WallClock(zone: timeZone).text(date).utf8.dropFirst(11)))
  }

  /// Returns the date and time of a wall clock: `2026-04-14 21:58:02.004`.
  static func moment(_ date: Date, in timeZone: TimeZone) -> String {
    let text = WallClock(zone: timeZone).text(date)
    return text.prefix(10) + " " + text.dropFirst(11)
  }

  private static func append(
    _ text: String, escapingQuotes quotes: Bool, to bytes: inout [UInt8]
  ) {
    // Most texts need no escape.
    let isPlain = text.utf8.allSatisfy {
      (0x20..<0x7F).contains($0) && !(quotes && ($0 == 0x22 || $0 == 0x5C))
    }
    if isPlain { return bytes.append(contentsOf: text.utf8) }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0..<0x20, 0x7F..<0xA0:
        bytes.append(contentsOf: ("\\x" + hex(scalar, digits: 2)).utf8)
      case _ where isEscaped(scalar):
        bytes.append(contentsOf: ("\\u" + hex(scalar, digits: 4)).utf8)
      case 0x22 where quotes, 0x5C where quotes:
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(UInt8(scalar.value))
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  private static func hex(_ scalar: Unicode.Scalar, digits: Int) -> String {
    let text = String(scalar.value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Returns the rows of an ASCII table: columns separated by two blanks, the last without padding.
  static func columns(_ rows: [[String]]) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (index, cell) in row.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], cell.count)
      }
    }
    return rows.map { row in
      let cells = row.enumerated().map { index, cell in
        let isLast = index == row.count - 1
        return cell + String(repeating: " ", count: isLast ? 0 : widths[index] - cell.count)
      }
      return cells.joined(separator: "  ").trimmed
    }
  }
}

extension String {
  /// The text without blanks at its end.
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
