import Foundation

/// The outcomes of one queue's pushes since the counts began or were reset.
@dynamicMemberLookup
public struct QueueCounts: Equatable, Sendable {
  /// The totals.
  public private(set) var total = QueueTally()
  /// The counts over time.
  public private(set) var chart = QueueChart()
  /// The delays of the pushes.
  public private(set) var lateness = Lateness()
  /// The last sequence number that is not counted.
  var start = 0

  /// The delays from acceptance to arrival, of late and recovered pushes.
  public struct Lateness: Equatable, Sendable {
    /// The number of outcomes.
    public internal(set) var count = 0
    /// The sum of the delays, in milliseconds.
    public internal(set) var sum = 0
    /// The longest delay, in milliseconds.
    public internal(set) var worst = 0

    /// The mean delay, in milliseconds; 0 if there is none.
    public var mean: Int { count == 0 ? 0 : (sum + count / 2) / count }
  }

  /// Makes counts of zero.
  public init() {}

  /// Begins after a sequence number, with a number of pushes in transit.
  init(after start: Int, sent: Int = 0, at moment: Date) {
    self.start = start
    if sent > 0 { add(sent, to: \.sent, sentAt: moment) }
  }

  /// The value of a counter.
  public subscript(dynamicMember number: KeyPath<QueueTally, Int>) -> Int { total[keyPath: number] }

  /// The percentage of sent pushes that would have arrived without the queue; 100 if none was sent.
  public var rateWithout: Double { rate(of: total.delivered) }
  /// The percentage of sent pushes that are readable.
  public var rate: Double { rate(of: total.readable) }

  private func rate(of count: Int) -> Double {
    total.sent == 0 ? 100 : (Double(count) * 1000 / Double(total.sent)).rounded() / 10
  }

  /// Adds to a counter, and to the column of the moment at which the push was sent.
  mutating func add(_ count: Int = 1, to counter: QueueTally.Counter, sentAt moment: Date) {
    total[keyPath: counter] += count
    chart.add(count, to: counter, sentAt: moment)
  }

  /// Counts the outcome of a push.
  mutating func count(_ outcome: DeliveryOutcome, sentAt moment: Date) {
    for (counter, count) in outcome.changes { add(count, to: counter, sentAt: moment) }
    guard let milliseconds = outcome.lateness else { return }
    lateness.count += 1
    lateness.sum += milliseconds
    lateness.worst = max(lateness.worst, milliseconds)
  }
}

extension QueueCounts: JSONFieldList {
  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("total", &total)
    fields.field("after", &start, unless: 0)
    fields.field("late", &lateness, unless: Lateness())
    fields.field("chart", &chart, unless: QueueChart())
  }

  /// The stored form, JSON.
  public var stored: [UInt8] { jsonText }

  /// Parses ``stored``; nil for anything else.
  public init?(stored text: [UInt8]) { self.init(jsonText: text) }
}

extension QueueCounts.Lateness: JSONFieldList {
  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("count", &count)
    fields.field("sum", &sum)
    fields.field("worst", &worst)
    if [count, sum, worst].contains(where: { !(0...Payload.lastPosition).contains($0) }) {
      self = Self()
    }
  }
}
