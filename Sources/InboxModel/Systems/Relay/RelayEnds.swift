import Foundation

/// The two ends of a feed between processes, in the gateway: what is offered to phones elsewhere,
/// and what came from providers elsewhere (`docs/queue.md`, "Two processes").
struct RelayEnds: Equatable, Sendable {
  /// An effect that the ends request.
  enum Effect {
    /// Keep a change.
    case store(RelayChange)
    /// Count what happened.
    case count(RelayNews)
  }

  /// The phones elsewhere that have subscribed.
  private(set) var subscribers = SubscriberRegistry()
  /// The highest positions the phone has of what providers elsewhere offer it, by app.
  private(set) var positions: [StreamID: [BundleID: Int]] = [:]

  /// Offers an accepted push to the phones that have subscribed.
  ///
  /// - Parameter isWanted: Whether somebody subscribed to the folder it is about.
  mutating func offer(_ delivery: Delivery, isWanted: Bool) -> [Effect] {
    guard isWanted else {
      return [.count(.unwanted(delivery, by: subscribers.phones.keys.sorted()))]
    }
    return subscribers.offer(delivery).map { .store(.offered($0)) }
  }

  /// Records that a phone has subscribed, unless as many as can be known are connected.
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

  /// Takes what a phone reports for the first time; a report that comes again after a cut changes
  /// nothing.
  mutating func receive(_ reports: [ArrivalReport], from phone: PhoneID) -> [Effect] {
    let (new, through) = subscribers.receive(reports, from: phone)
    guard let through else { return [] }
    return (new.isEmpty ? [] : [.count(.reported(phone, new))])
      + [.store(.phoneReported(phone, through: through))]
  }

  /// Records up to which positions a phone keeps what it was offered.
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

  /// Records the position of a push that came by a feed, which is kept with it.
  ///
  /// - Returns: Nil for a push that is there already.
  mutating func accept(_ place: StreamOffset) -> [Effect]? {
    if place.isRepeat { return [] }
    guard place.position > positions[place.feed]?[place.app] ?? 0 else { return nil }
    positions[place.feed, default: [:]][place.app] = place.position
    return [.store(.fed(place))]
  }

  /// A provider says that the phone has less of it than the phone believes: what comes next is to
  /// be taken.
  mutating func rewind(_ positions: [BundleID: Int], of feed: StreamID) -> [Effect] {
    positions.sorted { $0.key < $1.key }.compactMap { app, position in
      guard let known = self.positions[feed]?[app], position < known else { return nil }
      self.positions[feed]?[app] = position
      return .store(
        .fed(
          StreamOffset(provider: feed.provider, device: feed.device, app: app, position: position)))
    }
  }

  /// Restores what was kept, beside what there is.
  mutating func restore(
    _ phones: [PhoneID: SubscribedPhone], _ kept: [StreamID: [BundleID: Int]]
  ) {
    subscribers.restore(phones)
    positions.merge(kept) { $1 }
  }
}

extension Delivery {
  /// The push as a phone gets it that has subscribed: with its number, and with identifiers that
  /// stay the same when it is sent again.
  public func offered(as place: RelayedPush) -> Delivery {
    var push = self
    // The names of other services are no header of APNs.
    push.headers.id = PushHeaders.isUUID(self.apnsID.text) ? self.apnsID : nil
    // Our number would not do: a provider whose store was put back gives it again.
    push.headers.collapseID = self.headers.collapseID ?? CollapseID(self.apnsID)
    if let number = place.number {
      push.payload = self.payload.numbered(number, deviceHash: DeviceHash.text(place.phone))
    }
    return push
  }
}
