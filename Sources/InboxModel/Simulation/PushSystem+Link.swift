import Foundation

// What happens between the gateway and the phone: the link, what is asked over it, and what is counted.

extension PushSystem {
  /// The settings of the queue and of the link are the phone's; the other two follow.
  mutating func followQueue() {
    let settings = device.settings.queue
    // The link counts its losses down by itself.
    guard settings != gateway.numbering.settings || settings.link != link.settings else { return }
    gateway.numbering.settings = settings
    link.settings = settings.link
  }

  /// Sends a push over the link; what never left the gateway is handed over for the record.
  mutating func carry(_ push: Delivery, at now: Date, _ effects: inout [Effect]) {
    guard push.transit.fate == .delivered, !link.isPerfect else {
      return arrive(push, at: now, &effects)
    }
    let copies = link.carry(push, at: now)
    if link.settings.loseNext != device.settings.queue.link.loseNext {
      device.countDown(loseNext: link.settings.loseNext, &effects)
    }
    for copy in copies {
      if copy.transit.arrivesAt == nil {
        arrive(copy, at: now, &effects)
      } else {
        effects.append(.store(.link(.queued(copy))))
      }
    }
  }

  /// What has come over the link by now; a phone that went offline meanwhile does not get it.
  mutating func takeArrived(at now: Date, _ effects: inout [Effect]) {
    for push in link.takeArrived(at: now) {
      if gateway.isDeviceOnline {
        arrive(push, at: now, &effects)
      } else {
        handle(gateway: .returned(push), at: now, &effects)
      }
    }
  }

  /// The phone gets a push, or its record.
  private mutating func arrive(_ push: Delivery, at now: Date, _ effects: inout [Effect]) {
    count(arrivalOf: push, at: now, &effects)
    if push.transit.fate != .delivered, push.transit.isExtra {
      // The first one has its record already.
      return effects.append(.store(.link(.unqueued(push.id))))
    }
    handle(phone: .delivered(push), at: max(push.receivedAt, now), &effects)
  }

  // MARK: Asking

  /// Handles an event of the phone; what it asks the provider is kept for ``answerRequests(_:)``.
  mutating func handle(phone event: Phone.Event, at moment: Date, _ effects: inout [Effect]) {
    let start = effects.count
    device.handle(event, at: moment, &effects)
    var requests: [RepeatRequest] = []
    for effect in effects[start...] {
      switch effect {
      case .askRepeats(let request): requests.append(request)
      case .store(let change): count(change, at: moment)
      default: break
      }
    }
    guard !requests.isEmpty else { return }
    asked += requests
    effects[start...].removeAll { if case .askRepeats = $0 { true } else { false } }
  }

  /// In one process the provider answers at once; another one is asked over its feed.
  mutating func answerRequests(_ effects: inout [Effect]) {
    while !asked.isEmpty {
      let request = asked.removeFirst()
      if link.strikes(device.settings.queue.failRepeats) {
        handle(phone: .repeatsAnswered(request, coming: nil), at: now, &effects)
      } else if request.provider != nil {
        effects.append(.askRepeats(request))
      } else {
        handle(gateway: .repeatAsked(request), at: now, &effects)
      }
    }
  }

  // MARK: Counting

  /// The outcomes of the pushes of each queue: those that are numbered here, those of providers elsewhere, and
  /// those that are offered to phones elsewhere.
  public var queueCounts: [CountedQueue: QueueCounts] { ledger.counts }

  /// Reports that a provider elsewhere has not confirmed, oldest first.
  public func reports(to feed: StreamID) -> [ArrivalReport] { ledger.reports[feed] ?? [] }

  /// What was counted since the last call, for a store: to be kept with everything that was handled before.
  public mutating func takeCountChanges() -> [StoreChange] {
    ledger.takeChanges().map(StoreChange.ledger)
  }

  /// What is on its way is counted no more.
  mutating func resetCounts() {
    let gateway = gateway
    ledger.reset(
      after: { queue in
        switch queue {
        case .local(let queue): gateway.numbering.positions[queue] ?? 0
        case .feed(let feed, let app): gateway.feedPositions(of: feed)[app] ?? 0
        case .phone(let phone, let app): gateway.phones[phone]?.apps[app]?.given ?? 0
        }
      }, at: now)
  }

  /// A push goes out again, or came again from a provider elsewhere: told, wherever it ends.
  mutating func repeated(_ push: Delivery, at now: Date, _ effects: inout [Effect]) {
    ledger.countRepeated(push)
    effects.append(.emit(push.event(.repeat, at: now)))
  }

  private mutating func count(arrivalOf push: Delivery, at now: Date, _ effects: inout [Effect]) {
    switch push.transit.fate {
    case .delivered: ledger.countArrived(push, at: now)
    case .dropped(.queueUnsubscribed): ledger.countUnsubscribed(push)
    case .dropped(let code):
      guard code == .linkLost || push.countedQueue != nil else { return }
      ledger.countLost(push, code)
      effects.append(.emit(push.event(.lost, reason: code, at: now)))
    }
  }

  /// What was numbered or offered, and what the number of those missing took the place of.
  mutating func count(_ change: StoreChange, at now: Date) {
    switch change {
    case .gateway(.numbered(let push)): ledger.countSent(push)
    case .gateway(.offered(let push)): ledger.countOffered(push, at: now)
    case .phone(.insert(let record)):
      guard let finding = record.delivery.transit.finding else { return }
      ledger.countShown(record.delivery, finding)
    default: break
    }
  }

  /// What happened between processes.
  mutating func count(_ news: Gateway.RelayNews, at now: Date, _ effects: inout [Effect]) {
    switch news {
    case .received(let place, let push?) where place.isRepeat: repeated(push, at: now, &effects)
    case .received(_, let push?): ledger.countSent(push)
    case .received(let place, nil): if !place.isRepeat { ledger.countRefused(place, at: now) }
    case .unwanted(let push, let phones): ledger.countUnwanted(push, by: phones)
    case .gone(let offer): ledger.countGone(offer)
    case .begins(let phone, let given): ledger.begin(phone, given, at: now)
    case .reported(let phone, let reports): ledger.countReported(reports, by: phone, at: now)
    case .forgotten(let phone): ledger.forget(phone)
    }
  }
}
