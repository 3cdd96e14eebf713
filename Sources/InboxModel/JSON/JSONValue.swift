/// One JSON value as it was written: members in their order, numbers with their text (RFC 8259 §3).
public enum JSONValue: Equatable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, its text kept.
  case number(JSONNumber)
  /// A text; an escaped lone surrogate has become U+FFFD.
  case string(String)
  /// Elements in their order.
  case array([JSONValue])
  /// Members in their order, duplicates included.
  case object(JSONObject)
}

/// A JSON number with the text it was written as, so that integers beyond 2^53 and odd spellings survive.
public struct JSONNumber: Equatable, Sendable {
  /// The number as written, for instance `1`, `-0.0`, `1e400`.
  public let text: String

  /// Takes the text of a number without checking it; the reader has done that.
  public init(text: String) {
    self.text = text
  }

  /// Makes the number for an integer.
  public init(_ value: some BinaryInteger) {
    self.text = String(value)
  }
}

/// The members of a JSON object in the order in which they came.
public struct JSONObject: Equatable, Sendable {
  /// One `"key": value`, with the byte offsets at which both began.
  public struct Member: Equatable, Sendable {
    /// The key after unescaping.
    public let key: String
    /// The value.
    public let value: JSONValue
    /// Byte offset of the key's first byte in the text; 0 for members not read from a text.
    public let keyOffset: Int
    /// Byte offset of the value's first byte in the text; 0 for members not read from a text.
    public let valueOffset: Int

    /// Makes a member; offsets matter only to messages about a text that was read.
    public init(key: String, value: JSONValue, keyOffset: Int = 0, valueOffset: Int = 0) {
      self.key = key
      self.value = value
      self.keyOffset = keyOffset
      self.valueOffset = valueOffset
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

  /// The value of the last member with this key: the last duplicate wins (`spec/payload-keys.md` §6).
  public subscript(key: String) -> JSONValue? {
    members.last { $0.key == key }?.value
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object of the pairs in their order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    members = elements.map { Member(key: $0.0, value: $0.1) }
  }
}
