/// The members of a JSON object in their original order.
public struct JSONObject: Equatable, Sendable {
  /// One `"key": value`, with its byte offsets in the text.
  public struct Member: Equatable, Sendable {
    /// The key after unescaping.
    public let key: String
    /// The value.
    public let value: JSONValue
    /// The byte offset of the key's first byte in the text; 0 for a member that was not parsed.
    public let keyOffset: Int
    /// The byte offset of the value's first byte in the text; 0 for a member that was not parsed.
    public let valueOffset: Int
    /// The byte offset after the value; 0 for a member that was not parsed.
    public let valueEnd: Int

    /// Makes a member. The offsets are only used in messages about the parsed text.
    public init(
      key: String, value: JSONValue, keyOffset: Int = 0, valueOffset: Int = 0, valueEnd: Int = 0
    ) {
      self.key = key
      self.value = value
      self.keyOffset = keyOffset
      self.valueOffset = valueOffset
      self.valueEnd = valueEnd
    }

    /// Returns whether keys and values are equal, ignoring offsets.
    public static func == (left: Member, right: Member) -> Bool {
      left.key == right.key && left.value == right.value
    }
  }

  /// All members, duplicates included, in their order.
  public var members: [Member]

  /// Makes an object of these members.
  public init(_ members: [Member] = []) {
    self.members = members
  }

  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }

  /// Returns the effective member for a key: the last of duplicates (Apple, "Generating a remote
  /// notification"); nil for none.
  public func member(_ key: String) -> Member? {
    members.last { $0.key == key }
  }

  /// The value of the effective member; nil for none. Setting it replaces the first member with the
  /// key and removes its duplicates, or appends one. Assigning nil removes it.
  public subscript(key: String) -> JSONValue? {
    get { member(key)?.value }
    set {
      let place = members.firstIndex { $0.key == key } ?? members.endIndex
      members.removeAll { $0.key == key }
      if let newValue {
        members.insert(Member(key: key, value: newValue), at: place)
      }
    }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object from pairs in their order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    members = elements.map { Member(key: $0.0, value: $0.1) }
  }
}

extension JSONObject {
  /// The object as ``JSONValue/canonical``.
  public var canonical: JSONObject {
    let values = Dictionary(members.map { ($0.key, $0.value) }) { _, last in last }
    return JSONObject(
      values.sorted { $0.key < $1.key }.map { Member(key: $0.key, value: $0.value.canonical) })
  }
}
