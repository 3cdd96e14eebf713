import Foundation

@testable import InboxModel
@testable import PushInbox

// Readers of pushes: what they make is decided, shown, listed and told of.

extension FuzzTarget {
  static let pushes = [payload, pushLine, simulatorFile, fields, fcm]

  /// A push is read, decided, stored, written and read again.
  private static let stepsOfPushes = 5000

  private static let now = Date(timeIntervalSince1970: 1_776_000_000)

  private static let payloads = [
    #"{"aps":{"alert":{"title":"T","subtitle":"S","body":"B"},"badge":3,"sound":"default","thread-id":"t","category":"C"}}"#,
    #"{"aps":{"alert":{"loc-key":"K","loc-args":["1"]},"mutable-content":1,"interruption-level":"critical"},"x":{"y":[1]}}"#,
    #"{"aps":{"content-available":1,"sound":{"critical":1,"name":"s","volume":0.5}},"\u001f":"\u0005"}"#,
    #"{"aps":{"alert":"é","relevance-score":0.5,"filter-criteria":"f","target-content-id":"w"}}"#,
  ]

  private static let payload = FuzzTarget("payload", payloads, stepsPerByte: stepsOfPushes) {
    input in
    guard case .success(let payload) = Payload.read(input) else { return false }
    try expectHolds(payload.bytes == input, "the bytes are others")
    return try shows(
      PushRequest(
        path: "/3/device/" + DeviceToken.local.hex,
        fields: [HeaderField("apns-topic", "com.a"), HeaderField("apns-push-type", "alert")],
        body: input, origin: Origin(wire: .h2), receivedAt: now, freshID: "fresh"))
  }

  private static let pushLine = FuzzTarget(
    "push line",
    payloads.map { #"{"bundleId":"com.a","headers":{"apns-priority":"5"},"payload":\#($0)}"# }
      + [payloads[0], #"{"Simulator Target Bundle":"com.a","aps":{"alert":"x"}}"#],
    stepsPerByte: stepsOfPushes
  ) { input in
    let request = Result { () throws(RejectedRequest) in
      try PushLine.request(
        from: input, number: 1, source: "fuzz", receivedAt: now, freshID: "fresh")
    }
    switch request {
    case .success(let request): return try shows(request)
    case .failure(let rejected):
      try expectHolds(!rejected.because.isEmpty && !rejected.fix.isEmpty, "no reason is given")
      return false
    }
  }

  private static let simulatorFile = FuzzTarget(
    "simulator file", payloads + [#"{"Simulator Target Bundle":"com.a","aps":{"alert":"x"}}"#],
    stepsPerByte: stepsOfPushes
  ) { input in
    let request = Result { () throws(RejectedRequest) in
      try SimulatorFile.request(
        from: input, name: "fuzz.apns", receivedAt: now, freshID: "fresh")
    }
    return if case .success(let request) = request { try shows(request) } else { false }
  }

  private static let fields = FuzzTarget(
    "header fields",
    [
      "apns-topic: com.a\napns-push-type: alert\napns-priority: 10\napns-expiration: 0",
      "apns-topic: com.a.voip\napns-push-type: voip\napns-id: 123e4567-e89b-12d3-a456-426614174000",
      "apns-topic: com.a\napns-push-type: alert\napns-collapse-id: x",
      "apns-topic: com.a.push-type.liveactivity\napns-push-type: liveactivity",
    ], stepsPerByte: stepsOfPushes
  ) { input in
    let lines = String(decoding: input, as: UTF8.self).split(separator: "\n")
    let fields = lines.map { line -> HeaderField in
      let parts = line.split(separator: ":", maxSplits: 1)
      return HeaderField(
        String(parts.first ?? ""),
        parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
    }
    return try shows(
      PushRequest(
        path: "/3/device/" + DeviceToken.local.hex, fields: fields, body: Array(payloads[0].utf8),
        origin: Origin(wire: .h2), receivedAt: now, freshID: "fresh"))
  }

  private static let fcm = FuzzTarget(
    "FCM message",
    [
      #"{"message":{"token":"t","notification":{"title":"a","body":"b"},"android":{"ttl":"3.5s"}}}"#,
      #"{"message":{"topic":"news","data":{"k":"v"},"apns":{"payload":{"aps":{"badge":1}}}}}"#,
      #"{"validate_only":true,"message":{"condition":"'a' in topics","webpush":{"data":{}}}}"#,
    ], words: ofFCM
  ) { input in
    guard case .success(let message) = FCMMessage.read(input) else { return false }
    let text = JSONWriter.text(["message": .object(message.json)])
    guard text.utf8.count <= PushRequest.bodyLimit else { return true }
    guard case .success(let again) = FCMMessage.read(Array(text.utf8)) else {
      throw BrokenProperty(description: "what was written cannot be read: \(text)")
    }
    try expectHolds(
      again.json == message.json && again.target == message.target,
      "read and written again it differs: \(text)")
    return true
  }

  /// Has a push decided and told of: there is one response, lines have no control characters, and what the list holds is
  /// what was put in. Returns whether it is delivered.
  private static func shows(_ request: PushRequest) throws -> Bool {
    var system = PushSystem(device: Phone(settings: PhoneSettings()))
    let reply = ResponseHandle(connection: 1, stream: 1)
    let effects = system.handle(.gateway(.pushReceived(request, reply: reply)), at: now)
    var (responses, isDelivered) = (0, false)
    for effect in effects {
      switch effect {
      case .answer: responses += 1
      case .emit(let event):
        let line = String(decoding: EventLine.line(event, timeZone: .gmt), as: UTF8.self)
        try expectHolds(isClean(line), "control characters: \(line.debugDescription)")
        let json = Array(EventJSON.line(event, payload: nil).dropLast())
        try expectHolds((try? JSONReader.read(json)) != nil, "an event is not JSON")
      case .store(.phone(.insert(let record))):
        try lists(record)
        isDelivered = true
      default: break
      }
    }
    try expectHolds(responses == 1, "\(responses) responses")
    return isDelivered
  }

  private static func lists(_ record: PushRecord) throws {
    let notification = record.notification
    var inbox = Inbox()
    inbox.insert(notification, grouping: .automatic)
    try expectHolds(inbox[notification.id] == notification, "the list holds another one")
    let text = notification.payloadText
    try expectHolds(
      PayloadText(stored: text.stored).stored == text.stored,
      "the stored text of the payload differs")
    let delivery = record.delivery
    try expectHolds(
      JSONObject(stored: delivery.stored)
        .flatMap { Delivery(stored: $0, payload: delivery.payload) } == delivery,
      "the stored delivery differs")
    let line = PushLine.text(for: delivery)
    guard
      let again = try? PushLine.request(
        from: Array(line.utf8), number: 1, source: "again", receivedAt: now, freshID: "fresh")
    else { throw BrokenProperty(description: "the push line cannot be read: \(line)") }
    // White space within JSON is written as blanks, that around it is left out.
    let payload = delivery.payload.bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    try expectHolds(
      trimmed(again.body) == trimmed(payload) && again.path.hasSuffix("/" + delivery.token.hex),
      "the push line is another push: \(line)")
  }

  private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var rest = bytes.drop { $0 == 0x20 || $0 == 0x09 }
    while rest.last == 0x20 || rest.last == 0x09 { rest.removeLast() }
    return rest
  }
}
