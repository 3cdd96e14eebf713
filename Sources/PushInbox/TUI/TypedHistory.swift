/// The history of typed lines, the newest last.
struct TypedHistory: Equatable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Commands after `:`.
    case command
    /// Filters after `/`. Each is listed once.
    case filter
    /// Shell commands that received a payload.
    case pipe
  }

  private var lines: [Kind: [String]] = [:]

  /// The maximum number of lines of a kind.
  private static let limit = 100

  subscript(kind: Kind) -> [String] { lines[kind] ?? [] }

  /// Adds a line, unless it is the newest already.
  mutating func add(_ line: String, to kind: Kind) {
    var known = self[kind]
    if kind == .filter { known.removeAll { $0 == line } }
    guard known.last != line else { return }
    lines[kind] = known.suffix(Self.limit - 1) + [line]
  }
}
