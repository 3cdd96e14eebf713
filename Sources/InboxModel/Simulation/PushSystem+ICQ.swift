import Foundation

// What the ICQ server, the phone and APNs have to do with each other.

extension PushSystem {
  /// The ICQ server hears of something; its pushes go to APNs.
  mutating func tellICQ(
    _ event: ICQService.Event, at moment: Date, _ effects: inout [Effect]
  ) {
    for effect in icq.handle(event, at: moment) {
      switch effect {
      case .answer(let answer, let reply): effects.append(.answer(answer, to: reply))
      case .push(let request): tell(.pushReceived(request, reply: nil), at: moment, &effects)
      case .emit(let event): effects.append(.emit(event))
      case .store(let change): effects.append(.store(change))
      case .refuse(let refusal): tell(.refused(refusal), at: moment, &effects)
      }
    }
  }

  /// The clients on the phone are opened and left with their apps.
  mutating func followClients(_ effects: inout [Effect]) {
    let front = appsInFront
    if front != icq.front { tellICQ(.appsInFront(front), at: now, &effects) }
  }

  /// The apps on the phone's screen.
  var appsInFront: Set<BundleID> {
    Set(device.settings.apps.filter { $0.value.state == .foreground }.keys)
  }
}
