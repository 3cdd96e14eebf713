import Foundation
import InboxModel
import Testing

/// A valid certificate with one invalid part per row.
@Suite struct ClientCertificateTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let strict: String?
    let lenient: String?
    let because: String
    var request: PushRequest
    var settings = GatewaySettings()

    var testDescription: String { name }

    init(
      _ name: String, _ strict: String? = nil, lenient: String?? = nil, because: String = "",
      certificate: ClientCertificate = .stub(), topic: String? = "com.example.chat",
      type: String? = nil, _ change: (inout GatewaySettings) -> Void = { _ in }
    ) {
      self.name = name
      self.strict = strict
      self.lenient = lenient ?? strict
      self.because = because
      request = .stub(
        [("apns-topic", topic), ("apns-push-type", type)].compactMap { name, value in
          value.map { (name, $0) }
        })
      request.certificate = Indirect(wrappedValue: certificate)
      change(&settings)
    }
  }

  @Test(arguments: rows) func `a client certificate is accepted or rejected with its reason`(
    row: Row
  ) {
    for (isStrict, reason) in [(true, row.strict), (false, row.lenient)] {
      var settings = row.settings
      settings.isStrict = isStrict
      var gateway = Gateway(settings: settings)
      let rejected = gateway.rejection(of: row.request)
      #expect(rejected?.reason == reason, "strict: \(isStrict)")
      if isStrict, let rejected {
        #expect(row.because.isEmpty || rejected.because.contains(row.because))
      }
      #expect(rejected?.fix.hasSuffix(".") ?? true)
    }
  }

  private static let day: TimeInterval = 86_400
  private static let two = ["com.example.chat", "com.example.chat.voip"]

  static let rows: [Row] = [
    Row("good"),
    Row("no topic, certificate with one topic", topic: nil),
    Row("empty topic", topic: ""),
    Row(
      "no topic, certificate with two topics", "MissingTopic", lenient: .some(nil),
      because: "is for 2 topics", certificate: .stub(two), topic: nil),
    Row(
      "another topic", "TopicDisallowed",
      because: "is for “com.example.chat”, apns-topic is “com.example.mail”.",
      topic: "com.example.mail"),
    Row(
      "a voip topic of the certificate", certificate: .stub(two), topic: "com.example.chat.voip",
      type: "voip"),
    Row(
      "a voip topic outside the certificate", "TopicDisallowed", topic: "com.example.chat.voip",
      type: "voip"),
    Row(
      "a file provider topic is covered by the app's",
      topic: "com.example.chat.pushkit.fileprovider",
      type: "fileprovider"),
    Row("a Push to Talk topic is covered by the app's", topic: "com.example.chat.voip-ptt"),
    Row(
      "a Live Activity needs a provider token", "TopicDisallowed",
      because: "need a provider token",
      topic: "com.example.chat.push-type.liveactivity", type: "liveactivity"),
    Row(
      "a location needs a provider token", "TopicDisallowed",
      because: "Pushes of type location need a provider token",
      certificate: .stub(["com.example.chat.location-query"]),
      topic: "com.example.chat.location-query", type: "location"),
    Row(
      "not a push certificate", "BadCertificate", lenient: .some(nil),
      because: "names no topic: its subject has no UID.", certificate: .stub([])),
    Row(
      "expired", "BadCertificate", because: "expired at 2026-04-14T18:14:59.000Z.",
      certificate: .stub(until: .pushMoment.addingTimeInterval(-1))),
    Row("at the end of its validity", certificate: .stub(until: .pushMoment)),
    Row(
      "not yet valid", "BadCertificate", because: "is not valid before 2026-04-14T18:15:01.000Z",
      certificate: .stub(from: .pushMoment.addingTimeInterval(1))),
    Row(
      "the other environment", "BadCertificateEnvironment",
      because: "is for development, this gateway is production.",
      certificate: .stub(environments: [.development])
    ) { $0.environment = .production },
    Row("both environments", certificate: .stub(environments: [.development, .production])) {
      $0.environment = .production
    },
    Row("no environment named") { $0.environment = .production },
    Row("listed") { $0.certificates = [ListedCertificate(file: "a.pem", certificate: .stub())] },
    Row("not listed", "BadCertificate", because: "is not one of the listed ones.") {
      $0.certificates = [ListedCertificate(file: "a.pem", certificate: .stub(number: 2))]
    },
    Row(
      "listed for another topic", "TopicDisallowed", because: "is for “com.example.mail”"
    ) {
      $0.certificates = [
        ListedCertificate(file: "a.pem", topics: ["com.example.mail"], certificate: .stub())
      ]
    },
    Row("listed with a topic it does not contain", certificate: .stub([])) {
      $0.certificates = [
        ListedCertificate(
          file: "a.pem", topics: ["com.example.chat"], certificate: .stub([]))
      ]
    },
  ]

  @Test func `a certificate for one app replaces a missing topic without a remark`()
    throws
  {
    var gateway = Gateway()
    var request = PushRequest.stub([])
    request.certificate = Indirect(wrappedValue: .stub())
    let delivery = try #require(gateway.deliveries(of: request).first)
    #expect(delivery.topic == "com.example.chat")
    #expect(!delivery.transit.topicWasMissing)
    request.certificate = Indirect(wrappedValue: .stub(Self.two))
    let guessed = try #require(gateway.deliveries(of: request).first)
    #expect(guessed.topic == "com.example.chat")
    #expect(guessed.transit.topicWasMissing)
  }

  @Test func `a push certificate makes the gateway ignore the provider token`() throws {
    var gateway = Gateway(settings: GatewaySettings(isStrict: true))
    var request = PushRequest.stub([
      ("apns-topic", "com.example.chat"), ("authorization", "bearer nonsense"),
    ])
    #expect(gateway.answer(to: request)?.reason == .invalidProviderToken)
    request.certificate = Indirect(
      wrappedValue: .stub(environments: [.production]))
    let delivery = try #require(gateway.deliveries(of: request).first)
    #expect(
      Gateway.steps(of: delivery)[1]
        == TraceStep(
          .authentication, .ok,
          because: "client certificate CN=Apple Push Services: com.example.chat, for production, "
            + "valid until 2026-04-15T18:15:00.000Z"))
    // A certificate without topics leaves the decision to the token.
    var lenient = Gateway()
    request.certificate = Indirect(wrappedValue: .stub([]))
    #expect(lenient.answer(to: request)?.reason == .invalidProviderToken)
  }
}
