import Foundation

// The two ends of a relay in the gateway (`docs/reference/relay.md`).

extension Gateway {
  /// The maximum number of known phones.
  public static var maximumPhones: Int { SubscriberRegistry.limit }

  /// The subscribed phones by identifier, with their progress.
  public var phones: [PhoneID: SubscribedPhone] { guests.relay.subscribers.phones }

  /// Returns the highest positions of a feed's pushes that the phone has received, by app.
  public func feedPositions(of feed: StreamID) -> [BundleID: Int] {
    guests.relay.positions[feed] ?? [:]
  }

  /// Returns the positions to begin after, for those named by a phone that exceed what it was
  /// given.
  public func corrections(of last: [BundleID: Int], from phone: PhoneID) -> [BundleID: Int] {
    guests.relay.subscribers.corrections(of: last, from: phone)
  }
}

extension Gateway.Effect {
  fileprivate init(_ effect: RelayEnds.Effect) {
    switch effect {
    case .store(let change): self = .guest(.store(.relay(change)))
    case .count(let news): self = .guest(.count(news))
    }
  }
}

extension Guests {
  static func receive(
    forwarded request: PushRequest, reply: ResponseHandle?, in gateway: inout Gateway
  ) -> [Gateway.Effect] {
    guard let place = request.streamOffset else { return gateway.validate(request, reply: reply) }
    guard let accepted = gateway.guests.relay.accept(place) else { return [] }
    let validated = gateway.validate(request, reply: reply)
    let isRejected = validated.contains { if case .reject = $0 { true } else { false } }
    return (isRejected ? [.guest(.count(.received(place, nil)))] : []) + validated
      + accepted.map(Gateway.Effect.init)
  }

  static func accepted(
    _ push: Delivery, isDropped: Bool, in gateway: inout Gateway, _ effects: inout [Gateway.Effect]
  ) {
    if let place = push.transit.queue.streamOffset {
      effects.append(.guest(.count(.received(place, push))))
    }
    // Pushes received over a relay are not relayed again: two inboxes that relay to each other
    // would loop.
    guard !isDropped, !gateway.phones.isEmpty, push.transit.queue.provider == nil else { return }
    let isWanted = gateway.guests.numbering.isWanted(push)
    effects += gateway.guests.relay.offer(push, isWanted: isWanted).map(Gateway.Effect.init)
  }

  static func handle(
    _ event: GuestGatewayEvent, in gateway: inout Gateway, at moment: Date
  ) -> [Gateway.Effect] {
    let effects: [RelayEnds.Effect]
    switch event {
    case .repeatAsked(let request): return gateway.sendAgain(request, at: moment)
    case .feedbackSent(let entries):
      return gateway.tokens.settle(entries).map { .store(.token($0)) }
    case .subscribed(let phone, let last, let connected, let stream):
      effects = gateway.guests.relay.subscribe(
        phone, last, connected: connected, stream: stream, at: moment)
    case .streamRewound(let feed, let positions):
      effects = gateway.guests.relay.rewind(positions, of: feed)
    case .acknowledged(let phone, let positions):
      effects = gateway.guests.relay.acknowledge(phone, positions)
    case .arrivalsReported(let phone, let reports):
      effects = gateway.guests.relay.receive(reports, from: phone)
    case .relaysExpired(let offers):
      effects = offers.flatMap { offer -> [RelayEnds.Effect] in
        [.store(.offerGone(offer.push.phone, offer.push.id)), .count(.gone(offer))]
      }
    }
    return effects.map(Gateway.Effect.init)
  }
}
