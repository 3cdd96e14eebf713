import Foundation

/// The fields of a value, read from an object or written to one by the same list, so that both
/// always agree. Fields with default values are omitted.
struct JSONFields {
  /// The object to read; nil while writing.
  private let object: JSONObject?
  /// The bytes written so far, without the closing brace.
  private var bytes: [UInt8] = []
  private var isFirst = true
  /// Whether all required fields were present and of the right type.
  private(set) var isValid = true
  /// The requested keys, if only they are wanted; nil otherwise.
  private(set) var keys: [String]?

  /// Makes fields that are read from an object.
  init(reading object: JSONObject) {
    self.object = object
  }

  /// Fields that only record the requested keys.
  static var noting: JSONFields {
    var fields = JSONFields(reading: JSONObject())
    fields.keys = []
    return fields
  }

  private init(appendingTo bytes: [UInt8]) {
    object = nil
    self.bytes = bytes
  }

  /// Appends the object that `write` writes.
  static func append(to bytes: inout [UInt8], _ write: (inout JSONFields) -> Void) {
    var fields = JSONFields(appendingTo: bytes)
    bytes = []  // The bytes have one owner, so that appending does not copy.
    fields.bytes.append(UInt8(ascii: "{"))
    write(&fields)
    fields.bytes.append(UInt8(ascii: "}"))
    bytes = fields.bytes
  }

  /// Returns the object that `write` writes.
  static func bytes(_ write: (inout JSONFields) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    append(to: &bytes, write)
    return bytes
  }

  /// Reads or writes a required field.
  mutating func field<Value: JSONField>(_ key: String, _ value: inout Value) {
    guard let object else { return write(key, value) }
    keys?.append(key)
    guard let read = object[key].flatMap(Value.init(json:)) else { return isValid = false }
    value = read
  }

  /// Reads or writes a field that is omitted if it has a default value.
  mutating func field<Value: JSONField>(
    _ key: String, _ value: inout Value, unless standard: Value
  ) {
    guard let object else { return value == standard ? () : write(key, value) }
    keys?.append(key)
    guard let json = object[key] else { return value = standard }
    guard let read = Value(json: json) else { return isValid = false }
    value = read
  }

  /// Reads or writes a field that is omitted if nil.
  mutating func field<Value: JSONField>(_ key: String, _ value: inout Value?) {
    guard let object else {
      if let value { write(key, value) }
      return
    }
    keys?.append(key)
    guard let json = object[key] else { return value = nil }
    guard let read = Value(json: json) else { return isValid = false }
    value = read
  }

  private mutating func write(_ key: String, _ value: some JSONField) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    JSONWriter.append(string: key, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    value.append(to: &bytes)
  }
}

/// A value with one form in JSON.
protocol JSONField: Equatable {
  /// Appends the value as JSON.
  func append(to bytes: inout [UInt8])
  /// Parses the output of ``append(to:)``; nil for anything else.
  init?(json: JSONValue)
}

extension JSONField {
  /// The value as a JSON text.
  var jsonText: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  /// Parses ``jsonText``; nil for anything else.
  init?(jsonText: [UInt8]) {
    guard let root = try? JSONReader.read(jsonText).root else { return nil }
    self.init(json: root)
  }
}

/// A value whose fields are listed once, for reading and writing.
protocol JSONFieldList: JSONField {
  init()
  mutating func exchange(_ fields: inout JSONFields)
}

extension JSONFieldList {
  /// The possible keys.
  static var keys: [String] {
    var (value, fields) = (Self(), JSONFields.noting)
    value.exchange(&fields)
    return fields.keys ?? []
  }

  func append(to bytes: inout [UInt8]) {
    var copy = self
    JSONFields.append(to: &bytes) { copy.exchange(&$0) }
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
  func append(to bytes: inout [UInt8]) { rawValue.append(to: &bytes) }

  init?(json: JSONValue) {
    guard let value = json.string.flatMap(Self.init(rawValue:)) else { return nil }
    self = value
  }
}

extension JSONField where Self: RawRepresentable, RawValue: BinaryInteger {
  func append(to bytes: inout [UInt8]) { Int(clamping: rawValue).append(to: &bytes) }

  init?(json: JSONValue) {
    guard let value = json.int.flatMap(RawValue.init(exactly:)).flatMap(Self.init(rawValue:)) else {
      return nil
    }
    self = value
  }
}

extension Bool: JSONField {
  func append(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: (self ? "true" : "false").utf8)
  }

  init?(json: JSONValue) {
    guard let value = json.bool else { return nil }
    self = value
  }
}

extension Int: JSONField {
  func append(to bytes: inout [UInt8]) { bytes.append(contentsOf: String(self).utf8) }

  init?(json: JSONValue) {
    guard let value = json.int else { return nil }
    self = value
  }
}

extension String: JSONField {
  func append(to bytes: inout [UInt8]) { JSONWriter.append(string: self, to: &bytes) }

  init?(json: JSONValue) {
    guard let value = json.string else { return nil }
    self = value
  }
}

/// Encodes whole milliseconds since 1970.
extension Date: JSONField {
  func append(to bytes: inout [UInt8]) { Timestamp.milliseconds(self).append(to: &bytes) }

  init?(json: JSONValue) {
    guard let value = json.int else { return nil }
    self = Timestamp.date(milliseconds: value)
  }
}

extension Array: JSONField where Element: JSONField {
  func append(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      element.append(to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  init?(json: JSONValue) {
    guard let values = json.array else { return nil }
    self = values.compactMap(Element.init(json:))
    guard count == values.count else { return nil }
  }
}

extension Double: JSONField {
  func append(to bytes: inout [UInt8]) { bytes.append(contentsOf: description.utf8) }

  init?(json: JSONValue) {
    guard let value = json.double else { return nil }
    self = value
  }
}
