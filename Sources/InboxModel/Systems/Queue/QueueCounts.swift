import Foundation

/// The outcomes of the pushes of one queue since they were first counted, or the counts were reset.
@dynamicMemberLookup
public struct QueueCounts: Equatable, Sendable {
  /// The numbers.
  public private(set) var total = QueueTally()
  /// The same over time.
  public private(set) var chart = QueueChart()
  /// By how much pushes were late.
  public private(set) var lateness = Lateness()
  /// The position up to which pushes are not counted.
  var start = 0

  /// By how much pushes arrived later than they were accepted, of those that were late or
  /// recovered.
  public struct Lateness: Equatable, Sendable {
    /// The number of outcomes.
    public internal(set) var count = 0
    /// Milliseconds, of all together.
    public internal(set) var sum = 0
    /// Milliseconds, of the one that was latest.
    public internal(set) var worst = 0

    /// Milliseconds on average; 0 of none.
    public var mean: Int { count == 0 ? 0 : (sum + count / 2) / count }
  }

  /// Nothing counted.
  public init() {}

  /// Begins after a position, with so many pushes on their way.
  init(after start: Int, sent: Int = 0, at moment: Date) {
    self.start = start
    if sent > 0 { add(sent, to: \.sent, sentAt: moment) }
  }

  /// One of the numbers.
  public subscript(dynamicMember number: KeyPath<QueueTally, Int>) -> Int { total[keyPath: number] }

  /// Of those sent, how many of a hundred would have arrived without the queue; 100 of none.
  public var rateWithout: Double { rate(of: total.delivered) }
  /// Of those sent, how many of a hundred can be read.
  public var rate: Double { rate(of: total.readable) }

  private func rate(of count: Int) -> Double {
    total.sent == 0 ? 100 : (Double(count) * 1000 / Double(total.sent)).rounded() / 10
  }

  /// Adds to a number, and to the column of the moment at which the push was sent.
  mutating func add(_ count: Int = 1, to counter: QueueTally.Counter, sentAt moment: Date) {
    total[keyPath: counter] += count
    chart.add(count, to: counter, sentAt: moment)
  }

  /// Counts what became of a push.
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

  /// As JSON, for a store.
  public var stored: [UInt8] { jsonText }

  /// Reads what ``stored`` wrote; nil for anything else.
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
