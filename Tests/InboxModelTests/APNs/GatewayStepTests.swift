import Foundation
import Testing

@testable import InboxModel

/// Single steps of the gateway: the whole state after an event, and all its effects.
@Suite struct GatewayStepTests {
  private let reply = ResponseHandle(connection: 3, stream: 5)
  private static let token = DeviceToken(hex: String(repeating: "ab", count: 32))

  /// Returns the delivery of the stub with a number.
  private func delivery(
    _ id: NotificationID, _ request: PushRequest, isNewToken: Bool = true
  ) throws -> Delivery {
    var transit = TransitInfo()
    transit.isNewToken = isNewToken
    return Delivery(
      id: id, apnsID: "fresh", requestID: "fresh", app: "com.example.chat",
      topic: "com.example.chat", token: try #require(Self.token),
      headers: try PushHeaders(APNSFields(request.fields)),
      payload: try request.payload.get(), origin: request.origin, receivedAt: .pushMoment,
      transit: transit)
  }

  private func registration() throws -> TokenRegistration {
    TokenRegistration(token: try #require(Self.token), app: "com.example.chat")
  }

  @Test func `an accepted push is counted, answered and delivered, and its token registered`()
    throws
  {
    var gateway = Gateway()
    let (registration, request) = (try registration(), PushRequest.stub())
    expectStep(
      &gateway, .pushReceived(request, reply: reply), at: .pushMoment,
      effects: [
        .answer(PushResponse(status: 200, apnsID: "fresh"), to: reply),
        .deliver(try delivery(1, request)), .store(.token(registration)),
      ]
    ) {
      $0.lastID = 1
      _ = $0.tokens.register(registration.token, of: registration.app)
    }
  }

  @Test func `a push for a phone that is offline is held and stored`() throws {
    var gateway = Gateway()
    let (registration, request) = (try registration(), PushRequest.stub())
    expectStep(&gateway, .deviceOnline(false), at: .pushMoment, effects: []) {
      $0.isDeviceOnline = false
    }
    var held = try delivery(1, request)
    held.transit.heldSince = .pushMoment
    expectStep(
      &gateway, .pushReceived(request, reply: nil), at: .pushMoment,
      effects: [.store(.queued(held)), .store(.token(registration))]
    ) {
      $0.lastID = 1
      _ = $0.tokens.register(registration.token, of: registration.app)
      _ = $0.queue.hold(held)
    }
    // An online phone receives all held pushes.
    expectStep(
      &gateway, .deviceOnline(true), at: .pushMoment + 5, effects: [.deliver(held)]
    ) {
      $0.isDeviceOnline = true
      _ = $0.queue.removeAll()
    }
  }

  @Test func `a rejected push is counted, answered and listed, and no token is registered`() throws
  {
    var gateway = Gateway()
    let request = PushRequest.stub(body: "")
    let first = gateway.rejection(of: request)
    var row = try #require(first)
    row.number = 2
    row.apnsID = "fresh"
    expectStep(
      &gateway, .pushReceived(request, reply: reply), at: .pushMoment,
      effects: [
        .answer(PushResponse(status: 400, apnsID: "fresh", reason: .payloadEmpty), to: reply),
        .reject(row),
      ]
    ) { $0.lastRejectedNumber = 2 }
  }

  @Test func `a rejection gets the moment at which it is handled`() {
    var gateway = Gateway()
    var rejected = RejectedRequest(
      origin: Origin(wire: .tls), at: .pushMoment, reason: "intake.tls.unknown-ca",
      because: "b", fix: "f")
    let received = rejected
    rejected.at = .pushMoment + 1
    rejected.number = 1
    expectStep(
      &gateway, .rejected(received), at: .pushMoment + 1,
      effects: [.reject(rejected)]
    ) { $0.lastRejectedNumber = 1 }
  }

  @Test func `a request gets the moment at which it is handled`() throws {
    var gateway = Gateway()
    let effects = gateway.handle(
      .pushReceived(.stub(at: .pushMoment - 60), reply: nil), at: .pushMoment)
    #expect(effects.deliveries.map(\.receivedAt) == [.pushMoment])
  }

  @Test func `adding and removing a fault changes nothing else`() throws {
    var gateway = Gateway()
    let rule = try FaultRule(words: ["next=1", "answer=Unregistered"])
    expectStep(&gateway, .faultAdded(rule), at: .pushMoment, effects: []) { $0.faults.add(rule) }
    expectStep(&gateway, .faultsRemoved(nil), at: .pushMoment, effects: []) {
      $0.faults.remove(nil)
    }
  }

  @Test func `passing time without a due event changes nothing`() {
    var gateway = Gateway()
    expectStep(&gateway, .timePassed, at: .pushMoment, effects: [])
  }

  @Test func `a phone that saves power gets only pushes of priority 10`() throws {
    var gateway = Gateway()
    expectStep(&gateway, .deviceSavesPower(true), at: .pushMoment, effects: []) {
      $0.savesPower = true
    }
    #expect(gateway.deliveries(of: .stub()).count == 1)
    #expect(
      gateway.deliveries(
        of: .stub([("apns-topic", "com.example.chat"), ("apns-priority", "5")])
      ).isEmpty)
  }
}
