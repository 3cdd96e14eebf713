import Foundation

/// The two ends of a relay in the gateway: the pushes relayed to phones in other processes, and
/// those received from providers in other processes (`docs/reference/relay.md`).
struct RelayEnds: Equatable, Sendable {
  /// An effect that the ends request.
  enum Effect {
    /// A change to store.
    case store(RelayChange)
    /// An event to count.
    case count(RelayNews)
  }

  /// The subscribed phones in other processes.
  private(set) var subscribers = SubscriberRegistry()
  /// The highest positions received from providers in other processes, by app.
  private(set) var positions: [StreamID: [BundleID: Int]] = [:]

  /// Relays an accepted push to the subscribed phones.
  ///
  /// - Parameter isWanted: Whether its folder has a subscription.
  mutating func offer(_ delivery: Delivery, isWanted: Bool) -> [Effect] {
    guard isWanted else {
      return [.count(.unwanted(delivery, by: subscribers.phones.keys.sorted()))]
    }
    return subscribers.offer(delivery).map { .store(.offered($0)) }
  }

  /// Registers a subscribed phone, unless the maximum number is connected.
  mutating func subscribe(
    _ phone: PhoneID, _ last: [BundleID: Int], connected: Set<PhoneID>, stream: String?,
    at now: Date
  ) -> [Effect] {
    guard
      case .taken(let gone) = subscribers.subscribe(phone, last, connected: connected, at: now)
    else { return [] }
    var effects: [Effect] = []
    if let gone { effects += [.store(.phone(gone, seenAt: nil)), .count(.forgotten(gone))] }
    effects.append(.store(.phone(phone, seenAt: now)))
    if subscribers.phones[phone]?.stream != stream {
      effects.append(.store(.phoneStream(phone, stream)))
      if let given = subscribers.setStream(stream, of: phone, last) {
        effects.append(.count(.begins(phone, given)))
      }
    }
    return effects + counts(of: phone, last.keys)
  }

  /// Handles new reports of a phone. A report that is repeated after a lost connection is ignored.
  mutating func receive(_ reports: [ArrivalReport], from phone: PhoneID) -> [Effect] {
    let (new, through) = subscribers.receive(reports, from: phone)
    guard let through else { return [] }
    return (new.isEmpty ? [] : [.count(.reported(phone, new))])
      + [.store(.phoneReported(phone, through: through))]
  }

  /// Records the positions up to which a phone has stored its pushes.
  mutating func acknowledge(_ phone: PhoneID, _ positions: [BundleID: Int]) -> [Effect] {
    guard subscribers.phones[phone] != nil else { return [] }
    subscribers.acknowledge(phone, positions)
    return counts(of: phone, positions.keys)
  }

  private func counts(of phone: PhoneID, _ apps: some Sequence<BundleID>) -> [Effect] {
    apps.sorted { $0 < $1 }.compactMap { app in
      subscribers.phones[phone]?.apps[app].map { .store(.phoneCounts(phone, app, $0)) }
    }
  }

  /// Records the position of a relayed push, which is stored with the push.
  ///
  /// - Returns: Nil for a push that was received already.
  mutating func accept(_ place: StreamOffset) -> [Effect]? {
    if place.isRepeat { return [] }
    guard place.position > positions[place.feed]?[place.app] ?? 0 else { return nil }
    positions[place.feed, default: [:]][place.app] = place.position
    return [.store(.fed(place))]
  }

  /// Rewinds the positions of a feed, since its provider has sent less than the phone recorded.
  /// Following pushes are accepted.
  mutating func rewind(_ positions: [BundleID: Int], of feed: StreamID) -> [Effect] {
    positions.sorted { $0.key < $1.key }.compactMap { app, position in
      guard let known = self.positions[feed]?[app], position < known else { return nil }
      self.positions[feed]?[app] = position
      return .store(
        .fed(
          StreamOffset(provider: feed.provider, device: feed.device, app: app, position: position)))
    }
  }

  /// Restores a stored state into the current one.
  mutating func restore(
    _ phones: [PhoneID: SubscribedPhone], _ kept: [StreamID: [BundleID: Int]]
  ) {
    subscribers.restore(phones)
    positions.merge(kept) { $1 }
  }
}

extension Delivery {
  /// Returns the push as relayed to a subscribed phone: with its number, and with identifiers that
  /// stay the same when it is sent again.
  public func offered(as place: RelayedPush) -> Delivery {
    var push = self
    // Identifiers of other services are not valid apns-ids.
    push.headers.id = PushHeaders.isUUID(self.apnsID.text) ? self.apnsID : nil
    // The push's own number is not suitable: a provider whose store was restored from a backup
    // reuses it.
    push.headers.collapseID = self.headers.collapseID ?? CollapseID(self.apnsID)
    if let number = place.number {
      push.payload = self.payload.numbered(number, deviceHash: DeviceHash.text(place.phone))
    }
    return push
  }
}
