import InboxModel

/// Bytes exactly as they came: text with its control characters named and every line end seen, anything
/// that is no UTF-8 in hexadecimal.
enum RawText {
  static func lines(of bytes: [UInt8], width: Int) -> [StyledLine] {
    guard !bytes.isEmpty else { return [StyledLine("(no bytes)", .dim)] }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return hex(bytes, width: width)
    }
    var lines: [StyledLine] = []
    let parts = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, part) in parts.enumerated() {
      // A tab is a space on the screen, and would be taken for one.
      let named = String(part).replacing("\t", with: "^I")
      var rows = SanitizedText(named, limit: limit).cut(to: max(1, width - 2)).map {
        StyledLine($0)
      }
      if number < parts.count - 1 { rows[rows.count - 1].append("^J", .dim) }
      // The end of the last line is no line of its own.
      if number < parts.count - 1 || !part.isEmpty { lines += rows }
    }
    return lines
  }

  /// `00000010  7b 22 61 …  {"a`
  private static func hex(_ bytes: [UInt8], width: Int) -> [StyledLine] {
    let count = width >= 76 ? 16 : width >= 44 ? 8 : 4
    return stride(from: 0, to: bytes.count, by: count).map { start in
      let row = bytes[start..<min(start + count, bytes.count)]
      var line = StyledLine(SanitizedText(padded(String(start, radix: 16), to: 8) + "  "), .dim)
      let digits = row.map { padded(String($0, radix: 16), to: 2) }.joined(separator: " ")
      line.append(SanitizedText(digits).padded(to: 3 * count + 1))
      let signs = row.map { (0x20..<0x7F).contains($0) ? Character(Unicode.Scalar($0)) : "." }
      line.append(SanitizedText(String(signs)), Palette.accent)
      return line
    }
  }

  private static func padded(_ digits: String, to count: Int) -> String {
    String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  /// More than any body that is kept.
  private static let limit = 300_000
}
