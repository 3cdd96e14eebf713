/// The errors of an invalid text.
extension JSONParser {
  /// Returns an error at the current byte, or at an offset.
  func error(_ problem: String, at offset: Int? = nil) -> JSONError {
    var place = JSONPosition()
    place.advance(to: offset ?? position, in: bytes)
    return JSONError(
      problem: problem, offset: place.offset, line: place.line, column: place.column)
  }

  /// The current character or byte, or the end of the text, worded as the end of a sentence.
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

  /// Returns a description of a typographic quotation mark with the correction, worded as the end
  /// of a sentence.
  private static func described(_ mark: Unicode.Scalar) -> String {
    "`\(mark)`, a typographic quote; replace it by a straight one, `\"`"
  }

  /// Returns the typographic quotation mark at an offset, which word processors and web pages write
  /// instead of `"`; nil for any other character.
  private func typographicQuote(at offset: Int) -> Unicode.Scalar? {
    guard bytes[offset] >= 0x80, let length = wellFormedLength(at: offset, end: bytes.count)
    else { return nil }
    let text = String(decoding: bytes[offset..<offset + length], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first else { return nil }
    switch scalar {
    case "«", "»", "\u{2018}"..."\u{201F}", "‹", "›", "\u{FF02}": return scalar
    default: return nil
    }
  }

  /// Returns the error of a string that was closed with a typographic quotation mark and therefore
  /// extends to a later straight one. It names the first such mark before a comma, colon or
  /// bracket. Nil if there is none, and for a value that is not a string.
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

  /// Returns the error of a text that ends inside an array or object.
  func neverClosed(_ start: Int) -> JSONError {
    error("this `\(byte(at: start))` is never closed", at: start)
  }

  /// Returns the error of a missing value, with a suggestion.
  func noValue() -> JSONError {
    switch current {
    case "'": return error("strings need double quotes")
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

  /// Returns whether a byte belongs to a word, so that it must not follow `true` directly.
  func isWordByte(_ byte: Unicode.Scalar) -> Bool {
    switch byte {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
    default: false
    }
  }

  /// Rejects UTF-16, UTF-32 and byte order marks, before they are reported as an invalid value.
  func rejectOtherEncodings() throws(JSONError) {
    guard bytes.count > 1 else { return }
    switch (bytes[0], bytes[1], byte(at: 2)) {
    case (0xEF, 0xBB, "\u{BF}") where !isJSON5:
      throw error("the text begins with a byte order mark, which JSON does not allow")
    case (0xFE, 0xFF, _), (0xFF, 0xFE, _), (0, _, _), (_, 0, _):
      throw error("the text is UTF-16 or UTF-32; JSON is UTF-8")
    default: break
    }
  }

  /// Returns a byte in upper-case hexadecimal digits, padded with zeros.
  func hexadecimal(_ byte: UInt8, digits: Int) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
