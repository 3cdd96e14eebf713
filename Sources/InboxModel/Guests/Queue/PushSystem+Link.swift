import Foundation

// The link between the gateway and the phone, and requests over it.

extension Guests {
  static func carry(
    _ push: Delivery, at moment: Date, in system: inout PushSystem,
    _ effects: inout [InboxModel.Effect]
  ) { system.carry(push, at: moment, &effects) }

  static func arrive(
    _ system: inout PushSystem, at moment: Date, _ effects: inout [InboxModel.Effect]
  ) { system.takeArrived(at: moment, &effects) }

  static func configure(
    _ system: inout PushSystem, _ files: PhoneSettings, _ effects: inout [InboxModel.Effect]
  ) { system.device.forgetCountdown(in: files, &effects) }

  static func follow(
    effectsFrom start: Int, at moment: Date, in system: inout PushSystem,
    _ effects: inout [InboxModel.Effect]
  ) {
    var requests: [RepeatRequest] = []
    for effect in effects[start...] {
      switch effect {
      case .guest(.askRepeats(let request)): requests.append(request)
      case .store(.phone(.insert(let record))): system.countShown(record.delivery)
      default: break
      }
    }
    guard !requests.isEmpty else { return }
    // They are answered once the event is over.
    system.guests.asked += requests
    effects[start...].removeAll { if case .guest(.askRepeats) = $0 { true } else { false } }
  }

  static func finish(_ system: inout PushSystem, _ effects: inout [InboxModel.Effect]) {
    system.answerRequests(&effects)
  }
}

extension PushSystem {
  /// The settings of the queue and of the link are the phone's; the other two follow.
  mutating func followQueue() {
    let settings = device.settings.queue
    // The link counts its losses down by itself.
    guard
      settings != gateway.guests.numbering.settings || settings.link != guests.link.settings
    else { return }
    gateway.guests.numbering.settings = settings
    guests.link.settings = settings.link
  }

  /// Sends a push over the link; what never left the gateway is handed over for the record.
  fileprivate mutating func carry(
    _ push: Delivery, at now: Date, _ effects: inout [InboxModel.Effect]
  ) {
    guard push.transit.fate == .delivered, !guests.link.isPerfect else {
      return arrive(push, at: now, &effects)
    }
    let copies = guests.link.carry(push, at: now)
    if guests.link.settings.loseNext != device.settings.queue.link.loseNext {
      device.countDown(loseNext: guests.link.settings.loseNext, &effects)
    }
    for copy in copies {
      if copy.transit.queue.arrivesAt == nil {
        arrive(copy, at: now, &effects)
      } else {
        effects.append(.store(.gateway(.queued(copy))))
      }
    }
  }

  /// Hands over what has come over the link by now; a phone that went offline meanwhile does not get it.
  fileprivate mutating func takeArrived(at now: Date, _ effects: inout [InboxModel.Effect]) {
    for push in guests.link.takeArrived(at: now) {
      if gateway.isDeviceOnline {
        arrive(push, at: now, &effects)
      } else {
        handle(gateway: .returned(push), at: now, &effects)
      }
    }
  }

  /// Hands a push, or its record, to the phone.
  private mutating func arrive(
    _ push: Delivery, at now: Date, _ effects: inout [InboxModel.Effect]
  ) {
    countArrival(of: push, at: now, &effects)
    if push.transit.fate != .delivered, push.transit.queue.isExtra {
      // The first one has its record already.
      return effects.append(.store(.gateway(.unqueued(push.id))))
    }
    handle(phone: .delivered(push), at: max(push.receivedAt, now), &effects)
  }

  /// Answers what the phone asks for: in one process at once; another provider is asked over its feed.
  fileprivate mutating func answerRequests(_ effects: inout [InboxModel.Effect]) {
    while !guests.asked.isEmpty {
      let request = guests.asked.removeFirst()
      if guests.link.strikes(device.settings.queue.failRepeats) {
        handle(phone: .guest(.repeatsAnswered(request, coming: nil)), at: now, &effects)
      } else if request.provider != nil {
        effects.append(.guest(.askRepeats(request)))
      } else {
        handle(gateway: .guest(.repeatAsked(request)), at: now, &effects)
      }
    }
  }
}
