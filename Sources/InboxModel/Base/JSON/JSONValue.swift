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

extension JSONValue {
  /// The text, if it is one.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The truth value, if it is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number, if it is a whole one that fits; `1.0` and `1e2` are whole.
  public var int: Int? {
    if case .number(let value) = self { value.int } else { nil }
  }

  /// The number, if it is one within the finite doubles.
  public var double: Double? {
    if case .number(let value) = self { value.double } else { nil }
  }

  /// The elements, if it is an array.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The object, if it is one.
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

  /// The text, or `null` for nil: for keys that are always there.
  public init(_ text: String?) {
    self = text.map(JSONValue.string) ?? .null
  }

  /// The number, or `null` for nil: for keys that are always there.
  public init(_ number: Int?) {
    self = number.map { .number(JSONNumber($0)) } ?? .null
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object, its members in their order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
  }
}
