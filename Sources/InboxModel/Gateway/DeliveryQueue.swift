import Foundation

/// What waits for a phone that is offline: for each token and topic the newest push and no other, as the
/// store-and-forward service keeps it (`spec/apns-provider-api.md` §11).
struct DeliveryQueue: Equatable, Sendable {
  /// How many pushes may wait. Beyond that the oldest tenth goes, in one sweep so that a single push
  /// stays cheap.
  static let limit = 10_000
  /// How long a push waits at most.
  static let longestStay: TimeInterval = 30 * 86_400

  private struct Slot: Hashable {
    var token: DeviceToken
    var topic: String
  }

  private var waiting: [Slot: Delivery] = [:]
  /// The earliest end of a stay, or a moment before it; nil when nothing waits.
  private(set) var nextEnd: Date?

  var count: Int { waiting.count }

  /// Puts a push into its slot.
  ///
  /// - Returns: what had to make room, oldest first, marked as coalesced.
  mutating func hold(_ delivery: Delivery) -> [Delivery] {
    var delivery = delivery
    var gone: [Delivery] = []
    let slot = Slot(token: delivery.token, topic: delivery.topic)
    if let older = waiting[slot] {
      delivery.passage.coalesced = older.passage.coalesced + 1
      gone.append(older.dropped(.deviceCoalesced))
    }
    waiting[slot] = delivery
    let end = delivery.endOfStay
    nextEnd = nextEnd.map { min($0, end) } ?? end
    if waiting.count > Self.limit {
      for oldest in oldestFirst.prefix(Self.limit / 10) {
        waiting[Slot(token: oldest.token, topic: oldest.topic)] = nil
        gone.append(oldest.dropped(.deviceCoalesced))
      }
    }
    return gone
  }

  /// Takes out what has waited too long, oldest first, marked as expired.
  mutating func takeExpired(at now: Date) -> [Delivery] {
    guard let nextEnd, nextEnd <= now else { return [] }
    return take { $0.endOfStay <= now }.map { $0.dropped(.deviceExpired) }
  }

  /// Takes out some, oldest first.
  mutating func take(where isMeant: (Delivery) -> Bool) -> [Delivery] {
    let taken = oldestFirst.filter(isMeant)
    for delivery in taken {
      waiting[Slot(token: delivery.token, topic: delivery.topic)] = nil
    }
    nextEnd = waiting.values.map(\.endOfStay).min()
    return taken
  }

  /// Empties the queue, oldest first.
  mutating func takeAll() -> [Delivery] {
    defer { self = DeliveryQueue() }
    return oldestFirst
  }

  /// All that waits.
  var oldestFirst: [Delivery] { waiting.values.sorted { $0.id < $1.id } }
}

extension Delivery {
  /// When it stops waiting: its expiration, 30 days at most.
  fileprivate var endOfStay: Date {
    let latest = receivedAt.addingTimeInterval(DeliveryQueue.longestStay)
    return headers.expiration?.date.map { min($0, latest) } ?? latest
  }

  /// Whether it may wait at all.
  var isStorable: Bool {
    headers.expiration != .once && endOfStay > receivedAt
  }

  /// The same push as a record of one that never reached the phone.
  func dropped(_ reason: ReasonCode) -> Delivery {
    var copy = self
    copy.passage.fate = .dropped(reason)
    return copy
  }
}
