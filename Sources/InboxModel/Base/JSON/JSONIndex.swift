/// The values of a JSON text as a flat list of kinds and positions, without their texts: one
/// allocation for any number of values. Values are parsed from the text on demand.
public struct JSONIndex: Equatable, Sendable {
  /// One value, or one key, which directly precedes its value.
  struct Node: Equatable, Sendable {
    /// The byte offset of the first byte.
    var start: UInt32
    /// The byte offset after the last byte.
    var end: UInt32
    /// The index of the next node that is not inside this one.
    var next: UInt32
    var kind: Kind
    /// Whether a string has no escapes, so that the bytes between its quotes are its UTF-8.
    var isPlain: Bool
  }

  /// The kind of a value.
  enum Kind: UInt8, Sendable {
    case null, `true`, `false`, number, string, array, object
    /// A JSON5 key without quotes.
    case identifier
  }

  /// All nodes in the order of the text; the first one is the root.
  private(set) var nodes: [Node]
  /// Warnings about valid but probably unintended text, in the order of the text.
  public private(set) var warnings: [JSONWarning]

  init(nodes: [Node], warnings: [JSONWarning]) {
    self.nodes = nodes
    self.warnings = warnings
  }

  /// Parses a whole text, strictly after RFC 8259.
  ///
  /// - Throws: ``JSONError`` for the first syntax error.
  static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONIndex {
    try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
      var parser = JSONParser(buffer)
      return try parser.index()
    }
  }

  /// Calls `body` with the root of the parsed text; elements must not escape from `body`.
  func withRoot<Result>(of bytes: [UInt8], _ body: (JSONElement) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      nodes.withUnsafeBufferPointer { body(JSONElement(bytes: bytes, nodes: $0, number: 0)) }
    }
  }

  /// Returns the index of a value that was parsed as part of a longer text, for the value's own
  /// bytes. The lines and columns of warnings remain those of the whole text.
  func part(_ element: JSONElement) -> JSONIndex {
    let (offset, first) = (element.node.start, UInt32(element.number))
    let place = element.range
    return JSONIndex(
      nodes: nodes[element.number..<Int(element.node.next)].map { node in
        Node(
          start: node.start - offset, end: node.end - offset, next: node.next - first,
          kind: node.kind, isPlain: node.isPlain)
      },
      warnings: warnings.compactMap { warning in
        guard place.contains(warning.position.offset) else { return nil }
        var warning = warning
        warning.position.offset -= place.lowerBound
        return warning
      })
  }
}

/// A JSON text (RFC 8259) with its index; an invalid text has no values.
struct JSONText: Equatable, Sendable {
  /// The text in UTF-8.
  let bytes: [UInt8]
  /// The positions of its values; nil if it is not JSON.
  let index: JSONIndex?

  init(bytes: [UInt8], index: JSONIndex) {
    self.bytes = bytes
    self.index = index
  }

  init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
    index = bytes.isEmpty ? nil : try? JSONIndex.read(bytes)
  }

  /// Calls `body` with the root; elements must not escape from `body`. Nil if the text is not JSON.
  func withRoot<Result>(_ body: (JSONElement) -> Result) -> Result? {
    index?.withRoot(of: bytes, body)
  }

  /// Returns the effective members of an object in this text: the last of those with the same key
  /// bytes.
  func membersInForce(of object: JSONElement) -> JSONElement.Members {
    let hasDuplicates = index?.warnings.contains {
      if case .duplicateKey = $0.problem { true } else { false }
    }
    return hasDuplicates == true ? object.membersWithoutDuplicates : object.members
  }

  static func == (left: JSONText, right: JSONText) -> Bool { left.bytes == right.bytes }
}

/// A value of a JSON text (RFC 8259) that was parsed into a ``JSONIndex``. It refers to the bytes
/// and is only valid inside ``JSONIndex/withRoot(of:_:)``.
struct JSONElement {
  let bytes: UnsafeBufferPointer<UInt8>
  let nodes: UnsafeBufferPointer<JSONIndex.Node>
  /// The index in the list of nodes.
  let number: Int

  var node: JSONIndex.Node { nodes[number] }

  /// The range of its bytes.
  var range: Range<Int> { Int(node.start)..<Int(node.end) }

  var isNull: Bool { node.kind == .null }
  var isObject: Bool { node.kind == .object }
  var isArray: Bool { node.kind == .array }
  var isString: Bool { node.kind == .string }
  var isNumber: Bool { node.kind == .number }

  /// The value as a tree.
  var value: JSONValue {
    var place = number
    return JSONTree(bytes: bytes, nodes: nodes, dialect: .json).value(at: &place)
  }

  /// The kind for messages, with its article.
  var kind: String {
    switch node.kind {
    case .null: "null"
    case .true, .false: "a boolean"
    case .number: "a number"
    case .string, .identifier: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The string; nil for another kind.
  var string: String? { isString ? text : nil }

  /// The text of a string or a key.
  var text: String { JSONTree(bytes: bytes, nodes: nodes, dialect: .json).text(at: number) }

  /// The bytes of a string without escapes; nil for anything else.
  var plainText: UnsafeBufferPointer<UInt8>? {
    guard isString, node.isPlain else { return nil }
    return UnsafeBufferPointer(rebasing: bytes[Int(node.start) + 1..<Int(node.end) - 1])
  }

  /// The Boolean; nil for another kind.
  var bool: Bool? {
    switch node.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The text of a number as written.
  var numberText: String { String(decoding: bytes[range], as: UTF8.self) }

  /// The number if it is an integer within the range of Int; nil otherwise.
  var int: Int? {
    guard node.kind == .number else { return nil }
    var number = 0
    guard range.count <= 18 else { return JSONNumber(text: numberText).int }
    for byte in bytes[range] {
      let digit = byte &- UInt8(ascii: "0")
      guard digit <= 9 else { return JSONNumber(text: numberText).int }
      number = number * 10 + Int(digit)
    }
    return number
  }

  /// The number if it is within the range of finite doubles; nil otherwise.
  var double: Double? {
    node.kind == .number ? JSONNumber(text: numberText).double : nil
  }

  /// Returns whether it is a string that Swift considers equal to another one.
  func isText(_ other: String) -> Bool {
    guard let plainText, plainText.allSatisfy({ $0 < 0x80 }) else { return string == other }
    return other.hasSameBytes(as: plainText)
      || other.utf8.contains { $0 >= 0x80 } && string == other
  }

  /// Returns whether it is this string.
  static func ~= (text: StaticString, element: JSONElement) -> Bool {
    guard let plain = element.plainText else { return element.string == text.description }
    return plain.isSame(as: text)
  }
}

// MARK: - Members and elements

extension JSONElement {
  /// One `"key": value`.
  struct Member {
    let key: JSONElement
    let value: JSONElement
  }

  /// The members of an object in the order of the text, with or without duplicates; empty for any
  /// other value.
  struct Members: Sequence, IteratorProtocol {
    fileprivate let object: JSONElement
    fileprivate var place: Int
    /// The indices of keys to skip.
    fileprivate var passedOver: Set<Int> = []

    mutating func next() -> Member? {
      while place < object.node.next {
        let member = Member(key: object.element(place), value: object.element(place + 1))
        place = Int(member.value.node.next)
        if passedOver.isEmpty || !passedOver.contains(member.key.number) { return member }
      }
      return nil
    }
  }

  /// All members.
  var members: Members {
    Members(object: self, place: isObject ? number + 1 : Int(node.next))
  }

  /// The last one of each set of members with the same key bytes.
  fileprivate var membersWithoutDuplicates: Members {
    var members = members
    var seen: [[UInt8]: Int] = [:]
    for member in members {
      if let earlier = seen.updateValue(member.key.number, forKey: Array(member.key.text.utf8)) {
        members.passedOver.insert(earlier)
      }
    }
    return members
  }

  /// Returns the value of the last member with a key; nil for none, and for a value that is not an
  /// object.
  func member(_ key: StaticString) -> JSONElement? {
    var found: JSONElement?
    for member in members where key ~= member.key { found = member.value }
    return found
  }

  /// The elements of an array; empty for any other value.
  var elements: some Sequence<JSONElement> {
    sequence(state: node.kind == .array ? number + 1 : Int(node.next)) { place in
      guard place < node.next else { return nil }
      defer { place = Int(nodes[place].next) }
      return element(place)
    }
  }

  fileprivate func element(_ number: Int) -> JSONElement {
    JSONElement(bytes: bytes, nodes: nodes, number: number)
  }
}
