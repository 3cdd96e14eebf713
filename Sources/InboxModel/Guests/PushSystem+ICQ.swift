import Foundation

// The connections between the ICQ server, the phone and APNs.

extension PushSystem {
  /// Handles an event of the ICQ server, whose pushes go to APNs.
  mutating func handle(icq event: ICQService.Event, at moment: Date, _ effects: inout [Effect]) {
    for effect in guests.icq.handle(event, at: moment) {
      switch effect {
      case .answer(let answer, let reply): effects.append(.answer(answer, to: reply))
      case .push(let request):
        handle(gateway: .pushReceived(request, reply: nil), at: moment, &effects)
      case .report(let news, let app, let at):
        effects.append(.emit(InboxEvent(at: at, app: app, kind: .guest(.icq(news)))))
      case .store(let change): effects.append(.store(.guest(.icq(change))))
      case .reject(let rejected): handle(gateway: .rejected(rejected), at: moment, &effects)
      }
    }
  }

  /// Opens and leaves the clients on the phone with their apps.
  mutating func followClients(_ effects: inout [Effect]) {
    let front = appsInFront
    if front != icq.front { handle(icq: .appsInFront(front), at: now, &effects) }
  }

  /// The apps on the phone's screen.
  var appsInFront: Set<BundleID> {
    Set(device.settings.apps.filter { $0.value.state == .foreground }.keys)
  }
}
