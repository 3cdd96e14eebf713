/// A JSON value as written: members in their order, numbers with their text (RFC 8259 §3).
public enum JSONValue: Equatable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number with its text.
  case number(JSONNumber)
  /// A string, in which an escaped unpaired surrogate became U+FFFD.
  case string(String)
  /// The elements in their order.
  case array([JSONValue])
  /// The members in their order, including duplicates.
  case object(JSONObject)
}

extension JSONValue {
  /// The string; nil for another kind.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The Boolean; nil for another kind.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number if it is an integer within the range of Int, such as `1.0` and `1e2`; nil
  /// otherwise.
  public var int: Int? {
    if case .number(let value) = self { value.int } else { nil }
  }

  /// The number if it is within the range of finite doubles; nil otherwise.
  public var double: Double? {
    if case .number(let value) = self { value.double } else { nil }
  }

  /// The elements of an array; nil for another kind.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The object; nil for another kind.
  public var object: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// Whether it is `null`.
  public var isNull: Bool { self == .null }

  /// The kind of the value, for messages: `a string`, `an object`.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// Makes a string, or `null` for nil, for keys that are always present.
  public init(_ text: String?) {
    self = text.map(JSONValue.string) ?? .null
  }

  /// Makes a number, or `null` for nil, for keys that are always present.
  public init(_ number: Int?) {
    self = number.map { .number(JSONNumber($0)) } ?? .null
  }
}

extension JSONValue {
  /// The value with the members of objects sorted by key, the effective one of duplicates, and with
  /// equal numbers spelled alike. Two values that a program decodes as equal have the same one.
  public var canonical: JSONValue {
    switch self {
    case .null, .bool, .string: self
    case .number(let number):
      .number(number.int.map { JSONNumber($0) } ?? number.double.map { JSONNumber($0) } ?? number)
    case .array(let elements): .array(elements.map(\.canonical))
    case .object(let object): .object(object.canonical)
    }
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes `null`.
  public init(nilLiteral: ()) { self = .null }
  /// Makes a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes an integer.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  /// Makes a number.
  public init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }
  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Makes an object with its members in order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
  }
}
