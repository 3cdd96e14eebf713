/// The grammar of single lines (RFC 9110 §5, RFC 9112 §2–7).
enum HTTP1Text {
  /// Whether a byte is a `tchar` (RFC 9110 §5.6.2).
  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    case 33, 35, 36, 37, 38, 39, 42, 43, 45, 46, 94, 95, 96, 124, 126: true
    default: false
    }
  }

  /// Whether bytes are a host and any port, `uri-host [ ":" port ]` (RFC 9110 §7.2, RFC 3986 §3.2).
  /// Both may be empty.
  static func isHost(_ bytes: ArraySlice<UInt8>) -> Bool {
    let colon = UInt8(ascii: ":")
    let port: ArraySlice<UInt8>
    if bytes.first == UInt8(ascii: "[") {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let address = bytes[..<end].dropFirst()
      guard !address.isEmpty, address.allSatisfy({ $0 == colon || isNameByte($0) }) else {
        return false
      }
      port = bytes[(end + 1)...]
    } else {
      let name = bytes.prefix { $0 != colon }
      guard name.allSatisfy(isNameByte) else { return false }
      port = bytes[name.endIndex...]
    }
    return port.isEmpty
      || port.first == colon && port.dropFirst().allSatisfy { (48...57).contains($0) }
  }

  /// Whether a byte occurs in a registered name (RFC 3986 §3.2.2).
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    case 33, 36...46, 59, 61, 95, 126: true
    default: false
    }
  }

  /// Returns a line without its CRLF; `bytes` ends before the LF.
  static func line(_ bytes: ArraySlice<UInt8>) throws(HTTP1Error) -> ArraySlice<UInt8> {
    guard bytes.last == 13 else { throw HTTP1Error(400, "a line does not end in CR LF") }
    let text = bytes.dropLast()
    guard !text.contains(where: { $0 == 13 || $0 == 0 }) else {
      throw HTTP1Error(400, "a line holds a CR or a NUL")
    }
    return text
  }

  /// Parses `name: value` into the name in lower case and the trimmed value.
  static func field(_ line: ArraySlice<UInt8>) throws(HTTP1Error) -> (
    name: ArraySlice<UInt8>, value: ArraySlice<UInt8>
  ) {
    guard let colon = line.firstIndex(of: 58), colon > line.startIndex,
      line[..<colon].allSatisfy(isToken)
    else { throw HTTP1Error(400, "a header line is not `name: value`") }
    var value = line[(colon + 1)...].drop(while: isSpace)
    while let last = value.last, isSpace(last) { value.removeLast() }
    guard value.allSatisfy(isText) else {
      throw HTTP1Error(400, "a header value holds a control character")
    }
    return (line[..<colon].map(lower)[...], value)
  }

  /// Parses the line at the start of a chunk, `chunk-size [ chunk-ext ]` (RFC 9112 §7.1), and
  /// returns the size. Extensions are validated, then ignored.
  static func chunkSize(_ line: ArraySlice<UInt8>) throws(HTTP1Error) -> Int {
    let digits = line.prefix { Character(Unicode.Scalar($0)).isHexDigit }
    guard (1...15).contains(digits.count),
      let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw HTTP1Error(400, "a chunk's size is not a hexadecimal number") }
    var rest = line[digits.endIndex...]
    while !rest.isEmpty {
      guard takeChunkExtension(from: &rest) else {
        throw HTTP1Error(400, "a chunk's size is not followed by CR LF or an extension")
      }
    }
    return size
  }

  /// Removes `BWS ";" BWS token [ BWS "=" BWS ( token / quoted-string ) ]` (RFC 9112 §7.1.1);
  /// returns false if the bytes begin with something else.
  private static func takeChunkExtension(from rest: inout ArraySlice<UInt8>) -> Bool {
    guard takeSeparator(UInt8(ascii: ";"), from: &rest), takeToken(from: &rest) else {
      return false
    }
    guard takeSeparator(UInt8(ascii: "="), from: &rest) else { return true }
    return rest.first == quote ? takeQuotedString(from: &rest) : takeToken(from: &rest)
  }

  /// Removes a separator and the white space around it; returns false, and removes nothing, if
  /// there is none.
  private static func takeSeparator(_ separator: UInt8, from rest: inout ArraySlice<UInt8>) -> Bool
  {
    let found = rest.drop(while: isSpace)
    guard found.first == separator else { return false }
    rest = found.dropFirst().drop(while: isSpace)
    return true
  }

  private static func takeToken(from rest: inout ArraySlice<UInt8>) -> Bool {
    let token = rest.prefix(while: isToken)
    rest = rest[token.endIndex...]
    return !token.isEmpty
  }

  /// Removes a `quoted-string` (RFC 9110 §5.6.4), whose first quotation mark is there; returns
  /// false if it does not end, or has a control character.
  private static func takeQuotedString(from rest: inout ArraySlice<UInt8>) -> Bool {
    rest.removeFirst()
    var isEscaped = false
    while let byte = rest.popFirst() {
      guard isText(byte) else { return false }
      if byte == quote, !isEscaped { return true }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return false
  }

  private static let quote = UInt8(ascii: "\"")

  /// Whether a byte is a space or a tab, of which `OWS` and `BWS` consist (RFC 9110 §5.6.3).
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 32 || byte == 9
  }

  /// Whether a byte is a tab or no control character.
  private static func isText(_ byte: UInt8) -> Bool {
    byte >= 32 && byte != 127 || byte == 9
  }

  static func lowerCase(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map(lower), as: UTF8.self)
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte | 32 : byte
  }
}
