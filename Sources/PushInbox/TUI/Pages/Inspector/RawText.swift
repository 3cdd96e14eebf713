import InboxModel

/// Bytes exactly as received: text with visible control characters and line ends; in hexadecimal if
/// it is not UTF-8.
enum RawText {
  static func lines(of bytes: [UInt8], width: Int) -> [StyledLine] {
    guard !bytes.isEmpty else { return [StyledLine("(no bytes)", .dim)] }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return hex(bytes, width: width)
    }
    var lines: [StyledLine] = []
    let parts = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, part) in parts.enumerated() {
      // The screen would draw a tab as a space.
      let named = String(part).replacing("\t", with: "^I")
      var rows = SanitizedText(named, limit: limit).cut(to: max(1, width - 2)).map {
        StyledLine($0)
      }
      if number < parts.count - 1 { rows[rows.count - 1].append("^J", .dim) }
      // The end of the last line does not begin another line.
      if number < parts.count - 1 || !part.isEmpty { lines += rows }
    }
    return lines
  }

  /// Returns rows such as `00000010  7b 22 61 …  {"a`.
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

  /// The maximum size in bytes, larger than any stored body.
  private static let limit = 300_000
}
