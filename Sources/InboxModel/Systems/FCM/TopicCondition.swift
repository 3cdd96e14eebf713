/// A condition on subscriptions: `'a' in topics && ('b' in topics || !('c' in topics))` (Firebase,
/// "REST Resource: projects.messages"). Parentheses come first; `&&` and `||` associate to the left
/// with equal precedence.
public struct TopicCondition: Equatable, Sendable {
  private indirect enum Node: Equatable, Sendable {
    case topic(String)
    case not(Node)
    case both(Node, Node)
    case either(Node, Node)
  }

  /// The maximum number of topics in a condition.
  static let maximumTopics = 5
  /// The maximum length of a condition; longer ones are rejected without parsing.
  private static let maximumLength = 2048

  private let root: Node

  /// Parses a condition; nil for any other text.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength else { return nil }
    var reader = Reader(rest: Array(text.utf8)[...])
    guard let root = reader.expression(depth: 0), reader.isAtEnd,
      (1...Self.maximumTopics).contains(reader.topicCount)
    else { return nil }
    self.root = root
  }

  /// Returns whether subscriptions match.
  func holds(_ isSubscribed: (String) -> Bool) -> Bool { Self.holds(root, isSubscribed) }

  private static func holds(_ node: Node, _ isSubscribed: (String) -> Bool) -> Bool {
    switch node {
    case .topic(let name): isSubscribed(name)
    case .not(let node): !holds(node, isSubscribed)
    case .both(let left, let right): holds(left, isSubscribed) && holds(right, isSubscribed)
    case .either(let left, let right): holds(left, isSubscribed) || holds(right, isSubscribed)
    }
  }

  /// Returns whether a text is a valid topic name.
  static func isTopic(_ text: String) -> Bool {
    (1...900).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isASCIILetter || $0.isDigit || "-_.~%".utf8.contains($0) }
  }

  private struct Reader {
    /// The maximum nesting of parentheses and `!`.
    static let deepest = 32

    var rest: ArraySlice<UInt8>
    var topicCount = 0

    var isAtEnd: Bool {
      mutating get {
        skipBlanks()
        return rest.isEmpty
      }
    }

    mutating func expression(depth: Int) -> Node? {
      guard depth <= Self.deepest, var node = term(depth: depth) else { return nil }
      while true {
        let isBoth = consume("&&")
        guard isBoth || consume("||") else { return node }
        guard let next = term(depth: depth) else { return nil }
        node = isBoth ? .both(node, next) : .either(node, next)
      }
    }

    private mutating func term(depth: Int) -> Node? {
      guard depth <= Self.deepest else { return nil }
      if consume("!") { return term(depth: depth + 1).map(Node.not) }
      if consume("(") {
        guard let inner = expression(depth: depth + 1), consume(")") else { return nil }
        return inner
      }
      guard let name = topic(), consume("in"), isAtBlank, consume("topics") else { return nil }
      topicCount += 1
      return .topic(name)
    }

    private mutating func topic() -> String? {
      skipBlanks()
      guard let quote = rest.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
        return nil
      }
      let name = rest.dropFirst().prefix { $0 != quote }
      guard name.endIndex < rest.endIndex else { return nil }
      rest = rest[(name.endIndex + 1)...]
      let text = String(decoding: name, as: UTF8.self)
      return isTopic(text) ? text : nil
    }

    private mutating func consume(_ word: String) -> Bool {
      skipBlanks()
      guard rest.starts(with: word.utf8) else { return false }
      rest = rest.dropFirst(word.utf8.count)
      return true
    }

    private var isAtBlank: Bool { rest.first.map(Self.isBlank) ?? false }

    private static func isBlank(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private mutating func skipBlanks() { rest = rest.drop(while: Self.isBlank) }
  }
}
