import Foundation

/// How the pushes of one queue fared over time: columns of equal spans since the first of them. The spans become
/// twice as long whenever there would be more than ``limit``, so that the whole history stays in sight.
public struct QueueChart: Equatable, Sendable {
  /// The most columns.
  public static let limit = 64

  /// The pushes that were sent within one span.
  public struct Column: Equatable, Sendable {
    /// How many got a number.
    public internal(set) var sent = 0
    /// Of them, those that arrived when they were sent first.
    public internal(set) var delivered = 0
    /// Of them, those that came only since they were sent again.
    public internal(set) var recovered = 0
    /// Of both, those whose text the number of the missing took.
    public internal(set) var unreadable = 0

    /// How many can be read.
    public var readable: Int { delivered + recovered - unreadable }

    static func + (left: Column, right: Column) -> Column {
      var sum = left
      sum.sent += right.sent
      sum.delivered += right.delivered
      sum.recovered += right.recovered
      sum.unreadable += right.unreadable
      return sum
    }
  }

  /// When the first one was sent; nil before it.
  public private(set) var start: Date?
  /// Seconds that a column stands for.
  public private(set) var span: TimeInterval = 1
  /// The columns, the oldest first; empty spans have one too.
  public private(set) var columns: [Column] = []

  /// Nothing sent yet.
  public init() {}

  /// Counts something of a push that was sent at a moment; what was sent before the first counts with that.
  mutating func count(
    _ what: WritableKeyPath<Column, Int>, by difference: Int = 1, sentAt moment: Date
  ) {
    let start = start ?? moment
    self.start = start
    let age = max(0, moment.timeIntervalSince(start))
    while age >= span * Double(Self.limit) {
      columns = Self.paired(columns)
      span *= 2
    }
    let place = Int(age / span)
    while columns.count <= place { columns.append(Column()) }
    columns[place][keyPath: what] += difference
  }

  /// The same in at most so many columns, and how long each is.
  public func fitted(to count: Int) -> (columns: [Column], span: TimeInterval) {
    var fitted = (columns: columns, span: span)
    while fitted.columns.count > max(1, count) {
      fitted = (Self.paired(fitted.columns), fitted.span * 2)
    }
    return fitted
  }

  private static func paired(_ columns: [Column]) -> [Column] {
    stride(from: 0, to: columns.count, by: 2).map { place in
      columns[place] + (place + 1 < columns.count ? columns[place + 1] : Column())
    }
  }
}
