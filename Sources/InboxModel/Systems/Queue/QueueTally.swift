/// The numbers of pushes by outcome: of one queue, or of those that were sent within one span of
/// its chart.
public struct QueueTally: Equatable, Sendable {
  /// Pushes that got a number, or were offered to a phone.
  public internal(set) var sent = 0
  /// Of those sent, the ones that arrived when they were sent first: all there would be without the
  /// queue.
  public internal(set) var delivered = 0
  /// Of those delivered, the ones that arrived more than a second after they were accepted.
  public internal(set) var late = 0
  /// Of those sent, the ones that arrived only when they were sent again.
  public internal(set) var recovered = 0
  /// Deliveries, first or again, that the network lost.
  public internal(set) var network = 0
  /// Deliveries that a newer push of the app replaced while the phone was offline.
  public internal(set) var coalesced = 0
  /// Deliveries whose time was over before the phone was there.
  public internal(set) var expired = 0
  /// Of those sent, the ones that the checks of the phone's side refused.
  public internal(set) var refused = 0
  /// Pushes about folders that nobody subscribed to. They are not among those sent.
  public internal(set) var unsubscribed = 0
  /// Pushes that were sent again, each as often as it was.
  public internal(set) var repeated = 0
  /// Pushes in whose place the number of missing ones was shown.
  public internal(set) var replaced = 0
  /// Of those sent, the ones that did not arrive and were part of such a number.
  public internal(set) var reportedMissing = 0
  /// Of those that arrived, the ones in whose place such a number stands.
  public internal(set) var unreadable = 0
  /// Deliveries of pushes that had arrived already.
  public internal(set) var duplicates = 0

  /// Nothing counted.
  public init() {}

  /// Deliveries, first or again, that did not reach the phone.
  public var lost: Int { network + coalesced + expired }
  /// Pushes that arrived.
  public var arrived: Int { delivered + recovered }
  /// Pushes that can be read.
  public var readable: Int { arrived - unreadable }
  /// Of those sent, the ones that have not arrived so far; those reported as missing are among
  /// them.
  public var missing: Int { max(0, sent - arrived - refused) }

  typealias Counter = any WritableKeyPath<QueueTally, Int> & Sendable

  /// The counters in the order in which they are stored; new ones are appended.
  static let counters: [Counter] = [
    \.sent, \.delivered, \.late, \.recovered, \.network, \.coalesced, \.expired, \.refused,
    \.unsubscribed, \.repeated, \.replaced, \.reportedMissing, \.unreadable, \.duplicates,
  ]

  /// Adds what was counted elsewhere.
  public static func + (left: QueueTally, right: QueueTally) -> QueueTally {
    var sum = left
    for counter in counters { sum[keyPath: counter] += right[keyPath: counter] }
    return sum
  }
}

/// `[12,10,0,1]`: zeros at the end are left out.
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
    // Another version may know more.
    for (counter, number) in zip(Self.counters, numbers) { self[keyPath: counter] = number }
  }
}
