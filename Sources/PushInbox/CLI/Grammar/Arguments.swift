import InboxModel

/// The words of a command line, sorted into options and plain words.
///
/// Not `getopt_long`: a word with one dash is a filter's negation here (`-thread:daily`), options of the
/// C library would eat it letter by letter; and the same words are read many times in one process, from
/// the control socket, where the library keeps its place in a global.
struct Arguments: Equatable, Sendable {
  /// The command; nil opens the inbox.
  var command: CommandSpec?
  /// The words that are neither command nor option, in order.
  var words: [String] = []
  /// Values by option name; flags have an empty text. Repeatable options keep every value.
  private(set) var values: [String: [String]] = [:]

  /// Why a command line cannot be used.
  enum Failure: Error, Equatable {
    /// No such command.
    case unknownCommand(String, nearest: String?)
    /// No such option.
    case unknownOption(String, command: String?, nearest: String?)
    /// The option wants a value.
    case missingValue(String, placeholder: String)
    /// The option is a flag.
    case unexpectedValue(String)
    /// Too few or too many words.
    case words(command: String, problem: String)
    /// A value that cannot be used.
    case value(option: String, value: String, expected: String)
  }

  /// Sorts the words, program name left out. `environment` gives options as `PUSHINBOX_…`.
  init(_ arguments: [String], environment: [String: String] = [:]) throws(Failure) {
    var rest = arguments
    // The command is the first plain word: options may stand before it.
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
    try read(environment)
    if !has("help") { try command?.checkWords(words, hasAll: has("all")) }
  }

  /// Sorts the words that are not the command. `-v` and `-V` are options before the index of the command only:
  /// after it, they are words that a filter negates.
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
      } else if parts.count == 2 {
        add(String(parts[1]), to: option)
      } else {
        guard let value = rest.popFirst(), !Arguments.isOption(value, among: options) else {
          throw .missingValue("--" + name, placeholder: option.placeholder ?? "")
        }
        add(value, to: option)
      }
    }
  }

  /// Adds the options that the environment gives and the words do not.
  private mutating func read(_ environment: [String: String]) throws(Failure) {
    for option in CommandTable.options(of: command)
    where values[option.name] == nil && option.isFromEnvironment {
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

  /// Reads the last value of an option; nil without one.
  ///
  /// - Parameter expected: the form of a value, for the error of one that cannot be read.
  func value<Value>(
    of name: String, _ expected: String, _ read: (String) -> Value?
  ) throws(Failure) -> Value? {
    guard let text = self[name] else { return nil }
    guard let value = read(text) else {
      throw .value(option: "--" + name, value: text, expected: expected)
    }
    return value
  }

  /// The choice that the first plain word names.
  ///
  /// - Parameter problem: why another word cannot be used, as half a sentence.
  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ problem: (String) -> String
  ) throws(Failure) -> Choice {
    if let choice = Choice(rawValue: words[0]) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    let nearest = NearestName.of(words[0], among: names).map { "; did you mean \($0)?" }
    throw .words(
      command: command?.name ?? "",
      problem: problem(words[0]) + (nearest ?? ": \(names.joined(separator: ", "))"))
  }

  /// All values of a repeatable option.
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

  /// The index of the first word that is no option and no value of one; nil when there is none.
  ///
  /// - Throws: ``Failure/unknownOption(_:command:nearest:)`` for an option before it that no command has.
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
        throw unknownOption(String(parts[0]), value, of: nil, among: CommandTable.allOptions)
      }
      if parts.count == 1, options.contains(where: { $0.placeholder != nil }) { index += 1 }
    }
    return nil
  }

  /// Whether a word is one of these options, with a value glued on or not.
  private static func isOption(_ word: String, among options: [OptionSpec]) -> Bool {
    options.contains { word == "--" + $0.name || word.hasPrefix("--\($0.name)=") }
  }

  /// The failure for an option nobody has; the nearest one comes with the value that was meant.
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
