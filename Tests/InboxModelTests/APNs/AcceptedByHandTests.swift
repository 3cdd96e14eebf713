import Foundation
import InboxModel
import Testing

/// Rejected pushes that a user accepts.
@Suite struct AcceptedByHandTests {
  /// Returns the row of a request that the gateway rejects.
  private func rejected(
    _ request: PushRequest, by gateway: inout Gateway
  ) throws -> RejectedRequest {
    let effects = gateway.handle(.pushReceived(request, reply: nil), at: request.receivedAt)
    let pushes = effects.compactMap { if case .reject(let push) = $0 { push } else { nil } }
    return try #require(pushes.first)
  }

  private func accept(_ push: RejectedRequest, by gateway: inout Gateway) -> Delivery? {
    for case .deliver(let delivery) in gateway.handle(
      .acceptedByHand(push, apnsID: "new"), at: push.at)
    {
      return delivery
    }
    return nil
  }

  @Test(
    arguments: [
      ("PayloadTooLarge", [], String(repeating: "x", count: 5000)),
      ("BadPriority", [("apns-priority", "11")], "x"),
      ("InvalidPushType", [("apns-push-type", "nonsense")], "x"),
      ("BadExpirationDate", [("apns-expiration", "soon")], "x"),
      ("BadTopic", [("apns-topic", "a b")], "x"),
      ("DuplicateHeaders", [("apns-priority", "5"), ("apns-priority", "5")], "x"),
      ("InvalidProviderToken", [("authorization", "bearer x")], "x"),
    ] as [(String, [(String, String)], String)])
  func `a rejected push that a user accepts keeps its valid headers, whatever the reason`(
    reason: String, fields: [(String, String)], text: String
  ) throws {
    var gateway = Gateway()
    let body = #"{"aps":{"alert":"\#(text)"}}"#
    let topic = fields.contains { $0.0 == "apns-topic" } ? [] : [("apns-topic", "com.example.chat")]
    let request = PushRequest.stub(topic + fields + [("apns-collapse-id", "c")], body: body)
    let push = try rejected(request, by: &gateway)
    #expect(push.reason == reason)
    #expect(push.obstacle == nil)
    let delivery = try #require(accept(push, by: &gateway))
    #expect(delivery.payload.bytes == Array(body.utf8))
    #expect(delivery.apnsID == "new")
    #expect(delivery.requestID == "c")
    #expect(delivery.app == (reason == "BadTopic" ? "com.example.app" : "com.example.chat"))
    #expect(delivery.transit.rejectedFor == reason)
    let steps = Gateway.steps(of: delivery)
    #expect(
      steps.map(\.name) == [.intake, .authentication, .headers, .payload, .token, .queue, .device])
    #expect(steps[0].code?.rawValue == "reject." + reason)
    #expect(
      steps[0].because.hasSuffix("; it was rejected with \(reason) and was accepted by hand"))
  }

  @Test func `accepting a push with an invalid token uses the phone's own and registers none`()
    throws
  {
    var gateway = Gateway()
    let push = try rejected(.stub(path: "/3/device/zz", []), by: &gateway)
    let delivery = try #require(accept(push, by: &gateway))
    #expect(delivery.token == .local)
    let effects = gateway.handle(.acceptedByHand(push, apnsID: "new"), at: push.at)
    #expect(!effects.contains { if case .store(.token) = $0 { true } else { false } })
  }

  @Test func `an accepted push waits for an offline phone`() throws {
    var gateway = Gateway()
    let push = try rejected(.stub([("apns-priority", "11")]), by: &gateway)
    _ = gateway.handle(.deviceOnline(false), at: .pushMoment)
    #expect(accept(push, by: &gateway) == nil)
    #expect(gateway.waitingCount == 1)
  }

  @Test(arguments: [
    ("", "", "no part of a push was received"), ("", "{}", "the received bytes are not a push"),
    ("/3/device/00", "", "it has no payload"),
    ("/3/device/00", "[]", "its payload is not a JSON object"),
    ("/3/device/00", "{", "its payload is not a JSON object"),
    (
      "/3/device/00", String(repeating: " ", count: 8200),
      "only the first 8192 of 8200 bytes are stored"
    ),
    ("", String(repeating: " ", count: 8200), "only the first 8192 of 8200 bytes are stored"),
  ])
  func `accepting a request that no phone could receive has no effect`(
    path: String, body: String, obstacle: String
  ) {
    var gateway = Gateway()
    let push = RejectedRequest(
      number: 1, origin: Origin(wire: .h2), at: .pushMoment, reason: "x", because: "", fix: "",
      body: Array(body.utf8), path: path)
    #expect(push.obstacle == obstacle)
    #expect(gateway.handle(.acceptedByHand(push, apnsID: "new"), at: push.at) == [])
    #expect(gateway.acceptedCount == 0)
  }
}
