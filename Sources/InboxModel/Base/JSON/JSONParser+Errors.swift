/// The errors of a malformed text.
extension JSONParser {
  /// An error here, or at a byte named.
  func error(_ problem: String, at offset: Int? = nil) -> JSONError {
    var place = JSONPosition()
    place.advance(to: offset ?? position, in: bytes)
    return JSONError(
      problem: problem, offset: place.offset, line: place.line, column: place.column)
  }

  /// The current character, byte or end, as the end of a sentence.
  var whatIsHere: String {
    guard position < bytes.count else { return "the end of the text" }
    let byte = bytes[position]
    if byte == 0x60 { return "a backquote" }
    if (0x21..<0x7F).contains(byte) { return "`\(current)`" }
    if let mark = typographicQuote(at: position) { return Self.described(mark) }
    switch byte {
    case 0x20: return "a space"
    case 0x0A, 0x0D: return "the end of the line"
    default: return "the byte 0x\(hexadecimal(byte, digits: 2))"
    }
  }

  /// A quotation mark of print and the cure, for the end of a sentence.
  private static func described(_ mark: Unicode.Scalar) -> String {
    "`\(mark)`, a typographic quote; replace it by a straight one, `\"`"
  }

  /// The quotation mark of print that begins at a byte, as word processors and web pages write it
  /// in the place of `"`; nil for any other character.
  private func typographicQuote(at offset: Int) -> Unicode.Scalar? {
    guard bytes[offset] >= 0x80, let length = try? scalarLength(at: offset, end: bytes.count)
    else { return nil }
    let text = String(decoding: bytes[offset..<offset + length], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first else { return nil }
    switch scalar {
    case "«", "»", "\u{2018}"..."\u{201F}", "‹", "›", "\u{FF02}": return scalar
    default: return nil
    }
  }

  /// The error of a string that was closed with a typographic quote and so goes on to a later
  /// straight one. It names the first such mark with a comma, a colon or a bracket behind it. Nil
  /// where there is none, and for a value that is no string.
  func wronglyClosed(from start: Int, to end: Int) -> JSONError? {
    guard bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") else {
      return nil
    }
    for offset in start + 1..<max(end, start + 1) {
      guard let mark = typographicQuote(at: offset) else { continue }
      var next = offset + mark.utf8.count
      while byte(at: next) == " " || byte(at: next) == "\t" { next += 1 }
      switch byte(at: next) {
      case ",", ":", "}", "]":
        return error("this string ends in \(Self.described(mark))", at: offset)
      default: continue
      }
    }
    return nil
  }

  /// The text ended inside an array or object.
  func neverClosed(_ start: Int) -> JSONError {
    error("this `\(byte(at: start))` is never closed", at: start)
  }

  /// Why no value begins here, with what may have been meant.
  func noValue() -> JSONError {
    switch current {
    case "'": return error("strings stand in double quotes")
    case "/" where !isJSON5: return error("JSON has no comments")
    case "+", ".": return error("a number starts with a digit or a minus")
    case "]", "}", ",": return error("expected a value before \(whatIsHere)")
    default: break
    }
    guard isWordByte(current) else { return error("expected a value, not \(whatIsHere)") }
    var end = position
    while isWordByte(byte(at: end)), end - position < 20 { end += 1 }
    let word = String(decoding: bytes[position..<end], as: UTF8.self)
    let known = ["true": "true", "false": "false", "null": "null", "none": "null", "nil": "null"]
    let hint = known[word.lowercased()].map { "; write `\($0)`" } ?? ""
    return error("`\(word)` is not \(isJSON5 ? "JSON5" : "JSON")" + hint)
  }

  /// Whether a byte belongs to a word: what may not follow `true` directly.
  func isWordByte(_ byte: Unicode.Scalar) -> Bool {
    switch byte {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
    default: false
    }
  }

  /// UTF-16, UTF-32 and byte order marks, told apart before they look like a broken value.
  func rejectOtherEncodings() throws(JSONError) {
    guard bytes.count > 1 else { return }
    switch (bytes[0], bytes[1], byte(at: 2)) {
    case (0xEF, 0xBB, "\u{BF}") where !isJSON5:
      throw error("a byte order mark stands before the text; JSON has none")
    case (0xFE, 0xFF, _), (0xFF, 0xFE, _), (0, _, _), (_, 0, _):
      throw error("the text is UTF-16 or UTF-32; JSON is UTF-8")
    default: break
    }
  }

  /// A byte in capital hexadecimal digits, with zeros before it.
  func hexadecimal(_ byte: UInt8, digits: Int) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
