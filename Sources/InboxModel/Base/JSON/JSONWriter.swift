/// The writer of JSON (RFC 8259) that is safe in a terminal, in a script and in JSON Lines: without
/// raw control characters (C0, DEL, C1), U+2028 and U+2029, which some readers treat as line ends.
public enum JSONWriter {
  /// Returns a value as JSON.
  ///
  /// - Parameters:
  ///   - sortedKeys: Whether members are sorted by the bytes of their keys.
  ///   - pretty: Whether each member or element is on a line of its own, indented by 2 spaces;
  ///     without a final line end.
  public static func text(
    _ value: JSONValue, sortedKeys: Bool = false, pretty: Bool = false
  ) -> String {
    var bytes: [UInt8] = []
    append(value, sortedKeys: sortedKeys, pretty: pretty, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Escapes in JSON or JSON5 text the characters that ``PlainText`` escapes, so that a terminal
  /// shows characters that reorder or hide text. The value and the line feeds between members do
  /// not change.
  public static func printable(_ json: String) -> String {
    json.unicodeScalars.reduce(into: "") { result, scalar in
      guard scalar != "\n", PlainText.isEscaped(scalar) else {
        return result.unicodeScalars.append(scalar)
      }
      for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
        let hex = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      }
    }
  }

  /// Appends a value in the form of ``text(_:sortedKeys:pretty:)``.
  public static func append(
    _ value: JSONValue, sortedKeys: Bool = false, pretty: Bool = false, to bytes: inout [UInt8]
  ) {
    var output = Output(bytes: bytes, sortedKeys: sortedKeys, pretty: pretty)
    bytes = []  // The bytes have one owner, so that appending does not copy.
    output.write(value, indentation: 0)
    bytes = output.bytes
  }

  /// Appends an escaped string in double quotes.
  public static func append(string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var string = string
    string.withUTF8 { text in
      var start = 0  // The start of the text that is not copied yet.
      var index = 0
      while index < text.count {
        let length = escapedLength(of: text, at: index)
        if length > 0 {
          bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
          appendEscape(of: text[index..<index + length], to: &bytes)
          start = index + length
        }
        index += max(length, 1)
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns the number of bytes of the character at `index` if it must be escaped; 0 otherwise.
  @inline(__always)
  private static func escapedLength(of text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    switch text[index] {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: 1
    case 0xC2 where text[index + 1] < 0xA0: 2  // U+0080 … U+009F
    case 0xE2 where text[index + 1] == 0x80 && text[index + 2] & 0xFE == 0xA8: 3  // U+2028, U+2029
    default: 0
    }
  }

  private static func appendEscape(
    of character: Slice<UnsafeBufferPointer<UInt8>>, to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: "\\"))
    let first = character[character.startIndex]
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(first)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default:
      // The character has one, two or three bytes: U+00xx, U+00xx, U+202x.
      let last = character[character.endIndex - 1]
      let scalar: UInt16 = character.count == 3 ? 0x2000 | UInt16(last & 0x3F) : UInt16(last)
      bytes.append(UInt8(ascii: "u"))
      for shift in [12, 8, 4, 0] as [UInt16] {
        let digit = UInt8(scalar >> shift & 0xF)
        bytes.append(digit < 10 ? 48 + digit : 87 + digit)
      }
    }
  }
}

extension JSONWriter {
  private struct Output {
    var bytes: [UInt8]
    let sortedKeys: Bool
    let pretty: Bool

    mutating func write(_ value: JSONValue, indentation: Int) {
      switch value {
      case .null: bytes.append(contentsOf: "null".utf8)
      case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
      case .number(let number):
        bytes.append(contentsOf: (number.isFinite ? number.text : "null").utf8)
      case .string(let text): JSONWriter.append(string: text, to: &bytes)
      case .array(let elements):
        write(elements, between: "[", "]", indentation: indentation) { output, element in
          output.write(element, indentation: indentation + 1)
        }
      case .object(let object):
        let members = sortedKeys ? object.sortedMembers : object.members
        write(members, between: "{", "}", indentation: indentation) { output, member in
          JSONWriter.append(string: member.key, to: &output.bytes)
          output.bytes.append(contentsOf: (output.pretty ? ": " : ":").utf8)
          output.write(member.value, indentation: indentation + 1)
        }
      }
    }

    private mutating func write<Item>(
      _ items: [Item], between open: Unicode.Scalar, _ close: Unicode.Scalar, indentation: Int,
      item write: (inout Output, Item) -> Void
    ) {
      bytes.append(UInt8(ascii: open))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        breakLine(indentation: indentation + 1)
        write(&self, item)
      }
      if !items.isEmpty { breakLine(indentation: indentation) }
      bytes.append(UInt8(ascii: close))
    }

    private mutating func breakLine(indentation: Int) {
      guard pretty else { return }
      bytes.append(UInt8(ascii: "\n"))
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * indentation))
    }
  }
}

extension JSONObject {
  /// The members sorted by the bytes of their keys; duplicates keep their order.
  fileprivate var sortedMembers: [Member] {
    members.enumerated().sorted { left, right in
      left.element.key == right.element.key
        ? left.offset < right.offset
        : left.element.key.utf8.lexicographicallyPrecedes(right.element.key.utf8)
    }.map(\.element)
  }
}
