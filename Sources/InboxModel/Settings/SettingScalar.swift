import Foundation

/// The form of a single value, with one conversion for reading and writing: its error text, its
/// words, its JSON.
struct SettingScalar<Value>: Sendable {
  /// The expectation, the end of the sentence that rejects a value.
  var expected: String
  /// The kinds of values that can be accepted.
  var kinds: [JSONKind]
  /// The range of a whole number; nil for other values.
  var range: ClosedRange<Int>?
  /// The accepted words; empty if they are not enumerable.
  var choices: [String] = []
  /// The accepted strings as a regular expression (ECMA-262), without anchors; it may accept
  /// strings that ``convert`` rejects. Nil for any string.
  var pattern: String?
  /// The same for the strings in a value that may be an array.
  var elementPattern: String?
  /// Whether an unknown word gets the nearest of ``choices`` as a suggestion.
  var suggests = false
  /// Parses a value; nil for one of another form.
  var convert: @Sendable (JSONValue) -> Value?
  /// Returns the written value; nil omits the key.
  var json: @Sendable (Value) -> JSONValue?

  /// An optional value. `null` removes the value, and nil is written as `null`.
  static func optional<Wrapped>(_ scalar: SettingScalar<Wrapped>) -> Self
  where Value == Wrapped? {
    scalar.wrapped(acceptsNull: true) { $0.map(scalar.json) ?? .null }
  }

  /// An optional value that is omitted if nil; `null` removes it.
  static func removable<Wrapped>(_ scalar: SettingScalar<Wrapped>) -> Self
  where Value == Wrapped? {
    scalar.wrapped(acceptsNull: true) { $0.flatMap(scalar.json) }
  }

  /// An optional value that is omitted if nil; `null` is rejected.
  static func given<Wrapped>(_ scalar: SettingScalar<Wrapped>) -> Self where Value == Wrapped? {
    scalar.wrapped(acceptsNull: false) { $0.flatMap(scalar.json) }
  }

  private func wrapped(
    acceptsNull: Bool, _ json: @escaping @Sendable (Value?) -> JSONValue?
  ) -> SettingScalar<Value?> {
    SettingScalar<Value?>(
      expected: expected, kinds: kinds + (acceptsNull ? [.null] : []), range: range,
      choices: choices, pattern: pattern, elementPattern: elementPattern, suggests: suggests,
      convert: { value in
        acceptsNull && value.isNull ? .some(nil) : convert(value).map(Optional.some)
      },
      json: json)
  }
}

extension SettingScalar where Value == Bool {
  /// A switch.
  static var flag: Self {
    Self(
      expected: "`true` or `false`", kinds: [.boolean], choices: ["true", "false"], convert: \.bool,
      json: JSONValue.bool)
  }
}

extension SettingScalar where Value == Int {
  /// A whole number.
  static func number(in range: ClosedRange<Int>) -> Self {
    Self(
      expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      kinds: [.integer], range: range,
      convert: { value in value.int.flatMap { range.contains($0) ? $0 : nil } },
      json: { JSONValue($0) })
  }

  /// A time of day, in minutes after midnight.
  static func timeOfDay(_ example: String) -> Self {
    Self(
      expected: "a time of day such as `\(example)`", kinds: [.string], pattern: TimeOfDay.pattern,
      convert: { $0.string.flatMap(TimeOfDay.minutes) }, json: { .string(TimeOfDay.text($0)) })
  }
}

extension SettingScalar where Value == String {
  static var text: Self { text("a string") { _ in true } }

  /// A string that meets a condition.
  static func text(
    _ expected: String, pattern: String? = nil,
    where isPossible: @escaping @Sendable (String) -> Bool
  ) -> Self {
    Self(
      expected: expected, kinds: [.string], pattern: pattern,
      convert: { $0.string.flatMap { isPossible($0) ? $0 : nil } },
      json: JSONValue.string)
  }

  /// A string; `null` is the empty string.
  static var textOrNull: Self {
    Self(
      expected: "a string", kinds: [.string, .null], convert: { $0.isNull ? "" : $0.string },
      json: JSONValue.string)
  }

  /// A bundle identifier as a string.
  static var appName: Self {
    text(BundleID.form, pattern: BundleID.pattern) { BundleID(wellFormed: $0) != nil }
  }

  /// A language, BCP 47.
  static var language: Self {
    text(
      "a language such as `ru` or `pt-BR`", pattern: LanguageTag.pattern,
      where: LanguageTag.isWellFormed)
  }

  /// A topic of APNs.
  static var topic: Self {
    text("a topic such as `com.example.mail`") { (try? Topic($0)) != nil && !$0.isEmpty }
  }
}

extension SettingScalar where Value: TextIdentifier {
  /// An identifier with the form of a string.
  static func identifier(_ text: SettingScalar<String>) -> Self {
    Self(
      expected: text.expected, kinds: text.kinds, pattern: text.pattern,
      convert: { text.convert($0).map(Value.init) },
      json: { text.json($0.text) })
  }
}

extension SettingScalar where Value == BundleID {
  static var app: Self {
    Self(
      expected: BundleID.form, kinds: [.string], pattern: BundleID.pattern,
      convert: { $0.string.flatMap { BundleID(wellFormed: $0) } },
      json: { .string($0.text) })
  }
}

extension SettingScalar where Value == TimeInterval {
  /// A span of time, 0 seconds or more.
  static func span(_ example: String) -> Self { span("a span such as \(example)") { _ in true } }

  /// A span of time greater than 0 seconds.
  static func someTime(_ example: String) -> Self {
    var scalar = span("a span such as \(example)") { $0 > 0 }
    scalar.pattern = TimeSpan.patternAboveZero
    return scalar
  }

  /// A span of time that meets a condition.
  static func span(
    _ expected: String, where isPossible: @escaping @Sendable (TimeInterval) -> Bool
  ) -> Self {
    Self(
      expected: expected, kinds: [.string], pattern: TimeSpan.pattern,
      convert: { $0.string.flatMap(TimeSpan.seconds).flatMap { isPossible($0) ? $0 : nil } },
      json: { .string(TimeSpan.text($0)) })
  }
}

extension SettingScalar where Value == Date {
  static var moment: Self {
    Self(
      expected: "a time such as `2026-04-14T18:58:00Z`", kinds: [.string],
      pattern: Timestamp.pattern,
      convert: { $0.string.flatMap(Timestamp.date) }, json: { .string(Timestamp.text($0)) })
  }
}

extension SettingScalar where Value == TimeZone {
  static var timeZone: Self {
    Self(
      expected: "a time zone such as `Europe/Moscow` or `+03:00`", kinds: [.string],
      pattern: "[+-]\(TimeOfDay.pattern)|[A-Za-z][A-Za-z0-9_/+-]*",
      convert: { $0.string.flatMap(TimeZone.init(named:)) }, json: { .string($0.settingName) })
  }
}

extension SettingScalar where Value: RawRepresentable<String> & CaseIterable & Sendable {
  /// One of the words of an enumeration.
  static var choice: Self { choice(of: Array(Value.allCases)) }
}

extension SettingScalar where Value: RawRepresentable<String> & Sendable {
  /// One of the words of some values.
  static func choice(of values: [Value]) -> Self {
    let words = values.map(\.rawValue)
    return Self(
      expected: words.alternatives, kinds: [.string], choices: words, suggests: true,
      convert: { value in
        // A number is accepted for a word of digits, whose quotes are often omitted.
        let word = if case .number(let number) = value { number.text } else { value.string }
        return values.first { $0.rawValue == word }
      },
      json: { .string($0.rawValue) })
  }
}

extension SettingScalar where Value == Entitlement {
  /// `"assumed"`, `true` or `false`.
  static var entitlement: Self {
    Self(
      expected: Entitlement.words.alternatives, kinds: [.string, .boolean],
      choices: Entitlement.words, suggests: true,
      convert: Entitlement.init(json:), json: \.json)
  }
}

extension TimeZone {
  /// The text that ``init(named:)`` parses: a name, or `±hh:mm` for a time zone without one.
  public var settingName: String {
    guard identifier.hasPrefix("GMT"), identifier.count > 3 else { return identifier }
    let minutes = secondsFromGMT() / 60
    return (minutes < 0 ? "-" : "+") + TimeOfDay.text(abs(minutes))
  }
}
