import InboxModel

/// The first word after `config`.
enum ConfigVerb: String, CaseIterable {
  case show, diff, reset, reload, check, untrust
  case create = "init"

  /// Parses the first word of a command.
  init(_ arguments: Arguments) throws(Arguments.Failure) {
    let word = arguments.words[0]
    let verb: ConfigVerb = try arguments.choice()
    let most = verb == .reset ? Int.max : verb == .check ? 2 : 1
    guard arguments.words.count <= most else {
      throw .unexpectedWord(arguments.words[most], "config \(word)")
    }
    self = verb
  }
}
