import Foundation

// The link between the gateway and the phone, and requests over it.

extension Guests {
  /// Carries a push over the link. A push that never left the gateway is passed on for the record.
  static func carry(
    _ push: Delivery, at moment: Date, in system: inout PushSystem,
    _ effects: inout [InboxModel.Effect]
  ) {
    guard push.transit.fate == .delivered, !system.guests.link.isPerfect else {
      return system.arrive(push, at: moment, &effects)
    }
    let copies = system.guests.link.carry(push, at: moment)
    let left = system.guests.link.settings.loseNext
    if left != system.device.settings.queue.link.loseNext {
      effects.append(.store(.phone(system.device.countDown(loseNext: left))))
    }
    for copy in copies {
      if copy.transit.queue.arrivesAt == nil {
        system.arrive(copy, at: moment, &effects)
      } else {
        effects.append(.store(.gateway(.queued(copy))))
      }
    }
  }

  /// Delivers the pushes that have arrived, unless the phone went offline meanwhile.
  static func arrive(
    _ system: inout PushSystem, at moment: Date, _ effects: inout [InboxModel.Effect]
  ) {
    for push in system.guests.link.removeArrived(at: moment) {
      if system.gateway.isDeviceOnline {
        system.arrive(push, at: moment, &effects)
      } else {
        system.handle(gateway: .returned(push), at: moment, &effects)
      }
    }
  }

  static func configure(
    _ system: inout PushSystem, _ files: PhoneSettings, _ effects: inout [InboxModel.Effect]
  ) {
    if let change = system.device.forgetCountdown(in: files) {
      effects.append(.store(.phone(change)))
    }
  }

  static func carryOut(
    _ effect: GuestPhoneEffect, in system: inout PushSystem, _ effects: inout [InboxModel.Effect]
  ) {
    switch effect {
    // It is answered at the end of the event.
    case .askRepeats(let request): system.guests.asked.append(request)
    case .store(let change): effects.append(.store(.guest(change)))
    }
  }

  static func follow(_ change: Phone.Change, in system: inout PushSystem) {
    if case .insert(let record) = change { system.countShown(record.delivery) }
  }

  /// Answers the phone's requests: within the process immediately, otherwise by a request to the
  /// provider over its feed.
  static func finish(_ system: inout PushSystem, _ effects: inout [InboxModel.Effect]) {
    while !system.guests.asked.isEmpty {
      let request = system.guests.asked.removeFirst()
      if system.guests.link.occurs(system.device.settings.queue.failRepeats) {
        system.handle(
          phone: .guest(.repeatsAnswered(request, coming: nil)), at: system.now, &effects)
      } else if request.provider != nil {
        effects.append(.guest(.askRepeats(request)))
      } else {
        system.handle(gateway: .guest(.repeatAsked(request)), at: system.now, &effects)
      }
    }
  }
}

extension PushSystem {
  /// Passes the phone's settings of the queue and the link on to the gateway and the link.
  mutating func followQueue() {
    let settings = device.settings.queue
    // The link decreases its number of losses by itself.
    guard settings != gateway.guests.numbering.settings || settings.link != guests.link.settings
    else { return }
    gateway.guests.numbering.settings = settings
    guests.link.settings = settings.link
  }

  /// Delivers a push, or its record, to the phone.
  fileprivate mutating func arrive(
    _ push: Delivery, at now: Date, _ effects: inout [InboxModel.Effect]
  ) {
    countArrival(of: push, at: now, &effects)
    if push.transit.fate != .delivered, push.transit.queue.isExtra {
      // The first copy has its record already.
      return effects.append(.store(.gateway(.unqueued(push.id))))
    }
    handle(phone: .delivered(push), at: max(push.receivedAt, now), &effects)
  }
}
