import Foundation

/// The outcomes of the pushes of one queue over time: columns of equal spans since the first of
/// them. The spans become twice as long whenever there would be more than ``limit``, so that the
/// whole history stays in sight.
public struct QueueChart: Equatable, Sendable {
  /// The most columns.
  public static let limit = 64

  /// When the first one was sent; nil before it.
  public private(set) var start: Date?
  /// Seconds that a column stands for.
  public private(set) var span: TimeInterval = 1
  /// The outcomes of the pushes that were sent within each span, the oldest first; empty spans have
  /// one too.
  public private(set) var columns: [QueueTally] = []

  /// Adds to a number of the pushes that were sent at a moment; what was sent before the first
  /// counts with that.
  mutating func add(_ count: Int, to counter: QueueTally.Counter, sentAt moment: Date) {
    let start = start ?? moment
    self.start = start
    let age = max(0, moment.timeIntervalSince(start))
    while age >= span * Double(Self.limit) {
      columns = Self.paired(columns)
      span *= 2
    }
    let place = Int(age / span)
    while columns.count <= place { columns.append(QueueTally()) }
    columns[place][keyPath: counter] += count
  }

  /// The same in at most so many columns, and how long each is.
  public func fitted(to count: Int) -> (columns: [QueueTally], span: TimeInterval) {
    var fitted = (columns: columns, span: span)
    while fitted.columns.count > max(1, count) {
      fitted = (Self.paired(fitted.columns), fitted.span * 2)
    }
    return fitted
  }

  private static func paired(_ columns: [QueueTally]) -> [QueueTally] {
    stride(from: 0, to: columns.count, by: 2).map { place in
      columns[place] + (place + 1 < columns.count ? columns[place + 1] : QueueTally())
    }
  }
}

extension QueueChart: JSONFieldList {
  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("from", &start)
    fields.field("span", &span, unless: 1)
    fields.field("columns", &columns, unless: [])
    // Numbers from a file must not run out of bounds.
    if columns.count > Self.limit || span < 1 { self = QueueChart() }
  }
}
