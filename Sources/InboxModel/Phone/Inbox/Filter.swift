import Foundation

/// A filter: words joined by "and" (`docs/reference/filters.md`).
///
/// A filter means the same wherever it is typed, on the screen, the command line, in a hook and in
/// a scenario. The empty filter matches everything.
public struct Filter: Equatable, Sendable {
  /// One word.
  struct Term: Equatable, Sendable {
    var condition: Condition
    var isNegated = false
  }

  /// The condition of one word.
  enum Condition: Equatable, Sendable {
    /// Somewhere in title, subtitle, body, thread, app or payload.
    case text(FoldedText)
    /// `title:`
    case title(FoldedText)
    /// `body:`
    case body(FoldedText)
    /// `payload:`, in any key or value.
    case payload(FoldedText)
    /// `json:`, a path in the payload and what stands there; nil for anything.
    case json(path: String, value: String?)
    /// `app:`, the bundle id, its last part, or the name.
    case app(FoldedText)
    /// `thread:`, empty for the default group.
    case thread(ThreadID)
    /// `topic:`
    case topic(String)
    /// `id:`, our number, the apns-id or the request identifier.
    case id(String)
    /// `token:`, the beginning of it, in lower case.
    case token(String)
    /// `level:`, the one in force.
    case level(InterruptionLevel)
    /// `category:`, empty for none.
    case category(CategoryID)
    /// `type:`
    case type(PushType)
    /// `reason:`, a code or the beginning of one.
    case reason(String)
    /// `before:`, of the moment the list shows.
    case before(Date)
    /// `after:`, the moment itself included.
    case after(Date)
    /// `late:`, so many seconds from acceptance to delivery, or more.
    case late(TimeInterval)
    /// `larger:`, in bytes of payload.
    case larger(Int)
    /// `is:`
    case state(State)
    /// `has:`
    case feature(Feature)
    /// A negated `filter:`: not all of a saved filter.
    case saved([Term])
  }

  /// The values of `is:`.
  enum State: String, CaseIterable, Sendable {
    case unread, read, quiet, silent, rejected, hidden
  }

  /// The values of `has:`.
  enum Feature: String, CaseIterable, Sendable {
    case action, reply
  }

  /// The value of `id:` for the newest entry of the list.
  public static let last = "last"

  var terms: [Term] = []

  /// The filter that matches everything.
  public init() {}

  /// Whether it matches everything.
  public var isEmpty: Bool { terms.isEmpty }

  /// Whether it asks for rejected pushes, which stand in a list of their own: by `is:rejected`, or
  /// by a reason that only they have.
  public var asksForRejected: Bool {
    terms.contains { term in
      switch term.condition {
      case .state(.rejected): !term.isNegated
      case .reason(let code): !term.isNegated && RejectedRequest.isReason(code)
      default: false
      }
    }
  }

  /// Whether it asks for background pushes, which stand in no list.
  public var asksForSilent: Bool {
    terms.contains { $0 == Term(condition: .state(.silent)) }
  }
}

/// Why a filter cannot be understood.
public struct FilterError: Error, Equatable, Sendable {
  /// The word as written.
  public var word: String
  /// The column at which it begins, in characters from 1.
  public var column: Int
  /// The problem, a sentence without its full stop.
  public var problem: String
  /// The word that was probably meant.
  public var suggestion: String?

  /// Describes a word.
  public init(word: String, column: Int, problem: String, suggestion: String? = nil) {
    self.word = word
    self.column = column
    self.problem = problem
    self.suggestion = suggestion
  }

  /// All of it on one line, for instance
  /// `column 5: “is:unred” is not known; did you mean “is:unread”?`
  public var sentence: String {
    "column \(column): \(problem)" + (suggestion.map { "; did you mean “\($0)”?" } ?? "")
  }
}
