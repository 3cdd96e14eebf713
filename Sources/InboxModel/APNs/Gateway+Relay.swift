import Foundation

// The two ends of a feed between processes: what is offered to other phones, and what came from another
// provider (`docs/queue.md`, "Two processes").

extension Gateway {
  /// How many phones can be known.
  public static var mostPhones: Int { SubscriberRegistry.limit }

  /// The identifiers of the phones that have subscribed, with how far each is.
  public var phones: [String: SubscribedPhone] { subscribers.phones }

  /// The highest positions the phone has of what it is offered, by app.
  public func feedPositions(of feed: StreamID) -> [BundleID: Int] {
    feedPositions[feed] ?? [:]
  }

  /// Of what a phone says it has, what it was never given: the positions to begin after instead.
  public func corrections(of last: [BundleID: Int], from phone: String) -> [BundleID: Int] {
    last.reduce(into: [:]) { corrections, claim in
      let given = subscribers.phones[phone]?.apps[claim.key]?.given ?? 0
      if claim.value > given { corrections[claim.key] = given }
    }
  }

  /// Offers an accepted push to the phones that have subscribed. What came by a feed is not passed on: two
  /// that feed each other would never come to an end.
  mutating func offer(_ delivery: Delivery, _ effects: inout [Effect]) {
    guard !subscribers.phones.isEmpty, delivery.transit.provider == nil else { return }
    guard numbering.isWanted(delivery) else {
      effects.append(.count(.unwanted(delivery, by: subscribers.phones.keys.sorted())))
      return
    }
    effects += subscribers.offer(delivery).map { .store(.offered($0)) }
  }

  mutating func subscribe(
    _ phone: String, _ last: [BundleID: Int], connected: Set<String>, stream: String?, at now: Date
  ) -> [Effect] {
    guard
      case .taken(let gone) = subscribers.subscribe(phone, last, connected: connected, at: now)
    else { return [] }
    var effects: [Effect] = []
    if let gone {
      effects += [.store(.phone(gone, seenAt: nil)), .count(.forgotten(gone))]
    }
    effects.append(.store(.phone(phone, seenAt: now)))
    if subscribers.phones[phone]?.stream != stream {
      effects.append(.store(.phoneStream(phone, stream)))
      if let given = subscribers.setStream(stream, of: phone, last) {
        effects.append(.count(.begins(phone, given)))
      }
    }
    return effects + counts(of: phone, last.keys)
  }

  /// Takes what a phone reports for the first time; a report that comes again after a cut changes nothing.
  mutating func receive(_ reports: [ArrivalReport], from phone: String) -> [Effect] {
    let (new, through) = subscribers.receive(reports, from: phone)
    guard let through else { return [] }
    return (new.isEmpty ? [] : [.count(.reported(phone, new))])
      + [.store(.phoneReported(phone, through: through))]
  }

  mutating func acknowledge(_ phone: String, _ positions: [BundleID: Int]) -> [Effect] {
    guard subscribers.phones[phone] != nil else { return [] }
    subscribers.acknowledge(phone, positions)
    return counts(of: phone, positions.keys)
  }

  private func counts(of phone: String, _ apps: some Sequence<BundleID>) -> [Effect] {
    apps.sorted { $0.rawValue < $1.rawValue }.compactMap { app in
      subscribers.phones[phone]?.apps[app].map { .store(.phoneCounts(phone, app, $0)) }
    }
  }

  /// Whether a push that came by a feed is there already: the position of a new one is kept with it.
  mutating func hasAlready(_ place: StreamOffset, _ effects: inout [Effect]) -> Bool {
    if place.isRepeat { return false }
    guard place.position > feedPositions(of: place.feed)[place.app] ?? 0 else { return true }
    feedPositions[place.feed, default: [:]][place.app] = place.position
    effects.append(.store(.fed(place)))
    return false
  }

  /// A provider says that the phone has less of it than the phone believes: what comes next is to be taken.
  mutating func rewind(_ positions: [BundleID: Int], of feed: StreamID) -> [Effect] {
    positions.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { app, position in
      guard let known = feedPositions[feed]?[app], position < known else { return nil }
      feedPositions[feed]?[app] = position
      return .store(
        .fed(
          StreamOffset(provider: feed.provider, device: feed.device, app: app, position: position)))
    }
  }
}

extension Delivery {
  /// The push as a phone gets it that has subscribed: with its number, and with identifiers that stay the
  /// same when it is sent again.
  public func offered(as place: RelayedPush) -> Delivery {
    var push = self
    // The names of other services are no header of APNs.
    push.headers.id = PushHeaders.isUUID(apnsID) ? apnsID : nil
    // Our number would not do: a provider whose store was put back gives it again.
    push.headers.collapseID = headers.collapseID ?? apnsID
    if let number = place.number {
      push.payload = payload.numbered(number, deviceHash: DeviceHash.text(place.phone))
    }
    return push
  }
}
