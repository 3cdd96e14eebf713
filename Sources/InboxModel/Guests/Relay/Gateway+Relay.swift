import Foundation

// The two ends of a feed between processes: what is offered to other phones, and what came from another
// provider (`docs/queue.md`, "Two processes").

extension Gateway {
  /// The most phones that can be known.
  public static var mostPhones: Int { SubscriberRegistry.limit }

  /// The identifiers of the phones that have subscribed, with how far each is.
  public var phones: [PhoneID: SubscribedPhone] { guests.subscribers.phones }

  /// The highest positions the phone has of what it is offered, by app.
  public func feedPositions(of feed: StreamID) -> [BundleID: Int] {
    guests.feedPositions[feed] ?? [:]
  }

  /// Of what a phone says it has, what it was never given: the positions to begin after instead.
  public func corrections(of last: [BundleID: Int], from phone: PhoneID) -> [BundleID: Int] {
    last.reduce(into: [:]) { corrections, claim in
      let given = guests.subscribers.phones[phone]?.apps[claim.key]?.given ?? 0
      if claim.value > given { corrections[claim.key] = given }
    }
  }

  /// Offers an accepted push to the phones that have subscribed. What came by a feed is not passed on: two
  /// that feed each other would never come to an end.
  mutating func offer(_ delivery: Delivery, _ effects: inout [Effect]) {
    guard !guests.subscribers.phones.isEmpty, delivery.transit.queue.provider == nil else { return }
    guard guests.numbering.isWanted(delivery) else {
      effects.append(.count(.unwanted(delivery, by: guests.subscribers.phones.keys.sorted())))
      return
    }
    effects += guests.subscribers.offer(delivery).map { .store(relayed: .offered($0)) }
  }

  mutating func subscribe(
    _ phone: PhoneID, _ last: [BundleID: Int], connected: Set<PhoneID>, stream: String?,
    at now: Date
  ) -> [Effect] {
    guard
      case .taken(let gone) = guests.subscribers.subscribe(
        phone, last, connected: connected, at: now)
    else { return [] }
    var effects: [Effect] = []
    if let gone {
      effects += [.store(relayed: .phone(gone, seenAt: nil)), .count(.forgotten(gone))]
    }
    effects.append(.store(relayed: .phone(phone, seenAt: now)))
    if guests.subscribers.phones[phone]?.stream != stream {
      effects.append(.store(relayed: .phoneStream(phone, stream)))
      if let given = guests.subscribers.setStream(stream, of: phone, last) {
        effects.append(.count(.begins(phone, given)))
      }
    }
    return effects + counts(of: phone, last.keys)
  }

  /// Takes what a phone reports for the first time; a report that comes again after a cut changes nothing.
  mutating func receive(_ reports: [ArrivalReport], from phone: PhoneID) -> [Effect] {
    let (new, through) = guests.subscribers.receive(reports, from: phone)
    guard let through else { return [] }
    return (new.isEmpty ? [] : [.count(.reported(phone, new))])
      + [.store(relayed: .phoneReported(phone, through: through))]
  }

  mutating func acknowledge(_ phone: PhoneID, _ positions: [BundleID: Int]) -> [Effect] {
    guard guests.subscribers.phones[phone] != nil else { return [] }
    guests.subscribers.acknowledge(phone, positions)
    return counts(of: phone, positions.keys)
  }

  private func counts(of phone: PhoneID, _ apps: some Sequence<BundleID>) -> [Effect] {
    apps.sorted { $0 < $1 }.compactMap { app in
      guests.subscribers.phones[phone]?.apps[app].map {
        .store(relayed: .phoneCounts(phone, app, $0))
      }
    }
  }

  /// Whether a push that came by a feed is there already: the position of a new one is kept with it.
  mutating func hasAlready(_ place: StreamOffset, _ effects: inout [Effect]) -> Bool {
    if place.isRepeat { return false }
    guard place.position > feedPositions(of: place.feed)[place.app] ?? 0 else { return true }
    guests.feedPositions[place.feed, default: [:]][place.app] = place.position
    effects.append(.store(relayed: .fed(place)))
    return false
  }

  /// A provider says that the phone has less of it than the phone believes: what comes next is to be taken.
  mutating func rewind(_ positions: [BundleID: Int], of feed: StreamID) -> [Effect] {
    positions.sorted { $0.key < $1.key }.compactMap { app, position in
      guard let known = guests.feedPositions[feed]?[app], position < known else { return nil }
      guests.feedPositions[feed]?[app] = position
      return .store(
        relayed: .fed(
          StreamOffset(provider: feed.provider, device: feed.device, app: app, position: position)))
    }
  }
}

extension Gateway.Effect {
  /// Keep a change of what passes between processes.
  fileprivate static func store(relayed change: RelayChange) -> Gateway.Effect {
    .guest(.store(.relay(change)))
  }

  /// Count what happened between processes.
  fileprivate static func count(_ news: RelayNews) -> Gateway.Effect { .guest(.count(news)) }
}

extension Guests {
  static func receive(
    forwarded request: PushRequest, reply: ResponseHandle?, in gateway: inout Gateway
  ) -> [Gateway.Effect] {
    guard let place = request.streamOffset else { return gateway.validate(request, reply: reply) }
    var effects: [Gateway.Effect] = []
    guard !gateway.hasAlready(place, &effects) else { return [] }
    let validated = gateway.validate(request, reply: reply)
    let isRefused = validated.contains { if case .reject = $0 { true } else { false } }
    return (isRefused ? [.count(.received(place, nil))] : []) + validated + effects
  }

  static func accepted(
    _ push: Delivery, isDropped: Bool, in gateway: inout Gateway, _ effects: inout [Gateway.Effect]
  ) {
    if let place = push.transit.queue.streamOffset {
      effects.append(.count(.received(place, push)))
    }
    if !isDropped { gateway.offer(push, &effects) }
  }

  static func handle(
    _ event: GuestGatewayEvent, in gateway: inout Gateway, at moment: Date
  ) -> [Gateway.Effect] {
    switch event {
    case .repeatAsked(let request): return gateway.sendAgain(request, at: moment)
    case .subscribed(let phone, let last, let connected, let stream):
      return gateway.subscribe(phone, last, connected: connected, stream: stream, at: moment)
    case .streamRewound(let feed, let positions): return gateway.rewind(positions, of: feed)
    case .acknowledged(let phone, let positions): return gateway.acknowledge(phone, positions)
    case .feedbackSent(let entries):
      return gateway.tokens.settle(entries).map { .store(.token($0)) }
    case .arrivalsReported(let phone, let reports): return gateway.receive(reports, from: phone)
    case .offersGone(let offers):
      return offers.flatMap { offer -> [Gateway.Effect] in
        [.store(relayed: .offerGone(offer.push.phone, offer.push.id)), .count(.gone(offer))]
      }
    }
  }
}

extension Delivery {
  /// The push as a phone gets it that has subscribed: with its number, and with identifiers that stay the
  /// same when it is sent again.
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
