/// The parser of `.strings`: Apple's old property list format, an object without braces.
struct StringsParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the next entry; nil at the end of the text: `key = value;`, or `key;`, whose value is
  /// the key.
  mutating func entry() throws(StringsError) -> (key: String, value: String, offset: Int)? {
    try skipSpace()
    guard place < bytes.count else { return nil }
    let offset = place
    let key = try token("a key")
    try skipSpace()
    if skip(";") { return (key, key, offset) }
    guard skip("=") else { throw expected("“=” or “;” after the key") }
    try skipSpace()
    let value = try token("a text in quotes")
    try skipSpace()
    guard skip(";") else { throw expected("“;” after the value") }
    return (key, value, offset)
  }

  // MARK: Between tokens

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private func isNext(_ one: Unicode.Scalar, _ two: Unicode.Scalar) -> Bool {
    place + 1 < bytes.count && bytes[place] == UInt8(ascii: one)
      && bytes[place + 1] == UInt8(ascii: two)
  }

  private mutating func skipSpace() throws(StringsError) {
    while place < bytes.count {
      if bytes[place] <= 0x20 {
        place += 1
      } else if isNext("/", "/") {
        while place < bytes.count, bytes[place] != 0x0A, bytes[place] != 0x0D { place += 1 }
      } else if isNext("/", "*") {
        let start = place
        place += 2
        while !isNext("*", "/") {
          guard place < bytes.count else { throw error("the comment has no end", at: start) }
          place += 1
        }
        place += 2
      } else {
        return
      }
    }
  }

  // MARK: Tokens

  private mutating func token(_ what: String) throws(StringsError) -> String {
    guard place < bytes.count else { throw expected(what) }
    if bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") {
      return try quoted(by: bytes[place])
    }
    let start = place
    while place < bytes.count, Self.isBare(bytes[place]) { place += 1 }
    guard place > start else { throw expected(what) }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// Returns whether a byte needs no quotes: a letter, a digit, one of `_ $ / : . -`.
  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_$/:.-".utf8.contains(byte)
    }
  }

  private mutating func quoted(by quote: UInt8) throws(StringsError) -> String {
    let start = place
    place += 1
    // Escapes are UTF-16 units, and two of them may form one character, so the units are collected.
    var text = ""
    var units: [UInt16] = []
    var begin = place
    func flush(_ parser: StringsParser) {
      guard !units.isEmpty || begin < parser.place else { return }
      text += String(decoding: units, as: UTF16.self)
      text += String(decoding: parser.bytes[begin..<parser.place], as: UTF8.self)
      units.removeAll()
    }
    while place < bytes.count {
      switch bytes[place] {
      case quote:
        flush(self)
        place += 1
        return text
      case UInt8(ascii: "\\"):
        if begin < place { flush(self) }
        place += 1
        let unit = try escape(from: start)
        if let unit { units.append(unit) }
        begin = place
      default: place += 1
      }
    }
    throw error("the text has no closing quote", at: start)
  }

  /// Parses the part of an escape sequence after its backslash; nil if the next character stands
  /// for itself.
  private mutating func escape(from start: Int) throws(StringsError) -> UInt16? {
    guard place < bytes.count else { throw error("the text has no closing quote", at: start) }
    let byte = bytes[place]
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      let code = digits(radix: 8, most: 3)
      return code < 0x80 ? code : Self.nextStep(UInt8(truncatingIfNeeded: code))
    case UInt8(ascii: "U"):
      place += 1
      let digitsStart = place
      let unit = digits(radix: 16, most: 4)
      guard place > digitsStart else { throw expected("hexadecimal digits after “\\U”") }
      return unit
    default:
      guard byte < 0x80 else { return nil }
      place += 1
      return UInt16(Self.controls[byte] ?? byte)
    }
  }

  private static let controls: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    UInt8(ascii: "v"): 0x0B,
  ]

  private mutating func digits(radix: Int, most: Int) -> UInt16 {
    var value = 0
    let end = min(bytes.count, place + most)
    while place < end,
      let digit = Character(Unicode.Scalar(bytes[place])).hexDigitValue, digit < radix
    {
      value = value * radix + digit
      place += 1
    }
    return UInt16(truncatingIfNeeded: value)
  }

  /// Returns a character of the upper half of the NeXTSTEP encoding, which octal escapes use.
  private static func nextStep(_ code: UInt8) -> UInt16 {
    code < 0x80 ? UInt16(code) : upperHalf[Int(code) - 0x80]
  }

  private static let upperHalf = Array(
    """
    \u{A0}ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷©¡¢£⁄¥ƒ§¤’“«‹›ﬁﬂ®–†‡·¦¶•‚„”»…‰¬¿\
    ¹ˋ´ˆ˜¯˘˙¨²˚¸³˝˛ˇ—±¼½¾àáâãäåçèéêëìÆíªîïðñŁØŒºòóôõöæùúûıüýłøœßþÿ\u{FFFD}\u{FFFD}
    """.utf16)

  // MARK: Errors

  private func expected(_ what: String) -> StringsError {
    guard place < bytes.count else {
      return error("expected \(what), but the text ends", at: place)
    }
    let rest = String(decoding: bytes[place..<min(bytes.count, place + 16)], as: UTF8.self)
    let found = rest.first.map { $0.isASCII && $0 > " " ? ", found “\($0)”" : "" } ?? ""
    return error("expected \(what)\(found)", at: place)
  }

  private func error(_ problem: String, at offset: Int) -> StringsError {
    var position = JSONPosition()
    position.advance(to: offset, in: bytes)
    return StringsError(problem, position: position)
  }
}
