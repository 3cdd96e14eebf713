import Foundation

// What happens between the gateway and the phone: the link, what is asked over it, and what is counted.

extension PushSystem {
  /// The settings of the queue and of the link are the phone's; the other two follow.
  mutating func followQueue() {
    let settings = device.settings.queue
    guard settings != gateway.numbering.settings else { return }
    gateway.numbering.settings = settings
    link.settings = settings.link
  }

  /// Sends a push over the link; what never left the gateway is handed over for the record.
  mutating func carry(_ push: Delivery, at now: Date, _ effects: inout [Effect]) {
    guard push.passage.fate == .delivered, !link.isPerfect else {
      return arrive(push, at: now, &effects)
    }
    let copies = link.carry(push, at: now)
    if link.settings.loseNext != device.settings.queue.link.loseNext {
      device.countDown(loseNext: link.settings.loseNext, &effects)
    }
    for copy in copies {
      if copy.passage.arrivesAt == nil {
        arrive(copy, at: now, &effects)
      } else {
        effects.append(.store(.queued(copy)))
      }
    }
  }

  /// What has come over the link by now; a phone that went offline meanwhile does not get it.
  mutating func takeArrived(at now: Date, _ effects: inout [Effect]) {
    for push in link.takeArrived(at: now) {
      if gateway.isDeviceOnline {
        arrive(push, at: now, &effects)
      } else {
        tell(.returned(push, at: now), &effects)
      }
    }
  }

  /// The phone gets a push, or its record.
  private mutating func arrive(_ push: Delivery, at now: Date, _ effects: inout [Effect]) {
    note(arrivalOf: push, at: now, &effects)
    if push.passage.fate != .delivered, push.passage.isExtra {
      // The first one has its record already.
      return effects.append(.store(.unqueued(push.id)))
    }
    hear(.delivered(push, at: max(push.receivedAt, now)), &effects)
  }

  // MARK: Asking

  /// The phone hears of something; what it asks the provider is kept for ``answerRequests(_:)``.
  mutating func hear(_ event: Device.Event, _ effects: inout [Effect]) {
    let start = effects.count
    device.handle(event, &effects)
    var requests: [RepeatRequest] = []
    for effect in effects[start...] {
      switch effect {
      case .askRepeats(let request): requests.append(request)
      case .store(let change): count(change)
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
        hear(.repeatsAnswered(request, coming: nil, at: now), &effects)
      } else if request.provider != nil {
        effects.append(.askRepeats(request))
      } else {
        tell(.repeatAsked(request, at: now), &effects)
      }
    }
  }

  // MARK: Counting

  /// What goes out again is told, wherever it ends.
  mutating func note(repeated push: Delivery, at now: Date, _ effects: inout [Effect]) {
    queueCounts[QueueID(push), default: QueueCounts()].repeated += 1
    effects.append(.emit(push.event(.repeat, at: now)))
  }

  private mutating func note(arrivalOf push: Delivery, at now: Date, _ effects: inout [Effect]) {
    switch push.passage.fate {
    case .delivered:
      guard push.passage.position != nil, let isFirst = gateway.numbering.note(arrivalOf: push)
      else { return }
      let counted: WritableKeyPath<QueueCounts, Int> =
        !isFirst ? \.duplicates : push.passage.repeats == 0 ? \.delivered : \.recovered
      var counts = queueCounts[QueueID(push), default: QueueCounts()]
      counts[keyPath: counted] += 1
      if isFirst {
        counts.chart.count(
          push.passage.repeats == 0 ? \.delivered : \.recovered, sentAt: push.receivedAt)
      }
      queueCounts[QueueID(push)] = counts
    case .dropped(let code):
      guard code == .linkLost || push.passage.position != nil else { return }
      if push.passage.position != nil {
        queueCounts[QueueID(push), default: QueueCounts()].lost += 1
      }
      effects.append(.emit(push.event(.lost, at: now)))
    }
  }

  /// What was numbered, and what the number of those missing took the place of.
  mutating func count(_ change: StoreChange) {
    switch change {
    case .numbered(let push):
      queueCounts[QueueID(push), default: QueueCounts()].sent += 1
      queueCounts[QueueID(push)]?.chart.count(\.sent, sentAt: push.receivedAt)
    // What a provider elsewhere has numbered is counted there.
    case .insert(let record)
    where record.delivery.passage.finding != nil && record.delivery.passage.position != nil:
      let push = record.delivery
      let isReplaced = push.passage.finding?.replacement != nil
      let more = gateway.numbering.note(isReplaced: isReplaced, of: push)
      // A copy tells it no second time.
      if isReplaced, more != 0 { queueCounts[QueueID(push), default: QueueCounts()].replaced += 1 }
      guard let more, more != 0 else { return }
      queueCounts[QueueID(push)]?.unreadable += more
      queueCounts[QueueID(push)]?.chart.count(\.unreadable, by: more, sentAt: push.receivedAt)
    default: break
    }
  }
}
