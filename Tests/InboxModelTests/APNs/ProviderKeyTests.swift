import Foundation
import InboxModel
import Testing

/// A token signed with a configured key, with one invalid part per row.
@Suite struct ProviderKeyTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let reason: String?
    let because: String
    let fields: [(String, String)]
    var environment: PushEnvironment?

    var testDescription: String { name }

    init(
      _ name: String, _ reason: String? = nil, because: String = "",
      topic: String = "com.example.chat", in environment: PushEnvironment? = nil,
      _ spoil: (inout TokenStub) -> Void = { _ in }
    ) {
      self.name = name
      self.reason = reason
      self.because = because
      self.environment = environment
      var token = TokenStub()
      spoil(&token)
      fields = [("apns-topic", topic), token.header]
    }
  }

  private static let keys: [ProviderKey] = [
    .stub(), .stub("OTHERTEAM1", team: "TEAM000002"),
    .stub("TOPICKEY01", topics: ["com.example.chat", "com.example.chat.voip"]),
    .stub("DEVELOPER1", environment: .development),
  ]

  private static func gateway(in environment: PushEnvironment? = nil) -> Gateway {
    var settings = GatewaySettings(isStrict: true)
    settings.keys = keys
    settings.environment = environment
    return Gateway(settings: settings)
  }

  @Test(arguments: rows)
  func `a provider token is validated by key, team, signature, topics and environment`(row: Row) {
    var gateway = Self.gateway(in: row.environment)
    let request = PushRequest.stub(row.fields)
    #expect(gateway.answer(to: request)?.reason?.rawValue == row.reason)
    // Again, from the cache.
    let rejected = gateway.rejection(of: request)
    #expect(rejected?.reason == row.reason)
    if let rejected {
      #expect(row.because.isEmpty || rejected.because.contains(row.because))
      #expect(rejected.fix.hasSuffix("."))
    }
  }

  static let rows: [Row] = [
    Row("good"),
    Row("another team's key") { ($0.key, $0.team) = ("OTHERTEAM1", "TEAM000002") },
    Row("a key for some topics") { $0.key = "TOPICKEY01" },
    Row("a key for this environment", in: .development) { $0.key = "DEVELOPER1" },
    Row("a key for one environment, a gateway for both") { $0.key = "DEVELOPER1" },
    Row("a key for both environments", in: .production),
    Row(
      "unknown key", "InvalidProviderToken",
      because: "Its kid “NOSUCHKEY1” is not a configured key, “ABC123DEFG”, “OTHERTEAM1”,"
    ) { $0.key = "NOSUCHKEY1" },
    Row(
      "another team", "InvalidProviderToken",
      because: "Its iss is “TEAM000009”, but the key “ABC123DEFG” is of team “DEF123GHIJ”."
    ) { $0.team = "TEAM000009" },
    Row(
      "invalid signature", "InvalidProviderToken",
      because: "Its signature is not that of the key “ABC123DEFG”."
    ) { $0.signer = "NOBODY" },
    Row(
      "signed with another configured key", "InvalidProviderToken",
      because: "It was signed with the key “OTHERTEAM1”, but its kid is “ABC123DEFG”."
    ) { $0.signer = "OTHERTEAM1" },
    Row("expired", "ExpiredProviderToken") { $0.issuedAfter = -3601 },
    Row("expired, with an invalid signature", "InvalidProviderToken", because: "signature") {
      ($0.issuedAfter, $0.signer) = (-3601, "NOBODY")
    },
    Row(
      "a topic that is not the key's", "TopicDisallowed",
      because: "The key “TOPICKEY01” is for “com.example.chat”, “com.example.chat.voip”, "
        + "apns-topic is “com.example.mail”.", topic: "com.example.mail"
    ) { $0.key = "TOPICKEY01" },
    Row(
      "the other environment", "BadEnvironmentKeyIdInToken",
      because: "The key “DEVELOPER1” is for development, this gateway is production.",
      in: .production
    ) { $0.key = "DEVELOPER1" },
  ]

  @Test(arguments: GatewaySettings.EnvironmentKeyReason.allCases)
  func `a key of the other environment is rejected with the configured spelling`(
    spelling: GatewaySettings.EnvironmentKeyReason
  ) {
    var gateway = Self.gateway(in: .production)
    gateway.settings.environmentKeyReason = spelling
    var token = TokenStub()
    token.key = "DEVELOPER1"
    let answer = gateway.answer(to: .stub([("apns-topic", "com.example.chat"), token.header]))
    #expect(answer?.status == 403 && answer?.reason?.rawValue == spelling.rawValue)
    #expect(answer?.reason?.leavesSenderUnknown == true)
  }

  @Test(arguments: [true, false])
  func `the trace states whether the signature was verified`(hasKeys: Bool) throws {
    var gateway = hasKeys ? Self.gateway() : Gateway(settings: GatewaySettings(isStrict: true))
    let request = PushRequest.stub([("apns-topic", "com.example.chat"), TokenStub().header])
    let delivery = try #require(gateway.deliveries(of: request).first)
    #expect(
      Gateway.steps(of: delivery)[1]
        == TraceStep(
          .authentication, .ok,
          because: "key ABC123DEFG, team DEF123GHIJ, issued 1 min before, signature "
            + (hasKeys ? "verified" : "not verified"), setting: hasKeys ? nil : "gateway.keys"))
  }

  @Test func `configured keys also apply to tokens in lenient mode`() {
    var settings = GatewaySettings()
    settings.keys = Self.keys
    var gateway = Gateway(settings: settings)
    #expect(gateway.answer(to: .stub())?.reason == nil)
    var token = TokenStub()
    token.signer = "NOBODY"
    #expect(gateway.answer(to: .stub([token.header]))?.reason == .invalidProviderToken)
  }

  @Test func `a token is verified once until the settings change`() {
    let calls = Counter()
    let key = VerifyingKey(bytes: [1]) { _, _ in calls.next() }
    var settings = GatewaySettings(isStrict: true)
    settings.keys = [
      ProviderKey(id: "ABC123DEFG", team: "DEF123GHIJ", publicKey: key)
    ]
    var gateway = Gateway(settings: settings)
    let request = PushRequest.stub([("apns-topic", "com.example.chat"), TokenStub().header])
    for _ in 0..<5 { #expect(gateway.answer(to: request)?.status == 200) }
    #expect(calls.value == 1)
    settings.keys = []
    gateway.settings = settings
    #expect(gateway.answer(to: request)?.status == 200)
    settings.keys = [.stub("OTHERKEY01")]
    gateway.settings = settings
    #expect(gateway.answer(to: request)?.reason == .invalidProviderToken)
  }

  private final class Counter: @unchecked Sendable {
    private(set) var value = 0

    func next() -> Bool {
      value += 1
      return true
    }
  }
}
