import Foundation
import InboxModel
import Testing

/// The order of Apple, "Handling notification responses from APNs": of any two errors the earlier
/// one is reported.
@Suite struct CheckOrderTests {
  struct Fault: CustomTestStringConvertible, Sendable {
    let reason: String
    let spoil: @Sendable (inout Draft) -> Void

    var testDescription: String { reason }

    init(_ reason: String, _ spoil: @escaping @Sendable (inout Draft) -> Void) {
      self.reason = reason
      self.spoil = spoil
    }
  }

  /// A valid request for strict checks, whose parts can be invalidated independently.
  struct Draft {
    var method = "POST"
    var path = "/3/device/"
    var token = String(repeating: "ab", count: 32)
    var provider = TokenStub()
    var hasProvider = true
    var fields: [String: String] = ["apns-topic": "com.example.chat", "apns-push-type": "alert"]
    var repeated: [HeaderField] = []
    var body = #"{"aps":{"alert":"Hi"}}"#

    var request: PushRequest {
      var request = PushRequest.stub(
        path: path + token,
        fields.map { ($0.key, $0.value) }
          + (hasProvider ? [provider.header] : []), body: body)
      request.method = method
      request.fields += repeated
      request.origin.connection = 1
      return request
    }
  }

  private static var gateway: Gateway {
    var settings = GatewaySettings(isStrict: true)
    settings.keys = [
      .stub(topics: ["com.example.chat", "com.example.chat.voip", "a b", ".voip"]),
      .stub("DEVELOPER1", topics: ["com.example.chat"], environment: .development),
    ]
    settings.environment = .production
    settings.tokenRate = PushRate(count: 1, per: 60)
    return Gateway(settings: settings)
  }

  static let faults: [Fault] = [
    Fault("BadPath") { $0.path = "/4/device/" },
    Fault("MethodNotAllowed") { $0.method = "GET" },
    Fault("DuplicateHeaders") {
      $0.repeated += [HeaderField("apns-other", "1"), HeaderField("apns-other", "2")]
    },
    Fault("MissingProviderToken") { $0.hasProvider = false },
    Fault("InvalidProviderToken") { $0.provider.signer = "NOBODY" },
    Fault("ExpiredProviderToken") { $0.provider.issuedAfter = -3601 },
    Fault("BadEnvironmentKeyIdInToken") { $0.provider.key = "DEVELOPER1" },
    Fault("BadMessageId") { $0.fields["apns-id"] = "x" },
    Fault("BadExpirationDate") { $0.fields["apns-expiration"] = "x" },
    Fault("BadPriority") { $0.fields["apns-priority"] = "x" },
    Fault("InvalidPushType") { $0.fields["apns-push-type"] = "loud" },
    Fault("BadCollapseId") { $0.fields["apns-collapse-id"] = String(repeating: "x", count: 65) },
    Fault("BadTopic") { $0.fields["apns-topic"] = "a b" },
    Fault("TopicDisallowed") { $0.fields["apns-topic"] = "com.example.mail" },
    Fault("PayloadEmpty") { $0.body = "" },
    Fault("BadDeviceToken") { $0.token = "xyz" },
    Fault("TooManyRequests") { _ in },
  ]

  @Test func `the valid request is accepted`() {
    var gateway = Self.gateway
    #expect(gateway.answer(to: Draft().request)?.reason == nil)
  }

  @Test(arguments: faults.indices)
  func `a request with two errors gets the reason of the earlier check`(first: Int) {
    for second in Self.faults.indices where second >= first {
      var draft = Draft()
      // Both errors affect the same part: the earlier one remains.
      Self.faults[second].spoil(&draft)
      Self.faults[first].spoil(&draft)
      var gateway = Self.gateway
      _ = gateway.answer(to: Draft().request)
      #expect(
        gateway.answer(to: draft.request)?.reason?.rawValue == Self.faults[first].reason,
        "with \(Self.faults[second].reason)")
    }
  }
}
