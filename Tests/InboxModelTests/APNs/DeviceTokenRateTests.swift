import Foundation
import InboxModel
import Testing

@Suite struct DeviceTokenRateTests {
  private static func push(_ token: String, after seconds: Double) -> PushRequest {
    .stub(
      path: "/3/device/" + token, wire: .line, at: .pushMoment.addingTimeInterval(seconds))
  }

  @Test func `pushes beyond a device token's rate are rejected`() {
    var settings = GatewaySettings()
    settings.tokenRate = PushRate(count: 2, per: 10)
    var gateway = Gateway(settings: settings)
    func reason(_ token: String, after seconds: Double) -> RejectionReason? {
      gateway.answer(to: Self.push(token, after: seconds))?.reason
    }
    #expect(reason("abcd", after: 0) == nil)
    #expect(reason("ABCD", after: 9) == nil)
    #expect(reason("abcd", after: 9.5) == .tooManyRequests)
    #expect(reason("ab", after: 9.5) == nil, "another token")
    #expect(reason("abcd", after: 9.9) == .tooManyRequests, "what was refused does not count")
    #expect(reason("abcd", after: 10) == nil, "10 s after the first")
    #expect(gateway.rejectedCount == 2)
  }

  @Test func `the rejection states the rate`() {
    var settings = GatewaySettings()
    settings.tokenRate = PushRate(count: 1, per: 60)
    var gateway = Gateway(settings: settings)
    _ = gateway.answer(to: Self.push("abcd", after: 0))
    #expect(
      gateway.rejection(of: Self.push("abcd", after: 1))?.because
        == "The device token had 1 pushes since 2026-04-14T18:15:00.000Z, the limit for 1m.")
  }

  @Test func `without a rate no pushes are counted`() {
    var gateway = Gateway()
    for _ in 0..<100 {
      #expect(gateway.answer(to: Self.push("abcd", after: 0))?.status == 200)
    }
  }
}
