import Foundation

/// The outcomes of one queue's pushes over time: columns of equal spans since the first push. The
/// spans double when there would be more than ``limit`` columns, so that the chart always covers
/// the whole history.
public struct QueueChart: Equatable, Sendable {
  /// The maximum number of columns.
  public static let limit = 64

  /// The moment of the first push; nil before it.
  public private(set) var start: Date?
  /// The span of a column, in seconds.
  public private(set) var span: TimeInterval = 1
  /// The outcomes of the pushes sent within each span, oldest first, including empty spans.
  public private(set) var columns: [QueueTally] = []

  /// Adds to a counter of the pushes sent at a moment. A push from before the first one counts in
  /// the first column.
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

  /// Returns the chart in at most this number of columns, and the span of each in seconds.
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
    // Numbers from a file are validated.
    if columns.count > Self.limit || span < 1 { self = QueueChart() }
  }
}
