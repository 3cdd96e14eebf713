/// The numbers of pushes by outcome, of one queue or of one span of its chart.
public struct QueueTally: Equatable, Sendable {
  /// The pushes that were numbered, or relayed to a phone.
  public internal(set) var sent = 0
  /// The sent pushes whose first delivery arrived: the result without the queue.
  public internal(set) var delivered = 0
  /// The delivered pushes that arrived more than a second after acceptance.
  public internal(set) var late = 0
  /// The sent pushes that arrived only when they were sent again.
  public internal(set) var recovered = 0
  /// The deliveries, first or repeated, that the network lost.
  public internal(set) var network = 0
  /// The deliveries that a newer push of the app replaced while the phone was offline.
  public internal(set) var coalesced = 0
  /// The deliveries that expired before the phone was online.
  public internal(set) var expired = 0
  /// The sent pushes that the phone's side rejected.
  public internal(set) var rejected = 0
  /// The pushes about folders without a subscription. They do not count as sent.
  public internal(set) var unsubscribed = 0
  /// The repeated deliveries.
  public internal(set) var repeated = 0
  /// The pushes whose text was replaced by the number of missing ones.
  public internal(set) var replaced = 0
  /// The sent pushes that did not arrive and were included in such a number.
  public internal(set) var reportedMissing = 0
  /// The pushes that arrived and whose text is replaced by such a number.
  public internal(set) var unreadable = 0
  /// The deliveries of pushes that had arrived already.
  public internal(set) var duplicates = 0

  /// Makes counts of zero.
  public init() {}

  /// The deliveries, first or repeated, that did not reach the phone.
  public var lost: Int { network + coalesced + expired }
  /// The pushes that arrived.
  public var arrived: Int { delivered + recovered }
  /// The pushes with readable text.
  public var readable: Int { arrived - unreadable }
  /// The sent pushes that have not arrived so far, including those reported as missing.
  public var missing: Int { max(0, sent - arrived - rejected) }

  typealias Counter = any WritableKeyPath<QueueTally, Int> & Sendable

  /// The counters in the order in which they are stored; new ones are appended.
  static let counters: [Counter] = [
    \.sent, \.delivered, \.late, \.recovered, \.network, \.coalesced, \.expired, \.rejected,
    \.unsubscribed, \.repeated, \.replaced, \.reportedMissing, \.unreadable, \.duplicates,
  ]

  /// Adds the counts of two tallies.
  public static func + (left: QueueTally, right: QueueTally) -> QueueTally {
    var sum = left
    for counter in counters { sum[keyPath: counter] += right[keyPath: counter] }
    return sum
  }
}

/// The tally as JSON, without zeros at the end: `[12,10,0,1]`
extension QueueTally: JSONField {
  func append(to bytes: inout [UInt8]) {
    var numbers = Self.counters.map { self[keyPath: $0] }
    while numbers.last == 0 { numbers.removeLast() }
    numbers.append(to: &bytes)
  }

  init?(json: JSONValue) {
    guard let numbers = [Int](json: json),
      numbers.allSatisfy({ (0...Payload.lastPosition).contains($0) })
    else { return nil }
    self.init()
    // Another version may have more counters.
    for (counter, number) in zip(Self.counters, numbers) { self[keyPath: counter] = number }
  }
}
