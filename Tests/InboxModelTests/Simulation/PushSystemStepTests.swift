import Foundation
import Testing

@testable import InboxModel

/// Single steps of the composed system: each machine performs the step that it would perform alone.
@Suite struct PushSystemStepTests {
  private func system() -> PushSystem {
    var system = PushSystem(device: Phone(settings: PhoneSettings()))
    _ = system.handle(.timePassed, at: .pushMoment)
    return system
  }

  @Test func `an accepted push is a step of the gateway followed by one of the phone`() throws {
    var system = system()
    let request = PushRequest.stub()
    var (gateway, phone) = (system.gateway, system.device)
    let sent = gateway.handle(.pushReceived(request, reply: nil), at: .pushMoment)
    let delivery = try #require(sent.deliveries.first)
    let shown = phone.handle(.delivered(delivery), at: .pushMoment)
    let learned: [Effect] = sent.compactMap {
      if case .store(let change) = $0 { .store(.gateway(change)) } else { nil }
    }
    #expect(learned.count == 1)
    expectStep(
      &system, .gateway(.pushReceived(request, reply: nil)), at: .pushMoment,
      effects: shown.ofSystem + learned
    ) {
      $0.gateway = gateway
      $0.device = phone
    }
  }

  @Test func `a phone that goes offline stores the change, and the gateway follows`() {
    var system = system()
    var (gateway, phone) = (system.gateway, system.device)
    let changed = phone.handle(.changed(.online(false)), at: .pushMoment + 1)
    let held = gateway.handle(.deviceOnline(false), at: .pushMoment + 1)
    #expect(held == [])
    expectStep(&system, .changed(.online(false)), at: .pushMoment + 1, effects: changed.ofSystem) {
      $0.gateway = gateway
      $0.device = phone
    }
  }

  @Test func `a limit of the list removes the oldest entries of the phone`() {
    var system = system()
    for _ in 0..<3 {
      _ = system.handle(.gateway(.pushReceived(.stub(), reply: nil)), at: .pushMoment)
    }
    var phone = system.device
    let removed = phone.handle(.limited(to: 2), at: .pushMoment)
    #expect(!removed.isEmpty)
    expectStep(&system, .historyKept(2), at: .pushMoment, effects: removed.ofSystem) {
      $0.device = phone
      $0.historyLimit = 2
      $0.droppedUnread = 1
    }
  }
}

extension [Phone.Effect] {
  /// The effects of the composed system, without those of other push systems.
  fileprivate var ofSystem: [Effect] {
    compactMap { effect in
      switch effect {
      case .emit(let event): .emit(event)
      case .store(let change): .store(.phone(change))
      case .present(let id): .present(id)
      case .ring(let times): .ring(times)
      case .runExtension(let run): .runExtension(run)
      case .guest: nil
      case .askToUnlock(let id, let action, let text): .askToUnlock(id, action, text: text)
      }
    }
  }
}
