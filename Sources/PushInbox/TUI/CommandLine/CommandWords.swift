import InboxModel

/// A word that completes a line.
struct Candidate: Equatable, Sendable {
  var text: String
  /// The sentence about it; empty for none.
  var meaning = ""
}

extension Candidate {
  /// The keys of a fault.
  static let ofFaults = FaultRule.members.map {
    Candidate(text: $0.key + "=", meaning: $0.meaning)
  }

  /// Returns the words of a setting, with the sentences that lists have about theirs.
  static func values(_ words: [String], of path: SettingPath?) -> [Candidate] {
    words.map { Candidate(text: $0, meaning: path?.meaning(ofWord: $0) ?? "") }
  }
}

/// The words that can follow others in a command line, from the tables by which it is parsed.
struct CommandWords {
  /// The line that is typed.
  enum Place {
    /// The line after `:`, for the running inbox.
    case screen
    /// The command line of a shell.
    case shell
  }

  /// The words at one place of a line, also those that do not begin like the typed one.
  struct Offer {
    var candidates: [Candidate] = []
    /// Whether the name of a file can stand there too.
    var takesFiles = false
  }

  let place: Place
  let device: Phone
  /// The names of saved filters.
  let filters: [String]

  /// The placeholders of options whose values are files.
  private static let filePlaceholders: Set = ["FILE", "DIR", "PATH", "SOURCE"]

  /// Returns the words that can stand in place of `word` after others.
  func offer(for word: String, after words: [String]) -> Offer {
    if place == .screen, let offer = shortForms(after: words) { return offer }
    let line = Line(words)
    if let option = line.open { return values(of: option) }
    let options = options(of: line.command)
    if word.hasPrefix("--") {
      guard let sign = word.firstIndex(of: "=") else {
        return Offer(candidates: options.map(candidate))
      }
      let prefix = word[...sign]
      guard let option = options.first(where: { prefix == "--\($0.name)=" }) else { return Offer() }
      var offer = values(of: option)
      offer.candidates = offer.candidates.map { Candidate(text: prefix + $0.text) }
      return offer
    }
    guard let command = line.command else {
      return Offer(candidates: line.words.isEmpty ? names : [])
    }
    return offer(for: word, of: command, after: line.words)
  }

  /// The commands with which a line can begin.
  private var names: [Candidate] {
    switch place {
    case .screen: TypedLine.commands
    case .shell: CommandTable.commands.map { Candidate(text: $0.name, meaning: $0.summary) }
    }
  }

  /// Returns the words after a short form of the screen; nil if the line does not begin with one.
  private func shortForms(after words: [String]) -> Offer? {
    guard let form = words.first.flatMap(TypedLine.ShortForm.init) else { return nil }
    guard words.count == 1 else { return Offer() }
    switch form {
    case .help: return Offer(candidates: names)
    case .dnd:
      let ways = reader.words(for: form.rawValue) + ["until"]
      return Offer(candidates: ways.map { Candidate(text: $0) })
    case .q, .quit: return Offer()
    }
  }

  private func offer(for word: String, of command: CommandSpec, after words: [String]) -> Offer {
    switch command.takes {
    case .filter: return Offer(candidates: filterWords(for: word))
    case .settings: return Offer(candidates: settings(for: word))
    case .changesAndFilter:
      let changes = settings(for: word) + facts(for: word)
      return Offer(candidates: changes + (words.isEmpty ? [] : filterWords(for: word)))
    case .push, .pushAndAction:
      if words.isEmpty { return Offer(candidates: pushes) }
      guard command.takes == .pushAndAction, words.count == 1 else { return Offer() }
      return Offer(candidates: actions(of: words[0]))
    case .faults: return Offer(candidates: faults(for: word, after: words))
    case .names(let names):
      return Offer(candidates: words.isEmpty ? names.map { Candidate(text: $0) } : [])
    case .demos:
      guard words.isEmpty else { return Offer() }
      return Offer(candidates: DemoList.names.map { Candidate(text: $0) }, takesFiles: true)
    case .files: return Offer(takesFiles: true)
    case .others: return Offer()
    }
  }

  // MARK: Options

  /// The words before the current one, sorted into command, words and options.
  private struct Line {
    var command: CommandSpec?
    /// The words after the command that are neither options nor their values.
    var words: [String] = []
    /// The option whose value is the current word; nil for none.
    var open: OptionSpec?

    init(_ words: [String]) {
      var isFirst = true
      for word in words {
        if open != nil {
          open = nil
        } else if word.hasPrefix("--") {
          let options = CommandTable.options(of: command) + CommandTable.allOptions
          open = options.first { "--" + $0.name == word && $0.placeholder != nil }
        } else if isFirst {
          isFirst = false
          command = CommandTable.command(named: word)
          // The words of an unknown command have no completions.
          if command == nil { self.words = [word] }
        } else {
          self.words.append(word)
        }
      }
    }
  }

  /// The options of a command; on the screen without those of the process.
  private func options(of command: CommandSpec?) -> [OptionSpec] {
    place == .shell ? CommandTable.options(of: command) : command?.options ?? []
  }

  private func candidate(_ option: OptionSpec) -> Candidate {
    let sign = place == .screen && option.placeholder != nil ? "=" : ""
    return Candidate(text: "--" + option.name + sign, meaning: option.help)
  }

  private func values(of option: OptionSpec) -> Offer {
    Offer(
      candidates: option.choices.map { Candidate(text: $0) },
      takesFiles: option.placeholder.map(Self.filePlaceholders.contains) ?? false)
  }

  // MARK: Pushes, actions, faults

  private var pushes: [Candidate] {
    device.inbox.ids.prefix(Phone.mostOffered).compactMap { id in
      device.inbox[id].map { Candidate(text: "\(id.rawValue)", meaning: summary(of: $0)) }
    } + [Candidate(text: CommandTable.newestPush, meaning: "the newest push")]
  }

  /// Returns the app and the text of a push, as far as the preview rules allow.
  private func summary(of push: DeliveredNotification) -> String {
    let text = device.visibleText(of: push)
    let own = (text.title ?? text.body).map { ": " + $0 } ?? ""
    return device.appName(push.app) + own
  }

  /// Returns the names of the actions of a listed push, and of those that every push has.
  private func actions(of word: String) -> [Candidate] {
    let id =
      word == CommandTable.newestPush
      ? device.inbox.newest : Int(word).map { NotificationID(rawValue: $0) }
    let notification = id.flatMap { device.inbox[$0] }
    return device.words(forActionOn: notification).map { Candidate(text: $0) }
  }

  private func faults(for word: String, after words: [String]) -> [Candidate] {
    guard let verb = words.first else {
      return FaultVerb.allCases.map { Candidate(text: $0.rawValue) }
    }
    guard verb == FaultVerb.add.rawValue else { return [] }
    guard word.hasPrefix("answer=") else { return Candidate.ofFaults }
    return RejectionReason.all.map {
      Candidate(text: "answer=" + $0.rawValue, meaning: $0.meaning)
    }
  }

  // MARK: Settings

  /// Returns settings: `lock=`, and after the equals sign `lock=locked`. Apps are completed by
  /// their bundle identifiers, other settings by their paths, one part at a time.
  private func settings(for word: String) -> [Candidate] {
    if let sign = word.firstIndex(of: "=") {
      let key = String(word[..<sign])
      return values(of: key).map { Candidate(text: "\(key)=\($0.text)", meaning: $0.meaning) }
    }
    let short = SettingChange.keys.flatMap { key -> [Candidate] in
      let meaning = SettingChange.meaning(of: key) ?? ""
      guard key.hasSuffix(".") else { return [Candidate(text: key + "=", meaning: meaning)] }
      guard word.hasPrefix(key) else { return [Candidate(text: key, meaning: meaning)] }
      return device.knownApps.map {
        Candidate(text: key + $0 + "=", meaning: device.appName(BundleID($0)))
      }
    }
    let paths = SettingsSchema.completions(of: word) { path in
      if path == ["apps"] { return device.knownApps.map { ($0, device.appName(BundleID($0))) } }
      if path == ["colors"] { return Role.allCases.map { ($0.rawValue, $0.meaning) } }
      if path == ["keys"] {
        return Keymap.standard.entries.flatMap { entry in
          entry.keys.map { ($0.asciiName, entry.help) }
        }
      }
      let named = SettingPath(path).value(in: device.settings.json)?.object
      return (named?.members ?? []).map { ($0.key, "") }
    }
    return short + paths.map { Candidate(text: $0.text, meaning: $0.meaning) }
  }

  /// Returns what `what-if` changes beside settings: `timestamp=`, and after the equals sign of
  /// `interruption-level=` its values.
  private func facts(for word: String) -> [Candidate] {
    WhatIf.Fact.allCases.filter { SettingChange.meaning(of: $0.rawValue) == nil }.flatMap { fact in
      let key = fact.rawValue + "="
      guard word.hasPrefix(key) else { return [Candidate(text: key, meaning: fact.meaning)] }
      return fact.words.map { Candidate(text: key + $0) }
    }
  }

  private func values(of key: String) -> [Candidate] {
    if key.hasPrefix("keys.") {
      return Keymap.standard.entries.map {
        Candidate(text: $0.command.rawValue, meaning: $0.help)
      }
    }
    if key.hasPrefix("colors.") { return Look.words.map { Candidate(text: $0) } }
    return Candidate.values(reader.words(for: key), of: SettingPath(key: key))
  }

  private var reader: SettingChangeReader {
    SettingChangeReader(now: device.now, phone: device.settings)
  }

  // MARK: Filters

  /// Returns the words of a filter: `level:`, and after the colon `level:critical`.
  func filterWords(for word: String) -> [Candidate] {
    let minus = word.hasPrefix("-") ? "-" : ""
    guard let sign = word.firstIndex(of: ":") else {
      return Filter.vocabulary.map { Candidate(text: minus + $0.key + ":", meaning: $0.meaning) }
    }
    let key = String(word[..<sign].dropFirst(minus.count))
    let isBegun = word.index(after: sign) < word.endIndex
    return filterValues(of: key, isBegun: isBegun).map { Candidate(text: minus + $0) }
  }

  /// Returns the values of a key that are known or were seen recently.
  private func filterValues(of key: String, isBegun: Bool) -> [String] {
    func recent(_ values: (DeliveredNotification) -> [String]) -> [String] {
      let all = device.inbox.notifications.prefix(Phone.mostOffered).flatMap(values).filter {
        !$0.isEmpty
      }
      return Set(all).sorted().map { Filter.word(key, $0) }
    }
    switch key {
    case "filter": return filters.map { Filter.word(key, $0) }
    case "app":
      let apps = device.knownApps
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
}

extension Phone {
  /// The maximum number of pushes from which words are made, the newest first.
  fileprivate static let mostOffered = 100

  /// Returns the words of `act` for a push: its actions, and those that every push has.
  func words(forActionOn notification: DeliveredNotification?) -> [String] {
    (notification.map(actionWords) ?? []) + [ActionWord.snooze, .undo].map(\.rawValue)
  }

  /// The bundle identifiers of apps that have settings, or received pushes recently; sorted.
  var knownApps: [String] {
    let recent = inbox.ids.prefix(Self.mostOffered).compactMap { inbox[$0]?.app }
    return Set(recent).union(settings.apps.keys).map(\.text).sorted()
  }
}
