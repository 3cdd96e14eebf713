extension JSONParser {
  /// Skips a string from its opening quote; returns false if it has escapes.
  mutating func skipString() throws(JSONError) -> Bool {
    let start = position
    let quote = bytes[start]
    var end = start + 1
    var allBits: UInt8 = 0
    while end < bytes.count {
      let byte = bytes[end]
      if byte == quote || byte == 0x5C || byte < 0x20 { break }
      allBits |= byte
      end += 1
    }
    guard end < bytes.count, bytes[end] == quote else {
      _ = try escapedText()
      return false
    }
    if allBits >= 0x80 { try checkUTF8(from: start + 1, to: end) }
    position = end + 1
    return true
  }

  /// Parses a string with escapes, or an invalid one, from its opening quote.
  mutating func escapedText() throws(JSONError) -> String {
    let start = position
    let quote = bytes[start]
    position += 1
    var text: [UInt8] = []
    var plainStart = position
    while true {
      while position < bytes.count, bytes[position] != quote, bytes[position] != 0x5C,
        bytes[position] >= 0x20
      {
        position += 1
      }
      guard position < bytes.count else {
        throw wronglyClosed(from: start, to: position)
          ?? error("this string is never closed", at: start)
      }
      if bytes[position] < 0x20 {
        try acceptControlCharacter(openedAt: start)
      } else {
        try checkUTF8(from: plainStart, to: position)
        text.append(contentsOf: bytes[plainStart..<position])
        position += 1
        if bytes[position - 1] == quote { break }
        try escape(into: &text)
        plainStart = position
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Rejects control characters; JSON5 only requires line ends to be escaped.
  private mutating func acceptControlCharacter(openedAt start: Int) throws(JSONError) {
    let byte = bytes[position]
    guard isJSON5, byte != 0x0A, byte != 0x0D else {
      let (name, escape) =
        switch byte {
        case 0x09: ("a tab", "\\t")
        case 0x0A: ("a line feed", "\\n")
        case 0x0D: ("a carriage return", "\\r")
        default: ("a control character", "\\u\(hexadecimal(byte, digits: 4))")
        }
      throw wronglyClosed(from: start, to: position)
        ?? error("\(name) in a string must be written `\(escape)`")
    }
    position += 1
  }

  /// Parses the part of an escape sequence after its backslash.
  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    let start = position - 1
    let kind = current
    position += 1
    switch kind {
    case "\"", "\\", "/": text.append(UInt8(truncatingIfNeeded: kind.value))
    case "b": text.append(0x08)
    case "f": text.append(0x0C)
    case "n": text.append(0x0A)
    case "r": text.append(0x0D)
    case "t": text.append(0x09)
    case "u":
      // Two statements: in one, the call would work on a copy of the parser, and each new warning
      // would copy all warnings before it.
      let scalar = try unicodeEscape(from: start)
      append(scalar, to: &text)
    default:
      guard isJSON5 else {
        position -= 1
        guard position < bytes.count else { return }  // The string is not closed.
        throw error(
          "a backslash and \(whatIsHere) are not an escape; a backslash is written `\\\\`",
          at: start)
      }
      try json5Escape(kind, from: start, into: &text)
    }
  }

  /// Parses the rest of a JSON5 escape; `\` before any other character stands for that character.
  private mutating func json5Escape(
    _ kind: Unicode.Scalar, from start: Int, into text: inout [UInt8]
  ) throws(JSONError) {
    switch kind {
    case "v": text.append(0x0B)
    case "0"..."9":
      let isNUL = kind == "0" && !("0"..."9").contains(current)
      guard isNUL else { throw error("a backslash before a digit is not an escape", at: start) }
      text.append(0)
    case "x":
      guard let value = hexadecimalDigits(2) else {
        throw error("`\\x` needs two hexadecimal digits", at: start)
      }
      append(Unicode.Scalar(UInt8(value)), to: &text)
    case "\r":
      if current == "\n" { position += 1 }
    case "\n": break
    default:
      position -= 1
      guard position < bytes.count else { return }  // The string is not closed.
      let scalar = try self.scalar()
      if scalar != "\u{2028}", scalar != "\u{2029}" { append(scalar, to: &text) }
    }
  }

  /// Parses the digits after `\u`, and the second half of a surrogate pair; an unpaired half
  /// becomes U+FFFD.
  mutating func unicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
    guard let first = hexadecimalDigits(4) else {
      throw error("`\\u` needs four hexadecimal digits", at: start)
    }
    if let scalar = Unicode.Scalar(first) { return scalar }
    let afterFirst = position
    if first < 0xDC00, current == "\\", byte(at: position + 1) == "u" {
      position += 2
      if let second = hexadecimalDigits(4), (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
      position = afterFirst
    }
    notice(.loneSurrogate, at: start)
    return "\u{FFFD}"
  }

  private mutating func hexadecimalDigits(_ count: Int) -> UInt32? {
    var value: UInt32 = 0
    for index in position..<position + count {
      guard let digit = byte(at: index).hexadecimalValue else { return nil }
      value = value << 4 | digit
    }
    position += count
    return value
  }

  private func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
    text.append(contentsOf: String(Character(scalar)).utf8)
  }

  // MARK: UTF-8

  /// Rejects invalid UTF-8 (The Unicode Standard, table 3-7): stray and missing continuation bytes,
  /// overlong forms, surrogates, code points beyond U+10FFFF.
  func checkUTF8(from start: Int, to end: Int) throws(JSONError) {
    var index = start
    while index < end {
      if bytes[index] < 0x80 {
        index += 1
      } else {
        index += try scalarLength(at: index, end: end)
      }
    }
  }

  /// Parses one character.
  mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    let length = try scalarLength(at: position, end: bytes.count)
    defer { position += length }
    let text = String(decoding: bytes[position..<position + length], as: UTF8.self)
    return text.unicodeScalars.first ?? "\u{FFFD}"
  }

  /// Returns the length of the character at an index, 1 to 4 bytes.
  func scalarLength(at index: Int, end: Int) throws(JSONError) -> Int {
    guard let length = wellFormedLength(at: index, end: end) else {
      throw error(
        "the text is not UTF-8: 0x\(hexadecimal(bytes[index], digits: 2)) is wrong", at: index)
    }
    return length
  }

  /// The same; nil where no character begins. An error costs time in proportion to its offset.
  func wellFormedLength(at index: Int, end: Int) -> Int? {
    let first = bytes[index]
    let second: ClosedRange<UInt8>
    let length: Int
    switch first {
    case 0..<0x80: return 1
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard index + length <= end, second.contains(bytes[index + 1]) else { return nil }
    for further in 2..<max(length, 3) where further < length {
      guard bytes[index + further] & 0xC0 == 0x80 else { return nil }
    }
    return length
  }
}

extension Unicode.Scalar {
  /// The value, 0 to 15, of an ASCII hexadecimal digit; nil for any other scalar.
  var hexadecimalValue: UInt32? {
    switch self {
    case "0"..."9": value - 48
    case "a"..."f": value - 87
    case "A"..."F": value - 55
    default: nil
    }
  }
}
