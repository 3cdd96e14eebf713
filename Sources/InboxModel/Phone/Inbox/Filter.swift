import Foundation

/// A filter: words joined by "and" (`docs/reference/filters.md`).
///
/// Filters have the same meaning everywhere: on the screen, the command line, in a hook and in a
/// scenario. The empty filter matches everything.
public struct Filter: Equatable, Sendable {
  /// One word, possibly negated.
  struct Term: Equatable, Sendable {
    var condition: Condition
    var isNegated = false
  }

  /// The condition of one word.
  enum Condition: Equatable, Sendable {
    /// A text in title, subtitle, body, thread, app or payload.
    case text(FoldedText)
    /// `title:`
    case title(FoldedText)
    /// `body:`
    case body(FoldedText)
    /// `payload:`, in any key or value.
    case payload(FoldedText)
    /// `json:`, a path in the payload and its value; nil for any value.
    case json(path: String, value: String?)
    /// `app:`, the bundle identifier, its last part, or the name.
    case app(FoldedText)
    /// `thread:`, empty for the default group.
    case thread(ThreadID)
    /// `topic:`
    case topic(String)
    /// `id:`, the number, the apns-id or the request identifier.
    case id(String)
    /// `token:`, a prefix in lower case.
    case token(String)
    /// `level:`, the effective one.
    case level(InterruptionLevel)
    /// `category:`, empty for none.
    case category(CategoryID)
    /// `type:`
    case type(PushType)
    /// `reason:`, a code or its prefix.
    case reason(String)
    /// `before:`, compared with the moment that the list shows.
    case before(Date)
    /// `after:`, inclusive.
    case after(Date)
    /// `late:`, the minimum delay from acceptance to delivery, in seconds.
    case late(TimeInterval)
    /// `larger:`, the payload size in bytes.
    case larger(Int)
    /// `is:`
    case state(State)
    /// `has:`
    case feature(Feature)
    /// A negated `filter:`, which matches unless all terms of the saved filter do.
    case saved([Term])
  }

  /// The values of `is:`.
  enum State: String, CaseIterable, Sendable {
    case unread, read, quiet, shown, heard, silent, rejected, hidden, activity
  }

  /// The values of `has:`.
  enum Feature: String, CaseIterable, Sendable {
    case action, reply
  }

  /// The value of `id:` for the newest entry of the list.
  public static let last = "last"

  var terms: [Term] = []

  /// Makes the filter that matches everything.
  public init() {}

  /// Whether it matches everything.
  public var isEmpty: Bool { terms.isEmpty }

  /// Whether it selects rejected requests, which have a separate list: by `is:rejected`, by a
  /// reason that only they have, or by a number such as `R9`.
  public var asksForRejected: Bool {
    terms.contains { term in
      switch term.condition {
      case .state(.rejected): !term.isNegated
      case .reason(let code): !term.isNegated && RejectedRequest.isReason(code)
      case .id(let id): !term.isNegated && id.first == "R" && Int(id.dropFirst()) != nil
      default: false
      }
    }
  }

  /// Whether it selects Live Activities, which have cards and no entries of the list.
  public var asksForActivities: Bool { asks(for: .activity) }

  /// Whether it selects background pushes, which no list contains.
  public var asksForSilent: Bool { asks(for: .silent) }

  /// Whether it selects pushes by their sound, which was heard whether a list contains them or not.
  var asksForHeard: Bool { asks(for: .heard) }

  private func asks(for state: State) -> Bool {
    terms.contains(Term(condition: .state(state)))
  }
}

/// The error of an invalid filter.
public struct FilterError: Error, Equatable, Sendable {
  /// The word as written.
  public var word: String
  /// The column of its first character, from 1.
  public var column: Int
  /// The problem, a sentence without its full stop.
  public var problem: String
  /// The word that was probably meant; nil for none.
  public var suggestion: String?

  /// Makes an error.
  public init(word: String, column: Int, problem: String, suggestion: String? = nil) {
    self.word = word
    self.column = column
    self.problem = problem
    self.suggestion = suggestion
  }

  /// The error on one line, for instance `column 5: “is:unred” is not known; did you mean
  /// “is:unread”?`
  public var sentence: String {
    "column \(column): \(problem)" + (suggestion.map { "; did you mean “\($0)”?" } ?? "")
  }
}
