import Foundation

/// What goes wrong on purpose, and with which pushes: an element of `faults`
/// (`design/contract.md` §10). What it says of pushes must all hold; one that says nothing of them means each.
public struct FaultRule: Equatable, Sendable {
  /// How many pushes it strikes before it is gone, from 1; nil for no end.
  public var next: Int?
  /// It strikes one push of this many, the last of each row of them, from 1; nil for each.
  public var every: Int?
  /// How many of a hundred pushes it means, 1 to 100, drawn by ``seed``; nil for all.
  public var percent: Int?
  /// Where the drawing starts: the same seed strikes the same pushes.
  public var seed = 0
  /// The token it means; nil for all.
  public var token: DeviceToken?
  /// The app it means; nil for all.
  public var app: BundleID?

  /// The reason the push is refused for; nil when it is accepted.
  public var answer: RejectionReason?
  /// Seconds the answer waits.
  public var delay: TimeInterval = 0
  /// What becomes of the connection.
  public var ending: Ending?

  /// The end of a connection.
  public enum Ending: Equatable, Sendable {
    /// It is cut in place of the answer.
    case drop
    /// GOAWAY comes with the answer; it closes when the others have theirs.
    case goaway
  }

  /// A rule for each push, which does nothing yet.
  public init() {}

  /// The longest an answer may be held back, seconds.
  private static let longestDelay: TimeInterval = 3600

  /// The keys, in the order in which they are written.
  public static let keys = [
    "next", "every", "percent", "seed", "token", "app", "answer", "delay", "drop", "goaway",
  ]

  /// Reads the words of `fault add`, `KEY=VALUE` each.
  ///
  /// - Throws: ``SettingsError`` with the sentence a file would be refused for.
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
    do throws(SettingsError) {
      var reader = SettingsReader(object, source: SettingsSource(bytes: []))
      try self.init(&reader)
      try reader.finish()
    } catch {
      var error = error
      error.position = nil
      throw error
    }
  }

  /// Reads an object of the list.
  init(_ reader: inout SettingsReader) throws(SettingsError) {
    try Self.count("next", in: 1...1_000_000_000, &reader, into: &next)
    try Self.count("every", in: 1...1_000_000_000, &reader, into: &every)
    try Self.count("percent", in: 1...100, &reader, into: &percent)
    try reader.number("seed", in: 0...Int.max, into: &seed)
    if percent == nil, reader.has("seed") { throw reader.error(.needs("`percent`"), "seed") }
    try reader.read(
      "token", as: "2 to 200 hex digits, an even number" + Guests.tokenForm, into: &token
    ) { value in
      value.string.flatMap { DeviceToken($0) }.map(Optional.some)
    }
    try reader.read("app", as: BundleID.form, into: &app) { value in
      value.string.flatMap { BundleID(wellFormed: $0) }.map(Optional.some)
    }
    var word: String?
    try reader.text("answer", into: &word)
    if let word {
      let reason = RejectionReason(rawValue: word)
      guard RejectionReason.all.contains(reason) else {
        var error = reader.notOne(of: RejectionReason.all.map(\.rawValue), .string(word), "answer")
        error.problem = .wrongValue(
          expected: "a reason of Apple's such as `TooManyRequests`",
          found: JSONValue.string(word).sample)
        throw error
      }
      answer = reason
    }
    try reader.read("delay", as: "a span up to an hour such as `200ms`", into: &delay) { value in
      value.string.flatMap(TimeSpan.seconds).flatMap { $0 <= Self.longestDelay ? $0 : nil }
    }
    try readEnding(&reader)
    if answer == nil, delay == 0, ending == nil {
      let problem = SettingsError.Problem.wrongValue(
        expected: "given an `answer`, a `delay`, `drop` or `goaway`", found: "without any")
      throw reader.source.error(
        problem, path: reader.path.isEmpty ? "fault" : reader.path, offset: reader.offset)
    }
  }

  private mutating func readEnding(_ reader: inout SettingsReader) throws(SettingsError) {
    var (drops, says) = (false, false)
    try reader.flag("drop", into: &drops)
    try reader.flag("goaway", into: &says)
    // Nothing can be said on a connection that was cut.
    if drops, says { throw reader.error(.excluded(by: "drop"), "goaway") }
    if drops, answer != nil { throw reader.error(.excluded(by: "answer"), "drop") }
    ending = drops ? .drop : says ? .goaway : nil
  }

  private static func count(
    _ key: String, in range: ClosedRange<Int>, _ reader: inout SettingsReader,
    into target: inout Int?
  ) throws(SettingsError) {
    var number = range.lowerBound
    try reader.number(key, in: range, into: &number)
    if reader.has(key) { target = number }
  }

  /// What it says, as a file would; what it does not say is left out.
  public var json: JSONObject {
    var object = JSONObject()
    object["next"] = next.map { JSONValue($0) }
    object["every"] = every.map { JSONValue($0) }
    object["percent"] = percent.map { JSONValue($0) }
    if seed != 0 { object["seed"] = JSONValue(seed) }
    object["token"] = (token?.hex).map(JSONValue.string)
    object["app"] = (app?.rawValue).map(JSONValue.string)
    object["answer"] = (answer?.rawValue).map(JSONValue.string)
    if delay > 0 { object["delay"] = .string(TimeSpan.text(delay)) }
    if ending == .drop { object["drop"] = .bool(true) }
    if ending == .goaway { object["goaway"] = .bool(true) }
    return object
  }

  /// The words of `fault add` that make it.
  public var words: String {
    json.members.map { member in
      member.key + "=" + (member.value == .bool(true) ? "yes" : member.value.word)
    }.joined(separator: " ")
  }
}

extension SettingsReader {
  /// The list `faults` of a file or a scenario; it replaces the one before.
  mutating func faults(into target: inout [FaultRule]) throws(SettingsError) {
    var rules: [FaultRule] = []
    try objects("faults") { (reader: inout SettingsReader) throws(SettingsError) in
      rules.append(try FaultRule(&reader))
    }
    if has("faults") { target = rules }
  }
}
