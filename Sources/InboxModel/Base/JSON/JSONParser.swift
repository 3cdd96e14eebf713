/// One reading of one text: a recursive descent whose depth is bounded by `maximumDepth`.
///
/// All bytes are fetched with ``byte(at:)``, which stays inside the text.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let isJSON5: Bool
  let maximumDepth: Int
  /// The byte that is looked at next.
  var position = 0
  /// Problems worth a warning with their byte offsets, in the order in which they were found.
  var found: [(problem: JSONWarning.Problem, offset: Int)] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, dialect: JSONReader.Dialect, maximumDepth: Int) {
    self.bytes = bytes
    self.isJSON5 = dialect == .json5
    self.maximumDepth = maximumDepth
  }

  /// The whole text: one value, nothing before or after it but white space.
  mutating func document() throws(JSONError) -> JSONDocument {
    try refuseOtherEncodings()
    try skipSpace()
    if position == bytes.count { throw error("the text is empty", at: 0) }
    let root = try value(depth: 0)
    try skipSpace()
    guard position == bytes.count else {
      throw error("nothing may follow the value, but here is \(whatIsHere)")
    }
    return JSONDocument(root: root, warnings: warnings())
  }

  /// The byte there, as the character of that number so that it can be compared with literals; NUL stands
  /// for the end too, since it is legal nowhere.
  @inline(__always)
  func byte(at index: Int) -> Unicode.Scalar {
    Unicode.Scalar(index < bytes.count ? bytes[index] : 0)
  }

  /// The byte looked at.
  @inline(__always)
  var current: Unicode.Scalar { byte(at: position) }

  // MARK: Values

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    switch current {
    case "\"": return .string(try string())
    case "{": return .object(try object(depth: depth + 1))
    case "[": return .array(try array(depth: depth + 1))
    case "0"..."9", "-": return .number(try number())
    case "t" where skip("true"): return .bool(true)
    case "f" where skip("false"): return .bool(false)
    case "n" where skip("null"): return .null
    case "'" where isJSON5: return .string(try string())
    case "+" where isJSON5, "." where isJSON5, "I" where isJSON5, "N" where isJSON5:
      return .number(try number())
    default: throw noValue()
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
    let start = position
    try enter(depth: depth)
    var elements: [JSONValue] = []
    if current == "]" {
      position += 1
      return elements
    }
    while true {
      let offset = position
      elements.append(try value(depth: depth))
      if try containerEnds(with: "]", openedAt: start, after: offset) { return elements }
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
    let start = position
    try enter(depth: depth)
    var members: [JSONObject.Member] = []
    if current == "}" {
      position += 1
      return JSONObject()
    }
    members.reserveCapacity(4)
    while true {
      let keyOffset = position
      let key = try self.key(ofObjectAt: start)
      try skipSpace()
      guard current == ":" else {
        throw wronglyClosed(from: keyOffset, to: position)
          ?? error("expected a colon after this key, not \(whatIsHere)")
      }
      position += 1
      try skipSpace()
      let valueOffset = position
      let value = try value(depth: depth)
      members.append(
        JSONObject.Member(
          key: key, value: value, keyOffset: keyOffset, valueOffset: valueOffset,
          valueEnd: position))
      if try containerEnds(with: "}", openedAt: start, after: valueOffset) { break }
    }
    noticeDuplicates(in: members)
    return JSONObject(members)
  }

  private mutating func key(ofObjectAt start: Int) throws(JSONError) -> String {
    switch current {
    case "\"": return try string()
    case "'" where isJSON5: return try string()
    default:
      if position == bytes.count { throw neverClosed(start) }
      if isJSON5 { return try identifier() }
      throw error(
        current == "'" || isWordByte(current)
          ? "keys stand in double quotes" : "expected a key, not \(whatIsHere)")
    }
  }

  /// Steps over the opening bracket and white space.
  private mutating func enter(depth: Int) throws(JSONError) {
    guard depth <= maximumDepth else {
      throw error("arrays and objects are nested deeper than \(maximumDepth) levels")
    }
    position += 1
    try skipSpace()
  }

  /// After a value: true behind the closing bracket, false behind a comma that another value follows.
  private mutating func containerEnds(
    with close: Unicode.Scalar, openedAt start: Int, after valueOffset: Int
  ) throws(JSONError) -> Bool {
    try skipSpace()
    let comma = position
    if current == "," {
      position += 1
      try skipSpace()
      guard current == close else { return false }
      guard isJSON5 else {
        throw error("a comma may not stand before `\(close)`", at: comma)
      }
    }
    if current == close {
      position += 1
      return true
    }
    if position == bytes.count { throw neverClosed(start) }
    throw wronglyClosed(from: valueOffset, to: position)
      ?? error("expected a comma or `\(close)` after this value, not \(whatIsHere)")
  }

  /// Steps over a word that no further letter follows.
  private mutating func skip(_ word: StaticString) -> Bool {
    for index in 0..<word.utf8CodeUnitCount
    where byte(at: position + index).value != word.utf8Start[index] {
      return false
    }
    guard !isWordByte(byte(at: position + word.utf8CodeUnitCount)) else { return false }
    position += word.utf8CodeUnitCount
    return true
  }

  @inline(__always)
  private mutating func skipSpace() throws(JSONError) {
    while true {
      switch current {
      case " ", "\n", "\r", "\t": position += 1
      default:
        if isJSON5 {
          if try skipJSON5Space() { continue }
        }
        return
      }
    }
  }

  // MARK: Warnings

  private mutating func noticeDuplicates(in members: [JSONObject.Member]) {
    guard members.count > 1 else { return }
    if members.count <= 16 {
      for index in 1..<members.count {
        let key = members[index].key.utf8
        for earlier in 0..<index
        where members[earlier].key.utf8.count == key.count
          && members[earlier].key.utf8.elementsEqual(key)
        {
          notice(.duplicateKey(members[index].key), at: members[index].keyOffset)
          break
        }
      }
    } else {
      // Whoever sends ten thousand keys must not make us compare each with each.
      var seen: Set<[UInt8]> = []
      for member in members where !seen.insert(Array(member.key.utf8)).inserted {
        notice(.duplicateKey(member.key), at: member.keyOffset)
      }
    }
  }

  mutating func notice(_ problem: JSONWarning.Problem, at offset: Int) {
    found.append((problem, offset))
  }

  private func warnings() -> [JSONWarning] {
    var position = JSONPosition()
    return found.sorted { $0.offset < $1.offset }.map { problem, offset in
      position.advance(to: offset, in: bytes)
      return JSONWarning(problem: problem, position: position)
    }
  }
}
