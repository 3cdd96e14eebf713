import Foundation
import InboxModel

/// A command typed after `:` on the screen, for the running inbox.
struct TypedCommand: Equatable, Sendable {
  /// The line as typed.
  var line: String
  /// The words as sent over the control socket; empty if the line is only the title of a key's
  /// answer.
  var words: [String] = []
}

/// The way in which a command shows a push.
enum PushLook: Equatable, Sendable {
  /// The push selected in its list.
  case list
  /// The inspector's tab Why; for a rejected push its page.
  case why
}

/// The meaning of a line typed after `:`.
enum TypedLine: Equatable, Sendable {
  case nothing
  case quit
  /// Shows the keys.
  case help
  /// Shows a text of `--help`.
  case usage(String)
  case command([String])
  /// Shows a push; nil for the selected one.
  case look(PushLook, String?)
  /// The command `show` without a push, which shows the selected one.
  case showSelected([String])

  /// The reason why a line cannot be run, and the characters concerned.
  struct Failure: Error, Equatable {
    var text: String
    var place: Range<Int>
  }

  /// The words that the screen accepts in addition to the commands of a running inbox.
  enum ShortForm: String, CaseIterable {
    case dnd, help, q, quit

    /// One line for the list of completions.
    var summary: String {
      switch self {
      case .dnd: "turn Do Not Disturb on or off"
      case .help: "show the keys, or the help of a command"
      case .q, .quit: "quit"
      }
    }
  }

  /// The words with which a line may begin, with their summaries; sorted.
  static let commands =
    (CommandTable.commands.filter { $0.host == .inbox }
    .map { Candidate(text: $0.name, meaning: $0.summary) }
    + ShortForm.allCases.map { Candidate(text: $0.rawValue, meaning: $0.summary) })
    .sorted { $0.text < $1.text }

  /// The words with which a line may begin.
  static let names = commands.map(\.text)

  /// Parses a line. Values that only the running inbox can check are not checked.
  ///
  /// - Parameter filters: The saved filters by their names.
  init(_ line: [Character], filters: [String: String] = [:]) throws(Failure) {
    let split = ShellWords(line)
    guard let first = split.words.first, let last = split.words.last else {
      self = .nothing
      return
    }
    if let sign = split.unfinished {
      let text = sign == "\\" ? "nothing follows the backslash" : "the quote \(sign) is not closed"
      throw Failure(text: text, place: last.range)
    }
    do throws(Arguments.Failure) {
      self = try Self.read(Self.command(in: split.words.map(\.text)))
    } catch {
      let word = split.words.first { word in
        error.word.map { word.text == $0 || word.text.hasPrefix($0 + "=") } ?? false
      }
      let isFirst = error.word == nil && split.words.count == 1
      throw Failure(
        text: ErrorMessage(typed: error).text, place: (word ?? (isFirst ? first : last)).range)
    }
    if case .command = self { try Self.checkFilter(in: split, filters) }
  }

  /// Returns the words of a command without the name of the program: messages name commands as
  /// they are typed in a shell.
  static func command(in words: [String]) -> [String] {
    words.count > 1 && words[0] == "pushinbox" ? Array(words.dropFirst()) : words
  }

  /// Marks the invalid word of a filter. Relative times are evaluated when the command runs.
  private static func checkFilter(in line: ShellWords, _ saved: [String: String]) throws(Failure) {
    guard let arguments = try? Arguments(Self.command(in: line.words.map(\.text))),
      arguments.command?.takes == .filter
    else { return }
    do throws(FilterError) {
      _ = try Filter(
        arguments.words.joined(separator: " "), now: Date(timeIntervalSince1970: 0),
        timeZone: .gmt, saved: saved)
    } catch {
      var end = 0
      let wrong = arguments.words.first { word in
        end += word.count + 1
        return error.column <= end
      }
      let place = line.words.dropFirst().first { $0.text == wrong } ?? line.words[0]
      let hint = error.suggestion.map { "; did you mean “\($0)”?" } ?? ""
      throw Failure(text: PlainText.clean(error.problem + hint), place: place.range)
    }
  }

  private static func read(_ words: [String]) throws(Arguments.Failure) -> TypedLine {
    let rest = words.dropFirst()
    switch ShortForm(rawValue: words[0]) {
    case .q, .quit:
      guard rest.isEmpty else { throw .acceptsNoWords(words[0]) }
      return .quit
    case .help:
      guard let name = rest.first else { return .help }
      return try read([name, "--help"])
    case .dnd:
      // `dnd until 07:00` means `set dnd=until:07:00`.
      guard (1...2).contains(rest.count), rest.count == 1 || rest.first == "until" else {
        throw .needsFocusTime
      }
      return .command(["set", "dnd=" + rest.joined(separator: ":")])
    case nil: break
    }
    if rest.isEmpty, Self.isPush(words[0]) { return .look(.list, words[0]) }
    let options = words.filter { $0.hasPrefix("--") }
    if words[0] == "show", options.count == rest.count, !options.contains("--help") {
      return .showSelected(words)
    }
    if words[0] == "why", rest.count <= 1, options.isEmpty { return .look(.why, rest.first) }
    let arguments = try arguments(words)
    if arguments.has("version") { return .usage("pushinbox " + Version.number) }
    guard let command = arguments.command else { return .usage(Usage.program()) }
    return arguments.has("help") ? .usage(Usage.command(command)) : .command(words)
  }

  /// Whether a word names a push: `12`, `#12`, `R9`, `last`.
  private static func isPush(_ word: String) -> Bool {
    let number = word.first == "R" || word.first == "#" ? word.dropFirst() : word[...]
    return word == CommandTable.newestPush || Int(number).map { $0 > 0 } ?? false
  }

  private static func arguments(_ words: [String]) throws(Arguments.Failure) -> Arguments {
    do throws(Arguments.Failure) {
      return try Arguments(words)
    } catch {
      guard case .unknownCommand(let name, _) = error else { throw error }
      // One letter is similar to every short name.
      let nearest = name.count > 1 ? NearestName.of(name, among: names) : nil
      throw .unknownCommand(name, nearest: nearest)
    }
  }
}

extension Arguments.Failure {
  /// The word that the failure is about; nil if a word is missing or superfluous.
  fileprivate var word: String? {
    switch self {
    case .unknownCommand(let name, _), .unknownOption(let name, _, _), .missingValue(let name, _),
      .unexpectedValue(let name), .excluded(let name, _):
      name
    case .value(_, let value, _): value
    case .words: nil
    }
  }
}
