/// What became of the pushes of one queue, since the program started. What was numbered before counts for
/// deliveries only: `lost`, `repeated`, `replaced`.
public struct QueueCounts: Equatable, Sendable {
  /// Pushes that got a number.
  public var sent = 0
  /// Of them, those that arrived when they were sent first: what would be there without the queue.
  public var delivered = 0
  /// Of them, those that came only since they were sent again.
  public var recovered = 0
  /// How often one was lost on the way, sent first or again.
  public var lost = 0
  /// How often one was sent again.
  public var repeated = 0
  /// How often the number of those missing took the place of a push.
  public var replaced = 0
  /// Of those that arrived, so many cannot be read, since that number stands in their place.
  public var unreadable = 0
  /// How often one came that was there already, and took its own place.
  public var duplicates = 0
  /// The first three over time.
  public internal(set) var chart = QueueChart()

  /// Nothing counted.
  public init() {}

  /// Of those sent, how many of a hundred would have arrived without the queue; 100 of none.
  public var rateWithout: Double { rate(of: delivered) }
  /// Of those sent, how many of a hundred can be read.
  public var rate: Double { rate(of: delivered + recovered - unreadable) }

  private func rate(of count: Int) -> Double {
    sent == 0 ? 100 : (Double(count) * 1000 / Double(sent)).rounded() / 10
  }

  /// Adds what was counted of another queue; the chart stays this one's.
  public static func + (left: QueueCounts, right: QueueCounts) -> QueueCounts {
    var sum = left
    sum.sent += right.sent
    sum.delivered += right.delivered
    sum.recovered += right.recovered
    sum.lost += right.lost
    sum.repeated += right.repeated
    sum.replaced += right.replaced
    sum.unreadable += right.unreadable
    sum.duplicates += right.duplicates
    return sum
  }
}
