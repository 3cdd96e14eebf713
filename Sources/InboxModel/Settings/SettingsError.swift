/// Why settings cannot be read, and where: the facts, from which ``message`` makes the one
/// sentence.
public struct SettingsError: Error, Equatable, Sendable {
  /// The problem.
  public enum Problem: Equatable, Sendable {
    /// The text is not JSON; half a sentence of the reader.
    case unreadable(String)
    /// Nothing is set by that name.
    case unknownKey
    /// The value is of another type, or not one of those allowed. Both are ends of a sentence: `a
    /// time of day such as 07:00`, `25:00`.
    case wrongValue(expected: String, found: String)
    /// The key, or the identifier, stands there already.
    case repeated
    /// The key must be there.
    case missing
    /// It cannot stand beside this other key.
    case excluded(by: String)
    /// It says nothing without what this names, the middle of a sentence: `` `clock` ``, `a step`.
    case needs(String)
    /// It is described, but this version cannot do it.
    case notAvailable
    /// The file it names cannot be used; a sentence that begins with the file.
    case file(String)
    /// It has no part in how a push comes out, so that nothing can be asked about it.
    case undecisive
    /// It says twice, or once so and once otherwise, what this other word of the same command says.
    case contradicts(String)
    /// It names programs to run, and the file was merely found.
    case programsNotAllowed
  }

  /// The problem.
  public var problem: Problem
  /// The key's path, `focus.dinner.from`; empty when the whole text is meant.
  public var path: String
  /// The known name nearest to the one written.
  public var suggestion: String?
  /// The file; nil for what came from the command line.
  public var file: String?
  /// The position in the text, if it came from one.
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

  /// The same without its position.
  var withoutPlace: SettingsError {
    var error = self
    error.position = nil
    return error
  }

  /// Line, from 1; nil for what came from the command line.
  public var line: Int? { position?.line }
  /// Column in bytes, from 1; nil for what came from the command line.
  public var column: Int? { position?.column }

  /// One sentence without its full stop: `config.json5:3:14: focus.dinner.form is not a known key;
  /// did you mean from?`. Without a file, `line 3, column 14: …`; without a place, the sentence
  /// alone. One line, escaped by ``PlainText``.
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
    case .wrongValue(let expected, let found): "\(name) must be \(expected), not \(found)"
    case .repeated: "\(name) is there twice"
    case .missing: "\(name) is missing"
    case .excluded(let other): "\(name) and `\(other)` exclude each other"
    case .needs(let other): "\(name) needs \(other) beside it"
    case .notAvailable: "\(name) is not available in this version"
    case .file(let problem): "\(name) cannot be used: \(problem)"
    case .undecisive: "\(name) has no part in how a push comes out: what-if cannot ask about it"
    case .contradicts(let other): "\(name) and `\(other)` cannot be said together"
    case .programsNotAllowed where file == nil:
      "\(name) names programs to run, which only a configuration file may"
    case .programsNotAllowed: "\(name) names programs to run, which needs --allow-programs here"
    }
  }
}
