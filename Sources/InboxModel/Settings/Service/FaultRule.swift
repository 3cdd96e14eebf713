import Foundation

/// An injected fault and the pushes that it affects: an element of `faults`. All conditions must
/// hold; a rule without conditions affects every push.
public struct FaultRule: Equatable, Sendable {
  /// The number of affected pushes after which the rule is removed, from 1; nil for no limit.
  public var next: Int?
  /// Affects one of this number of pushes, the last of each run, from 1; nil for every push.
  public var every: Int?
  /// The percentage of affected pushes, 1 to 100, drawn with ``seed``; nil for all.
  public var percent: Int?
  /// The seed of the random numbers: the same seed affects the same pushes.
  public var seed = 0
  /// The token of affected pushes; nil for all.
  public var token: DeviceToken?
  /// The app of affected pushes; nil for all.
  public var app: BundleID?

  /// The reason with which pushes are rejected; nil if they are accepted.
  public var answer: RejectionReason?
  /// The delay of the response, in seconds.
  public var delay: TimeInterval = 0
  /// The way the connection ends; nil if it continues.
  public var ending: Ending?

  /// The way a fault ends a connection.
  public enum Ending: Equatable, Sendable {
    /// The connection closes without a response.
    case drop
    /// GOAWAY is sent with the response; the connection closes after the remaining responses.
    case goaway
  }

  /// Makes a rule for every push, without an effect.
  public init() {}

  /// The keys with their descriptions, in the order in which they are written.
  public static let members = fields.members()

  /// The keys, in the order in which they are written.
  public static let keys = members.map(\.key)

  /// Parses the arguments of `fault add`, `KEY=VALUE` each.
  ///
  /// - Throws: ``SettingsError`` with the sentence that would reject a file.
  public init(words: [String]) throws(SettingsError) {
    var object = JSONObject()
    for word in words {
      guard let sign = word.firstIndex(of: "=") else {
        throw SettingsError(
          .wrongValue(expected: "written KEY=VALUE", found: "a word without `=`"), path: word)
      }
      let (key, value) = (String(word[..<sign]), String(word[word.index(after: sign)...]))
      guard object[key] == nil else { throw SettingsError(.repeated, path: key) }
      object[key] =
        switch key {
        case "next", "every", "percent", "seed": JSONValue(json5: value) ?? .string(value)
        case "drop", "goaway": Bool(settingWord: value).map(JSONValue.bool) ?? .string(value)
        default: .string(value)
        }
    }
    self.init()
    try apply(object)
  }

  /// The rule in the form of a file, without default values.
  public var json: JSONObject { Self.fields.json(of: self) }

  /// The arguments of `fault add` for the rule.
  public var words: String {
    json.members.map { member in
      member.key + "=" + (member.value == .bool(true) ? "yes" : member.value.word)
    }.joined(separator: " ")
  }
}

// MARK: - Settings

extension FaultRule: SettingsObject {
  static let fields = ofPushes + ofEffects

  private static let ofPushes: [SettingField<Self>] = [
    .value(
      "next", \.next, .given(.number(in: 1...1_000_000_000)),
      "The number of pushes to affect; then the fault ends."),
    .value(
      "every", \.every, .given(.number(in: 1...1_000_000_000)), "Affects every Nth push."),
    .value(
      "percent", \.percent, .given(.number(in: 1...100)), "The percentage of pushes to affect."),
    .number("seed", \.seed, in: 0...Int.max, "The seed by which `percent` chooses pushes.")
      .omitting(0),
    .check { its, reader throws(SettingsError) in
      guard its.percent == nil, reader.has("seed") else { return }
      throw reader.error(.needs("`percent`"), "seed")
    },
    .value("token", \.token, .given(.anyToken), "Affects pushes to this device token."),
    .value("app", \.app, .given(.app), "Affects pushes to this app."),
  ]

  private static let ofEffects: [SettingField<Self>] = [
    .group(
      [
        .init(
          "answer", SettingForm<String>(.text).schema, "Rejects the push with this reason.")
      ],
      read: readAnswer,
      write: { its in its.answer.map { ["answer": .string($0.rawValue)] } ?? [:] }),
    .value(
      "delay", \.delay, .span("a span up to an hour such as `200ms`") { $0 <= 3600 },
      "Delays the response by this time; the push itself is not delayed."
    ).omitting("0s"),
    .group(
      [
        .init(
          "drop", SettingForm<Bool>(.flag).schema, "Closes the connection without a response."),
        .init(
          "goaway", SettingForm<Bool>(.flag).schema,
          "Sends GOAWAY and closes the connection after the open responses."),
      ],
      read: readEnding,
      write: { its in
        switch its.ending {
        case .drop: ["drop": true]
        case .goaway: ["goaway": true]
        case nil: [:]
        }
      }),
    .check { its, reader throws(SettingsError) in
      guard its.answer == nil, its.delay == 0, its.ending == nil else { return }
      throw reader.source.error(
        .needsOne(of: "`answer`, `delay`, `drop` or `goaway`, such as `answer=TooManyRequests`"),
        path: reader.path.isEmpty ? "fault" : reader.path, offset: reader.offset)
    },
  ]

  private static func readAnswer(
    _ its: inout Self, _ reader: inout SettingsReader
  ) throws(SettingsError) {
    var word: String?
    try reader.text("answer", into: &word)
    guard let word else { return }
    let reason = RejectionReason(rawValue: word)
    guard RejectionReason.all.contains(reason) else {
      var error = reader.wrong("answer", "a reason of Apple's such as `TooManyRequests`")
      error.suggestion = NearestName.of(word, among: RejectionReason.all.map(\.rawValue))
      throw error
    }
    its.answer = reason
  }

  private static func readEnding(
    _ its: inout Self, _ reader: inout SettingsReader
  ) throws(SettingsError) {
    var (isDropped, goesAway) = (false, false)
    try reader.read("drop", .flag, into: &isDropped)
    try reader.read("goaway", .flag, into: &goesAway)
    // A closed connection cannot carry GOAWAY.
    if isDropped, goesAway { throw reader.error(.excluded(by: "drop"), "goaway") }
    if isDropped, its.answer != nil { throw reader.error(.excluded(by: "answer"), "drop") }
    its.ending = isDropped ? .drop : goesAway ? .goaway : nil
  }
}

extension SettingForm<[FaultRule]> {
  /// The list `faults`.
  static var faults: Self {
    .objects(members: FaultRule.fields.members(), write: \.json) {
      reader, rules throws(SettingsError) in
      var rule = FaultRule()
      try rule.apply(&reader)
      rules.append(rule)
    }
  }
}

extension SettingScalar<DeviceToken> {
  fileprivate static var anyToken: Self {
    Self(
      expected: "2 to 200 hex digits, an even number" + Guests.tokenForm, kinds: [.string],
      convert: { $0.string.flatMap { DeviceToken($0) } }, json: { .string($0.hex) })
  }
}

extension SettingsReader {
  /// Reads the list `faults` of a file or a scenario; it replaces the previous one.
  mutating func faults(into target: inout [FaultRule]) throws(SettingsError) {
    if value("faults") != nil { try SettingForm.faults.read(&self, "faults", &target) }
  }
}
