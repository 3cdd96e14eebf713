import Foundation
@testable import InboxModel
import Testing

/// A valid request with one invalid part per row.
@Suite struct GatewayValidationTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let reason: String?
    let isStrict: Bool
    let request: PushRequest

    var testDescription: String { name }

    init(
      _ name: String, _ reason: String?, isStrict: Bool = false,
      _ spoil: (inout PushRequest) -> Void
    ) {
      self.name = name
      self.reason = reason
      self.isStrict = isStrict
      // A push line needs no provider token, so that each strict row has one error only.
      var request = PushRequest.stub(wire: isStrict ? .line : .h2)
      spoil(&request)
      self.request = request
    }
  }

  @Test func `a missing topic on the binary interface suggests gateway.legacyTopic`() {
    var gateway = Gateway(settings: GatewaySettings(isStrict: true))
    var request = PushRequest.stub(wire: .legacy)
    request.fields = []
    let rejected = gateway.rejection(of: request)
    #expect(rejected?.reason == "MissingTopic")
    #expect(rejected?.fix.contains("gateway.legacyTopic") == true)
  }

  @Test(arguments: rows) func `a request with one error gets its reason`(row: Row) {
    var gateway = Gateway(settings: GatewaySettings(isStrict: row.isStrict))
    let answer = gateway.answer(to: row.request)
    #expect(answer?.reason?.rawValue == row.reason)
    #expect(answer?.status == row.reason.map { RejectionReason(rawValue: $0).status } ?? 200)
    #expect(gateway.acceptedCount == (row.reason == nil ? 1 : 0))
    #expect(gateway.rejectedCount == (row.reason == nil ? 0 : 1))
  }

  @Test(arguments: rows) func `a rejection has a cause and a correction`(row: Row) {
    var gateway = Gateway(settings: GatewaySettings(isStrict: row.isStrict))
    let push = gateway.rejection(of: row.request)
    #expect(push?.reason == row.reason)
    #expect(push?.because.hasSuffix(".") ?? true)
    #expect(push?.fix.hasSuffix(".") ?? true)
  }

  @Test func `a push to a managed device needs the MDM push certificate and no provider token`()
    throws
  {
    let topic = "com.apple.mgmt.External.5b8d2f0a-0000-4000-8000-000000000001"
    let fields = [("apns-topic", topic), ("apns-push-type", "mdm")]
    var strict = Gateway(settings: GatewaySettings(isStrict: true))
    let withToken = PushRequest.stub(fields + [TokenStub().header])
    #expect(strict.answer(to: withToken)?.reason == .topicDisallowed)
    var shown = PushRequest.stub(fields)
    shown.certificate = Indirect(wrappedValue: .stub([topic]))
    #expect(strict.answer(to: shown)?.reason == nil)
    // The certificate contains the topic.
    shown.fields.removeFirst()
    #expect(strict.deliveries(of: shown).first?.topic == topic)

    var lenient = Gateway()
    func warnings(_ request: PushRequest) throws -> [String] {
      let push = try #require(lenient.deliveries(of: request).first)
      let notes = Gateway.steps(of: push).filter { $0.result == .note }.map(\.name.rawValue)
      return notes
        + Lint.findings(for: push).map(\.rule.rawValue).filter { $0.hasPrefix("mdm") }
    }
    #expect(try warnings(withToken) == ["authentication", "mdm-token"])
    #expect(
      try warnings(.stub([("apns-topic", "com.example.chat"), ("apns-push-type", "mdm")]))
        == ["headers", "mdm-topic"])
    #expect(try warnings(.stub(fields)) == [])
    let plain = PushRequest.stub([("apns-topic", "a.b"), ("apns-push-type", "mdm")], wire: .line)
    let row = strict.rejection(of: plain)
    let rejected = try #require(row)
    #expect(rejected.because.contains("needs the UID of an MDM push certificate"))
    #expect(!Lint.findings(for: rejected).contains { $0.rule == .managementTopic })
  }

  @Test(arguments: ["hello", "[]"])
  func `an unreadable body is rejected, and the rejection states that Apple may accept it`(
    body: String
  ) {
    for isStrict in [false, true] {
      var gateway = Gateway(settings: GatewaySettings(isStrict: isStrict))
      let rejected = gateway.rejection(of: .stub(body: body, wire: .line))
      #expect(rejected?.status == 400)
      #expect(rejected?.reason == "BadRequestPayload")
      #expect(
        rejected?.fix.hasSuffix(
          " Apple documents no answer for such a push: APNs may also accept it with 200 and show "
            + "nothing.") == true)
    }
  }

  /// Each request has the error of its row and all later ones; the first is reported.
  @Test func `errors are reported in Apple's order`() {
    let faults: [(String, (inout PushRequest) -> Void)] = [
      ("BadPath", { $0.path = "/4/device/abc" }),
      ("MethodNotAllowed", { $0.method = "GET" }),
      ("DuplicateHeaders", { $0.fields.append(HeaderField("apns-id", "y")) }),
      ("InvalidProviderToken", { $0.fields.append(HeaderField("authorization", "bearer x")) }),
      ("BadMessageId", { $0.fields.append(HeaderField("apns-id", "x")) }),
      ("BadExpirationDate", { $0.fields.append(HeaderField("apns-expiration", "x")) }),
      ("BadPriority", { $0.fields.append(HeaderField("apns-priority", "x")) }),
      ("InvalidPushType", { $0.fields.append(HeaderField("apns-push-type", "x")) }),
      (
        "BadCollapseId",
        { $0.fields.append(HeaderField("apns-collapse-id", String(repeating: "x", count: 65))) }
      ),
      ("BadTopic", { $0.fields.append(HeaderField("apns-topic", "a b")) }),
      ("PayloadEmpty", { $0 = $0.with(body: "") }),
      ("MissingDeviceToken", { $0.path = "/3/device/" }),
    ]
    for first in faults.indices {
      var request = PushRequest.stub([])
      for fault in faults[first...].reversed() { fault.1(&request) }
      if first > 0 { request.path = "/3/device/" }
      var gateway = Gateway()
      #expect(gateway.answer(to: request)?.reason?.rawValue == faults[first].0)
    }
  }

  @Test func `every response repeats the sender's apns-id`() {
    var gateway = Gateway()
    let upper = "123E4567-e89b-12D3-A456-426655440000"
    #expect(gateway.answer(to: .stub([("apns-id", upper)]))?.apnsID.text == upper)
    #expect(gateway.answer(to: .stub([("apns-id", upper)], body: ""))?.apnsID.text == upper)
    #expect(gateway.answer(to: .stub([("apns-id", "mine")]))?.apnsID == "mine")
    #expect(gateway.answer(to: .stub([("apns-id", "two\nlines")]))?.apnsID == "fresh")
    #expect(gateway.answer(to: .stub([("apns-id", "")]))?.apnsID == "fresh")
    #expect(gateway.answer(to: .stub())?.apnsID == "fresh")
  }

  @Test func `a rejection of a too large payload states the excess and the largest fields`() {
    let body = #"{"aps":{"alert":{"body":"\#(String(repeating: "я", count: 2050))"}},"n":1234}"#
    var gateway = Gateway()
    let rejected = gateway.rejection(of: .stub(body: body))
    #expect(
      rejected?.because
        == "The payload has \(body.utf8.count) bytes; the limit is 4096. "
        + "Largest fields, in bytes: aps.alert.body 4100, n 4.")
    #expect(rejected?.fix.hasPrefix("Cut \(body.utf8.count - 4096) bytes") == true)
  }

  @Test func `the list of rejected requests retains the request`() {
    var gateway = Gateway()
    _ = gateway.rejection(of: .stub(body: ""))
    let request = PushRequest.stub(
      path: "/3/device/xyz", [("apns-topic", "com.example.chat.voip"), ("apns-push-type", "voip")])
    let push = gateway.rejection(of: request)
    #expect(push?.number == 2)
    #expect(push?.app == "com.example.chat")
    #expect(push?.token == "xyz")
    #expect(push?.path == "/3/device/xyz")
    #expect(push?.fields == request.fields)
    #expect(push?.body == request.body)
    #expect(push?.status == 400)
    #expect(push?.because.contains("“xyz”") == true)
  }

  private static func header(_ name: String, _ value: String) -> (inout PushRequest) -> Void {
    { request in
      request.fields.removeAll { $0.name == name }
      request.fields.append(HeaderField(name, value))
    }
  }

  private static func topic(_ topic: String, _ type: String?) -> (inout PushRequest) -> Void {
    { request in
      request.fields = [HeaderField("apns-topic", topic)]
      if let type { request.fields.append(HeaderField("apns-push-type", type)) }
    }
  }

  private static func token(_ text: String) -> (inout PushRequest) -> Void {
    { $0.path = "/3/device/" + text }
  }

  private static func body(_ text: String, voip: Bool = false) -> (inout PushRequest) -> Void {
    { request in
      request = request.with(body: text)
      if voip { topic("a.voip", "voip")(&request) }
    }
  }

  /// Returns a payload of exactly this number of bytes.
  private static func payload(_ size: Int) -> String {
    let frame = #"{"aps":{"alert":""}}"#
    return #"{"aps":{"alert":""# + String(repeating: "x", count: size - frame.utf8.count) + #""}}"#
  }

  private static let rows: [Row] = [
    Row("valid", nil) { _ in },
    Row("valid, strict", nil, isStrict: true) { _ in },

    Row("method GET", "MethodNotAllowed") { $0.method = "GET" },
    Row("method in lower case", "MethodNotAllowed") { $0.method = "post" },
    Row("path /", "BadPath") { $0.path = "/" },
    Row("empty path", "BadPath") { $0.path = "" },
    Row("path of another version", "BadPath") { $0.path = "/4/device/ab" },
    Row("path with a common prefix", "BadPath") { $0.path = "/3/devices/ab" },
    Row("path of no channels", "BadPath") { $0.path = "/1/apps/com.example.chat/channel" },
    Row("no token", "MissingDeviceToken") { $0.path = "/3/device/" },
    Row("no token and no slash", "MissingDeviceToken") { $0.path = "/3/device" },

    Row("token of 2 digits", nil, token("ab")),
    Row("token of 200 digits", nil, token(String(repeating: "0F", count: 100))),
    Row("token of 202 digits", "BadDeviceToken", token(String(repeating: "0F", count: 101))),
    Row("token of odd length", "BadDeviceToken", token("abc")),
    Row("token not in hex", "BadDeviceToken", token("xy")),
    Row("token in angle brackets", "BadDeviceToken", token("<abcd>")),
    Row("token with a space", "BadDeviceToken", token("ab cd")),
    Row("token and more path", "BadDeviceToken", token("abcd/ef")),
    Row(
      "strict: token of 62 digits", "BadDeviceToken", isStrict: true,
      token(String(repeating: "ab", count: 31))),
    Row(
      "strict: token of 200 digits", nil, isStrict: true, token(String(repeating: "ab", count: 100))
    ),

    Row("apns-id twice", "DuplicateHeaders") {
      $0.fields += [HeaderField("apns-id", "x"), HeaderField("apns-id", "x")]
    },
    Row("equal topics twice", "DuplicateHeaders") {
      $0.fields.append(HeaderField("apns-topic", "com.example.chat"))
    },
    Row("authorization twice", "DuplicateHeaders") {
      $0.fields += [HeaderField("authorization", "x"), HeaderField("authorization", "y")]
    },
    Row("unknown apns header twice", "DuplicateHeaders") {
      $0.fields += [HeaderField("apns-other", "x"), HeaderField("apns-other", "y")]
    },
    Row("other header twice", nil) {
      $0.fields += [HeaderField("accept", "x"), HeaderField("accept", "y")]
    },
    Row("unknown apns header", nil, header("apns-request-id", "x")),

    Row("id in lower case", nil, header("apns-id", "eabeae54-14a8-11e5-b60b-1697f925ec7b")),
    Row("id in upper case", nil, header("apns-id", "EABEAE54-14A8-11E5-B60B-1697F925EC7B")),
    Row(
      "id without hyphens", "BadMessageId",
      header("apns-id", "eabeae5414a811e5b60b1697f925ec7b")),
    Row(
      "id with hyphens elsewhere", "BadMessageId",
      header("apns-id", "eabeae541-4a8-11e5-b60b-1697f925ec7b")),
    Row(
      "id with a letter beyond f", "BadMessageId",
      header("apns-id", "gabeae54-14a8-11e5-b60b-1697f925ec7b")),
    Row(
      "id in braces", "BadMessageId", header("apns-id", "{eabeae54-14a8-11e5-b60b-1697f925ec7b}")),
    Row("empty id", "BadMessageId", header("apns-id", "")),

    Row("expiration 0", nil, header("apns-expiration", "0")),
    Row("expiration 2^63-1", nil, header("apns-expiration", "9223372036854775807")),
    Row("expiration 2^63", "BadExpirationDate", header("apns-expiration", "9223372036854775808")),
    Row("expiration with a fraction", "BadExpirationDate", header("apns-expiration", "1.5")),
    Row("negative expiration", "BadExpirationDate", header("apns-expiration", "-1")),
    Row("expiration with a plus", "BadExpirationDate", header("apns-expiration", "+1")),
    Row("expiration as a date", "BadExpirationDate", header("apns-expiration", "2026-01-01")),
    Row("empty expiration", "BadExpirationDate", header("apns-expiration", "")),

    Row("priority 1", nil, header("apns-priority", "1")),
    Row("priority 5", nil, header("apns-priority", "5")),
    Row("priority 10", nil, header("apns-priority", "10")),
    Row("priority 7", "BadPriority", header("apns-priority", "7")),
    Row("priority 010", "BadPriority", header("apns-priority", "010")),
    Row("priority high", "BadPriority", header("apns-priority", "high")),
    Row("empty priority", "BadPriority", header("apns-priority", "")),
    Row("background with priority 10", nil) {
      $0.fields = [
        HeaderField("apns-push-type", "background"), HeaderField("apns-priority", "10"),
      ]
    },
    Row("strict: background with priority 10", "BadPriority", isStrict: true) {
      $0.fields = [
        HeaderField("apns-topic", "a"), HeaderField("apns-push-type", "background"),
        HeaderField("apns-priority", "10"),
      ]
    },
    Row("a Live Activity with priority 1", nil) {
      $0.fields = [
        HeaderField("apns-topic", "a.push-type.liveactivity"),
        HeaderField("apns-push-type", "liveactivity"), HeaderField("apns-priority", "1"),
      ]
    },
    Row("strict: a Live Activity with priority 1", "BadPriority", isStrict: true) {
      $0.fields = [
        HeaderField("apns-topic", "a.push-type.liveactivity"),
        HeaderField("apns-push-type", "liveactivity"), HeaderField("apns-priority", "1"),
      ]
    },
    Row("strict: a Live Activity with priority 5", nil, isStrict: true) {
      $0.fields = [
        HeaderField("apns-topic", "a.push-type.liveactivity"),
        HeaderField("apns-push-type", "liveactivity"), HeaderField("apns-priority", "5"),
      ]
    },
    Row("strict: background without priority", nil, isStrict: true, topic("a", "background")),

    Row(
      "collapse id of 64 bytes", nil,
      header("apns-collapse-id", String(repeating: "é", count: 32))),
    Row(
      "collapse id of 65 bytes", "BadCollapseId",
      header("apns-collapse-id", String(repeating: "é", count: 32) + "x")),
    Row("empty collapse id", nil, header("apns-collapse-id", "")),

    Row("no push type", nil, topic("com.example.chat", nil)),
    Row("push type in capitals", "InvalidPushType", header("apns-push-type", "Alert")),
    Row("unknown push type", "InvalidPushType", header("apns-push-type", "silent")),
    Row("empty push type", "InvalidPushType", header("apns-push-type", "")),

    Row("voip", nil, topic("a.b.voip", "voip")),
    Row("complication", nil, topic("a.b.complication", "complication")),
    Row("fileprovider", nil, topic("a.b.pushkit.fileprovider", "fileprovider")),
    Row("mdm", nil, topic("com.apple.mgmt.External.1f", "mdm")),
    Row("mdm where strict", nil, isStrict: true, topic("com.apple.mgmt.External.1f", "mdm")),
    Row("mdm to an app", nil, topic("com.example.chat", "mdm")),
    Row("mdm to an app where strict", "BadTopic", isStrict: true, topic("com.example.chat", "mdm")),
    Row(
      "mdm with a topic that is only the prefix, strict", "BadTopic", isStrict: true,
      topic("com.apple.mgmt.", "mdm")),
    Row("liveactivity", nil, topic("a.b.push-type.liveactivity", "liveactivity")),
    Row("pushtotalk", nil, topic("a.b.voip-ptt", "pushtotalk")),
    Row("location", nil, topic("a.b.location-query", "location")),
    Row("controls", nil, topic("a.b.push-type.controls", "controls")),
    Row("widgets", nil, topic("a.b.push-type.widgets", "widgets")),
    Row("alert to a voip topic", "InvalidPushType", topic("a.b.voip", "alert")),
    Row("background to a voip topic", "InvalidPushType", topic("a.b.voip", "background")),
    Row("voip to the bare bundle id", "InvalidPushType", topic("a.b", "voip")),
    Row("voip to a complication", "InvalidPushType", topic("a.b.complication", "voip")),
    Row("liveactivity to the bare bundle id", "InvalidPushType", topic("a.b", "liveactivity")),
    Row("voip topic without a push type", nil, topic("a.b.voip", nil)),

    Row("no topic", nil) { $0.fields = [] },
    Row("empty topic", nil, topic("", "alert")),
    Row("no topic for voip", nil) { $0.fields = [HeaderField("apns-push-type", "voip")] },
    Row("strict: no topic", "MissingTopic", isStrict: true) { $0.fields = [] },
    Row("strict: empty topic", "MissingTopic", isStrict: true, topic("", "alert")),
    Row("topic with all characters", nil, topic("A-z_0.9", "alert")),
    Row("topic with a slash", "BadTopic", topic("a/b", "alert")),
    Row("topic with a space", "BadTopic", topic("a b", "alert")),
    Row("topic in Cyrillic", "BadTopic", topic("чат", "alert")),
    Row("a suffix alone", "BadTopic", topic(".voip", "voip")),

    Row("no body", "PayloadEmpty", body("")),
    Row("4096 bytes", nil, body(payload(4096))),
    Row("4097 bytes", "PayloadTooLarge", body(payload(4097))),
    Row("voip with 5120 bytes", nil, body(payload(5120), voip: true)),
    Row("voip with 5121 bytes", "PayloadTooLarge", body(payload(5121), voip: true)),
    Row("voip topic alone with 5120 bytes", nil) {
      body(payload(5120))(&$0)
      topic("a.voip", nil)(&$0)
    },
    Row("not JSON", "BadRequestPayload", body("hello")),
    Row("an array", "BadRequestPayload", body("[]")),
    Row("a superfluous comma", "BadRequestPayload", body(#"{"aps":{},}"#)),
    Row(
      "65 levels", "BadRequestPayload",
      body(String(repeating: #"{"a":"#, count: 65) + "1" + String(repeating: "}", count: 65))),
    Row("no aps", nil, body("{}")),
  ]
}

extension PushRequest {
  func with(body: String) -> PushRequest {
    PushRequest(
      method: self.method, path: self.path, fields: self.fields, body: Array(body.utf8),
      origin: self.origin,
      receivedAt: receivedAt, freshID: self.freshID)
  }
}
