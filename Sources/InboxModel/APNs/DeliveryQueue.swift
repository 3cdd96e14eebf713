import Foundation

/// The pushes that wait for an offline phone: the newest push of each token and topic, and of each
/// broadcast channel, as in Apple's store-and-forward service (Apple, "Sending notification
/// requests to APNs"). For an Android phone the queue retains each message, and the newest of those
/// with the same collapse key (``GuestPoints/messageLimits``).
struct DeliveryQueue: Equatable, Sendable {
  /// The maximum number of waiting pushes. Beyond it the oldest tenth is removed together, so that
  /// a single push stays cheap.
  static let limit = 10_000

  private struct Lane: Hashable {
    var token: DeviceToken
    var topic: String
    /// The channel of a broadcast; nil for any other push.
    var channel: String?
  }

  private struct Slot: Hashable {
    enum Place: Hashable {
      case only
      case key(String)
      case message(NotificationID)
    }

    var lane: Lane
    var place: Place

    init(_ delivery: Delivery) {
      lane = Lane(
        token: delivery.token, topic: delivery.topic, channel: delivery.broadcast?.channel)
      place =
        delivery.payload.android.map {
          $0.wrappedValue.collapseKey.map(Place.key) ?? .message(delivery.id)
        } ?? .only
    }
  }

  private var waiting: [Slot: Delivery] = [:]
  /// The messages for Android phones, oldest first.
  private var messages: [Lane: [Slot]] = [:]
  /// The earliest expiration, or a moment before it; nil if the queue is empty.
  private(set) var nextEnd: Date?

  var count: Int { waiting.count }

  /// Returns whether a push waits.
  func contains(_ delivery: Delivery) -> Bool { waiting[Slot(delivery)]?.id == delivery.id }

  /// Stores a push in its slot.
  ///
  /// - Returns: The pushes that it replaced or displaced, oldest first, marked as coalesced.
  mutating func hold(_ delivery: Delivery) -> [Delivery] {
    var delivery = delivery
    var gone: [Delivery] = []
    let slot = Slot(delivery)
    if let older = waiting[slot] {
      delivery.transit.coalesced = older.transit.coalesced + 1
      gone.append(older.dropped(.deviceCoalesced))
    }
    if slot.place != .only {
      gone += makeRoom(for: slot)
      messages[slot.lane, default: []].append(slot)
    }
    waiting[slot] = delivery
    let end = delivery.endOfStay
    nextEnd = nextEnd.map { min($0, end) } ?? end
    if waiting.count > Self.limit {
      for oldest in oldestFirst.prefix(Self.limit / 10) {
        remove(oldest)
        gone.append(oldest.dropped(.deviceCoalesced))
      }
    }
    return gone
  }

  /// Removes and returns the messages that exceed a limit, oldest first; it may include the new
  /// message.
  private mutating func makeRoom(for slot: Slot) -> [Delivery] {
    if let older = waiting[slot] { remove(older) }
    let others = messages[slot.lane] ?? []
    let surplus: [Slot]
    if case .key = slot.place {
      let keys = others.filter { if case .key = $0.place { true } else { false } }
      surplus = Array(keys.dropLast(Guests.messageLimits.keys - 1))
    } else {
      let alike = others.filter { if case .message = $0.place { true } else { false } }
      surplus = alike.count >= Guests.messageLimits.messages ? alike : []
    }
    let gone = surplus.compactMap { waiting[$0] }
    for delivery in gone { remove(delivery) }
    return gone.map { $0.dropped(Guests.overflow) }
  }

  private mutating func remove(_ delivery: Delivery) {
    let slot = Slot(delivery)
    waiting[slot] = nil
    guard slot.place != .only else { return }
    messages[slot.lane]?.removeAll { $0 == slot }
    if messages[slot.lane]?.isEmpty == true { messages[slot.lane] = nil }
  }

  /// Removes and returns the expired pushes, oldest first, marked as expired.
  mutating func removeExpired(at now: Date) -> [Delivery] {
    guard let nextEnd, nextEnd <= now else { return [] }
    return remove { $0.endOfStay <= now }.map { $0.dropped(.deviceExpired) }
  }

  /// Removes and returns the matching pushes, oldest first.
  mutating func remove(where isMeant: (Delivery) -> Bool) -> [Delivery] {
    let taken = oldestFirst.filter(isMeant)
    for delivery in taken {
      remove(delivery)
    }
    nextEnd = waiting.values.map(\.endOfStay).min()
    return taken
  }

  /// Removes and returns all pushes, oldest first.
  mutating func removeAll() -> [Delivery] {
    defer { self = DeliveryQueue() }
    return oldestFirst
  }

  /// All waiting pushes, oldest first.
  var oldestFirst: [Delivery] { waiting.values.sorted { $0.id < $1.id } }
}
