/// The parser of one text: a recursive descent whose depth is bounded by `maximumDepth`.
///
/// All bytes are read with ``byte(at:)``, which stays inside the text.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let dialect: JSONReader.Dialect
  let maximumDepth: Int
  /// The offset of the current byte.
  var position = 0
  /// The problems that become warnings, with their byte offsets, in the order of detection.
  var found: [(problem: JSONWarning.Problem, offset: Int)] = []
  private var nodes: [JSONIndex.Node] = []

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, dialect: JSONReader.Dialect = .json,
    maximumDepth: Int = JSONReader.maximumDepth
  ) {
    self.bytes = bytes
    self.dialect = dialect
    self.maximumDepth = maximumDepth
  }

  var isJSON5: Bool { dialect == .json5 }

  /// Parses the whole text: one value, surrounded by white space only.
  mutating func index() throws(JSONError) -> JSONIndex {
    guard bytes.count < UInt32.max else { throw error("the text has more than 4 GB", at: 0) }
    try rejectOtherEncodings()
    try skipSpace()
    if position == bytes.count { throw error("the text is empty", at: 0) }
    // A value of a usual payload has a dozen bytes.
    nodes.reserveCapacity(min(bytes.count / 10 + 4, 4096))
    try value(depth: 0)
    try skipSpace()
    guard position == bytes.count else {
      throw error("nothing may follow the value, but here is \(whatIsHere)")
    }
    return JSONIndex(nodes: nodes, warnings: warnings())
  }

  /// Returns the byte at an index as a scalar, so that it can be compared with literals. NUL also
  /// stands for the end, since it is never valid.
  @inline(__always)
  func byte(at index: Int) -> Unicode.Scalar {
    Unicode.Scalar(index < bytes.count ? bytes[index] : 0)
  }

  /// The current byte.
  @inline(__always)
  var current: Unicode.Scalar { byte(at: position) }

  // MARK: Values

  private mutating func value(depth: Int) throws(JSONError) {
    switch current {
    case "\"": try string()
    case "{": try object(depth: depth + 1)
    case "[": try array(depth: depth + 1)
    case "0"..."9", "-": try append(.number) { parser throws(JSONError) in try parser.skipNumber() }
    case "t": try word("true", .true)
    case "f": try word("false", .false)
    case "n": try word("null", .null)
    case "'" where isJSON5: try string()
    case "+" where isJSON5, "." where isJSON5, "I" where isJSON5, "N" where isJSON5:
      try append(.number) { parser throws(JSONError) in try parser.skipNumber() }
    default: throw noValue()
    }
  }

  /// Appends the node of the skipped text, which records whether it is plain.
  @inline(__always)
  private mutating func append(
    _ kind: JSONIndex.Kind, _ step: (inout JSONParser) throws(JSONError) -> Bool
  ) throws(JSONError) {
    let start = position
    let isPlain = try step(&self)
    nodes.append(
      JSONIndex.Node(
        start: UInt32(start), end: UInt32(position), next: UInt32(nodes.count + 1), kind: kind,
        isPlain: isPlain))
  }

  private mutating func string() throws(JSONError) {
    try append(.string) { parser throws(JSONError) in try parser.skipString() }
  }

  private mutating func word(
    _ word: StaticString, _ kind: JSONIndex.Kind
  ) throws(JSONError) {
    try append(kind) { parser throws(JSONError) in
      guard parser.skip(word) else { throw parser.noValue() }
      return true
    }
  }

  /// Appends the node of an array or object and its contents.
  private mutating func append(
    _ kind: JSONIndex.Kind, until close: Unicode.Scalar, depth: Int,
    entry: (inout JSONParser, _ start: Int) throws(JSONError) -> Int
  ) throws(JSONError) {
    let (start, place) = (position, nodes.count)
    try enter(depth: depth)
    nodes.append(
      JSONIndex.Node(start: UInt32(start), end: 0, next: 0, kind: kind, isPlain: true))
    if current == close {
      position += 1
    } else {
      while true {
        let valueOffset = try entry(&self, start)
        if try containerEnds(with: close, openedAt: start, after: valueOffset) { break }
      }
    }
    nodes[place].end = UInt32(position)
    nodes[place].next = UInt32(nodes.count)
  }

  private mutating func array(depth: Int) throws(JSONError) {
    try append(.array, until: "]", depth: depth) { parser, _ throws(JSONError) in
      let offset = parser.position
      try parser.value(depth: depth)
      return offset
    }
  }

  private mutating func object(depth: Int) throws(JSONError) {
    let place = nodes.count
    var count = 0
    try append(.object, until: "}", depth: depth) { parser, start throws(JSONError) in
      count += 1
      return try parser.member(ofObjectAt: start, depth: depth)
    }
    if count > 1 { noticeDuplicates(ofObjectAt: place, count: count) }
  }

  /// Skips a key and its value; returns the offset of the value.
  private mutating func member(
    ofObjectAt start: Int, depth: Int
  ) throws(JSONError) -> Int {
    let keyOffset = position
    try key(ofObjectAt: start)
    try skipSpace()
    guard current == ":" else {
      throw wronglyClosed(from: keyOffset, to: position)
        ?? error("expected a colon after this key, not \(whatIsHere)")
    }
    position += 1
    try skipSpace()
    let valueOffset = position
    try value(depth: depth)
    return valueOffset
  }

  private mutating func key(ofObjectAt start: Int) throws(JSONError) {
    switch current {
    case "\"": try string()
    case "'" where isJSON5: try string()
    default:
      if position == bytes.count { throw neverClosed(start) }
      guard isJSON5 else {
        throw error(
          current == "'" || isWordByte(current)
            ? "keys need double quotes" : "expected a key, not \(whatIsHere)")
      }
      try append(.identifier) { parser throws(JSONError) in
        let start = parser.position
        let name = try parser.identifier()
        return name.utf8.count == parser.position - start
      }
    }
  }

  /// Skips the opening bracket and white space.
  private mutating func enter(depth: Int) throws(JSONError) {
    guard depth <= maximumDepth else {
      throw error("arrays and objects are nested deeper than \(maximumDepth) levels")
    }
    position += 1
    try skipSpace()
  }

  /// Skips the text after a value; returns true after the closing bracket, false after a comma
  /// before another value.
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
        throw error("a comma is not allowed before `\(close)`", at: comma)
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

  /// Skips a word that no other letter follows.
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

  private mutating func noticeDuplicates(ofObjectAt place: Int, count: Int) {
    var key = place + 1
    if count > 16 {
      // An object with ten thousand keys must not cause quadratic comparisons.
      var seen: Set<[UInt8]> = []
      while key < nodes[place].next {
        if !seen.insert(Array(text(ofKeyAt: key).utf8)).inserted { noticeDuplicate(key) }
        key = Int(nodes[key + 1].next)
      }
      return
    }
    while key < nodes[place].next {
      var earlier = place + 1
      while earlier < key {
        if areEqual(earlier, key) {
          noticeDuplicate(key)
          break
        }
        earlier = Int(nodes[earlier + 1].next)
      }
      key = Int(nodes[key + 1].next)
    }
  }

  private mutating func noticeDuplicate(_ key: Int) {
    notice(.duplicateKey(text(ofKeyAt: key)), at: Int(nodes[key].start))
  }

  /// Returns whether two keys have the same bytes after unescaping.
  private func areEqual(_ left: Int, _ right: Int) -> Bool {
    nodes.withUnsafeBufferPointer { nodes in
      let first = JSONElement(bytes: bytes, nodes: nodes, number: left)
      let second = JSONElement(bytes: bytes, nodes: nodes, number: right)
      if let one = first.plainText, let other = second.plainText { return one.isSame(as: other) }
      return text(ofKeyAt: left).utf8.elementsEqual(text(ofKeyAt: right).utf8)
    }
  }

  private func text(ofKeyAt place: Int) -> String {
    nodes.withUnsafeBufferPointer {
      JSONTree(bytes: bytes, nodes: $0, dialect: dialect).text(at: place)
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
