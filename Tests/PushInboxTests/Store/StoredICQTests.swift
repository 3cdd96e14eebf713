import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The stored state of the ICQ server (`docs/systems/icq.md`).
@Suite struct StoredICQTests {
  private let folder: TemporaryFolder
  private let start = Date(timeIntervalSince1970: 1_275_307_200)

  init() throws {
    folder = try TemporaryFolder()
  }

  private func ask(
    _ matter: ICQRequest.Matter, _ body: String, _ system: inout PushSystem
  ) -> [StoreChange] {
    let request = ICQRequest(
      matter, body: Array(body.utf8), origin: Origin(wire: .h1), receivedAt: start,
      freshID: APNSID(body))
    return system.handle(.icq(request, reply: nil), at: request.receivedAt).compactMap {
      if case .store(let change) = $0 { change } else { nil }
    }
  }

  private func system(_ snapshot: Snapshot = Snapshot()) -> PushSystem {
    PushSystem(gateway: GatewaySettings(), phone: PhoneSettings(), snapshot: snapshot)
  }

  @Test func `sessions and waiting events survive a restart, delivered events do not`() throws {
    var before = system()
    var changes = ask(
      .session,
      #"{"uin":"222222","mobile":true,"notifyMode":"sendOnlyOne","iPhoneDevToken":"00fc","#
        + #""iPhoneBundleId":"com.example.icq","iPhoneLocArgs":"srcId,message"}"#, &before)
    for (sender, recipient) in [("111111", "222222"), ("333333", "222222"), ("1", "7")] {
      changes += ask(
        .event, #"{"kind":"message","from":"\#(sender)","to":"\#(recipient)","text":"Hi \"x\""}"#,
        &before)
    }
    do {
      let store = try Store(at: .folder(folder.path), access: .readWrite)
      try store.commit(changes)
    }
    let store = try Store(at: .folder(folder.path), access: .readWrite)
    #expect(try store.snapshot().guests.icq == before.snapshot.guests.icq)
    #expect(try store.snapshot().guests.icq.map(\.waiting.count) == [2, 1])

    var after = system(try store.snapshot())
    #expect(after.icq == before.icq)
    try store.commit(ask(.session, #"{"uin":"7","client":"desktop"}"#, &after))
    try store.commit(ask(.session, #"{"uin":"222222","logout":true}"#, &after))
    #expect(try store.snapshot().guests.icq == after.snapshot.guests.icq)
    try store.commit(ask(.session, #"{"uin":"7","client":"desktop","logout":true}"#, &after))
    try store.commit(ask(.session, #"{"uin":"222222","client":"desktop"}"#, &after))
    try store.commit(ask(.session, #"{"uin":"222222","client":"desktop","logout":true}"#, &after))
    #expect(try store.snapshot().guests.icq == [])
  }
}
