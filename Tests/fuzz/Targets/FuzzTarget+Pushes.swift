import Foundation

@testable import InboxModel
@testable import PushInbox

// Readers of pushes: what they make is decided, shown, listed and told of.

extension FuzzTarget {
  static let pushes = [payload, pushLine, simulatorFile, fields, fcm]

  private static let now = Date(timeIntervalSince1970: 1_776_000_000)

  private static let payloads = [
    #"{"aps":{"alert":{"title":"T","subtitle":"S","body":"B"},"badge":3,"sound":"default","thread-id":"t","category":"C"}}"#,
    #"{"aps":{"alert":{"loc-key":"K","loc-args":["1"]},"mutable-content":1,"interruption-level":"critical"},"x":{"y":[1]}}"#,
    #"{"aps":{"content-available":1,"sound":{"critical":1,"name":"s","volume":0.5}},"\u001f":"\u0005"}"#,
    #"{"aps":{"alert":"é","relevance-score":0.5,"filter-criteria":"f","target-content-id":"w"}}"#,
  ]

  private static let payload = FuzzTarget("payload", payloads) { input in
    guard case .success(let payload) = Payload.read(input) else { return }
    try expectHolds(payload.bytes == input, "the bytes are others")
    try shows(
      PushRequest(
        path: "/3/device/" + DeviceToken.local.hex,
        fields: [HeaderField("apns-topic", "com.a"), HeaderField("apns-push-type", "alert")],
        body: input, origin: Origin(wire: .h2), receivedAt: now, freshID: "fresh"))
  }

  private static let pushLine = FuzzTarget(
    "push line",
    payloads.map { #"{"bundleId":"com.a","headers":{"apns-priority":"5"},"payload":\#($0)}"# }
      + [payloads[0], #"{"Simulator Target Bundle":"com.a","aps":{"alert":"x"}}"#]
  ) { input in
    let request = Result { () throws(RejectedRequest) in
      try PushLine.request(
        from: input, number: 1, source: "fuzz", receivedAt: now, freshID: "fresh")
    }
    switch request {
    case .success(let request): try shows(request)
    case .failure(let rejected):
      try expectHolds(!rejected.because.isEmpty && !rejected.fix.isEmpty, "no reason is given")
    }
  }

  private static let simulatorFile = FuzzTarget(
    "simulator file", payloads + [#"{"Simulator Target Bundle":"com.a","aps":{"alert":"x"}}"#]
  ) { input in
    let request = Result { () throws(RejectedRequest) in
      try SimulatorFile.request(
        from: input, name: "fuzz.apns", receivedAt: now, freshID: "fresh")
    }
    if case .success(let request) = request { try shows(request) }
  }

  private static let fields = FuzzTarget(
    "header fields",
    [
      "apns-topic: com.a\napns-push-type: alert\napns-priority: 10\napns-expiration: 0",
      "apns-topic: com.a.voip\napns-push-type: voip\napns-id: 123e4567-e89b-12d3-a456-426614174000",
      "apns-topic: com.a\napns-collapse-id: x\nauthorization: bearer a.b.c",
      "apns-topic: com.a.push-type.liveactivity\napns-push-type: liveactivity",
    ]
  ) { input in
    let lines = String(decoding: input, as: UTF8.self).split(separator: "\n")
    let fields = lines.map { line -> HeaderField in
      let parts = line.split(separator: ":", maxSplits: 1)
      return HeaderField(
        String(parts.first ?? ""),
        parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
    }
    try shows(
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
    ]
  ) { _ = FCMMessage.read($0) }

  /// Has a push decided and told of: there is one response, lines have no control characters, and what the list holds is
  /// what was put in.
  private static func shows(_ request: PushRequest) throws {
    var system = PushSystem(device: Phone(settings: PhoneSettings()))
    let reply = ResponseHandle(connection: 1, stream: 1)
    let effects = system.handle(.gateway(.pushReceived(request, reply: reply)), at: now)
    var responses = 0
    for effect in effects {
      switch effect {
      case .answer: responses += 1
      case .emit(let event):
        let line = String(decoding: EventLine.line(event, timeZone: .gmt), as: UTF8.self)
        try expectHolds(isClean(line), "control characters: \(line.debugDescription)")
        let json = Array(EventJSON.line(event, payload: nil).dropLast())
        try expectHolds((try? JSONReader.read(json)) != nil, "an event is no JSON")
      case .store(.phone(.insert(let record))):
        try lists(record)
      default: break
      }
    }
    try expectHolds(responses == 1, "\(responses) responses")
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
  }
}
