/// The error of invalid settings: the facts from which ``message`` makes one sentence.
public struct SettingsError: Error, Equatable, Sendable {
  /// The problem.
  public enum Problem: Equatable, Sendable {
    /// The text is not JSON; half a sentence of the parser.
    case unreadable(String)
    /// The key is unknown.
    case unknownKey
    /// The key is not the name of such a thing, the end of a sentence: `a role`.
    case unknownName(of: String)
    /// The key is one of the configuration file, and `set` cannot change it.
    case onlyInFile
    /// The value has another type, or is not an allowed one. Both values are the end of a sentence:
    /// `a time of day such as 07:00`, `25:00`.
    case wrongValue(expected: String, found: String)
    /// The key, or the identifier, is repeated.
    case repeated
    /// The key is required.
    case missing
    /// The key excludes this other key.
    case excluded(by: String)
    /// The key requires this one, the middle of a sentence: `` `clock` ``, `a step`.
    case needs(String)
    /// The object requires one of these keys, the end of a sentence: `` `drop` or `goaway` ``.
    case needsOne(of: String)
    /// The key is known, but this version does not implement it.
    case notAvailable
    /// The referenced file cannot be used; a sentence that begins with the file.
    case file(String)
    /// The setting does not affect decisions about pushes, so that `what-if` cannot evaluate it.
    case withoutEffect
    /// The assignment repeats or contradicts this other assignment of the same command.
    case contradicts(String)
    /// The setting names programs to run, and the file was only discovered.
    case programsNotAllowed
  }

  /// The problem.
  public var problem: Problem
  /// The path of the key, `focus.dinner.from`; empty for the whole text.
  public var path: String
  /// The known name that is nearest to the unknown one; nil for none.
  public var suggestion: String?
  /// The file; nil on the command line.
  public var file: String?
  /// The position in the text; nil if there is none.
  public var position: JSONPosition?

  /// Makes an error.
  public init(
    _ problem: Problem, path: String, suggestion: String? = nil, file: String? = nil,
    position: JSONPosition? = nil
  ) {
    self.problem = problem
    self.path = path
    self.suggestion = suggestion
    self.file = file
    self.position = position
  }

  /// The error without its position.
  var withoutPlace: SettingsError {
    var error = self
    error.position = nil
    return error
  }

  /// The line, from 1; nil on the command line.
  public var line: Int? { position?.line }
  /// The column in bytes, from 1; nil on the command line.
  public var column: Int? { position?.column }

  /// One sentence without its full stop: `config.json5:3:14: focus.dinner.form is not a known key;
  /// did you mean from?`. Without a file, `line 3, column 14: …`; without a position, the sentence
  /// alone. It is one line, escaped by ``PlainText``.
  public var message: String {
    var place = ""
    if let position {
      place =
        file.map { "\($0):\(position.line):\(position.column): " }
        ?? "line \(position.line), column \(position.column): "
    } else if let file {
      place = "\(file): "
    }
    return PlainText.clean(place + sentence + (suggestion.map { "; did you mean `\($0)`?" } ?? ""))
  }

  private var sentence: String {
    let name = path.isEmpty ? "the text" : "`\(path)`"
    return switch problem {
    case .unreadable(let problem): problem
    case .unknownKey: "\(name) is not a known key"
    case .unknownName(let kind): "\(name) is not \(kind)"
    case .onlyInFile: "\(name) can be set in the configuration file only"
    case .wrongValue(let expected, let found): "\(name) must be \(expected), not \(found)"
    case .repeated: "\(name) is given twice"
    case .missing: "\(name) is missing"
    case .excluded(let other): "\(name) and `\(other)` exclude each other"
    case .needs(let other): "\(name) needs \(other) too"
    case .needsOne(let others): "\(name) needs \(others)"
    case .notAvailable: "\(name) is not available in this version"
    case .file(let problem): "\(name) cannot be used: \(problem)"
    case .withoutEffect:
      "\(name) does not affect whether or how a push is shown, so what-if cannot test it"
    case .contradicts(let other): "\(name) and `\(other)` cannot be given together"
    case .programsNotAllowed where file == nil:
      "\(name) names programs to run, which only a configuration file may"
    case .programsNotAllowed: "\(name) names programs to run, which needs --allow-programs here"
    }
  }
}
