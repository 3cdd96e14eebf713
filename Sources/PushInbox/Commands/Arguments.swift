import InboxModel

/// The words of a command line, sorted into options and plain words.
///
/// Not `getopt_long`: a word with one dash is a filter's negation here (`-thread:daily`), options of the
/// C library would eat it letter by letter; and the same words are read many times in one process, from
/// the control socket, where the library keeps its place in a global.
struct Arguments: Equatable, Sendable {
  /// The command; nil opens the inbox.
  var command: CommandSpec?
  /// What is neither command nor option, in order.
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
    var rest = arguments[...]
    // The command is the first plain word: options may stand before it.
    if let index = Arguments.commandIndex(arguments) {
      let name = arguments[index]
      guard let spec = CommandTable.command(named: name) else {
        throw .unknownCommand(
          name, nearest: NearestName.of(name, among: CommandTable.commands.map(\.name)))
      }
      command = spec
      rest.remove(at: index)
    }
    let options = CommandTable.options(of: command)
    var onlyWords = false
    while let word = rest.popFirst() {
      guard !onlyWords, word.hasPrefix("--") else {
        words.append(word)
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
        throw .unknownOption(
          "--" + name, command: command?.name,
          nearest: NearestName.of(name, among: options.map(\.name)).map { "--" + $0 })
      }
      if option.placeholder == nil {
        guard parts.count == 1 else { throw .unexpectedValue("--" + name) }
        values[name] = [""]
      } else if parts.count == 2 {
        add(String(parts[1]), to: option)
      } else {
        guard let value = rest.popFirst() else {
          throw .missingValue("--" + name, placeholder: option.placeholder ?? "")
        }
        add(value, to: option)
      }
    }
    for option in options where values[option.name] == nil && option.isFromEnvironment {
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
    if !has("help") { try command?.checkWords(words, hasAll: has("all")) }
  }

  /// Whether a flag, or any value of an option, was given.
  func has(_ name: String) -> Bool {
    values[name] != nil
  }

  /// The last value of an option.
  subscript(name: String) -> String? {
    values[name]?.last
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

  private static func commandIndex(_ arguments: [String]) -> Int? {
    var index = 0
    while index < arguments.count {
      let word = arguments[index]
      guard word.hasPrefix("--") else { return index }
      if word == "--" { return nil }
      let takesValue =
        !word.contains("=")
        && CommandTable.allOptions.contains { "--" + $0.name == word && $0.placeholder != nil }
      index += takesValue ? 2 : 1
    }
    return nil
  }
}
