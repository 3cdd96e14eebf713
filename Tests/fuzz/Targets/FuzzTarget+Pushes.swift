import Foundation

@testable import InboxModel
@testable import PushInbox

// Readers of pushes: their results are decided, shown, listed and reported.

extension FuzzTarget {
  static let pushes = [
    payload, pushLine, simulatorFile, fields, fcm, extensionAnswer, providerToken,
  ]

  /// A push is read, decided, stored, written, explained and read again.
  private static let stepsOfPushes = 10_000

  static let now = Date(timeIntervalSince1970: 1_776_000_000)

  private static let payloads = [
    #"{"aps":{"alert":{"title":"T","subtitle":"S","body":"B"},"badge":3,"sound":"default","thread-id":"t","category":"C"}}"#,
    #"{"aps":{"alert":{"loc-key":"K","loc-args":["1"]},"mutable-content":1,"interruption-level":"critical"},"x":{"y":[1]}}"#,
    #"{"aps":{"content-available":1,"sound":{"critical":1,"name":"s","volume":0.5}},"\u001f":"\u0005"}"#,
    #"{"aps":{"alert":"é","relevance-score":0.5,"filter-criteria":"f","target-content-id":"w"}}"#,
    #"{"type":"P.OM","event":"add","params":["a","b"],"message":{"clientSideId":"c","kind":"operator","#
      + #""name":"n","avatar":"/a","ts":1.5e9,"text":"t"}}"#,
    #"{"type":"P.OF","event":"add","params":"[\"a\",\"b\"]","message":{"clientSideId":"c","#
      + #""kind":"file_operator","name":"","avatar":null,"ts":1,"#
      + #""text":"{\"size\":53000,\"image\":{\"size\":{\"width\":3,\"height\":4}}}"}}"#,
    #"{"type":"P.OM","event":"del","message":{"clientSideId":"c"}}"#,
    #"{"aps":{"alert":{"loc-key":"P.OA","loc-args":["x"]}},"webim":1}"#,
  ]

  private static let payload = FuzzTarget(
    "payload", payloads, words: ofWebim, stepsPerByte: stepsOfPushes
  ) { input in
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
    words: ofWebim, stepsPerByte: stepsOfPushes
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
    ], stepsPerByte: 2 * stepsOfPushes
  ) { input in
    let lines = String(decoding: input, as: UTF8.self).split(separator: "\n")
    let fields = lines.map { line -> HeaderField in
      let parts = line.split(separator: ":", maxSplits: 1)
      return HeaderField(
        String(parts.first ?? ""),
        parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
    }
    let request = PushRequest(
      path: "/3/device/" + DeviceToken.local.hex, fields: fields, body: Array(payloads[0].utf8),
      origin: Origin(wire: .h2), receivedAt: now, freshID: "fresh")
    // In strict mode a request needs a provider token before its headers matter.
    var signed = request
    signed.fields.append(HeaderField("authorization", "bearer " + token))
    let isStrictlyDelivered = try shows(signed, GatewaySettings(isStrict: true))
    return try shows(request) || isStrictlyDelivered
  }

  private static let fcm = FuzzTarget(
    "FCM message",
    [
      #"{"message":{"token":"t","notification":{"title":"a","body":"b"},"android":{"ttl":"3.5s"}}}"#,
      #"{"message":{"topic":"news","data":{"k":"v"},"apns":{"payload":{"aps":{"badge":1}}}}}"#,
      #"{"validate_only":true,"message":{"condition":"'a' in topics","webpush":{"data":{}}}}"#,
    ], words: ofFCM, stepsPerByte: stepsOfPushes
  ) { input in
    let request = FCMRequest(path: FCMRequest.path(of: "p"), body: input)
    _ = try shows(
      PushRequest(
        request, path: FCMRequest.path(of: "p"), body: input, origin: Origin(wire: .h2),
        receivedAt: now, freshID: "fresh"))
    guard case .success(let message) = request.message else { return false }
    let text = JSONWriter.text(["message": .object(message.json)])
    guard text.utf8.count <= PushRequest.bodyLimit else { return true }
    guard case .success(let again) = FCMMessage.read(Array(text.utf8)) else {
      throw BrokenProperty(description: "the written text cannot be read: \(text)")
    }
    try expectHolds(
      again.json == message.json && again.target == message.target,
      "read and written again it differs: \(text)")
    return true
  }

  private static let extensionAnswer = FuzzTarget(
    "answer of an extension", Array(payloads.prefix(4)), words: ofWebim,
    stepsPerByte: 2 * stepsOfPushes
  ) { input in
    var settings = PhoneSettings()
    settings.apps["com.a"] = AppSettings()
    settings.apps["com.a"]?.serviceExtension = ServiceExtension(.program(["x"], folder: "/"))
    var system = PushSystem(device: Phone(settings: settings))
    let push = PushRequest(
      path: "/3/device/" + DeviceToken.local.hex, fields: [HeaderField("apns-topic", "com.a")],
      body: Array(#"{"aps":{"alert":"a","mutable-content":1,"badge":"x"}}"#.utf8),
      origin: Origin(wire: .h2), receivedAt: now, freshID: "fresh")
    let asked = system.handle(.gateway(.pushReceived(push, reply: nil)), at: now)
    let runs = asked.compactMap { if case .runExtension(let run) = $0 { run.id } else { nil } }
    guard let id = runs.first else {
      throw BrokenProperty(description: "the extension is not run")
    }
    var isShown = false
    let answer = ExtensionAnswer.printed(input)
    for effect in system.handle(.device(.extensionEnded(id, answer)), at: now) {
      try expectSafe(effect)
      guard case .store(.phone(.insert(let record))) = effect else { continue }
      try lists(record)
      isShown = true
      let content = try? JSONReader.read(record.contentPayload)
      try expectHolds(content?.root.object != nil, "the app would receive no object")
    }
    try expectHolds(isShown, "the push is not shown")
    return Payload.read(input).map(\.hasAps) == .success(true)
  }

  /// The parts of a token, a line each, as its sender has them before they are encoded.
  private static let tokenParts = [
    #"{"alg":"ES256","kid":"ABC123DEFG"}"#, #"{"iss":"DEF123GHIJ","iat":1776000000}"#, "signature",
  ]

  private static func encoded(_ parts: [some Sequence<UInt8>]) -> String {
    parts.map { Data($0).base64URL }.joined(separator: ".")
  }

  static let token = encoded(tokenParts.map(\.utf8))

  private static let providerToken = FuzzTarget(
    "tokens of senders",
    [
      tokenParts.joined(separator: "\n"), token,
      #"{"alg":"ES512","kid":"k"}"# + "\n" + #"{"iss":"t","iat":"1776000000.5"}"# + "\ns",
      #"{"alg":"RS256"}"# + "\n"
        + #"{"iss":"a@b","aud":"https://localhost/token","iat":1776000000,"exp":1776003600,"#
        + #""scope":"https://www.googleapis.com/auth/firebase.messaging"}"# + "\ns",
    ], words: ofTokens, stepsPerByte: 8 * stepsOfPushes
  ) { input in
    let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false)
    let text = String(decoding: input, as: UTF8.self)
    var isAccepted = false
    for token in [text, encoded(lines)] {
      for isStrict in [false, true] {
        let push = PushRequest(
          path: "/3/device/" + DeviceToken.local.hex,
          fields: [
            HeaderField("apns-topic", "com.a"), HeaderField("authorization", "bearer " + token),
          ], body: Array(payloads[0].utf8), origin: Origin(wire: .h2, connection: 1),
          receivedAt: now, freshID: "fresh")
        if try shows(push, GatewaySettings(isStrict: isStrict)) { isAccepted = true }
      }
      let form = "grant_type=\(JWTAssertion.grantType)&assertion=\(token)"
      for form in [form, text] {
        let account = Result { () throws(TokenProblem) in
          try ServiceAccounts().account(behind: JWTAssertion(form: Array(form.utf8)), at: now)
        }
        switch account {
        case .success(let account):
          isAccepted = true
          try expectHolds(isClean(account), "control characters: \(account.debugDescription)")
        case .failure(let problem): try expectHolds(!problem.because.isEmpty, "no reason is given")
        }
      }
    }
    let access = AccessTokens()
    for header in [text, "bearer " + text] {
      let sender = access.sender(showing: header)
      try expectHolds([.unnamed, .unknown].contains(sender), "a token that was never issued")
    }
    let issued = "Bearer " + access.token(for: text, until: now)
    try expectHolds(
      access.sender(showing: issued) == .account(text, until: now),
      "an issued token is another account's")
    return isAccepted
  }

  /// Expects that a push is decided and reported with one response, without control characters in
  /// lines, and that the list has it unchanged. Returns whether it is delivered.
  private static func shows(
    _ request: PushRequest, _ settings: GatewaySettings = GatewaySettings()
  ) throws -> Bool {
    var system = PushSystem(
      gateway: Gateway(settings: settings), device: Phone(settings: PhoneSettings()))
    let reply = ResponseHandle(connection: 1, stream: 1)
    let effects = system.handle(.gateway(.pushReceived(request, reply: reply)), at: now)
    var (responses, isDelivered) = (0, false)
    for effect in effects {
      try expectSafe(effect)
      switch effect {
      case .answer: responses += 1
      case .store(.phone(.insert(let record))):
        try lists(record)
        isDelivered = true
      default: break
      }
    }
    try expectHolds(responses == 1, "\(responses) responses")
    return isDelivered
  }

  /// Throws if a response or the JSON of an event cannot be read, or a line for people has control
  /// characters.
  static func expectSafe(_ effect: Effect) throws {
    switch effect {
    case .answer(let response, _):
      let body = Array(response.body.utf8)
      try expectHolds(
        body.isEmpty || (try? JSONReader.read(body)) != nil, "a response is no JSON")
    case .emit(let event):
      let line = String(decoding: EventLine.line(event, timeZone: .gmt), as: UTF8.self)
      try expectHolds(isClean(line), "control characters: \(line.debugDescription)")
      let json = Array(EventJSON.line(event, payload: nil).dropLast())
      try expectHolds((try? JSONReader.read(json)) != nil, "an event is no JSON")
    case .store(.gateway(.rejected(let rejected))):
      try expectHolds(!rejected.because.isEmpty, "no reason is given")
      for finding in Lint.findings(for: rejected) {
        try expectHolds(!finding.message.isEmpty, "a finding has no message")
      }
    default: break
    }
  }

  /// Throws unless the list, the store and a push line keep a push unchanged, and its messages have
  /// no control characters.
  static func lists(_ record: PushRecord) throws {
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
    try repeats(delivery)
    _ = PushText.lines(record, appName: "A", timeZone: .gmt)
    for line in TraceText.lines(Presentation.trace(of: record)) {
      try expectHolds(isClean(line), "control characters: \(line.debugDescription)")
    }
  }

  /// Throws unless a push is the same when its push line is read and sent.
  private static func repeats(_ delivery: Delivery) throws {
    let line = PushLine.text(for: delivery)
    guard
      let request = try? PushLine.request(
        from: Array(line.utf8), number: 1, source: "again", receivedAt: now,
        freshID: delivery.apnsID,
        keepsTime: true)
    else { throw BrokenProperty(description: "the push line cannot be read: \(line)") }
    var system = PushSystem(device: Phone(settings: PhoneSettings()))
    let effects = system.handle(
      .gateway(.pushReceived(request, reply: nil)), at: request.receivedAt)
    let again = effects.compactMap { effect in
      if case .store(.phone(.insert(let record))) = effect { record.delivery } else { nil }
    }
    guard let again = again.first else {
      throw BrokenProperty(description: "the push line is not delivered: \(line)")
    }
    var expected = delivery.contents.wrappedValue
    // The body of a push line is the value of `payload`, from its first to its last byte. White
    // space around a value is no part of it, and a line cannot hold line ends: those within become
    // blanks.
    let payload = delivery.payload.bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let end = payload.lastIndex { !isBlank($0) } ?? -1
    expected.payload = try Payload.read(Array(payload[...end].drop(while: isBlank))).get()
    expected.receivedAt = delivery.receivedAt.wholeMilliseconds
    // The line names the topic that was used. Its number and origin are others, and with that its
    // checks.
    expected.id = again.id
    expected.headers.topic = delivery.topic
    expected.uniqueID = nil
    expected.origin = again.origin
    expected.transit = again.transit
    try expectHolds(
      again.contents.wrappedValue == expected,
      "the push line is another push: \(line)\n\(again.contents.wrappedValue)\n\(expected)")
  }
}
