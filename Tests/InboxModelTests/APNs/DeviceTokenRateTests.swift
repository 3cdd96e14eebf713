import Foundation
import Testing

@testable import InboxModel

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
    #expect(reason("abcd", after: 9.9) == .tooManyRequests, "a rejected push does not count")
    #expect(reason("abcd", after: 10) == nil, "10 s after the first")
    #expect(gateway.rejectedCount == 2)
  }

  @Test func `a rejection beyond a device token's rate states the number, start and period`() {
    var settings = GatewaySettings()
    settings.tokenRate = PushRate(count: 1, per: 60)
    var gateway = Gateway(settings: settings)
    _ = gateway.answer(to: Self.push("abcd", after: 0))
    #expect(
      gateway.rejection(of: Self.push("abcd", after: 1))?.because
        == "The device token had 1 pushes since 2026-04-14T18:15:00.000Z, the limit for 1m.")
  }

  @Test
  func `broadcasts beyond a channel's rate are rejected, apart from other channels and tokens`()
    throws
  {
    var apns = ChannelGateway()
    apns.gateway.settings.tokenRate = PushRate(count: 2, per: 10)
    let (first, second) = (try apns.create(), try apns.create())
    func reason(_ apns: inout ChannelGateway, _ channel: String, after seconds: Double) throws
      -> RejectionReason?
    {
      try apns.required(to: apns.request(.broadcast, channel, at: .pushMoment + seconds)).reason
    }
    #expect(try reason(&apns, first, after: 0) == nil)
    #expect(try reason(&apns, first, after: 1) == nil)
    #expect(try reason(&apns, first, after: 2) == .tooManyRequests)
    #expect(
      apns.rejected?.because
        == "The channel had 2 pushes since 2026-04-14T18:15:00.000Z, the limit for 10s.")
    #expect(apns.rejected?.fix.hasPrefix("Send fewer pushes to this channel, and retry") == true)
    #expect(try reason(&apns, second, after: 2) == nil, "another channel")
    #expect(apns.gateway.answer(to: Self.push("abcd", after: 2))?.reason == nil, "a device token")
    #expect(try reason(&apns, first, after: 10) == nil, "10 s after the first")
  }

  @Test func `without a rate no pushes are counted`() {
    var gateway = Gateway()
    for _ in 0..<100 {
      #expect(gateway.answer(to: Self.push("abcd", after: 0))?.status == 200)
    }
  }
}
