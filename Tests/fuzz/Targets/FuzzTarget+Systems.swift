import Foundation

@testable import InboxModel
@testable import PushInbox

// Other push systems: each request has one response, and its stored values can be read again.

extension FuzzTarget {
  static let systems = [icq, expo, gzip]

  private static let session =
    #"{"uin":"222222","mobile":true,"notifyMode":"applePushNotification","iPhoneDevToken":"00fc","#
    + #""iPhoneBundleId":"com.a","iPhoneBadge":true,"iPhoneLocKey":"K","iPhoneLocArgs":"srcName, message"}"#

  private static let expo = FuzzTarget(
    "Expo request",
    [
      #"{"to":"ExponentPushToken[a]","title":"T","body":"B","sound":"default","badge":1,"ttl":60}"#,
      #"[{"to":["a","b"],"data":{"k":1},"sound":{"critical":true,"volume":0.5},"expiration":1.5e9}]"#,
      #"{"ids":["a"]}"#,
    ], words: ofExpo
  ) { input in
    for path in [ExpoRequest.sendPath, ExpoRequest.receiptsPath] {
      guard case .success(let content) = ExpoRequest(path: path, body: input).content else {
        continue
      }
      guard case .send(let messages, _) = content else { return true }
      for message in messages {
        let again = try ExpoMessage(.object(message.json))
        try expectHolds(again == message, "read and written again it differs: \(message.json)")
        _ = try? message.push(at: now)
        for recipient in message.recipients { _ = ExpoToken(recipient) }
      }
      return true
    }
    return false
  }

  private static let gzip = FuzzTarget(
    "gzip",
    bytes: [
      [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xF3, 0xC8, 0x04, 0x00, 0x0E,
        0x0E, 0x17, 0x4D, 0x02, 0x00, 0x00, 0x00,
      ],
      [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x01, 0x02, 0x00, 0xFD, 0xFF,
        0x48, 0x69, 0x0E, 0x0E, 0x17, 0x4D, 0x02, 0x00, 0x00, 0x00,
      ],
      [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x4B, 0x4C, 0x4A, 0x4E, 0x44,
        0x42, 0x3A, 0x0A, 0x89, 0x79, 0x29, 0x0A, 0xC5, 0xF9, 0x0A, 0xF9, 0x79, 0x56, 0x0A, 0x40,
        0x7E, 0x4A, 0x6A, 0x5A, 0x7A, 0x46, 0x66, 0x56, 0x76, 0x4E, 0x6E, 0x5E, 0x7E, 0x41, 0x61,
        0x51, 0x71, 0x49, 0x69, 0x59, 0x79, 0x45, 0x65, 0x15, 0x6E, 0x19, 0x00, 0x09, 0xD4, 0xF7,
        0x7E, 0x50, 0x00, 0x00, 0x00,
      ],
    ], stepsPerByte: 20_000
  ) { input in
    // In proportion to the input, so that the steps are too.
    let limit = 16 * input.count
    guard let content = try? Gzip.decompressed(input, limit: limit) else { return false }
    let part = try Gzip.decompressed(input, limit: content.count / 2)
    try expectHolds(
      part.elementsEqual(content.prefix(content.count / 2 + 1)), "half of the content differs")
    return true
  }

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
