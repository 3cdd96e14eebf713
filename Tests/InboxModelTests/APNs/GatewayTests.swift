import Foundation
@testable import InboxModel
import Testing

@Suite struct GatewayTests {
  private let reply = ResponseHandle(connection: 3, stream: 5)

  @Test func `an accepted push is answered and delivered, and its token registered`() throws {
    var gateway = Gateway()
    let id = "123e4567-e89b-12d3-a456-426655440000"
    let request = PushRequest.stub(
      path: "/3/device/ABCD",
      [
        ("apns-id", id), ("apns-topic", "com.example.chat"), ("apns-push-type", "alert"),
        ("apns-priority", "5"), ("apns-expiration", "1776194100"), ("apns-collapse-id", "c"),
      ])
    var transit = TransitInfo()
    transit.isNewToken = true
    let token = try #require(DeviceToken(hex: "abcd"))
    let delivery = Delivery(
      id: 1, apnsID: APNSID(id), requestID: "c", app: "com.example.chat", topic: "com.example.chat",
      token: token,
      headers: PushHeaders(
        id: APNSID(id), topic: "com.example.chat", pushType: .alert, priority: .conserving,
        expiration: Expiration(rawValue: 1_776_194_100), collapseID: "c"),
      payload: try request.payload.get(), origin: request.origin, receivedAt: .pushMoment,
      transit: transit)
    #expect(
      gateway.handle(.pushReceived(request, reply: reply), at: request.receivedAt) == [
        .answer(PushResponse(status: 200, apnsID: APNSID(id)), to: reply), .deliver(delivery),
        .store(.token(TokenRegistration(token: token, app: "com.example.chat"))),
      ])
    #expect(gateway.acceptedCount == 1)
    #expect(gateway.deliveries(of: request).first?.transit.isNewToken == false)
  }

  @Test func `the identifier of the response is known before the push is accepted`() throws {
    let id = "dde3dd64-0000-4000-8000-000000000001"
    for (fields, expected) in [([], "fresh"), ([("apns-id", id)], id)] {
      var gateway = Gateway()
      let request = PushRequest.stub(fields + [("apns-topic", "com.example.chat")])
      #expect(request.answeredID.text == expected)
      #expect(gateway.deliveries(of: request).first?.apnsID == request.answeredID)
    }
    var channels = ChannelGateway()
    var broadcast = channels.request(.broadcast, try channels.create())
    broadcast.set("apns-id", "dde3dd64-0000-4000-8000-000000000002")
    for name in [nil, id] {
      if let name { broadcast.set("apns-request-id", name) }
      let answer = try channels.required(to: broadcast)
      #expect(answer.status == 200)
      #expect(answer.apnsID == broadcast.answeredID)
    }
  }

  @Test func `an accepted push has an apns-unique-id in the development environment only`() throws {
    let request = PushRequest.stub()
    func uniqueID(_ environment: PushEnvironment?, _ request: PushRequest) throws -> String? {
      var gateway = Gateway()
      gateway.settings.environment = environment
      let effects = gateway.handle(.pushReceived(request, reply: reply), at: request.receivedAt)
      let push = try #require(effects.deliveries.first)
      guard case .answer(let answer, _) = effects.first else { return nil }
      #expect(answer.status == 200)
      #expect(answer.uniqueID == push.uniqueID)
      return push.uniqueID?.text
    }
    let id = try #require(try uniqueID(.development, request))
    #expect(UUID(uuidString: id) != nil)
    #expect(id != "fresh")
    // Equal requests have equal identifiers, different ones have different identifiers.
    #expect(try uniqueID(.development, request) == id)
    var other = request
    other.freshID = "fresh-2"
    other.fields.append(HeaderField("apns-id", "123e4567-e89b-12d3-a456-426655440000"))
    #expect(try uniqueID(.development, other) != id)
    #expect(try uniqueID(.development, .stub(wire: .h1)) == id)
    #expect(try uniqueID(.development, .stub(wire: .legacy)) == nil)
    #expect(try uniqueID(.production, request) == nil)
    #expect(try uniqueID(nil, request) == nil)
    var gateway = Gateway()
    gateway.settings.environment = .development
    #expect(gateway.answer(to: .stub(body: ""))?.uniqueID == nil)
  }

  @Test func `a rejected push is answered and listed`() {
    var gateway = Gateway()
    let request = PushRequest.stub(body: "")
    let effects = gateway.handle(.pushReceived(request, reply: reply), at: request.receivedAt)
    #expect(
      effects.first
        == .answer(PushResponse(status: 400, apnsID: "fresh", reason: .payloadEmpty), to: reply))
    #expect(effects.count == 2)
  }

  @Test func `a listed rejection has the apns-id of the response, nil without one`() {
    var gateway = Gateway()
    let (request, line) = (
      PushRequest.stub([("apns-id", "own")], body: ""), PushRequest.stub(body: "")
    )
    func row(_ request: PushRequest, _ reply: ResponseHandle?) -> RejectedRequest? {
      for case .reject(let push) in gateway.handle(
        .pushReceived(request, reply: reply), at: request.receivedAt)
      {
        return push
      }
      return nil
    }
    #expect(row(request, reply)?.apnsID == "own")
    #expect(row(line, reply)?.apnsID == "fresh")
    #expect(row(line, nil) != nil)
    #expect(row(line, nil)?.apnsID == nil)
    #expect(row(line, reply)?.answerBody == #"{"reason":"PayloadEmpty"}"#)
  }

  @Test(arguments: [
    // {"alg":"ES256","kid":"ABC123"}
    ("bearer eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyMyJ9.e30.aa", "ABC123"),
    ("Bearer eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyMyJ9", "ABC123"),
    ("bearer e30.e30.aa", nil), ("bearer !!", nil), ("bearer", nil), ("", nil),
  ])
  func `the key identifier is read from an otherwise invalid provider token`(
    header: String, key: String?
  )
    throws
  {
    var gateway = Gateway()
    let push = gateway.rejection(of: .stub([("authorization", header)], body: ""))
    let rejected = try #require(push)
    #expect(rejected.keyID?.text == key)
    #expect(rejected.row.keyID == nil)
  }

  @Test func `a rejection by a feed gets the next number`() {
    var gateway = Gateway()
    var rejected = RejectedRequest(
      origin: Origin(wire: .tls), at: .pushMoment, reason: "intake.tls.unknown-ca",
      because: "b", fix: "f")
    let effects = gateway.handle(.rejected(rejected), at: rejected.at)
    rejected.number = 1
    #expect(effects == [.reject(rejected)])
    #expect(gateway.rejection(of: .stub(body: ""))?.number == 2)
  }

  @Test(arguments: [
    ("com.example.chat", "alert", "com.example.chat"),
    ("com.example.chat.voip", "voip", "com.example.chat"),
    ("com.example.chat.push-type.liveactivity", "liveactivity", "com.example.chat"),
    ("com.apple.mgmt.External.1", "mdm", "com.apple.mgmt.External.1"),
  ])
  func `the app is the topic without its suffix`(topic: String, type: String, app: BundleID) {
    var gateway = Gateway()
    let delivery = gateway.deliveries(
      of: .stub([("apns-topic", topic), ("apns-push-type", type)])
    ).first
    #expect(delivery?.app == app)
    #expect(delivery?.topic == topic)
  }

  @Test func `a missing topic gets a default and a remark`() {
    var gateway = Gateway()
    let delivery = gateway.deliveries(of: .stub([("apns-push-type", "voip")])).first
    #expect(delivery?.topic == "com.example.app.voip")
    #expect(delivery?.app == "com.example.app")
    #expect(delivery?.headers.topic == nil)
    #expect(delivery?.transit.topicWasMissing == true)
  }

  @Test(arguments: [
    (["apns-collapse-id": "c", "apns-id": Self.uuid], "line" as String?, "c"),
    (["apns-id": Self.uuid], "line", Self.uuid),
    ([:], "line", "line"),
    ([:], nil, "fresh"),
  ])
  func `the request identifier is the first available of four sources`(
    headers: [String: String], lineID: String?, expected: String
  ) {
    var gateway = Gateway()
    let request = PushRequest.stub(headers.map { ($0.key, $0.value) }, lineID: lineID)
    #expect(gateway.deliveries(of: request).first?.requestID.text == expected)
  }

  @Test func `with listed tokens and topics all others are rejected`() throws {
    let token = try #require(DeviceToken(hex: "abcd"))
    var settings = GatewaySettings()
    settings.devices = [token: ListedDevice(token: token, topic: "a.b")]
    (settings.tokens, settings.topics) = (.listed, .listed)
    var gateway = Gateway(settings: settings)
    func reason(_ token: String, _ topic: String) -> RejectionReason? {
      gateway.answer(to: .stub(path: "/3/device/" + token, [("apns-topic", topic)]))?.reason
    }
    #expect(reason("ABCD", "a.b") == nil)
    #expect(reason("abce", "a.b") == .badDeviceToken)
    #expect(reason("abcd", "a.c") == .topicDisallowed)
  }

  @Test(arguments: [
    (false, "zz", "The device token “zz” is not an even number of hex digits, 2 to 200 of them."),
    (true, "zz", "The device token “zz” is not an even number of hex digits, 64 to 200 of them."),
    (true, "abcd", "The device token has 4 digits, a real one has 64 to 200."),
  ])
  func `a malformed token is rejected with the length that the checks demand`(
    isStrict: Bool, token: String, because: String
  ) {
    var gateway = Gateway(settings: GatewaySettings(isStrict: isStrict))
    let request = PushRequest.stub(path: "/3/device/" + token, wire: .line)
    #expect(gateway.rejection(of: request)?.because == because)
  }

  @Test func `a gateway continues from its stored state`() throws {
    let token = try #require(DeviceToken(hex: "abcd"))
    var snapshot = Snapshot()
    snapshot.gateway.lastID = 41
    snapshot.gateway.lastRejectedNumber = 8
    snapshot.gateway.tokens = TokenBook([TokenRegistration(token: token, app: "com.example.chat")])
    var gateway = Gateway(snapshot: snapshot)
    let delivery = gateway.deliveries(of: .stub(path: "/3/device/abcd")).first
    #expect(delivery?.id == 42)
    #expect(delivery?.transit.isNewToken == false)
    #expect(gateway.rejection(of: .stub(body: ""))?.number == 9)
  }

  @Test func `at most 100,000 tokens are registered`() throws {
    var snapshot = Snapshot()
    for number in 0..<99_999 {
      let hex = String(repeating: "0", count: 10) + String(100_000 + number)
      snapshot.gateway.tokens.insert(
        TokenRegistration(token: try #require(DeviceToken(hex: hex)), app: "a"))
    }
    var gateway = Gateway(snapshot: snapshot)
    #expect(gateway.deliveries(of: .stub(path: "/3/device/ab")).first?.transit.isNewToken == true)
    let effects = gateway.handle(
      .pushReceived(.stub(path: "/3/device/cd"), reply: nil), at: .pushMoment)
    #expect(effects.deliveries.first?.transit.isNewToken == false)
    #expect(effects.count == 1)
  }

  @Test func `a long value is shortened in a rejection's sentence`() {
    var gateway = Gateway()
    let long = "e" + String(repeating: "\u{301}", count: 7000)
    let because = gateway.rejection(of: .stub([("apns-priority", long)]))?.because ?? ""
    #expect(because.hasSuffix("…” is not 10, 5 or 1."))
    #expect(because.utf8.count < 250)
  }

  private static let uuid = "123e4567-e89b-12d3-a456-426655440000"
}
