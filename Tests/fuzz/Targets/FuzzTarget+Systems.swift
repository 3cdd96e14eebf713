import Foundation

@testable import InboxModel
@testable import PushInbox

// Other push systems: each request has one response, and what is stored of it is read again.

extension FuzzTarget {
  static let systems = [icq]

  private static let session =
    #"{"uin":"222222","mobile":true,"notifyMode":"applePushNotification","iPhoneDevToken":"00fc","#
    + #""iPhoneBundleId":"com.a","iPhoneBadge":true,"iPhoneLocKey":"K","iPhoneLocArgs":"srcName, message"}"#

  /// Lines of `METHOD PATH`, each followed by a line with its body.
  private static let icq = FuzzTarget(
    "ICQ requests",
    [
      "POST /icq/session\n" + session + "\nPOST /icq/event\n"
        + #"{"kind":"message","from":1,"to":"222222","text":"Hi","nick":"N"}"#
        + "\nGET /icq/session/222222\n",
      "POST /icq/session\n" + session + "\nPOST /icq/event\n"
        + #"{"kind":"authorisation","from":"3","to":"222222","firstName":"F","time":"2010-05-31T12:00:00Z"}"#
        + "\nPOST /icq/session\n" + #"{"uin":222222,"client":"desktop"}"#
        + "\nPOST /icq/session\n" + #"{"uin":222222,"logout":true}"#,
    ], words: ofICQ, stepsPerByte: 20_000
  ) { input in
    let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false)
    var system = PushSystem(device: Phone(settings: PhoneSettings()))
    var isAccepted = false
    for start in stride(from: 0, to: lines.count, by: 2) {
      let head = lines[start].split(separator: 0x20, maxSplits: 1).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard head.count == 2, let matter = ICQRequest.Matter(method: head[0], path: head[1]) else {
        continue
      }
      let body = start + 1 < lines.count ? Array(lines[start + 1]) : []
      let moment = now.addingTimeInterval(Double(start))
      let request = ICQRequest(
        matter, body: body, origin: Origin(wire: .h1), receivedAt: moment, freshID: "fresh")
      let reply = ResponseHandle(connection: 1, stream: 1)
      var responses = 0
      for effect in system.handle(.icq(request, reply: reply), at: moment) {
        try expectSafe(effect)
        switch effect {
        case .answer(let response, _):
          responses += 1
          if response.status == 200 { isAccepted = true }
        case .store(.phone(.insert(let record))):
          try expectHolds(
            record.delivery.payload.bytes.count <= ICQPayload.limit, "the payload is too long")
        default: break
        }
      }
      try expectHolds(responses == 1, "\(responses) responses")
    }
    for account in system.snapshot.guests.icq {
      try expectHolds(
        ICQAccount(stored: account.stored, waiting: account.waiting) == account,
        "the stored account differs")
      for event in account.waiting {
        try expectHolds(ICQEvent(stored: event.stored) == event, "the stored event differs")
      }
    }
    return isAccepted
  }
}
