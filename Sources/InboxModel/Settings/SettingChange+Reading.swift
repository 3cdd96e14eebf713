import Foundation

/// Reads the words of `set`, given what they are relative to.
public struct SettingChangeReader: Sendable {
  /// The moment of the command.
  public var now: Date
  /// The phone's time zone, for times of day.
  public var timeZone: TimeZone
  /// The Focuses there are.
  public var focuses: [String]

  /// Makes a reader.
  public init(now: Date, timeZone: TimeZone, focuses: some Sequence<String>) {
    self.now = now
    self.timeZone = timeZone
    self.focuses = focuses.sorted()
  }

  /// Reads words such as `lock=locked`, in their order; `focus.until` belongs to the `focus` of the same
  /// command, wherever it stands.
  public func changes(_ words: some Sequence<String>) throws(SettingsError) -> [SettingChange] {
    var pairs: [(key: String, value: String)] = []
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw wrong(word, "written KEY=VALUE", found: "a word without `=`")
      }
      pairs.append((String(parts[0]), String(parts[1])))
    }
    return try changes(pairs: pairs)
  }

  /// Reads keys with their values, in their order.
  public func changes(
    pairs: [(key: String, value: String)]
  ) throws(SettingsError) -> [SettingChange] {
    var changes: [SettingChange] = []
    for (key, value) in pairs where key != "focus.until" {
      changes.append(try change(key, value))
    }
    if let (key, value) = pairs.last(where: { $0.key == "focus.until" }) {
      let until = try moment(key, value)
      guard
        let index = changes.lastIndex(where: { $0.key == "focus" }),
        case .focusOn(let name, _) = changes[index]
      else { throw SettingsError(.missing, path: "focus=NAME beside focus.until") }
      changes[index] = .focusOn(name, until: until)
    }
    return changes
  }

  private func change(_ key: String, _ value: String) throws(SettingsError) -> SettingChange {
    switch key {
    case "lock": return .lock(try choice(key, value))
    case "previews": return .previews(try choice(key, value))
    case "grouping": return .grouping(try choice(key, value))
    case "ringer": return .ringer(try choice(key, value))
    case "language": return .language(try language(value))
    case "online":
      switch value {
      case "yes": return .online(true)
      case "no": return .online(false)
      default: throw notOneOfWords(key, value)
      }
    case "focus": return try focus(value)
    case "dnd": return try doNotDisturb(value)
    default: break
    }
    let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
    if parts.count == 2, let app = bundleID(parts[1]) {
      if parts[0] == "app" { return .appState(app, try choice(key, value)) }
      if parts[0] == "mute" {
        return .mute(app, until: value == "off" ? nil : try end(key, value))
      }
    }
    throw SettingsError(
      .unknownKey, path: key, suggestion: NearestName.of(key, among: SettingChange.keys))
  }

  // MARK: Values

  /// The words a key takes, as errors name them; empty for a key whose values are free. `dnd` and `mute.`
  /// take spans and times beside them, `clock` moments.
  public func words(for key: String) -> [String] {
    switch key {
    case "lock": LockState.allCases.map(\.rawValue)
    case "previews": ShowPreviewsSetting.allCases.map(\.rawValue)
    case "grouping": GroupingSetting.allCases.map(\.rawValue)
    case "ringer": Ringer.allCases.map(\.rawValue)
    case "online": ["yes", "no"]
    case "focus": focuses + ["off"]
    case "dnd": ["on", "off"]
    case "clock": ["real"]
    case _ where key.hasPrefix("app."): AppRunState.allCases.map(\.rawValue)
    case _ where key.hasPrefix("mute."): ["off"]
    default: []
    }
  }

  private func choice<Choice: RawRepresentable<String>>(
    _ key: String, _ value: String
  ) throws(SettingsError) -> Choice {
    guard let choice = Choice(rawValue: value) else {
      throw notOneOfWords(key, value)
    }
    return choice
  }

  private func language(_ value: String) throws(SettingsError) -> String {
    guard LanguageTag.isWellFormed(value) else {
      throw wrong("language", "a language such as `ru` or `pt-BR`", found: "`\(value)`")
    }
    return value
  }

  private func focus(_ value: String) throws(SettingsError) -> SettingChange {
    if value == "off" { return .focusOff(since: now) }
    guard focuses.contains(value) else { throw notOneOfWords("focus", value) }
    return .focusOn(value, until: nil)
  }

  private func doNotDisturb(_ value: String) throws(SettingsError) -> SettingChange {
    switch value {
    case "on": .focusOn("dnd", until: nil)
    case "off": .focusOff(since: now)
    default: .focusOn("dnd", until: try end("dnd", value))
    }
  }

  /// `30m` or `until:07:00`.
  private func end(_ key: String, _ value: String) throws(SettingsError) -> Date {
    if let seconds = TimeSpan.seconds(value), seconds > 0 {
      return now.addingTimeInterval(seconds).wholeMilliseconds
    }
    if value.hasPrefix("until:") {
      return try moment(key, String(value.dropFirst("until:".count)))
    }
    var error = notOneOfWords(key, value)
    if case .wrongValue(let expected, let found) = error.problem {
      error.problem = .wrongValue(
        expected: expected + ", a span such as `30m` or `until:07:00`", found: found)
    }
    throw error
  }

  /// A moment to come: RFC 3339, or a time of day in the phone's zone, today or tomorrow.
  private func moment(_ key: String, _ value: String) throws(SettingsError) -> Date {
    if let minutes = TimeOfDay.minutes(value) {
      if let date = TimeOfDay.next(minutes, after: now, in: timeZone) { return date.clamped }
    } else if let date = Timestamp.date(value) {
      guard date > now else { throw wrong(key, "a moment to come", found: "`\(value)`") }
      return date
    }
    throw wrong(
      key, "a time of day such as `07:00` or a moment such as `2026-04-14T18:58:00Z`",
      found: "`\(value)`")
  }

  private func bundleID(_ text: String) -> BundleID? {
    text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } ? BundleID(rawValue: text) : nil
  }

  // MARK: Errors

  private func notOneOfWords(_ key: String, _ value: String) -> SettingsError {
    let names = words(for: key)
    return SettingsError(
      .wrongValue(expected: names.alternatives, found: "`\(value)`"), path: key,
      suggestion: NearestName.of(value, among: names))
  }

  private func wrong(_ key: String, _ expected: String, found: String) -> SettingsError {
    SettingsError(.wrongValue(expected: expected, found: found), path: key)
  }
}

extension SettingChange {
  /// The keys of `set`, in the order of `design/contract.md` §2; `app.` and `mute.` take a bundle id.
  public static let keys = [
    "lock", "dnd", "focus", "focus.until", "previews", "grouping", "online", "language", "ringer",
    "app.", "mute.", "clock",
  ]
}

extension TimeOfDay {
  /// The next moment after `date` at which clocks in a zone show that many minutes after midnight; a time
  /// that daylight saving skips comes with the next one that exists.
  public static func next(_ minutes: Int, after date: Date, in timeZone: TimeZone) -> Date? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar.nextDate(
      after: date, matching: DateComponents(hour: minutes / 60, minute: minutes % 60, second: 0),
      matchingPolicy: .nextTime)
  }
}

extension [String] {
  /// For messages: `` `a`, `b` or `c` ``.
  public var alternatives: String {
    let quoted = map { "`\($0)`" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}
