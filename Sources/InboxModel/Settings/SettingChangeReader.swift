import Foundation

/// The parser of `set` assignments, with the state that they are relative to.
public struct SettingChangeReader: Sendable {
  /// The moment of the command.
  public var now: Date
  /// The current settings: the time zone, the Focuses, the lists that `+=` extends.
  public var phone: PhoneSettings

  /// Makes a reader.
  public init(now: Date, phone: PhoneSettings) {
    self.now = now
    self.phone = phone
  }

  /// Parses assignments such as `lock=locked`, in their order. `focus.until` belongs to the `focus`
  /// of the same command, whatever their order.
  ///
  /// - Throws: ``SettingsError`` for the first invalid or contradicting assignment.
  public func changes(_ words: some Sequence<String>) throws(SettingsError) -> [SettingChange] {
    var pairs: [(key: String, value: String)] = []
    for word in words {
      guard let pair = word.assignment else {
        throw wrong(word, "written KEY=VALUE", found: "a word without `=`")
      }
      if pair.key.isEmpty { throw wrong(word, "written KEY=VALUE", found: "without a key") }
      pairs.append(pair)
    }
    return try changes(pairs: pairs)
  }

  /// Removes the one assignment with a key, such as `clock`, from a command and returns its value;
  /// nil without one.
  ///
  /// - Throws: ``SettingsError`` if the key is repeated.
  public static func extract(
    _ key: String, from words: inout [String]
  ) throws(SettingsError) -> String? {
    let own = words.filter { $0.hasPrefix(key + "=") }
    guard let word = own.first else { return nil }
    if own.count > 1 { throw SettingsError(own[1], contradicts: word) }
    words.removeAll { $0 == word }
    return String(word.dropFirst(key.count + 1))
  }

  /// Parses keys with their values, in their order, each with the previous ones in force. Two
  /// assignments that set the same value, or opposite ones, are rejected.
  ///
  /// - Throws: ``SettingsError`` for the first invalid or contradicting key.
  public func changes(
    pairs: [(key: String, value: String)]
  ) throws(SettingsError) -> [SettingChange] {
    var changes: [SettingChange] = []
    var fold = SettingsAccumulator(phone)
    var said = ConflictChecker()
    var end: (word: String, until: Date)?
    for (key, value) in pairs {
      let word = "\(key)=\(value)"
      if key == "focus.until" {
        if let end { throw SettingsError(word, contradicts: end.word) }
        let until = try TimeSpan.seconds(value) == nil ? moment(key, value) : self.end(key, value)
        end = (word, until)
      } else {
        let change = try change(key, value, &fold)
        try said.add(change, SettingAssignment(key: key, value: value), as: word)
        changes.append(change)
      }
    }
    if let problem = fold.problem { throw problem }
    guard let end else { return changes }
    guard let index = changes.firstIndex(where: { $0.key == "focus" }),
      case .focusOn(let name, let until) = changes[index]
    else { throw SettingsError(.needs("`focus=NAME`"), path: "focus.until") }
    if until != nil, let span = said["focus"] { throw SettingsError(end.word, contradicts: span) }
    changes[index] = .focusOn(name, until: end.until)
    return changes
  }

  private func change(
    _ key: String, _ value: String, _ fold: inout SettingsAccumulator
  ) throws(SettingsError) -> SettingChange {
    switch key {
    case "language", "device.language": return .language(try language(key, value))
    case "online":
      guard let isOnline = Bool(settingWord: value) else { throw notOneOfWords(key, value) }
      return .online(isOnline)
    case "focus": return try focus(FocusName(value), among: fold.phone.focuses)
    case "dnd": return try doNotDisturb(value)
    case "summary":
      guard value == "now" else { throw notOneOfWords(key, value) }
      return .showSummary
    case _ where key.hasSuffix(".") && SettingChange.keys.contains(key):
      throw wrong(key, "followed by \(BundleID.form)", found: "nothing")
    default:
      if let change = try appChange(key, value) { return change }
      return try SettingAssignment(key: key, value: value).change(&fold)
    }
  }

  /// Parses a key such as `mute.com.example.app`; nil for any other.
  private func appChange(_ key: String, _ value: String) throws(SettingsError) -> SettingChange? {
    let parts = key.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let app = BundleID(wellFormed: parts[1]) else { return nil }
    switch parts[0] {
    case "mute": return .mute(app, until: try muteEnd(key, value))
    case "badge":
      guard let number = Int(value), (0...Int(Int32.max)).contains(number) else {
        throw wrong(key, "a number from 0", found: "`\(value)`")
      }
      return .byApp(app, .setBadge(number))
    case "remove":
      guard !value.isEmpty else {
        throw wrong(key, "`all` or the identifier of an entry", found: "nothing")
      }
      return .byApp(app, .remove(requestID: value == "all" ? nil : RequestID(value)))
    case "activity":
      let id = ActivityID(value)
      guard value == "all" || id != nil else {
        throw wrong(key, "`all` or a Live Activity such as `A3`", found: "`\(value)`")
      }
      return .byApp(app, .removeActivity(id))
    case "tokens":
      guard value == "new" else { throw notOneOfWords(key, value) }
      return .byApp(app, .renewTokens)
    case let word:
      guard let prefix = Guests.AppOperation.prefixes.first(where: { $0.dropLast() == word })
      else { return nil }
      return .byApp(app, .guest(try Guests.AppOperation(prefix, key: key, value: value)))
    }
  }

  // MARK: Values

  /// Returns the values that a key accepts, as errors list them; empty for a key with free values.
  /// `dnd` and `mute.` also accept spans and times, `clock` accepts moments.
  public func words(for key: String) -> [String] {
    if key == "focus" { return phone.focuses.keys.map(\.text).sorted() + ["off"] }
    if let form = AssignmentKey.of(key)?.form { return form.choices }
    let path = key.last.map { "+-".contains($0) } ?? false ? String(key.dropLast()) : key
    guard case .value(let form)? = SettingPath(key: path)?.schema else { return [] }
    return form.choices
  }

  private func language(_ key: String, _ value: String) throws(SettingsError) -> String {
    guard LanguageTag.isWellFormed(value) else {
      throw wrong(key, "a language such as `ru` or `pt-BR`", found: "`\(value)`")
    }
    return value
  }

  private func focus(
    _ name: FocusName, among focuses: [FocusName: FocusSettings]
  ) throws(SettingsError) -> SettingChange {
    if name == "off" { return .focusOff(since: now) }
    guard focuses[name] != nil else {
      let error = notOneOfWords("focus", name.text)
      guard error.suggestion == nil else { throw error }
      let names = focuses.keys.map { "`\($0.text)`" }.sorted().joined(separator: ", ")
      throw wrong(
        "focus",
        "`off` or a Focus that exists: \(names) (a setting such as "
          + "`focus.NAME.hideBadges=false` creates one)", found: "`\(name.text)`")
    }
    return .focusOn(name, until: nil)
  }

  private func doNotDisturb(_ value: String) throws(SettingsError) -> SettingChange {
    switch Bool(settingWord: value) {
    case true?: .focusOn(.doNotDisturb, until: nil)
    case false?: .focusOff(since: now)
    case nil: .focusOn(.doNotDisturb, until: try end("dnd", value))
    }
  }

  /// Parses `1h`, `until:07:00`, or `today` for midnight; nil for `off`.
  private func muteEnd(_ key: String, _ value: String) throws(SettingsError) -> Date? {
    if Bool(settingWord: value) == false { return nil }
    return value == "today" ? try moment(key, "00:00") : try end(key, value)
  }

  /// Parses `30m` or `until:07:00`.
  private func end(_ key: String, _ value: String) throws(SettingsError) -> Date {
    if let seconds = TimeSpan.seconds(value), seconds > 0 {
      return now.addingTimeInterval(seconds).wholeMilliseconds
    }
    let until = "until:"
    if value.hasPrefix(until) {
      return try moment(key, String(value.dropFirst(until.count)), after: until)
    }
    var error = notOneOfWords(key, value)
    if case .wrongValue(let expected, let found) = error.problem {
      error.problem = .wrongValue(
        expected: expected + ", a span such as `30m` or `until:07:00`", found: found)
    }
    throw error
  }

  /// Parses a future moment: RFC 3339, or a time of day in the phone's time zone, today or
  /// tomorrow.
  ///
  /// - Parameter prefix: The word before the moment, for errors.
  private func moment(
    _ key: String, _ value: String, after prefix: String = ""
  ) throws(SettingsError) -> Date {
    let found = "`\(prefix)\(value)`"
    if let minutes = TimeOfDay.minutes(value) {
      if let date = TimeOfDay.next(minutes, after: now, in: phone.device.timeZone) {
        return date.clamped
      }
    } else if let date = Timestamp.date(value) {
      guard date > now else { throw wrong(key, "a future time", found: found) }
      return date
    }
    throw wrong(
      key,
      "a time of day such as `\(prefix)07:00` or a time such as `\(prefix)2026-04-14T18:58:00Z`",
      found: found)
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
  /// The keys of `set` beside the paths of ``SettingsSchema/phone``; those that end with a dot are
  /// followed by a bundle identifier.
  public static let keys = AssignmentKey.all.map(\.name)

  /// The effect of one of ``keys`` or of a path, one sentence; nil for a section or a table of
  /// names.
  public static func meaning(of key: String) -> String? {
    AssignmentKey.named(key)?.meaning
      ?? SettingsSchema.shortNames.first { $0.name == key }.flatMap { SettingPath($0.path).meaning }
      ?? SettingPath(key: key)?.meaning
  }
}

extension SettingChange {
  /// Returns whether a word is a key, or the beginning of keys up to a dot.
  ///
  /// The end of a name with dots is ambiguous: `apps.com.example.chat.soudns` counts as a
  /// misspelled key, not as an app.
  public static func isKey(_ word: String) -> Bool {
    if SettingPath(key: word) != nil || keys.contains(word) && !word.hasSuffix(".") { return true }
    let parts = word.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count > 1, keys.contains(parts[0] + ".") {
      return BundleID(wellFormed: parts[1]) != nil
    }
    guard let section = SettingsSchema.phone[String(parts[0])] else { return false }
    guard parts.count > 1 else { return true }
    if case .names = section { return SettingPath.suggestion(for: word) == nil }
    return false
  }

  /// Returns the whole key that an unknown one probably meant; nil if none is similar.
  public static func suggestion(for word: String) -> String? {
    if let path = SettingPath.suggestion(for: word) ?? NearestName.of(word, among: keys) {
      return path == word ? nil : path
    }
    let parts = word.split(separator: ".", maxSplits: 1).map(String.init)
    if parts.count == 2 {
      let prefixes = keys.filter { $0.hasSuffix(".") }.map { String($0.dropLast()) }
      return NearestName.of(parts[0], among: prefixes).map { "\($0).\(parts[1])" }
    }
    return NearestName.of(word, among: SettingsSchema.phone["device"]?.keys ?? [])
      .map { SettingPath.device($0).key }
  }
}

extension Bool {
  /// Parses the value of a switch: `yes`, `on` and `true`, or `no`, `off` and `false`.
  init?(settingWord word: String) {
    switch word {
    case "yes", "on", "true": self = true
    case "no", "off", "false": self = false
    default: return nil
    }
  }
}

extension String {
  /// The key and the value of `KEY=VALUE`; nil for a word without `=`.
  var assignment: (key: String, value: String)? {
    assignmentSign.map { (String(self[..<$0]), String(unicodeScalars[$0...].dropFirst())) }
  }

  /// The index of the sign between key and value. A sign within quotes belongs to the key:
  /// `keys."="`.
  var assignmentSign: String.Index? {
    var (isQuoted, isEscaped) = (false, false)
    for index in unicodeScalars.indices {
      switch unicodeScalars[index] {
      case _ where isEscaped: isEscaped = false
      case "\\" where isQuoted: isEscaped = true
      case "\"": isQuoted.toggle()
      case "=" where !isQuoted: return index
      default: break
      }
    }
    return unicodeScalars.firstIndex(of: "=")
  }
}

extension TimeOfDay {
  /// Returns the next moment after `date` at which the clocks of a time zone show this number of
  /// minutes after midnight. A time that daylight saving skips is found on the next day that has
  /// it. Nil for none.
  public static func next(_ minutes: Int, after date: Date, in timeZone: TimeZone) -> Date? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar.nextDate(
      after: date, matching: DateComponents(hour: minutes / 60, minute: minutes % 60, second: 0),
      matchingPolicy: .nextTime)
  }
}

extension [String] {
  /// The elements for messages: `` `a`, `b` or `c` ``.
  public var alternatives: String {
    let quoted = map { "`\($0)`" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}
