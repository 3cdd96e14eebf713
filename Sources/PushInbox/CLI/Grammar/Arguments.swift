import InboxModel

/// The words of a command line, sorted into options and plain words.
///
/// `getopt_long` is not used: here a word with one dash is a filter's negation (`-thread:daily`),
/// which the C library would parse as options. It also keeps its state in a global variable, and
/// one process parses many command lines of the control socket.
struct Arguments: Equatable, Sendable {
  /// The command; nil opens the inbox.
  var command: CommandSpec?
  /// The words that are neither command nor option, in order.
  var words: [String] = []
  /// The values by option name; a flag has an empty text. Repeatable options have all their values.
  private(set) var values: [String: [String]] = [:]

  /// The reason why a command line is invalid.
  enum Failure: Error, Equatable {
    /// The command is unknown.
    case unknownCommand(String, nearest: String?)
    /// The option is unknown.
    case unknownOption(String, command: String?, nearest: String?)
    /// The option needs a value.
    case missingValue(String, placeholder: String)
    /// The two options contradict each other.
    case excluded(String, by: String)
    /// The option is a flag and has no value.
    case unexpectedValue(String)
    /// There are too few or too many words.
    case words(command: String, problem: String)
    /// The value is invalid.
    case value(option: String, value: String, expected: String)
  }

  /// Parses the words without the program's name. `environment` has options that commands share, as
  /// `PUSHINBOX_…`.
  init(_ arguments: [String], environment: [String: String] = [:]) throws(Failure) {
    var rest = arguments
    // The command is the first plain word: options may precede it.
    var beforeCommand = rest.count
    while command == nil, let index = try Arguments.commandIndex(rest) {
      let name = rest.remove(at: index)
      beforeCommand = index
      if let flag = Arguments.flagCommands.first(where: { $0 == name }) {
        values[flag] = [""]
      } else if let spec = CommandTable.command(named: name) {
        command = spec
      } else {
        let names = CommandTable.commands.map(\.name) + Arguments.flagCommands
        throw .unknownCommand(name, nearest: NearestName.of(name, among: names))
      }
    }
    try read(rest[...], optionsBefore: beforeCommand)
    if has("store"), has("ephemeral") { throw .excluded("--store", by: "--ephemeral") }
    try read(environment)
    if !has("help") { try command?.checkWords(words, hasAll: has("all")) }
  }

  /// Parses the words other than the command. `-v` and `-V` are options only before the index of
  /// the command; after it they are words that a filter negates.
  private mutating func read(_ words: ArraySlice<String>, optionsBefore end: Int) throws(Failure) {
    let options = CommandTable.options(of: command)
    var rest = words
    var onlyWords = false
    while let word = rest.popFirst() {
      let flag = Arguments.shortFlags[word]
      if !onlyWords, let flag, flag == "help" || rest.startIndex <= end {
        values[flag] = [""]
        continue
      }
      guard !onlyWords, word.hasPrefix("--") else {
        self.words.append(word)
        continue
      }
      if word == "--" {
        onlyWords = true
        continue
      }
      let parts = word.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.name == name }) else {
        let value = parts.count == 2 ? String(parts[1]) : rest.first
        throw Arguments.unknownOption("--" + name, value, of: command, among: options)
      }
      if option.placeholder == nil {
        guard parts.count == 1 else { throw .unexpectedValue("--" + name) }
        values[name] = [""]
      } else {
        let value = parts.count == 2 ? String(parts[1]) : rest.popFirst()
        guard let value, parts.count == 2 || !Arguments.isOption(value, among: options),
          // All shared options are paths, addresses or choices.
          !value.isEmpty || !CommandTable.sharedOptions(of: command).contains(option)
        else { throw .missingValue("--" + name, placeholder: option.placeholder ?? "") }
        add(value, to: option)
      }
    }
  }

  /// Adds the options of the environment that the words neither have nor contradict.
  private mutating func read(_ environment: [String: String]) throws(Failure) {
    let hasStore = has("store") || has("ephemeral")
    for option in CommandTable.sharedOptions(of: command)
    where values[option.name] == nil && option.isFromEnvironment {
      if hasStore, option.name == "store" || option.name == "ephemeral" { continue }
      guard let value = environment[option.environmentName], !value.isEmpty else { continue }
      if option.placeholder == nil {
        switch value.lowercased() {
        case "1", "yes", "true", "on": values[option.name] = [""]
        case "0", "no", "false", "off": break
        default:
          throw .value(
            option: option.environmentName, value: value,
            expected: "1, yes, true or on, else 0, no, false or off")
        }
      } else {
        values[option.name] = [value]
      }
    }
  }

  /// Whether a flag, or any value of an option, was given.
  func has(_ name: String) -> Bool {
    values[name] != nil
  }

  /// The last value of an option.
  subscript(name: String) -> String? {
    values[name]?.last
  }

  /// Parses the last value of an option; nil without one.
  ///
  /// - Parameter expected: The expected format, for the error about an invalid value.
  func value<Value>(
    of name: String, _ expected: String, _ read: (String) -> Value?
  ) throws(Failure) -> Value? {
    guard let text = self[name] else { return nil }
    guard let value = read(text) else {
      throw .value(option: "--" + name, value: text, expected: expected)
    }
    return value
  }

  /// Returns the choice that the first plain word names.
  func choice<Choice: CaseIterable & RawRepresentable<String>>() throws(Failure) -> Choice {
    if let choice = Choice(rawValue: words[0]) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    throw .needsOne(
      of: names, not: words[0], nearest: NearestName.of(words[0], among: names),
      command?.name ?? "")
  }

  /// Returns all values of a repeatable option.
  func all(_ name: String) -> [String] {
    values[name] ?? []
  }

  private mutating func add(_ value: String, to option: OptionSpec) {
    if option.isRepeatable {
      values[option.name, default: []].append(value)
    } else {
      values[option.name] = [value]
    }
  }

  /// The options that may also be given as a command: `pushinbox version`.
  private static let flagCommands = ["help", "version"]

  /// The options with a short form.
  private static let shortFlags = ["-h": "help", "-v": "version", "-V": "version"]

  /// Returns the index of the first word that is neither an option nor the value of one; nil when
  /// there is none.
  ///
  /// - Throws: ``Failure/unknownOption(_:command:nearest:)`` for an unknown option before it.
  private static func commandIndex(_ arguments: [String]) throws(Failure) -> Int? {
    var index = 0
    while index < arguments.count {
      let word = arguments[index]
      if word == "--" { return nil }
      guard word.hasPrefix("-"), word != "-" else { return index }
      index += 1
      guard shortFlags[word] == nil else { continue }
      let parts = word.split(separator: "=", maxSplits: 1)
      let options = CommandTable.allOptions.filter { "--" + $0.name == parts[0] }
      guard !options.isEmpty else {
        let value =
          parts.count == 2 ? String(parts[1]) : index < arguments.count ? arguments[index] : nil
        throw unknownOption(
          String(parts[0]), value, of: nil, among: CommandTable.options(of: nil))
      }
      if parts.count == 1, options.contains(where: { $0.placeholder != nil }) { index += 1 }
    }
    return nil
  }

  /// Whether a word is one of these options, with or without `=` and a value.
  private static func isOption(_ word: String, among options: [OptionSpec]) -> Bool {
    options.contains { word == "--" + $0.name || word.hasPrefix("--\($0.name)=") }
  }

  /// Returns the failure for an unknown option, with the nearest one and the given value.
  private static func unknownOption(
    _ word: String, _ value: String?, of command: CommandSpec?, among options: [OptionSpec]
  ) -> Failure {
    let name = String(word.drop { $0 == "-" })
    guard let option = options.first(where: { $0.otherNames.contains(name) }) else {
      let nearest = word.hasPrefix("--") ? NearestName.of(name, among: options.map(\.name)) : nil
      return .unknownOption(word, command: command?.name, nearest: nearest.map { "--" + $0 })
    }
    let place = value.flatMap(HostPort.init(listening:)).map { " \($0)" } ?? ""
    return .unknownOption(word, command: command?.name, nearest: "--\(option.name)\(place)")
  }
}
