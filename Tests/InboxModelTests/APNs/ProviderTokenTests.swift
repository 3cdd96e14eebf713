import Foundation
@testable import InboxModel
import Testing

@Suite struct ProviderTokenTests {
  private static let now = Int(Date.pushMoment.timeIntervalSince1970)
  private static let header = #"{"alg":"ES256","kid":"ABC123DEFG"}"#
  private static let claims = #"{"iss":"DEF123GHIJ","iat":\#(now - 60)}"#

  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let authorization: String
    var lenient: String?
    var strict: String?

    var testDescription: String { name }

    init(
      _ name: String, header: String = header, claims: String = claims, signature: String = "c2ln",
      lenient: String? = nil, strict: String? = nil
    ) {
      self.name = name
      authorization = "bearer " + jwt(header, claims, signature)
      self.lenient = lenient
      self.strict = strict ?? lenient
    }

    init(_ name: String, authorization: String, lenient: String? = nil, strict: String? = nil) {
      self.name = name
      self.authorization = authorization
      self.lenient = lenient
      self.strict = strict ?? lenient
    }
  }

  @Test(arguments: rows) func `a provider token is validated by form and age`(row: Row) {
    let request = PushRequest.stub([
      ("apns-topic", "com.example.chat"), ("authorization", row.authorization),
    ])
    var lenient = Gateway()
    #expect(lenient.answer(to: request)?.reason?.rawValue == row.lenient)
    var strict = Gateway(settings: GatewaySettings(isStrict: true))
    #expect(strict.answer(to: request)?.reason?.rawValue == row.strict)
  }

  @Test func `a push without a token is accepted by lenient and rejected by strict checks`() {
    var lenient = Gateway()
    #expect(
      lenient.deliveries(of: .stub()).first?.transit.authentication
        == TransitInfo.Authentication.none)
    var strict = Gateway(settings: GatewaySettings(isStrict: true))
    #expect(strict.answer(to: .stub())?.reason == .missingProviderToken)
    #expect(strict.answer(to: .stub(wire: .line))?.reason == nil)
  }

  @Test func `an accepted push records its authentication`() {
    var gateway = Gateway()
    let request = PushRequest.stub([
      ("authorization", "Bearer " + Self.jwt(Self.header, Self.claims))
    ])
    let transit = gateway.deliveries(of: request).first?.transit
    #expect(
      transit?.authentication
        == .providerToken(
          keyID: "ABC123DEFG", teamID: "DEF123GHIJ", issuedAt: .pushMoment.addingTimeInterval(-60)))
    #expect(transit?.unsupportedAlgorithm == nil)
    let odd = Self.jwt(#"{"alg":"ES512","kid":"K"}"#, Self.claims)
    #expect(
      gateway.deliveries(of: .stub([("authorization", "bearer " + odd)])).first?.transit
        .unsupportedAlgorithm
        == "ES512")
  }

  @Test func `an iat string is a remark in trace and lint, or the reason of the rejection`()
    throws
  {
    let claims = #"{"iss":"DEF123GHIJ","iat":"\#(Self.now)"}"#
    let request = PushRequest.stub([
      ("apns-topic", "com.example.chat"), ("apns-push-type", "alert"),
      ("authorization", "bearer " + Self.jwt(Self.header, claims)),
    ])
    var lenient = Gateway()
    let delivery = try #require(lenient.deliveries(of: request).first)
    let step = Gateway.steps(of: delivery).first { $0.name == .authentication }
    #expect(step?.result == .note)
    #expect(step?.because.contains("iat is a string, RFC 7519 requires a number") == true)
    #expect(Lint.findings(for: delivery).contains { $0.rule == .textIssuedAt })
    let stored = try #require(
      JSONReader.read(delivery.storedBesideNotification).root.object?["passage"])
    #expect(stored.object?["textIat"] == true)
    var strict = Gateway(settings: GatewaySettings(isStrict: true))
    let rejected = strict.rejection(of: request)
    #expect(
      rejected?.because
        == "The provider token is not valid. Its iat is a string, not a number (RFC 7519 §4.1.6).")
    #expect(rejected?.fix == "Send iat as a number of seconds since 1970, without quotes.")
  }

  @Test func `a valid token expires`() {
    var gateway = Gateway()
    let fields = [("authorization", "bearer " + Self.jwt(Self.header, Self.claims))]
    func answer(after seconds: TimeInterval) -> RejectionReason? {
      gateway.answer(to: .stub(fields, at: .pushMoment.addingTimeInterval(seconds)))?.reason
    }
    #expect(answer(after: 0) == nil)
    #expect(answer(after: 3540) == nil)
    #expect(answer(after: 3541) == .expiredProviderToken)
    #expect(answer(after: 10) == nil)
  }

  @Test func `tokens beyond the cache's limit are verified alike`() {
    var gateway = Gateway()
    for round in 0..<2 {
      for key in 0..<20 {
        let header = #"{"alg":"ES256","kid":"KEY\#(1_000_000 + key)"}"#
        let request = PushRequest.stub([
          ("authorization", "bearer " + Self.jwt(header, Self.claims))
        ])
        guard
          case .providerToken(let keyID, _, _, _)? =
            gateway.deliveries(of: request).first?.transit.authentication
        else {
          Issue.record("round \(round), key \(key) was refused")
          continue
        }
        #expect(keyID.text == "KEY\(1_000_000 + key)")
      }
    }
  }

  private static let rows: [Row] = [
    Row("valid"),
    Row("spelled Bearer", authorization: "Bearer " + jwt(header, claims)),
    Row("spelled BEARER, two spaces", authorization: "BEARER  " + jwt(header, claims)),
    Row("with typ", header: #"{"typ":"JWT","alg":"ES256","kid":"ABC123DEFG"}"#),
    Row(
      "pretty-printed, kid among the claims",
      header: "{\n  \"alg\" : \"ES256\",\n  \"kid\" : \"ABC123DEFG\"\n}",
      claims: "{\n  \"iss\" : \"DEF123GHIJ\", \"kid\" : \"ABC123DEFG\",\n  \"iat\" : \(now)\n}"),
    Row(
      "iat as a string", claims: #"{"iss":"DEF123GHIJ","iat":"\#(now)"}"#,
      strict: "InvalidProviderToken"),
    Row("iat with a fraction", claims: #"{"iss":"DEF123GHIJ","iat":\#(now).75}"#),
    Row("signature in DER", signature: "MEUCIQ-_AA"),
    Row(
      "ES512 over a P-256 key", header: #"{"alg":"ES512","kid":"ABC123DEFG"}"#,
      strict: "InvalidProviderToken"),
    Row(
      "short identifiers", header: #"{"alg":"ES256","kid":"K"}"#,
      claims: #"{"iss":"T","iat":\#(now)}"#, strict: "InvalidProviderToken"),
    Row("clock a minute ahead", claims: #"{"iss":"DEF123GHIJ","iat":\#(now + 60)}"#),
    Row("an hour old", claims: #"{"iss":"DEF123GHIJ","iat":\#(now - 3600)}"#),

    Row(
      "older than an hour", claims: #"{"iss":"DEF123GHIJ","iat":\#(now - 3601)}"#,
      lenient: "ExpiredProviderToken"),
    Row(
      "clock far ahead", claims: #"{"iss":"DEF123GHIJ","iat":\#(now + 61)}"#,
      lenient: "InvalidProviderToken"),
    Row(
      "iat in milliseconds", claims: #"{"iss":"DEF123GHIJ","iat":\#(now)000}"#,
      lenient: "InvalidProviderToken"),
    Row(
      "iat out of range", claims: #"{"iss":"DEF123GHIJ","iat":"inf"}"#,
      lenient: "InvalidProviderToken"),
    Row("no iat", claims: #"{"iss":"DEF123GHIJ"}"#, lenient: "InvalidProviderToken"),
    Row("no iss", claims: #"{"iat":\#(now)}"#, lenient: "InvalidProviderToken"),
    Row("no kid", header: #"{"alg":"ES256"}"#, lenient: "InvalidProviderToken"),
    Row("alg none", header: #"{"alg":"none","kid":"ABC123DEFG"}"#, lenient: "InvalidProviderToken"),
    Row(
      "alg HS256", header: #"{"alg":"HS256","kid":"ABC123DEFG"}"#,
      lenient: "InvalidProviderToken"),
    Row("header not an object", header: "[]", lenient: "InvalidProviderToken"),
    Row("claims not JSON", claims: "nonsense", lenient: "InvalidProviderToken"),
    Row("no signature", signature: "", lenient: "InvalidProviderToken"),
    Row("padding", signature: "c2k=", lenient: "InvalidProviderToken"),
    Row("a surplus digit", signature: "c2lnA", lenient: "InvalidProviderToken"),
    Row("plain base64", signature: "+/+/", lenient: "InvalidProviderToken"),
    Row("two parts", authorization: "bearer a.b", lenient: "InvalidProviderToken"),
    Row("four parts", authorization: "bearer a.b.c.d", lenient: "InvalidProviderToken"),
    Row("nothing after bearer", authorization: "bearer", lenient: "InvalidProviderToken"),
    Row("another scheme", authorization: "Basic dXNlcjpwYXNz", lenient: "MissingProviderToken"),
    Row("no scheme", authorization: jwt(header, claims), lenient: "MissingProviderToken"),
    Row("empty", authorization: "", strict: "MissingProviderToken"),
  ]

  static func jwt(_ header: String, _ claims: String, _ signature: String = "c2ln")
    -> String
  {
    base64URL(header) + "." + base64URL(claims) + "." + signature
  }

  private static func base64URL(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}
