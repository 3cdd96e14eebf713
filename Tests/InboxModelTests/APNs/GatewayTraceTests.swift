import Foundation
import InboxModel
import Testing

@Suite struct GatewayTraceTests {
  @Test func `the trace of an ordinary push has no remarks`() throws {
    var gateway = Gateway()
    var request = PushRequest.stub([
      ("apns-topic", "com.example.chat"), ("apns-push-type", "alert"), ("apns-priority", "5"),
      ("apns-expiration", "1776194100"), ("apns-collapse-id", "c"),
    ])
    request.origin = Origin(wire: .h2, transport: "TLS 1.3", client: "apns2-go")
    let delivery = try #require(gateway.deliveries(of: request).first)
    #expect(
      Gateway.steps(of: delivery) == [
        TraceStep(.intake, .ok, because: "received over HTTP/2, TLS 1.3, from apns2-go"),
        TraceStep(
          .authentication, .skip, because: "no provider token sent, none required",
          setting: "gateway.strict"),
        TraceStep(
          .headers, .ok,
          because: "alert, priority 5, topic com.example.chat, expires 2026-04-14T19:15:00.000Z, "
            + "collapse id c"),
        TraceStep(.payload, .ok, because: "22 of 4096 bytes"),
        TraceStep(
          .token, .ok,
          because: "token abab…abab is well-formed, new, and recorded"),
        TraceStep(.queue, .ok, because: "number 1, sent at once"),
        TraceStep(.device, .ok, because: "the phone is online"),
      ])
  }

  @Test(arguments: [
    ("-", "received over a push line, standard input"),
    ("a.apns", "received over a push line, a.apns"),
    ("", "received over a push line"),
  ])
  func `the trace of a push line names standard input or the file`(
    transport: String, because: String
  ) throws {
    var gateway = Gateway()
    var request = PushRequest.stub([])
    request.origin = Origin(wire: .line, transport: transport)
    let steps = Gateway.steps(of: try #require(gateway.deliveries(of: request).first))
    #expect(steps.first?.because == because)
  }

  @Test func `the trace names the legacy command, and an old token as the reason of a drop`() throws
  {
    var gateway = Gateway()
    var request = PushRequest.stub([("apns-topic", "com.example.chat")], wire: .legacy)
    request.origin.transport = "command 2, identifier 7, clear"
    let delivery = try #require(gateway.deliveries(of: request).first)
    let steps = Gateway.steps(of: delivery)
    #expect(steps.first?.because == "received over legacy binary, command 2, identifier 7, clear")
    #expect(steps[3].because == "22 bytes")
    // The app was reinstalled; the token was not renewed.
    _ = gateway.handle(.appsMissing(["com.example.chat"]), at: .pushMoment)
    _ = gateway.handle(.appsMissing([]), at: .pushMoment)
    let late = try #require(gateway.deliveries(of: request).first)
    #expect(
      Gateway.steps(of: late).last
        == TraceStep(
          .device, .stop, code: .appNotInstalled,
          because: "the token was issued before com.example.chat was uninstalled"))
  }

  @Test func `unusual values become notes of the trace`() throws {
    var gateway = Gateway()
    let request = PushRequest.stub([], body: #"{"aps":{"alert":"x","badge":"1"}}"#)
    let steps = Gateway.steps(of: try #require(gateway.deliveries(of: request).first))
    #expect(
      steps.filter { $0.result == .note } == [
        TraceStep(
          .headers, .note,
          because: "no push type, priority 10, topic com.example.app (none was sent)",
          setting: "gateway.strict"),
        TraceStep(
          .payload, .note,
          because: "33 of 4096 bytes, 1 finding: aps.badge: This is a string, not a whole "
            + "number; the badge does not change."),
      ])
  }

  @Test(arguments: [
    (
      ["apns-expiration": "1776194100000"],
      "apns-expiration: This looks like milliseconds; it is seconds since 1970."
    ),
    (
      ["apns-colapse-id": "c"],
      "apns-colapse-id: APNs has no such header and ignores it; write “apns-collapse-id”."
    ),
    (["apns-mood": "c"], "apns-mood: APNs has no such header and ignores it."),
    (
      ["apns-push-type": "background"],
      "apns-priority: A background push must not have priority 10, which is also the default. "
        + "Send 5."
    ),
  ])
  func `headers without their intended effect become a note of the trace, and stay in the store`(
    fields: [String: String], finding: String
  ) throws {
    var gateway = Gateway()
    let all = [("apns-topic", "a"), ("apns-push-type", "alert")].filter { fields[$0.0] == nil }
    let request = PushRequest.stub(all + fields.map { ($0, $1) })
    let push = try #require(gateway.deliveries(of: request).first)
    let step = Gateway.steps(of: push)[2]
    #expect(step.result == .note)
    #expect(step.because.hasSuffix("; " + finding))
    let stored = try #require(try JSONReader.read(push.stored).root.object)
    let restored = try #require(Delivery(stored: stored, payload: push.payload))
    #expect(Gateway.steps(of: restored)[2] == step)
    #expect(Lint.findings(for: push).map(\.placed).contains(finding))
  }

  @Test(arguments: [
    (
      nil as String?, TransitInfo.Fate.delivered, TraceStep.Result.note,
      ReasonCode.deviceOfflineStored
    ),
    (nil, .dropped(.deviceCoalesced), .stop, .deviceCoalesced),
    ("1776190510", .dropped(.deviceExpired), .stop, .deviceExpired),
    ("0", .dropped(.deviceExpired), .stop, .deviceExpired),
  ])
  func `the trace states the outcome of a push for an offline phone`(
    expiration: String?, fate: TransitInfo.Fate, result: TraceStep.Result, code: ReasonCode
  ) throws {
    var gateway = Gateway()
    let headers = expiration.map { [("apns-expiration", $0)] } ?? []
    var delivery = try #require(gateway.deliveries(of: .stub(headers)).first)
    delivery.transit.heldSince = .pushMoment
    delivery.transit.coalesced = 2
    delivery.transit.fate = fate
    let steps = Gateway.steps(of: delivery)
    #expect(steps.map(\.name) == Array(StepName.allCases.prefix(7)))
    #expect(steps.last?.result == result)
    #expect(steps.last?.code == code)
    #expect(steps[5].because.hasSuffix("replaced 2 older pushes of the app"))
    #expect(steps.last?.because.contains("expiration 0") == (expiration == "0"))
  }
}
