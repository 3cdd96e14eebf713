import Foundation

// What the ICQ server, the phone and APNs have to do with each other.

extension PushSystem {
  /// The ICQ server hears of something; its pushes go to APNs.
  mutating func tellICQ(_ event: ICQService.Event, _ effects: inout [Effect]) {
    for effect in icq.handle(event) {
      switch effect {
      case .answer(let answer, let reply): effects.append(.answer(answer, to: reply))
      case .push(let request): tell(.pushReceived(request, reply: nil), &effects)
      case .emit(let event): effects.append(.emit(event))
      case .store(let change): effects.append(.store(change))
      case .refuse(let refusal): tell(.refused(refusal), &effects)
      }
    }
  }

  /// The clients on the phone are opened and left with their apps.
  mutating func followClients(_ effects: inout [Effect]) {
    let front = appsInFront
    if front != icq.front { tellICQ(.appsInFront(front, at: now), &effects) }
  }

  /// The apps on the phone's screen.
  var appsInFront: Set<BundleID> {
    Set(device.settings.apps.filter { $0.value.state == .foreground }.keys)
  }
}
