import Foundation

// The counts of numbered and relayed pushes.

extension Guests {
  static func handle(_ event: GuestSystemEvent, in system: inout PushSystem) {
    switch event {
    case .providerFound(let provider, let reads): system.guests.ledger.setReader(provider, reads)
    case .reportsConfirmed(let feed, let number):
      system.guests.ledger.confirm(through: number, by: feed)
    case .countsReset: system.resetCounts()
    }
  }

  static func carryOut(
    _ effect: GuestGatewayEffect, at moment: Date, in system: inout PushSystem,
    _ effects: inout [InboxModel.Effect]
  ) {
    switch effect {
    case .answerRepeats(let request, let again):
      let coming = again.compactMap(\.transit.queue.position)
      system.handle(phone: .guest(.repeatsAnswered(request, coming: coming)), at: moment, &effects)
      for push in again {
        system.guests.ledger.countRepeated(push)
        effects.append(.emit(push.event(push.news(.repeat), at: moment)))
      }
    case .count(let news):
      system.guests.ledger.count(news, at: moment)
      if case .received(let place, let push?) = news, place.isRepeat {
        effects.append(.emit(push.event(push.news(.repeat), at: moment)))
      }
    case .store(let change):
      switch change {
      case .queue(let change): system.guests.ledger.count(change)
      case .relay(let change): system.guests.ledger.count(change, at: moment)
      case .icq: break
      }
      effects.append(.store(.guest(change)))
    }
  }

  static func follow(
    _ event: GuestGatewayEvent, in system: inout PushSystem, _ effects: inout [InboxModel.Effect]
  ) {
    guard case .streamRewound(let feed, let positions) = event else { return }
    let forgotten = system.device.guests.queue.forget(positions.keys, of: feed.provider)
    effects += forgotten.map { .store(.guest(.queue($0))) }
    system.guests.ledger.setBack(feed, to: positions)
  }

  static func keepFeeds(of old: PushSystem, in system: inout PushSystem) {
    system.gateway.guests.relay.restore([:], old.gateway.guests.relay.positions)
    system.guests.ledger = old.guests.ledger.withoutCounts
  }

  static func counts(of machines: GuestMachines) -> [CountedQueue: QueueCounts] {
    machines.ledger.counts
  }

  static func add(_ counts: [CountedQueue: QueueCounts], to json: inout JSONMembers) {
    QueueOutput.add("queue", counts, to: &json)
  }

  static func exampleCounts(of app: BundleID) -> [CountedQueue: QueueCounts] {
    [.local(QueueID(token: .local, app: app)): QueueCounts()]
  }
}

extension PushSystem {
  /// The outcomes of each queue: of pushes that are numbered here, received from providers in other
  /// processes, and relayed to phones in other processes.
  public var queueCounts: [CountedQueue: QueueCounts] { guests.ledger.counts }

  /// Returns the reports that a provider in another process has not confirmed, oldest first.
  public func reports(to feed: StreamID) -> [ArrivalReport] { guests.ledger.reports[feed] ?? [] }

  /// Returns the changes of the counts since the last call, to be stored together with all that was
  /// handled before.
  public mutating func drainCountChanges() -> [StoreChange] {
    let (queues, reports) = guests.ledger.drainChanges()
    return queues.map { .guest(.queue($0)) } + reports.map { .guest(.relay($0)) }
  }

  /// Resets the counts. Pushes in transit are no longer counted.
  fileprivate mutating func resetCounts() {
    let gateway = gateway
    guests.ledger.reset(
      after: { queue in
        switch queue {
        case .local(let queue): gateway.guests.numbering.positions[queue] ?? 0
        case .feed(let feed, let app): gateway.feedPositions(of: feed)[app] ?? 0
        case .phone(let phone, let app): gateway.phones[phone]?.apps[app]?.given ?? 0
        }
      }, at: now)
  }

  /// Counts a push, or its record, that the phone receives.
  mutating func countArrival(
    of push: Delivery, at now: Date, _ effects: inout [InboxModel.Effect]
  ) {
    switch push.transit.fate {
    case .delivered: guests.ledger.countArrived(push, at: now)
    case .dropped(.queueUnsubscribed): guests.ledger.countUnsubscribed(push)
    case .dropped(let code):
      guard code == .linkLost || push.countedQueue != nil else { return }
      guests.ledger.countLost(push, code)
      effects.append(.emit(push.event(push.news(.lost, reason: code), at: now)))
    }
  }

  /// Counts the content that the app's extension showed for a push.
  mutating func countShown(_ push: Delivery) {
    guard let finding = push.transit.queue.finding else { return }
    guests.ledger.countShown(push, finding)
  }
}
