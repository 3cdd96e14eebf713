/// The values of a JSON text as a flat list of their kinds and places, without their texts: one
/// allocation however many values there are. Whatever is asked for is read from the text then.
public struct JSONIndex: Equatable, Sendable {
  /// One value, or one key, which stands directly before its value.
  struct Node: Equatable, Sendable {
    /// Byte offset of the first byte.
    var start: UInt32
    /// Byte offset just after the last byte.
    var end: UInt32
    /// The number of the next node that does not stand inside of this one.
    var next: UInt32
    var kind: Kind
    /// Whether a text has no escapes: its bytes between the quotes are its UTF-8.
    var isPlain: Bool
  }

  /// The kind of a value.
  enum Kind: UInt8, Sendable {
    case null, `true`, `false`, number, string, array, object
    /// A key of JSON5 without quotes.
    case identifier
  }

  /// All nodes in the order of the text; the first one is the root.
  private(set) var nodes: [Node]
  /// Warnings about text that is legal but surely not meant, in the order of the text.
  public private(set) var warnings: [JSONWarning]

  init(nodes: [Node], warnings: [JSONWarning]) {
    self.nodes = nodes
    self.warnings = warnings
  }

  /// Reads a whole text, strictly after RFC 8259.
  ///
  /// - Throws: ``JSONError`` for the first place at which the text breaks the rules.
  static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONIndex {
    try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
      var parser = JSONParser(buffer)
      return try parser.index()
    }
  }

  /// Gives access to the root of the text that was read; elements must not leave `body`.
  func withRoot<Result>(of bytes: [UInt8], _ body: (JSONElement) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      nodes.withUnsafeBufferPointer { body(JSONElement(bytes: bytes, nodes: $0, number: 0)) }
    }
  }

  /// The index of a value's own bytes, which were read as a part of a longer text. Of the warnings'
  /// places the lines and columns stay those in the whole text.
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

/// A JSON text (RFC 8259) with its index, which makes nothing of a text that cannot be read.
struct JSONText: Equatable, Sendable {
  /// The text in UTF-8.
  let bytes: [UInt8]
  /// The places of its values; nil where it is not JSON.
  let index: JSONIndex?

  init(bytes: [UInt8], index: JSONIndex) {
    self.bytes = bytes
    self.index = index
  }

  init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
    index = bytes.isEmpty ? nil : try? JSONIndex.read(bytes)
  }

  /// Gives access to the root; elements must not leave `body`. Nil for a text that is not JSON.
  func withRoot<Result>(_ body: (JSONElement) -> Result) -> Result? {
    index?.withRoot(of: bytes, body)
  }

  /// The members of an object in this text that count: of keys with the same bytes the last one.
  func membersInForce(of object: JSONElement) -> JSONElement.Members {
    let hasDuplicates = index?.warnings.contains {
      if case .duplicateKey = $0.problem { true } else { false }
    }
    return hasDuplicates == true ? object.membersWithoutDuplicates : object.members
  }

  static func == (left: JSONText, right: JSONText) -> Bool { left.bytes == right.bytes }
}

/// A value of a JSON text (RFC 8259) that was read into a ``JSONIndex``. It refers to the bytes and
/// is valid only inside of ``JSONIndex/withRoot(of:_:)``.
struct JSONElement {
  let bytes: UnsafeBufferPointer<UInt8>
  let nodes: UnsafeBufferPointer<JSONIndex.Node>
  /// Its number in the list of nodes.
  let number: Int

  var node: JSONIndex.Node { nodes[number] }

  /// The places of its bytes.
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

  /// Its kind for messages, with its article.
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

  /// The text, if it is one.
  var string: String? { isString ? text : nil }

  /// The text of a string or a key.
  var text: String { JSONTree(bytes: bytes, nodes: nodes, dialect: .json).text(at: number) }

  /// The bytes of a text without escapes; nil for all else.
  var plainText: UnsafeBufferPointer<UInt8>? {
    guard isString, node.isPlain else { return nil }
    return UnsafeBufferPointer(rebasing: bytes[Int(node.start) + 1..<Int(node.end) - 1])
  }

  /// The truth value, if it is one.
  var bool: Bool? {
    switch node.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The text of a number as written.
  var numberText: String { String(decoding: bytes[range], as: UTF8.self) }

  /// The number, if it is a whole one that fits.
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

  /// The number, if it is one within the finite doubles.
  var double: Double? {
    node.kind == .number ? JSONNumber(text: numberText).double : nil
  }

  /// Whether it is a text that Swift takes for equal to another one.
  func isText(_ other: String) -> Bool {
    guard let plainText, plainText.allSatisfy({ $0 < 0x80 }) else { return string == other }
    return other.hasSameBytes(as: plainText)
      || other.utf8.contains { $0 >= 0x80 } && string == other
  }

  /// Whether it is this text.
  static func ~= (text: StaticString, element: JSONElement) -> Bool {
    guard let plain = element.plainText else { return element.string == text.description }
    return plain.isSame(as: text)
  }
}

// MARK: - Inside of objects and arrays

extension JSONElement {
  /// One `"key": value`.
  struct Member {
    let key: JSONElement
    let value: JSONElement
  }

  /// The members of an object in the order of the text, duplicates included unless they are left
  /// out; none of any other value.
  struct Members: Sequence, IteratorProtocol {
    fileprivate let object: JSONElement
    fileprivate var place: Int
    /// The numbers of keys to pass over.
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

  /// Of the members whose keys have the same bytes the last one.
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

  /// The value of the last member with a key; nil for what is no object.
  func member(_ key: StaticString) -> JSONElement? {
    var found: JSONElement?
    for member in members where key ~= member.key { found = member.value }
    return found
  }

  /// The elements of an array; none of any other value.
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
