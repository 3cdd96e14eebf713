/// The writer of JSON (RFC 8259) that is safe in a terminal, in a script and in JSON Lines: without
/// raw control characters (C0, DEL, C1), U+2028 and U+2029, which some readers treat as line ends.
///
/// Printable JSON has none of the characters that ``PlainText`` escapes either: those that reorder
/// or hide text, and noncharacters. It is for output that people may read. JSON whose size counts,
/// such as a payload, is not printable, since an escape is longer than its character.
public enum JSONWriter {
  /// Returns a value as JSON.
  ///
  /// - Parameters:
  ///   - sortedKeys: Whether members are sorted by the bytes of their keys.
  ///   - pretty: Whether each member or element is on a line of its own, indented by 2 spaces;
  ///     without a final line end.
  ///   - printable: Whether the JSON is printable.
  public static func text(
    _ value: JSONValue, sortedKeys: Bool = false, pretty: Bool = false, printable: Bool = false
  ) -> String {
    var bytes: [UInt8] = []
    append(value, sortedKeys: sortedKeys, pretty: pretty, printable: printable, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Escapes in JSON or JSON5 text what printable JSON escapes. The value and the line feeds
  /// between members do not change.
  public static func printable(_ json: String) -> String {
    var bytes: [UInt8] = []
    for scalar in json.unicodeScalars {
      if scalar != "\n", PlainText.isEscaped(scalar) {
        append(escape: scalar, to: &bytes)
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a value in the form of ``text(_:sortedKeys:pretty:printable:)``.
  public static func append(
    _ value: JSONValue, sortedKeys: Bool = false, pretty: Bool = false, printable: Bool = false,
    to bytes: inout [UInt8]
  ) {
    var output = Output(
      bytes: bytes, sortedKeys: sortedKeys, pretty: pretty, printable: printable)
    bytes = []  // The bytes have one owner, so that appending does not copy.
    output.write(value, indentation: 0)
    bytes = output.bytes
  }

  /// Appends an escaped string in double quotes.
  public static func append(string: String, printable: Bool = false, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var string = string
    string.withUTF8 { text in
      var start = 0  // The start of the text that is not copied yet.
      var index = 0
      while index < text.count {
        let length = escapedLength(of: text, at: index, printable: printable)
        if length > 0 {
          bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
          append(escape: scalar(of: text, at: index, length: length), to: &bytes)
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
  private static func escapedLength(
    of text: UnsafeBufferPointer<UInt8>, at index: Int, printable: Bool
  ) -> Int {
    switch text[index] {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: 1
    case 0xC2 where text[index + 1] < 0xA0: 2  // U+0080 … U+009F
    case 0xE2 where text[index + 1] == 0x80 && text[index + 2] & 0xFE == 0xA8: 3  // U+2028, U+2029
    case 0xD8... where printable: hiddenLength(of: text, at: index)  // U+0600 …
    default: 0
    }
  }

  /// Returns the number of bytes of the character at `index` if only printable JSON escapes it; 0
  /// otherwise.
  private static func hiddenLength(of text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let length =
      switch text[index] {
      case ..<0xE0: 2
      case ..<0xF0: 3
      default: 4
      }
    return PlainText.isEscaped(scalar(of: text, at: index, length: length)) ? length : 0
  }

  /// Returns the scalar of `length` bytes at `index`, which are valid UTF-8.
  private static func scalar(
    of text: UnsafeBufferPointer<UInt8>, at index: Int, length: Int
  ) -> Unicode.Scalar {
    var value = UInt32(text[index])
    if length > 1 { value &= 0x7F >> UInt32(length) }
    var next = index + 1
    while next < index + length {
      value = value << 6 | UInt32(text[next]) & 0x3F
      next += 1
    }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  /// Appends the escape of a character: two characters where JSON has them, else one or two times
  /// `\u` and four digits.
  static func append(escape scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    let short: Unicode.Scalar? =
      switch scalar {
      case "\"", "\\": scalar
      case "\u{08}": "b"
      case "\t": "t"
      case "\n": "n"
      case "\u{0C}": "f"
      case "\r": "r"
      default: nil
      }
    if let short {
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(UInt8(ascii: short))
      return
    }
    if scalar.value > 0xFFFF {
      append(unit: UTF16.leadSurrogate(scalar), to: &bytes)
      append(unit: UTF16.trailSurrogate(scalar), to: &bytes)
    } else {
      append(unit: UInt16(scalar.value), to: &bytes)
    }
  }

  /// Appends `\u` and the four digits of a UTF-16 code unit.
  private static func append(unit: UInt16, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(UInt8(ascii: "u"))
    var shift: UInt16 = 16
    while shift > 0 {
      shift -= 4
      let digit = UInt8(unit >> shift & 0xF)
      bytes.append(digit < 10 ? 48 + digit : 87 + digit)
    }
  }
}

extension JSONWriter {
  private struct Output {
    var bytes: [UInt8]
    let sortedKeys: Bool
    let pretty: Bool
    let printable: Bool

    mutating func write(_ value: JSONValue, indentation: Int) {
      switch value {
      case .null: bytes.append(contentsOf: "null".utf8)
      case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
      case .number(let number):
        bytes.append(contentsOf: (number.isFinite ? number.text : "null").utf8)
      case .string(let text):
        JSONWriter.append(string: text, printable: printable, to: &bytes)
      case .array(let elements):
        write(elements, between: "[", "]", indentation: indentation) { output, element in
          output.write(element, indentation: indentation + 1)
        }
      case .object(let object):
        let members = sortedKeys ? object.sortedMembers : object.members
        write(members, between: "{", "}", indentation: indentation) { output, member in
          JSONWriter.append(string: member.key, printable: output.printable, to: &output.bytes)
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
