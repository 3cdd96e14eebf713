import Foundation
import InboxModel

/// A command typed after `:` on the screen, for the running inbox.
struct TypedCommand: Equatable, Sendable {
  /// As it was typed.
  var line: String
  /// As the control socket would take it; none where the line is the head of the answer to a key.
  var words: [String] = []
}

/// The way a push is looked at that a command names.
enum PushLook: Equatable, Sendable {
  /// Selected in its list.
  case list
  /// The inspector's page Why; of a rejected push its request.
  case why
}

/// The meaning of a line typed after `:`.
enum TypedLine: Equatable, Sendable {
  case nothing
  case quit
  /// The keys.
  case help
  /// A text of `--help`.
  case usage(String)
  case command([String])
  /// A look at a push; nil for the selected one.
  case look(PushLook, String?)
  /// `show` without a push: the selected one is meant.
  case showSelected([String])

  /// Why a line cannot be run, and the characters it is about.
  struct Failure: Error, Equatable {
    var text: String
    var place: Range<Int>
  }

  /// The words of the screen beside the commands that a running inbox answers.
  enum ShortForm: String, CaseIterable {
    case dnd, help, q, quit
  }

  /// The words a line may begin with.
  static let names =
    (CommandTable.commands.filter { $0.host == .inbox }.map(\.name)
    + ShortForm.allCases.map(\.rawValue)).sorted()

  /// Reads a line; what only the running inbox can know is not looked at.
  ///
  /// - Parameter filters: the saved filters by their names.
  init(_ line: [Character], filters: [String: String] = [:]) throws(Failure) {
    let split = ShellWords(line)
    guard let first = split.words.first, let last = split.words.last else {
      self = .nothing
      return
    }
    if let sign = split.unfinished {
      let text = sign == "\\" ? "nothing comes after the backslash" : "the quote \(sign) stays open"
      throw Failure(text: text, place: last.range)
    }
    let words = split.words.map(\.text)
    do throws(Arguments.Failure) {
      self = try Self.read(words)
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

  /// Points at the word of a filter that cannot be read; moments are read when the command is run.
  private static func checkFilter(in line: ShellWords, _ saved: [String: String]) throws(Failure) {
    guard let arguments = try? Arguments(line.words.map(\.text)),
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
      guard rest.isEmpty else { throw .words(command: words[0], problem: "takes no words") }
      return .quit
    case .help:
      guard let name = rest.first else { return .help }
      return try read([name, "--help"])
    case .dnd:
      // `dnd until 07:00` is `set dnd=until:07:00`.
      guard (1...2).contains(rest.count), rest.count == 1 || rest.first == "until" else {
        throw .words(command: "set", problem: "dnd needs on, off, 30m or until 07:00")
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
    if arguments.has("version") { return .usage("pushinbox " + Usage.version) }
    guard let command = arguments.command else { return .usage(Usage.program()) }
    return arguments.has("help") ? .usage(Usage.command(command)) : .command(words)
  }

  /// Whether a word names a push by itself: `12`, `#12`, `R9`, `last`.
  private static func isPush(_ word: String) -> Bool {
    let number = word.first == "R" || word.first == "#" ? word.dropFirst() : word[...]
    return word == CommandTable.newestPush || Int(number).map { $0 > 0 } ?? false
  }

  private static func arguments(_ words: [String]) throws(Arguments.Failure) -> Arguments {
    do throws(Arguments.Failure) {
      return try Arguments(words)
    } catch {
      guard case .unknownCommand(let name, _) = error else { throw error }
      // One sign is near to every short name.
      let nearest = name.count > 1 ? NearestName.of(name, among: names) : nil
      throw .unknownCommand(name, nearest: nearest)
    }
  }
}

extension Arguments.Failure {
  /// The word it is about; nil when there is one too few or too many.
  fileprivate var word: String? {
    switch self {
    case .unknownCommand(let name, _), .unknownOption(let name, _, _), .missingValue(let name, _),
      .unexpectedValue(let name):
      name
    case .value(_, let value, _): value
    case .words: nil
    }
  }
}
