import Foundation

/// The form of a message field in proto3 JSON: names in snake case or lower camel case,
/// enumerations as words or numbers, integers as numbers or strings; `null` counts as absent.
/// Google's own libraries also write enumeration words in lower case.
indirect enum FCMForm: Sendable {
  case text, flag, count, number, duration, moment, color
  /// A word of an enumeration, in the order of the numbers.
  case word([String])
  case texts, durations
  /// An object of strings.
  case textMap
  /// The sender's own entries: strings, without the names that FCM reserves.
  case data
  /// An object of another service, which is not validated.
  case foreign
  /// An object with only these fields.
  case fields([Field])

  /// A field with its name in snake case.
  struct Field: Sendable {
    let name: String
    let form: FCMForm
    let camelName: String

    init(_ name: String, _ form: FCMForm) {
      self.name = name
      self.form = form
      let words = name.split(separator: "_")
      camelName = words.dropFirst().reduce(words.first.map(String.init) ?? "") { text, word in
        text + word.prefix(1).uppercased() + word.dropFirst()
      }
    }
  }

  /// Validates a value and returns it in canonical form: names in snake case, enumerations as
  /// words.
  ///
  /// - Parameter path: The path of the field, in snake case; empty for the root.
  func read(_ value: JSONValue, at path: String) throws(FCMError) -> JSONValue {
    switch self {
    case .fields(let fields): return try Self.read(value, fields, at: path)
    case .textMap, .data: return .object(try readMap(value, at: path))
    case .foreign:
      guard value.object != nil else { throw wrong(value, path) }
      return value
    case .texts, .durations:
      guard let elements = value.array else { throw wrong(value, path) }
      let form: FCMForm = if case .texts = self { .text } else { .duration }
      var read: [JSONValue] = []
      for (index, element) in elements.enumerated() {
        read.append(try form.read(element, at: "\(path)[\(index)]"))
      }
      return .array(read)
    case .text, .flag, .count, .number, .duration, .moment, .color, .word:
      guard let single = readSingle(value) else { throw wrong(value, path) }
      return single
    }
  }

  private func readSingle(_ value: JSONValue) -> JSONValue? {
    switch self {
    case .text: return value.string.map(JSONValue.string)
    case .flag: return value.bool.map(JSONValue.bool)
    case .count:
      let count = value.int ?? value.string.flatMap { Int($0) }
      guard let count, (0...Int(Int32.max)).contains(count) else { return nil }
      return .number(JSONNumber(count))
    case .number: return value.double.map { _ in value }
    case .duration: return value.string.flatMap { Self.seconds($0) == nil ? nil : .string($0) }
    case .moment: return value.string.flatMap { Timestamp.date($0) == nil ? nil : .string($0) }
    case .color:
      return value.string.flatMap { text in
        let digits = text.utf8.dropFirst()
        let isColor = text.hasPrefix("#") && digits.count == 6 && digits.allSatisfy(\.isHexDigit)
        return isColor || text.isEmpty ? .string(text) : nil
      }
    case .word(let words):
      if let word = value.string?.uppercased() { return words.contains(word) ? .string(word) : nil }
      return value.int.flatMap { words.indices.contains($0) ? .string(words[$0]) : nil }
    default: return nil
    }
  }

  /// Parses a duration such as `3.5s`: at most nine decimal places, not negative; returns seconds;
  /// nil for any other text.
  static func seconds(_ text: String) -> TimeInterval? {
    guard text.hasSuffix("s") else { return nil }
    let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts[0].utf8.count <= 12,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }),
      parts.count == 1 || parts[1].utf8.count <= 9
    else { return nil }
    return TimeInterval(text.dropLast())
  }

  // MARK: Objects

  private static func read(
    _ value: JSONValue, _ fields: [Field], at path: String
  ) throws(FCMError) -> JSONValue {
    guard let object = value.object else { throw FCMForm.fields(fields).wrong(value, path) }
    var result = JSONObject()
    for member in object.members {
      guard let field = fields.first(where: { $0.name == member.key || $0.camelName == member.key })
      else { throw unknown(member.key, fields, at: path) }
      guard !member.value.isNull else { continue }
      result[field.name] = try field.form.read(member.value, at: joined(path, field.name))
    }
    return .object(result)
  }

  private func readMap(_ value: JSONValue, at path: String) throws(FCMError) -> JSONObject {
    guard let object = value.object else { throw wrong(value, path) }
    for member in object.members {
      let place = Self.joined(path, cut(member.key))
      guard member.value.string != nil else { throw FCMForm.text.wrong(member.value, place) }
      if case .data = self, Self.isReserved(member.key) {
        throw .invalid(
          place, "Invalid data payload key: \(cut(member.key))",
          fix:
            "Rename the key: FCM reserves from, message_type and keys that begin with google. or "
            + "gcm.notification.")
      }
    }
    return object
  }

  /// Returns whether FCM reserves a name in `data` (Firebase, "REST Resource: projects.messages").
  private static func isReserved(_ key: String) -> Bool {
    ["from", "message_type"].contains(key) || key.hasPrefix("google.")
      || key.hasPrefix("gcm.notification.")
  }

  private static func joined(_ path: String, _ name: String) -> String {
    path.isEmpty ? name : path + "." + name
  }

  // MARK: Errors

  private static func unknown(_ key: String, _ fields: [Field], at path: String) -> FCMError {
    let name = cut(key)
    let nearest = NearestName.of(key, among: fields.map(\.name))
    let place = path.isEmpty ? "" : " at '\(path)'"
    return .invalid(
      joined(path, name),
      "Invalid JSON payload received. Unknown name \"\(name)\"\(place): Cannot find field.",
      fix: nearest.map { "Write \($0)." } ?? "Remove it; custom entries belong in message.data.")
  }

  private func wrong(_ value: JSONValue, _ path: String) -> FCMError {
    let (type, expected) = expectation
    return .invalid(
      path, "Invalid value at '\(path)' (\(type)), \(cut(JSONWriter.text(value), to: 80))",
      fix: "Send \(expected).")
  }

  /// The type as the service names it, and the expectation.
  private var expectation: (type: String, sentence: String) {
    switch self {
    case .text: ("TYPE_STRING", "a string; send other values of data as JSON in a string")
    case .flag: ("TYPE_BOOL", "true or false")
    case .count: ("TYPE_INT32", "a whole number from 0")
    case .number: ("TYPE_FLOAT", "a number")
    case .duration: ("type.googleapis.com/google.protobuf.Duration", "seconds such as \"3.5s\"")
    case .moment:
      ("type.googleapis.com/google.protobuf.Timestamp", "a time such as \"2026-04-14T18:58:00Z\"")
    case .color: ("TYPE_STRING", "a color such as \"#5f87af\"")
    case .word(let words): ("TYPE_ENUM", "one of " + words.joined(separator: ", "))
    case .texts: ("TYPE_STRING[]", "a list of strings")
    case .durations: ("type.googleapis.com/google.protobuf.Duration[]", "a list such as [\"1s\"]")
    case .textMap, .data: ("map<string, string>", "an object whose values are strings")
    case .foreign, .fields: ("TYPE_MESSAGE", "an object")
    }
  }
}
