/// A data message as printed by Java's `Map.toString`, `{params=["Ann"], type=P.OA, event=add}`: an
/// Android app writes it into logcat. It is not JSON and is ambiguous: the end of a string is not
/// marked.
struct JavaMapText {
  /// The byte offset at which the map begins.
  let offset: Int
  /// The map as one line of JSON; nil if it is ambiguous, or longer than a data message may be.
  let json: [UInt8]?

  /// The maximum length of a converted text, in bytes.
  private static let maximumLength = 4096

  /// Parses a map, with or without the prefix of logcat; nil for any other text.
  init?(_ bytes: [UInt8]) {
    guard let start = bytes.firstIndex(of: UInt8(ascii: "{")),
      !bytes[..<start].contains(UInt8(ascii: "\"")),
      let end = bytes.lastIndex(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }), end > start,
      bytes[end] == UInt8(ascii: "}"), Self.keyEnd(in: bytes[start + 1..<end]) != nil
    else { return nil }
    offset = start
    let object = end - start <= Self.maximumLength ? Self.object(bytes[start + 1..<end]) : nil
    json = object.map { Array(JSONWriter.text(.object($0)).utf8) }
  }

  /// Returns the index after `key=` at the start of a text; nil if there is no key.
  private static func keyEnd(in text: ArraySlice<UInt8>) -> Int? {
    guard let end = text.firstIndex(where: { !Topic.allows($0) }), end > text.startIndex,
      text[end] == UInt8(ascii: "=")
    else { return nil }
    return end + 1
  }

  /// Parses the members in their order. A value is JSON or one word: a longer text could contain
  /// what looks like the next member. Nil if it is invalid or ambiguous.
  private static func object(_ text: ArraySlice<UInt8>) -> JSONObject? {
    var object = JSONObject()
    var rest = text
    while let start = keyEnd(in: rest) {
      let key = String(decoding: rest[..<(start - 1)], as: UTF8.self)
      guard object.member(key) == nil, let end = valueEnd(in: rest[start...]),
        let value = value(rest[start..<end])
      else { return nil }
      object.members.append(JSONObject.Member(key: key, value: value))
      if end == rest.endIndex { return object }
      // The members are separated by `, `.
      guard rest[end...].starts(with: [UInt8(ascii: ","), 0x20]) else { return nil }
      rest = rest[(end + 2)...]
    }
    return nil
  }

  /// Returns the end of a value: the closing bracket or quote of an array, object or string, else
  /// the next comma; nil if the value is not closed.
  private static func valueEnd(in text: ArraySlice<UInt8>) -> Int? {
    guard let first = text.first, [0x22, 0x5B, 0x7B].contains(first) else {
      return text.firstIndex(of: UInt8(ascii: ",")) ?? text.endIndex
    }
    var (depth, isInString, isEscaped) = (0, false, false)
    for index in text.indices {
      let byte = text[index]
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == 0x22 {
          isInString = false
        }
      } else {
        switch byte {
        case 0x22: isInString = true
        case 0x5B, 0x7B: depth += 1
        case 0x5D, 0x7D: depth -= 1
        default: break
        }
      }
      if depth <= 0, !isInString { return index + 1 }
    }
    return nil
  }

  private static func value(_ text: ArraySlice<UInt8>) -> JSONValue? {
    if let first = text.first, [0x22, 0x5B, 0x7B].contains(first) {
      return try? JSONReader.read(Array(text)).root
    }
    let word = String(decoding: text, as: UTF8.self)
    // `null` is ambiguous: Java's null, or a string of four letters.
    guard word != "null", text.allSatisfy({ Topic.allows($0) || $0 == UInt8(ascii: ":") })
    else { return nil }
    return .string(word)
  }
}
