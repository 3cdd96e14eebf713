import InboxModel

/// The first word after `config`.
enum ConfigVerb: String, CaseIterable {
  case show, diff, reset, reload, check, untrust
  case create = "init"

  /// Reads the first word of a command.
  init(_ arguments: Arguments) throws(Arguments.Failure) {
    let word = arguments.words[0]
    guard let verb = ConfigVerb(rawValue: word) else {
      let names = ConfigVerb.allCases.map(\.rawValue)
      let nearest = NearestName.of(word, among: names).map { "; did you mean \($0)?" }
      throw .words(
        command: "config",
        problem: "has no “\(word)”" + (nearest ?? ": \(names.joined(separator: ", "))"))
    }
    let most = verb == .reset ? Int.max : verb == .check ? 2 : 1
    guard arguments.words.count <= most else {
      throw .words(
        command: "config \(word)",
        problem: "got an unexpected argument “\(arguments.words[most])”")
    }
    self = verb
  }
}
