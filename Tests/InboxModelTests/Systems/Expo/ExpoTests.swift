import Foundation
import Testing

@testable import InboxModel

/// Messages, tickets, receipts and errors of the Expo push service (`docs/systems/expo.md`).
@Suite struct ExpoTests {
  private static let token = ExpoBench.token

  // MARK: Messages

  @Test func `one message to one token gets one ticket, whose id its push has`() throws {
    var bench = ExpoBench()
    let answer = bench.send(fields: #""title":"Ann","body":"Lunch?""#)
    #expect(answer.status == 200)
    #expect(answer.document == #"{"data":{"status":"ok","id":"E1"}}"#)
    let push = try #require(bench.last)
    #expect(push.delivery.apnsID == "E1")
    #expect(push.delivery.app == ExpoBench.app)
    #expect(push.delivery.token.hex == "bk3RNwTe3H0_CI2k-HHwgQ")
    #expect(push.delivery.origin.wire == .expo)
    #expect(push.notification.content.title == "Ann" && push.notification.content.body == "Lunch?")
    #expect(push.notification.outcome == .shown)
    #expect(bench.receipts(["E1", "E1", "other"]) == ["E1": ["status": "ok"]])
  }

  @Test func `each recipient of an array of messages gets a ticket and a push in order`() throws {
    var bench = ExpoBench()
    let answer = bench.send(
      #"[{"to":["ExponentPushToken[a]","ExpoPushToken[b]"],"body":"1"},{"to":"\#(Self.token)","body":"2"}]"#
    )
    let ids = answer.tickets.compactMap { $0["id"]?.string }
    #expect(answer.json?["data"]?.array?.count == 3)
    #expect(Set(ids).count == 3)
    #expect(bench.records.map(\.delivery.apnsID.text) == ids)
    #expect(bench.records.map(\.notification.content.body) == ["1", "1", "2"])
    #expect(bench.records.map(\.delivery.token.hex) == ["a", "b", "bk3RNwTe3H0_CI2k-HHwgQ"])
    let receipts = bench.receipts(ids)
    #expect(receipts.members.map(\.key) == ids)
    // An array of one message, and a list with one token, get an array.
    #expect(bench.send(#"[{"to":"\#(Self.token)"}]"#).json?["data"]?.array?.count == 1)
    #expect(bench.send(#"{"to":["\#(Self.token)"]}"#).json?["data"]?.array?.count == 1)
  }

  /// The fields of a message, and the payload for APNs.
  static let payloads: [(fields: String, payload: String)] = [
    (
      #""title":"T","subtitle":"S","body":"B","data":{"a":{"b":1}}"#,
      #"{"aps":{"alert":{"title":"T","subtitle":"S","body":"B"}},"body":{"a":{"b":1}}}"#
    ),
    (#""title":"","body":"B""#, #"{"aps":{"alert":{"body":"B"}}}"#),
    (#""sound":"default","badge":0"#, #"{"aps":{"sound":"default","badge":0}}"#),
    (#""sound":null,"badge":null,"body":"B""#, #"{"aps":{"alert":{"body":"B"}}}"#),
    (
      #""sound":{"critical":true,"name":null,"volume":0.5}"#,
      #"{"aps":{"sound":{"critical":1,"name":"default","volume":0.5}}}"#
    ),
    (#""sound":{"critical":false}"#, #"{"aps":{}}"#),
    (
      #""body":"B","categoryId":"C","mutableContent":true,"interruptionLevel":"time-sensitive""#,
      #"{"aps":{"alert":{"body":"B"},"category":"C","interruption-level":"time-sensitive","mutable-content":1}}"#
    ),
    (
      #""data":{"a":1},"_contentAvailable":true"#,
      #"{"aps":{"content-available":1},"body":{"a":1}}"#
    ),
    (
      #""body":"B","channelId":"news","_displayInForeground":true"#,
      #"{"aps":{"alert":{"body":"B"}}}"#
    ),
  ]

  @Test(arguments: payloads)
  func `a message becomes a payload for APNs`(row: (fields: String, payload: String)) throws {
    var bench = ExpoBench()
    #expect(bench.send(fields: row.fields).tickets.first?["status"] == "ok")
    let push = try #require(bench.last)
    #expect(String(decoding: push.delivery.payload.bytes, as: UTF8.self) == row.payload)
  }

  /// The fields of a message, the priority, and the expiration in seconds after the reception.
  static let headers: [(fields: String, type: PushType, priority: Int, expiration: Int64?)] = [
    (#""body":"B""#, .alert, 10, nil),
    (#""body":"B","priority":"default""#, .alert, 10, nil),
    (#""body":"B","priority":"high""#, .alert, 10, nil),
    (#""body":"B","priority":"normal""#, .alert, 5, nil),
    (#""_contentAvailable":true"#, .background, 5, nil),
    (#""_contentAvailable":true,"body":"B""#, .alert, 10, nil),
    (#""body":"B","ttl":60"#, .alert, 10, 60),
    (#""body":"B","ttl":0,"expiration":2000000000"#, .alert, 10, nil),
    (#""body":"B","ttl":60,"expiration":1"#, .alert, 10, 60),
    (#""body":"B","expiration":1776190560"#, .alert, 10, 60),
    (#""body":"B","ttl":1e300"#, .alert, 10, 251_626_110_299),
  ]

  @Test(arguments: headers)
  func `priority, ttl and expiration become headers`(
    row: (fields: String, type: PushType, priority: Int, expiration: Int64?)
  ) throws {
    var bench = ExpoBench()
    bench.send(fields: row.fields)
    let headers = try #require(bench.last).delivery.headers
    #expect(headers.pushType == row.type)
    #expect(headers.priority.rawValue == row.priority)
    let start = Int64(Date.pushMoment.timeIntervalSince1970)
    #expect(headers.expiration == Expiration(rawValue: row.expiration.map { start + $0 } ?? 0))
  }

  // MARK: Errors

  /// Bodies that make a whole request invalid, the code and a part of the message.
  static let invalid: [(body: String, code: String, message: String)] = [
    ("[]", "API_ERROR", "no message"),
    ("{", "API_ERROR", "line 1, column"),
    ("7", "API_ERROR", "must be an object"),
    ("[7]", "API_ERROR", "must be an object"),
    (#"{"body":"B"}"#, "API_ERROR", "\"to\" is required"),
    (#"{"to":[]}"#, "API_ERROR", "\"to\" must be"),
    (#"{"to":["a",7]}"#, "API_ERROR", "\"to\" must be"),
    (#"{"to":"a","title":7}"#, "API_ERROR", "\"title\" must be a string, not 7"),
    (#"{"to":"a","data":"x"}"#, "API_ERROR", "\"data\" must be an object, not `x`"),
    (#"{"to":"a","ttl":"60"}"#, "API_ERROR", "\"ttl\" must be a number"),
    (#"{"to":"a","badge":-1}"#, "API_ERROR", "\"badge\" must be a whole number"),
    (#"{"to":"a","priority":"low"}"#, "API_ERROR", "one of default, normal, high"),
    (#"{"to":"a","interruptionLevel":"loud"}"#, "API_ERROR", "interruptionLevel"),
    (#"{"to":"a","sound":7}"#, "API_ERROR", "\"sound\" must be"),
    (#"{"to":"a","sound":{"volume":"x"}}"#, "API_ERROR", "\"sound\" must be"),
    (#"{"to":"a","mutableContent":1}"#, "API_ERROR", "must be true or false"),
    (
      "[" + [String](repeating: #"{"to":"a"}"#, count: 101).joined(separator: ",") + "]",
      "PUSH_TOO_MANY_NOTIFICATIONS", "101 notifications; the limit is 100"
    ),
    (
      #"{"to":["# + [String](repeating: "\"a\"", count: 101).joined(separator: ",") + "]}",
      "PUSH_TOO_MANY_NOTIFICATIONS", "101 notifications"
    ),
  ]

  @Test(arguments: invalid)
  func `an invalid request is rejected as a whole`(
    row: (body: String, code: String, message: String)
  ) throws {
    var bench = ExpoBench()
    let answer = bench.send(row.body)
    #expect(answer.status == 400)
    #expect(answer.expoCode == row.code)
    let error = answer.json?["errors"]?.array?.first?.object
    #expect(error?["message"]?.string?.contains(row.message) == true)
    #expect(bench.records.isEmpty)
    let rejected = try #require(bench.rejected.first)
    #expect(rejected.reason == row.code && rejected.status == 400)
    #expect(rejected.origin.wire == .expo)
    #expect(rejected.answerBody == answer.document)
  }

  @Test(arguments: ["/--/api/v2/push", "/--/api/v2/push/send/", "/--/api/v3/push/send"])
  func `an unknown path gets 404`(path: String) throws {
    var bench = ExpoBench()
    let answer = bench.send(#"{"to":"\#(Self.token)"}"#, path: path)
    #expect(answer.status == 404 && answer.expoCode == "NOT_FOUND")
  }

  @Test func `a method other than POST gets 404`() {
    let request = ExpoRequest(method: "GET", path: ExpoRequest.sendPath, body: [])
    guard case .failure(let error) = request.content else {
      Issue.record("it was accepted")
      return
    }
    #expect(error.code == .notFound)
  }

  @Test(arguments: [
    "", "abcd", "ExponentPushToken[]", "ExponentPushToken[a b]", "ExponentPushToken[a",
  ])
  func `an invalid token gets an error ticket, and the other messages are sent`(token: String)
    throws
  {
    var bench = ExpoBench()
    let answer = bench.send(#"[{"to":"\#(token)","body":"1"},{"to":"\#(Self.token)","body":"2"}]"#)
    #expect(answer.status == 200)
    #expect(answer.tickets.map { $0["status"] } == ["error", "ok"])
    #expect(answer.tickets.first?["details"] == ["error": "DeviceNotRegistered"])
    #expect(bench.records.map(\.notification.content.body) == ["2"])
    let rejected = try #require(bench.rejected.first)
    #expect(rejected.reason == "DeviceNotRegistered" && rejected.status == 200)
    #expect(rejected.token == token && rejected.apnsID == nil)
  }

  @Test(arguments: [
    ("ExponentPushToken[xYz-_1]", "xYz-_1"), ("ExpoPushToken[ab]", "ab"),
    ("F5741A13-BCDA-434B-A316-5DC0E6FFA94F", "F5741A13-BCDA-434B-A316-5DC0E6FFA94F"),
  ])
  func `a token has one of three forms`(text: String, device: String) {
    #expect(ExpoToken(text)?.device.hex == device)
  }

  @Test func `the token of an uninstalled app gets a ticket, and an error as its receipt`() throws {
    var bench = ExpoBench()
    bench.send(fields: #""body":"1""#)
    try bench.set("apps.com.example.expo.installed=false")
    let answer = bench.send(fields: #""body":"2""#)
    #expect(answer.document == #"{"data":{"status":"ok","id":"E2"}}"#)
    let receipts = bench.receipts(["E1", "E2"])
    #expect(receipts["E1"] == ["status": "ok"])
    #expect(receipts["E2"]?.object?["status"] == "error")
    #expect(receipts["E2"]?.object?["details"] == ["error": "DeviceNotRegistered"])
    let rejected = try #require(bench.rejected.first)
    #expect(rejected.reason == "DeviceNotRegistered" && rejected.apnsID == "E2")
    #expect(rejected.app == ExpoBench.app)
    #expect(rejected.answerBody == JSONWriter.text(try #require(receipts["E2"])))
  }

  @Test func `a payload over 4096 bytes has the receipt MessageTooBig`() throws {
    var bench = ExpoBench()
    // {"aps":{"alert":{"body":"…"}}}
    let most = String(repeating: "x", count: 4096 - 29)
    bench.send(fields: #""body":"\#(most)""#)
    bench.send(fields: #""body":"\#(most)x""#)
    #expect(bench.records.count == 1)
    let receipts = bench.receipts(["E1", "E2"])
    #expect(receipts["E1"] == ["status": "ok"])
    #expect(receipts["E2"]?.object?["details"] == ["error": "MessageTooBig"])
  }

  @Test func `the rate limit of tokens has the receipt MessageRateExceeded`() throws {
    var bench = ExpoBench(tokenRate: PushRate(count: 1, per: 60))
    bench.send(#"{"to":["\#(Self.token)","\#(Self.token)"],"body":"B"}"#)
    #expect(bench.records.count == 1)
    #expect(bench.rejected.map(\.reason) == ["MessageRateExceeded"])
  }

  /// The answer of a fault, the status of the response and the code.
  static let faults: [(answer: String, status: Int, code: String)] = [
    ("Unregistered", 200, "DeviceNotRegistered"), ("BadDeviceToken", 200, "DeviceNotRegistered"),
    ("DeviceTokenNotForTopic", 200, "MismatchSenderId"),
    ("InvalidProviderToken", 200, "InvalidCredentials"),
    ("TooManyRequests", 200, "MessageRateExceeded"),
    ("PayloadTooLarge", 200, "MessageTooBig"),
    ("InternalServerError", 500, "INTERNAL_SERVER_ERROR"),
    ("ServiceUnavailable", 503, "SERVICE_UNAVAILABLE"),
  ]

  @Test(arguments: faults)
  func `a fault causes an error of Expo`(row: (answer: String, status: Int, code: String)) throws {
    var bench = ExpoBench()
    try bench.fault("next=1", "answer=\(row.answer)")
    let answer = bench.send(fields: #""body":"B""#)
    #expect(answer.status == row.status)
    #expect(answer.expoCode == (row.status == 200 ? nil : row.code))
    if row.status == 200 {
      let details = bench.receipts(["E1"])["E1"]?.object?["details"]
      #expect(details == ["error": .string(row.code)])
    }
    #expect(bench.rejected.map(\.reason) == [row.code])
    #expect(bench.records.isEmpty)
    bench.send(fields: #""body":"B""#)
    #expect(bench.records.count == 1)
  }

  @Test func `a fault that delays a push delays the response`() throws {
    var bench = ExpoBench()
    try bench.fault("next=1", "delay=2s")
    #expect(bench.send(fields: #""body":"B""#).delay == 2)
    #expect(bench.records.count == 1)
  }

  // MARK: Receipts

  @Test(arguments: [#"{}"#, #"{"ids":"a"}"#, #"{"ids":[1]}"#, #"["a"]"#])
  func `an invalid request for receipts is rejected`(body: String) {
    var bench = ExpoBench()
    let answer = bench.send(body, path: ExpoRequest.receiptsPath)
    #expect(answer.status == 400 && answer.expoCode == "API_ERROR")
  }

  @Test func `more than 1000 receipts are rejected`() {
    var bench = ExpoBench()
    #expect(bench.receipts([String](repeating: "a", count: 1000)) == [:])
    let list = [String](repeating: "\"a\"", count: 1001).joined(separator: ",")
    let answer = bench.send(#"{"ids":[\#(list)]}"#, path: ExpoRequest.receiptsPath)
    #expect(answer.expoCode == "PUSH_TOO_MANY_RECEIPTS")
  }

  @Test func `a receipt is available for 24 hours`() {
    var bench = ExpoBench()
    bench.send(fields: #""body":"B""#)
    bench.advance(86_399)
    #expect(bench.receipts(["E1"]).isEmpty == false)
    bench.advance(1)
    #expect(bench.receipts(["E1"]) == [:])
  }

  @Test func `the oldest receipts are removed over the limit`() {
    var receipts = ExpoReceipts()
    let count = 2 * ExpoReceipts.limit + 7
    for number in 0..<count { receipts.add(APNSID("\(number)"), nil, at: .pushMoment) }
    let oldest = count - ExpoReceipts.limit
    let ids = [oldest - 1, oldest, count - 1].map(String.init)
    #expect(
      receipts.document(for: ids, at: .pushMoment)
        == #"{"data":{"\#(ids[1])":{"status":"ok"},"\#(ids[2])":{"status":"ok"}}}"#)
  }

  // MARK: Apps

  @Test func `settings name the app of a token`() throws {
    var bench = ExpoBench()
    try bench.set("expo.app=com.example.shop", #"expo.tokens.abc=com.example.chat"#)
    bench.send(fields: #""body":"1""#)
    bench.send(fields: #""body":"2""#, to: "ExponentPushToken[abc]")
    #expect(bench.records.map(\.delivery.app) == ["com.example.shop", "com.example.chat"])
    let answer = bench.send(#"{"to":["\#(Self.token)","ExponentPushToken[abc]"],"body":"3"}"#)
    #expect(answer.status == 400 && answer.expoCode == "PUSH_TOO_MANY_EXPERIENCE_IDS")
    #expect(
      answer.json?["errors"]?.array?.first?.object?["details"] == [
        "com.example.chat": ["ExponentPushToken[abc]"], "com.example.shop": [.string(Self.token)],
      ])
  }

  @Test func `a user accepts a rejected notification`() throws {
    var bench = ExpoBench()
    bench.send(#"[{"to":"abcd","body":"1"},{"to":"\#(Self.token)","body":"2"}]"#)
    let rejected = try #require(bench.rejected.first)
    #expect(rejected.obstacle == nil)
    bench.handle(.gateway(.acceptedByHand(rejected, apnsID: "H")), at: bench.now)
    #expect(bench.last?.notification.content.body == "1")
    #expect(bench.last?.delivery.app == ExpoBench.app)
    bench.send(#"[{"to":"abcd","body":7}]"#)
    #expect(bench.rejected.last?.obstacle != nil)
  }
}
