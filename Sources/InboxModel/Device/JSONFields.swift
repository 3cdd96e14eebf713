import Foundation

/// The fields of a value, read from an object or written to one by the same list, so that the two cannot
/// differ. What has its standard value is left out.
struct JSONFields {
  /// What was written, or is read.
  private(set) var object: JSONObject
  /// Whether everything read was there and of its type.
  private(set) var isValid = true
  private let isReading: Bool

  /// Fields to be written.
  init() {
    object = JSONObject()
    isReading = false
  }

  /// Fields to be read.
  init(reading object: JSONObject) {
    self.object = object
    isReading = true
  }

  /// A field that is always there.
  mutating func field<Value: JSONField>(_ key: String, _ value: inout Value) {
    guard isReading else { return write(key, value) }
    guard let read = object[key].flatMap(Value.init(json:)) else { return isValid = false }
    value = read
  }

  /// A field that is there unless it has a standard value.
  mutating func field<Value: JSONField>(
    _ key: String, _ value: inout Value, unless standard: Value
  ) {
    guard isReading else { return value == standard ? () : write(key, value) }
    guard let json = object[key] else { return value = standard }
    guard let read = Value(json: json) else { return isValid = false }
    value = read
  }

  /// A field that is there unless it is nil.
  mutating func field<Value: JSONField>(_ key: String, _ value: inout Value?) {
    guard isReading else {
      if let value { write(key, value) }
      return
    }
    guard let json = object[key] else { return value = nil }
    guard let read = Value(json: json) else { return isValid = false }
    value = read
  }

  private mutating func write(_ key: String, _ value: some JSONField) {
    object.members.append(JSONObject.Member(key: key, value: value.json))
  }
}

/// A value with one form in JSON.
protocol JSONField: Equatable {
  var json: JSONValue { get }
  init?(json: JSONValue)
}

/// A value whose fields are listed once, for reading and writing.
protocol JSONFieldList: JSONField {
  init()
  mutating func exchange(_ fields: inout JSONFields)
}

extension JSONFieldList {
  var json: JSONValue {
    var (copy, fields) = (self, JSONFields())
    copy.exchange(&fields)
    return .object(fields.object)
  }

  init?(json: JSONValue) {
    guard let object = json.object else { return nil }
    var fields = JSONFields(reading: object)
    self.init()
    exchange(&fields)
    guard fields.isValid else { return nil }
  }
}

extension JSONField where Self: RawRepresentable<String> {
  var json: JSONValue { .string(rawValue) }

  init?(json: JSONValue) {
    guard let value = json.string.flatMap(Self.init(rawValue:)) else { return nil }
    self = value
  }
}

extension Bool: JSONField {
  var json: JSONValue { .bool(self) }

  init?(json: JSONValue) {
    guard let value = json.bool else { return nil }
    self = value
  }
}

extension Int: JSONField {
  var json: JSONValue { .number(JSONNumber(self)) }

  init?(json: JSONValue) {
    guard let value = json.int else { return nil }
    self = value
  }
}

extension String: JSONField {
  var json: JSONValue { .string(self) }

  init?(json: JSONValue) {
    guard let value = json.string else { return nil }
    self = value
  }
}

/// Whole milliseconds since 1970.
extension Date: JSONField {
  var json: JSONValue { .number(JSONNumber(Timestamp.milliseconds(self))) }

  init?(json: JSONValue) {
    guard let value = json.int else { return nil }
    self = Timestamp.date(milliseconds: value)
  }
}

extension Array: JSONField where Element: JSONField {
  var json: JSONValue { .array(map(\.json)) }

  init?(json: JSONValue) {
    guard let values = json.array else { return nil }
    self = values.compactMap(Element.init(json:))
    guard count == values.count else { return nil }
  }
}
