import Foundation

/// Reads the words of `set`, given what they are relative to.
public struct SettingChangeReader: Sendable {
  /// The moment of the command.
  public var now: Date
  /// What is in force: the zone of times of day, the Focuses there are, the lists that `+=` adds to.
  public var phone: PhoneSettings

  /// Makes a reader.
  public init(now: Date, phone: PhoneSettings) {
    self.now = now
    self.phone = phone
  }

  /// Reads words such as `lock=locked`, in their order; `focus.until` belongs to the `focus` of the same
  /// command, wherever it stands.
  public func changes(_ words: some Sequence<String>) throws(SettingsError) -> [SettingChange] {
    var pairs: [(key: String, value: String)] = []
    for word in words {
      guard let sign = word.assignment else {
        throw wrong(word, "written KEY=VALUE", found: "a word without `=`")
      }
      pairs.append((String(word[..<sign]), String(word[word.index(after: sign)...])))
    }
    return try changes(pairs: pairs)
  }

  /// Reads keys with their values, in their order; each is read as if those before it were in force.
  public func changes(
    pairs: [(key: String, value: String)]
  ) throws(SettingsError) -> [SettingChange] {
    var changes: [SettingChange] = []
    var fold = SettingsFold(phone)
    for (key, value) in pairs where key != "focus.until" {
      changes.append(try change(key, value, &fold))
    }
    if let problem = fold.problem { throw problem }
    if let (key, value) = pairs.last(where: { $0.key == "focus.until" }) {
      let until = try TimeSpan.seconds(value) == nil ? moment(key, value) : end(key, value)
      guard
        let index = changes.lastIndex(where: { $0.key == "focus" }),
        case .focusOn(let name, _) = changes[index]
      else { throw SettingsError(.missing, path: "focus=NAME beside focus.until") }
      changes[index] = .focusOn(name, until: until)
    }
    return changes
  }

  private func change(
    _ key: String, _ value: String, _ fold: inout SettingsFold
  ) throws(SettingsError) -> SettingChange {
    switch key {
    case "language", "device.language": return .language(try language(value))
    case "online":
      switch value {
      case "yes": return .online(true)
      case "no": return .online(false)
      default: throw notOneOfWords(key, value)
      }
    case "focus": return try focus(value, among: fold.phone.focuses.keys.sorted())
    case "dnd": return try doNotDisturb(value)
    case "summary":
      guard value == "now" else { throw notOneOfWords(key, value) }
      return .showSummary
    case _ where key.hasPrefix("mute."):
      guard let app = BundleID(settingKey: key.dropFirst("mute.".count)) else { break }
      return .mute(app, until: try muteEnd(key, value))
    case _ where key.hasPrefix("badge."):
      guard let app = BundleID(settingKey: key.dropFirst("badge.".count)) else { break }
      guard let number = Int(value), (0...Int(Int32.max)).contains(number) else {
        throw wrong(key, "a number from 0", found: "`\(value)`")
      }
      return .byApp(app, .setBadge(number))
    case _ where key.hasPrefix("remove."):
      guard let app = BundleID(settingKey: key.dropFirst("remove.".count)) else { break }
      guard !value.isEmpty else {
        throw wrong(key, "`all` or the identifier of an entry", found: "nothing")
      }
      return .byApp(app, .remove(requestID: value == "all" ? nil : value))
    default: break
    }
    return try SettingWord(key: key, value: value).change(&fold)
  }

  // MARK: Values

  /// The words a key takes, as errors name them; empty for a key whose values are free. `dnd` and `mute.`
  /// take spans and times beside them, `clock` moments.
  public func words(for key: String) -> [String] {
    switch key {
    case "online": return ["yes", "no"]
    case "focus": return phone.focuses.keys.sorted() + ["off"]
    case "dnd": return ["on", "off"]
    case "summary": return ["now"]
    case "clock": return ["real"]
    case _ where key.hasPrefix("mute."): return ["off", "today"]
    case _ where key.hasPrefix("badge."): return ["0"]
    case _ where key.hasPrefix("remove."): return ["all"]
    default:
      let path = key.last.map { "+-".contains($0) } ?? false ? String(key.dropLast()) : key
      guard case .value(let form)? = SettingPath(key: path)?.schema else { return [] }
      return form.choices
    }
  }

  private func language(_ value: String) throws(SettingsError) -> String {
    guard LanguageTag.isWellFormed(value) else {
      throw wrong("language", "a language such as `ru` or `pt-BR`", found: "`\(value)`")
    }
    return value
  }

  private func focus(
    _ value: String, among focuses: [String]
  ) throws(SettingsError) -> SettingChange {
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

  /// `1h`, `until:07:00`, `today` until midnight; nil is `off`.
  private func muteEnd(_ key: String, _ value: String) throws(SettingsError) -> Date? {
    switch value {
    case "off": nil
    case "today": try moment(key, "00:00")
    default: try end(key, value)
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
      if let date = TimeOfDay.next(minutes, after: now, in: phone.device.timeZone) {
        return date.clamped
      }
    } else if let date = Timestamp.date(value) {
      guard date > now else { throw wrong(key, "a moment to come", found: "`\(value)`") }
      return date
    }
    throw wrong(
      key, "a time of day such as `07:00` or a moment such as `2026-04-14T18:58:00Z`",
      found: "`\(value)`")
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
  /// The keys of `set` beside the paths of ``SettingsSchema/phone``, in the order of `design/contract.md` §2;
  /// those that end in a dot take a bundle id.
  public static let keys = [
    "lock", "dnd", "focus", "focus.until", "previews", "grouping", "online", "language", "ringer",
    "app.", "mute.", "badge.", "remove.", "summary", "clock",
  ]
}

extension SettingChange {
  /// Whether something can be set by a word, or by words that begin with it and a dot.
  public static func isKey(_ word: String) -> Bool {
    if keys.contains(word) || SettingPath(key: word) != nil { return true }
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    return SettingsSchema.phone.keys.contains(String(parts[0]))
      || parts.count > 1 && keys.contains(parts[0] + ".")
  }
}

extension String {
  /// The sign between key and value; one between quotes is a part of the key: `keys."="`.
  var assignment: String.Index? {
    var (isQuoted, isEscaped) = (false, false)
    for index in indices {
      switch self[index] {
      case _ where isEscaped: isEscaped = false
      case "\\" where isQuoted: isEscaped = true
      case "\"": isQuoted.toggle()
      case "=" where !isQuoted: return index
      default: break
      }
    }
    return firstIndex(of: "=")
  }
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
