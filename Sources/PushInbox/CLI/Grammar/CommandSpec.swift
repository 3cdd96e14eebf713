import InboxModel

/// The specification of a command for `--help`, the parser and the dispatcher.
struct CommandSpec: Equatable, Sendable {
  /// The name.
  var name: String
  /// The words after the name in the usage line.
  var synopsis: String
  /// One line for the list of commands.
  var summary: String
  /// The description, a few sentences.
  var details: String
  /// The command's options besides the common ones.
  var options: [OptionSpec] = []
  /// Examples to copy.
  var examples: [String] = []
  /// The permitted number of plain words.
  var wordCount: ClosedRange<Int> = 0...Int.max
  /// Whether the option `--all` is required, because the command deletes everything.
  var requiresAll = false
  /// Whether it opens ports.
  var isListening = false
  /// The kind of its plain words.
  var takes = Words.others
  /// The files that it reads for a running inbox.
  var input = Input.none
  /// Alternative names, which are not listed.
  var otherNames: [String] = []
  /// The process that carries it out.
  var host = Host.process

  /// The process that carries out a command.
  enum Host: Sendable {
    /// A running inbox, over the control socket or after `:` on its screen.
    case inbox
    /// A running inbox, as long as there is a reader; not on its screen.
    case stream
    /// The process of the command itself.
    case process
  }

  /// The files that a command reads for a running inbox.
  enum Input: Sendable {
    case none
    /// The complete file that the last word names.
    case file
    /// All files that the words name, piece by piece.
    case pieces
  }

  /// The kinds of plain words, for completion.
  enum Words: Equatable, Sendable {
    case others, files, filter
    /// Changes of settings.
    case settings
    /// Changes of settings or of a fact of `what-if`, then a filter.
    case changesAndFilter
    /// One of these names.
    case names([String])
    /// The name of a demo, or a file.
    case demos
    /// A push.
    case push
    /// A push, then one of its actions.
    case pushAndAction
    /// A verb of `fault`, then the rule of a fault.
    case faults
  }

  /// Throws when there are too few or too many words, or none where `--all` is required.
  func checkWords(_ words: [String], hasAll: Bool) throws(Arguments.Failure) {
    if takes == .filter, options.contains(where: { $0.name == "all" }) {
      let isBlank = words.allSatisfy { $0.allSatisfy(\.isWhitespace) }
      if isBlank, !hasAll { throw .needsFilter(name) }
      if !isBlank, hasAll { throw .takesOne("FILTER", or: "--all", name) }
    }
    if requiresAll, !hasAll { throw .needsAll(name) }
    if words.count < wordCount.lowerBound { throw .needsWords(synopsis, name) }
    if words.count > wordCount.upperBound {
      throw .unexpectedWord(
        words[wordCount.upperBound], isText: synopsis.hasPrefix("TEXT "), name)
    }
  }
}
