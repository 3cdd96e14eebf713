/// The members of a JSON object in the order in which they came.
public struct JSONObject: Equatable, Sendable {
  /// One `"key": value`, with the byte offsets at which they stood.
  public struct Member: Equatable, Sendable {
    /// The key after unescaping.
    public let key: String
    /// The value.
    public let value: JSONValue
    /// Byte offset of the key's first byte in the text; 0 for members not read from a text.
    public let keyOffset: Int
    /// Byte offset of the value's first byte in the text; 0 for members not read from a text.
    public let valueOffset: Int
    /// Byte offset just after the value; 0 for members not read from a text.
    public let valueEnd: Int

    /// Makes a member; offsets matter only to messages about a text that was read.
    public init(
      key: String, value: JSONValue, keyOffset: Int = 0, valueOffset: Int = 0, valueEnd: Int = 0
    ) {
      self.key = key
      self.value = value
      self.keyOffset = keyOffset
      self.valueOffset = valueOffset
      self.valueEnd = valueEnd
    }

    /// Equal keys and values; where they stood does not count.
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

  /// The member in force for a key: the last duplicate wins (Apple, "Generating a remote
  /// notification").
  public func member(_ key: String) -> Member? {
    members.last { $0.key == key }
  }

  /// The value of the member in force. Setting it replaces the first member with the key and drops
  /// its duplicates, or appends; nil removes.
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
  /// Makes an object of the pairs in their order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    members = elements.map { Member(key: $0.0, value: $0.1) }
  }
}
