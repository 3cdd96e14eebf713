import InboxModel

/// The completions of the word before the cursor, from the tables by which the line is parsed.
struct Completion {
  /// The word so far, and its range in the line.
  let word: String
  let range: Range<Int>
  /// The candidates in the order of their tables; all begin with the word.
  let candidates: [String]
  /// Whether the line is a filter, whose words are not quoted as in a shell.
  var isFilter = false

  /// The maximum number of pushes and apps that are examined, the newest first.
  private static let most = 100

  /// Finds the word at the cursor.
  ///
  /// - Parameter filters: The names of saved filters.
  init(_ field: TextField, _ device: Phone, filters: [String] = []) {
    let line = field.characters[..<field.cursor]
    var words = ShellWords(line).words
    let isBetween = words.last.map { $0.range.upperBound < line.count } ?? true
    let last = isBetween ? nil : words.popLast()
    word = last?.text ?? ""
    range = last?.range ?? line.count..<line.count
    let candidates = Self.candidates(for: word, after: words.map(\.text), device, filters)
    self.candidates = candidates.filter { [word] in $0.hasPrefix(word) }
  }

  /// Completes the word before the cursor in a line that is a filter.
  init(filter field: TextField, _ device: Phone, filters: [String]) {
    let line = field.characters[..<field.cursor]
    var (start, isQuoted) = (0, false)
    for (place, character) in line.enumerated() {
      if character == "\"" { isQuoted.toggle() }
      if character.isWhitespace, !isQuoted { start = place + 1 }
    }
    word = String(line[start...])
    range = start..<line.count
    isFilter = true
    candidates = Self.filters(for: word, device, filters).filter { [word] in
      // The typed word may lack the quote before a value.
      let plain = String(String.UnicodeScalarView($0.unicodeScalars.filter { $0 != "\"" }))
      return $0.hasPrefix(word) || plain.hasPrefix(word)
    }
  }

  /// The sentence about the setting to which all candidates belong; nil if there is no such.
  var meaning: String? {
    let keys = Set(candidates.map { $0.firstIndex(of: "=").map($0.prefix(upTo:)) })
    guard !isFilter, keys.count == 1, case let key?? = keys.first else { return nil }
    return SettingChange.meaning(of: String(key))
  }

  /// Returns a candidate as it is written in the line.
  func written(_ candidate: String) -> String {
    isFilter ? candidate : Quoting.shellWord(candidate)
  }

  private static func candidates(
    for word: String, after words: [String], _ device: Phone, _ saved: [String]
  ) -> [String] {
    guard let name = words.first else { return TypedLine.names }
    let place = words.count
    switch name {
    case TypedLine.ShortForm.help.rawValue: return place == 1 ? TypedLine.names : []
    case TypedLine.ShortForm.dnd.rawValue:
      return place == 1 ? reader(device).words(for: name) + ["until"] : []
    default: break
    }
    guard let command = CommandTable.command(named: name) else { return [] }
    if word.hasPrefix("--") {
      return command.options.map { "--" + $0.name + ($0.placeholder == nil ? "" : "=") }
    }
    switch command.takes {
    case .filter: return filters(for: word, device, saved)
    case .settings: return settings(for: word, device)
    case .settingsAndFilter:
      return settings(for: word, device) + (place > 1 ? filters(for: word, device, saved) : [])
    case .push, .pushAndAction:
      switch place {
      case 1: return numbers(device) + [CommandTable.newestPush]
      case 2 where command.takes == .pushAndAction: return actions(of: words[1], device)
      default: return []
      }
    case .faults where place == 1: return FaultVerb.allCases.map(\.rawValue)
    case .faults where words[1] == FaultVerb.add.rawValue:
      return word.hasPrefix("answer=")
        ? RejectionReason.all.map { "answer=" + $0.rawValue } : FaultVerb.keys
    case .faults, .others, .files, .names, .demos: return []
    }
  }

  /// Returns the names of the actions of a listed push, and of those that every push has.
  private static func actions(of word: String, _ device: Phone) -> [String] {
    let id =
      word == CommandTable.newestPush
      ? device.inbox.newest : Int(word).map { NotificationID(rawValue: $0) }
    let notification = id.flatMap { device.inbox[$0] }
    let known = notification.map { device.actionWords(of: $0) } ?? []
    return known + [ActionWord.snooze, .undo].map(\.rawValue)
  }

  private static func numbers(_ device: Phone) -> [String] {
    device.inbox.ids.prefix(most).map { String($0.rawValue) }
  }

  /// Returns settings: `lock=`, and after the equals sign `lock=locked`. Apps are completed by
  /// their bundle identifiers, other settings by their paths, one part at a time.
  private static func settings(for word: String, _ device: Phone) -> [String] {
    if let sign = word.firstIndex(of: "=") {
      let key = String(word[..<sign])
      if key.hasPrefix("keys.") { return Command.allCases.map { "\(key)=\($0.rawValue)" } }
      if key.hasPrefix("colors.") { return Look.words.map { "\(key)=\($0)" } }
      return reader(device).words(for: key).map { key + "=" + $0 }
    }
    let short = SettingChange.keys.flatMap { key in
      guard key.hasSuffix(".") else { return [key + "="] }
      return word.hasPrefix(key) ? apps(device).map { key + $0 + "=" } : [key]
    }
    let paths = SettingsSchema.completions(of: word) { path in
      if path == ["apps"] { return apps(device) }
      if path == ["colors"] { return Role.allCases.map(\.rawValue) }
      let named = SettingPath(path).value(in: device.settings.json)?.object
      return (named?.members ?? []).map(\.key)
    }
    return short + paths
  }

  /// Returns the bundle identifiers of apps that have settings, or received pushes recently.
  static func apps(_ device: Phone) -> [String] {
    let recent = device.inbox.ids.prefix(most).compactMap { device.inbox[$0]?.app }
    return Set(recent).union(device.settings.apps.keys).map(\.text).sorted()
  }

  private static func filters(for word: String, _ device: Phone, _ saved: [String]) -> [String] {
    let minus = word.hasPrefix("-") ? "-" : ""
    guard let sign = word.firstIndex(of: ":") else { return Filter.keys.map { minus + $0 + ":" } }
    let key = String(word[..<sign].dropFirst(minus.count))
    let isBegun = word.index(after: sign) < word.endIndex
    return values(of: key, isBegun: isBegun, device, saved).map { minus + $0 }
  }

  /// Returns the values of a key that are known or were seen recently.
  private static func values(
    of key: String, isBegun: Bool, _ device: Phone, _ saved: [String]
  ) -> [String] {
    func recent(_ values: (DeliveredNotification) -> [String]) -> [String] {
      let all = device.inbox.notifications.prefix(most).flatMap(values).filter { !$0.isEmpty }
      return Set(all).sorted().map { Filter.word(key, $0) }
    }
    switch key {
    case "filter": return saved.map { Filter.word(key, $0) }
    case "app":
      let apps = apps(device)
      let short = Set(apps.map { String(BundleID($0).lastPart) }).sorted()
      return (short + (isBegun ? apps : [])).map { Filter.word(key, $0) }
    case "thread": return recent { [$0.threadIdentifier.text] }
    case "category": return recent { [$0.categoryIdentifier?.text ?? ""] }
    case "topic": return recent { [$0.topic] }
    case "reason": return recent { [$0.reason.rawValue] }
    case "json": return recent { $0.payloadText.paths.map { $0 + "=" } }
    default: return Filter.values(of: key).map { "\(key):\($0)" }
    }
  }

  private static func reader(_ device: Phone) -> SettingChangeReader {
    SettingChangeReader(now: device.now, phone: device.settings)
  }
}
