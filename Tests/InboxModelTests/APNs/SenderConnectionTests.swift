import Foundation
@testable import InboxModel
import Testing

/// The binding of a connection by its provider token, in strict mode.
@Suite struct SenderConnectionTests {
  private static func gateway(isStrict: Bool = true, updates: Int = 5) -> Gateway {
    var settings = GatewaySettings(isStrict: isStrict)
    settings.keys = [
      .stub(), .stub("ROTATED001"), .stub("OTHERTEAM1", team: "TEAM000002"),
      .stub("CHATKEY001", topics: ["com.example.chat"]),
      .stub("CHATKEY002", topics: ["com.example.chat", "com.example.mail"]),
      .stub("MAILKEY001", topics: ["com.example.mail"]),
    ]
    settings.tokenUpdates = updates
    return Gateway(settings: settings)
  }

  private static func push(
    _ key: String, issuedAfter: Int = -60, on connection: Int = 7, after seconds: Double = 0,
    wire: Origin.Wire = .h2
  ) -> PushRequest {
    let topic = key == "MAILKEY001" ? "com.example.mail" : "com.example.chat"
    let team = key == "OTHERTEAM1" ? "TEAM000002" : "DEF123GHIJ"
    let token = TokenStub(key: key, team: team, issuedAfter: issuedAfter)
    var request = PushRequest.stub(
      [("apns-topic", topic), token.header], wire: wire,
      at: .pushMoment.addingTimeInterval(seconds))
    request.origin.connection = connection
    return request
  }

  @Test(
    arguments: [
      ("ABC123DEFG", "ABC123DEFG", nil),
      ("ABC123DEFG", "ROTATED001", nil),
      ("ABC123DEFG", "OTHERTEAM1", "InvalidProviderToken"),
      ("ABC123DEFG", "CHATKEY001", "UnrelatedKeyIdInToken"),
      ("CHATKEY001", "ABC123DEFG", "UnrelatedKeyIdInToken"),
      ("CHATKEY001", "CHATKEY002", nil),
      ("CHATKEY001", "MAILKEY001", "UnrelatedKeyIdInToken"),
      ("CHATKEY002", "MAILKEY001", nil),
    ] as [(String, String, String?)])
  func `a connection is bound to one team and one group of related keys`(
    first: String, second: String, reason: String?
  ) {
    var gateway = Self.gateway()
    #expect(gateway.answer(to: Self.push(first))?.reason == nil)
    #expect(gateway.answer(to: Self.push(second))?.reason?.rawValue == reason)
    #expect(gateway.answer(to: Self.push(first))?.reason == nil, "an accepted key stays accepted")
    #expect(gateway.answer(to: Self.push(second, on: 8))?.reason == nil, "another connection")
    _ = gateway.handle(.connectionEnded(7), at: .pushMoment)
    #expect(gateway.answer(to: Self.push(second))?.reason == nil, "a new one by the same number")
  }

  @Test func `a rejection names both teams or keys`() {
    var gateway = Self.gateway()
    _ = gateway.answer(to: Self.push("ABC123DEFG"))
    #expect(
      gateway.rejection(of: Self.push("OTHERTEAM1"))?.because
        == "The provider token is of team “TEAM000002”; the first push of this connection bound it "
        + "to team “DEF123GHIJ”.")
    #expect(
      gateway.rejection(of: Self.push("CHATKEY001"))?.because.hasPrefix(
        "The key “CHATKEY001” is not related to “ABC123DEFG”") == true)
  }

  @Test func `lenient checks, push lines and unknown connections are not bound`() {
    var lenient = Self.gateway(isStrict: false)
    _ = lenient.answer(to: Self.push("ABC123DEFG"))
    #expect(lenient.answer(to: Self.push("OTHERTEAM1"))?.reason == nil)
    var strict = Self.gateway()
    for (connection, wire) in [(0, Origin.Wire.h2), (3, .line)] {
      _ = strict.answer(to: Self.push("ABC123DEFG", on: connection, wire: wire))
      let push = Self.push("OTHERTEAM1", on: connection, wire: wire)
      #expect(strict.answer(to: push)?.reason == nil)
    }
  }

  @Test func `a new token beyond the limit is rejected, known tokens are accepted`() {
    var gateway = Self.gateway(updates: 2)
    func reason(_ number: Int, after seconds: Double) -> String? {
      gateway.answer(
        to: Self.push("ABC123DEFG", issuedAfter: number, after: seconds))?.reason?.rawValue
    }
    #expect(reason(-3, after: 0) == nil)
    #expect(reason(-2, after: 1) == nil)
    #expect(reason(-1, after: 2) == "TooManyProviderTokenUpdates")
    #expect(reason(-3, after: 3) == nil, "the same token never counts")
    #expect(reason(-2, after: 4) == nil)
    #expect(reason(-1, after: 1199) == "TooManyProviderTokenUpdates")
    #expect(reason(-1, after: 1200) == nil, "20 minutes after the first")
    #expect(reason(-3, after: 1300) == nil, "known for as long as it is good")
    #expect(reason(0, after: 1300) == nil)
    #expect(reason(1, after: 1301) == "TooManyProviderTokenUpdates")
  }

  @Test func `lenient checks accept tokens beyond the limit, with remarks in trace and lint`()
    throws
  {
    var gateway = Self.gateway(isStrict: false, updates: 2)
    func delivery(_ number: Int) throws -> Delivery {
      try #require(
        gateway.deliveries(of: Self.push("ABC123DEFG", issuedAfter: number)).first)
    }
    let first = try [-5, -4, -5].map(delivery)
    #expect(first.map(\.transit.tokenUpdates) == [0, 0, 0])
    let third = try delivery(-3)
    #expect(third.transit.tokenUpdates == 3)
    #expect(try delivery(-3).transit.tokenUpdates == 0, "it is no longer new")
    #expect(try delivery(-2).transit.tokenUpdates == 4)
    let step = Gateway.steps(of: third)[1]
    #expect(step.result == .note && step.because.contains("number 3 of this connection"))
    #expect(Lint.findings(for: third).map(\.rule).contains(.renewedToken))
    let known = try delivery(-5)
    #expect(!Lint.findings(for: known).map(\.rule).contains(.renewedToken))
  }

  @Test func `the number of remembered tokens of a connection is limited`() {
    var gateway = Self.gateway(isStrict: false)
    for number in 0..<1000 {
      _ = gateway.deliveries(of: Self.push("ABC123DEFG", issuedAfter: number - 2000))
    }
    let last = gateway.deliveries(of: Self.push("ABC123DEFG", issuedAfter: 0)).first
    #expect(last?.transit.tokenUpdates == 102)
  }

  @Test func `the number of remembered connections is limited if their ends are not reported`() {
    var gateway = Self.gateway()
    for connection in 1...5000 { _ = gateway.answer(to: Self.push("ABC123DEFG", on: connection)) }
    // The newest connections are still bound, the oldest were removed.
    #expect(
      gateway.answer(to: Self.push("OTHERTEAM1", on: 5000))?.reason == .invalidProviderToken)
    #expect(gateway.answer(to: Self.push("OTHERTEAM1", on: 1))?.reason == nil)
  }
}
