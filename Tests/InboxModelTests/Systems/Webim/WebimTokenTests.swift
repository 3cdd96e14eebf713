import Foundation
import Testing

@testable import InboxModel

/// Webim's rules on device tokens and certificates (`docs/systems/webim.md`).
@Suite struct WebimTokenTests {
  private let token = String(repeating: "aB", count: 32)

  @Test func `WEB-02 a token is accepted as registered, regardless of case`() {
    var gateway = Gateway()
    let sent = gateway.deliveries(of: .stub(path: "/3/device/" + token)).first
    let again = gateway.deliveries(of: .stub(path: "/3/device/" + token.lowercased())).first
    #expect(sent?.transit.isNewToken == true && again?.transit.isNewToken == false)
    #expect(sent?.token == again?.token)
    // A token that was changed in transit is invalid.
    for changed in ["<\(token)>", token + " ", String(token.dropLast())] {
      let answer = gateway.answer(to: .stub(path: "/3/device/" + changed))
      #expect(answer?.reason == .badDeviceToken, "\(changed)")
    }
  }

  @Test(arguments: ["none", "NONE", "None"])
  func `WEB-03 the token none unsubscribes: a push to it is rejected with the explanation`(
    token: String
  ) throws {
    var gateway = Gateway()
    let found = gateway.rejection(of: .stub(path: "/3/device/" + token))
    let rejected = try #require(found)
    #expect(rejected.reason == "BadDeviceToken" && rejected.status == 400)
    #expect(
      rejected.because
        == "The device token is “none”, by which an app of Webim's unsubscribes.")
    #expect(
      rejected.fix
        == "Send nothing to this device until its app reports a new token.")
    #expect(rejected.token == token)
    #expect(gateway.acceptedCount == 0)
  }

  private func gateway(
    _ environment: PushEnvironment, listed: PushEnvironment? = nil
  ) throws -> Gateway {
    var settings = GatewaySettings()
    settings.environment = environment
    if let listed {
      let token = try #require(DeviceToken(hex: token))
      var device = ListedDevice(token: token, topic: "com.example.chat")
      device.environment = listed
      settings.devices = [token: device]
    }
    return Gateway(settings: settings)
  }

  @Test(arguments: [
    (PushEnvironment.production, PushEnvironment.development),
    (.development, .production),
  ])
  func `WEB-16 with one kind of certificate active the other kind's pushes are rejected`(
    active: PushEnvironment, other: PushEnvironment
  ) throws {
    var gateway = try gateway(active)
    let rows: [(PushEnvironment, RejectionReason?)] = [
      (active, nil), (other, .badCertificateEnvironment),
    ]
    for (kind, reason) in rows {
      var request = PushRequest.stub()
      request.certificate = Indirect(wrappedValue: .stub(environments: [kind]))
      #expect(gateway.answer(to: request)?.reason == reason)
    }
  }

  @Test(
    arguments: [
      (.development, .production, .badDeviceToken), (.production, .development, .badDeviceToken),
      (.production, .production, nil),
    ] as [(PushEnvironment, PushEnvironment, RejectionReason?)])
  func `WEB-20 a token of the other environment is rejected as bad`(
    kind: PushEnvironment, token listed: PushEnvironment, reason: RejectionReason?
  ) throws {
    var gateway = try gateway(kind, listed: listed)
    var request = PushRequest.stub(path: "/3/device/" + token)
    request.certificate = Indirect(wrappedValue: .stub(environments: [kind]))
    #expect(gateway.answer(to: request)?.reason == reason)
  }
}
