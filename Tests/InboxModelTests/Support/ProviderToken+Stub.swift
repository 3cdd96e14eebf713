import Foundation
import InboxModel

extension VerifyingKey {
  /// Returns a key whose signatures contain its name and the end of the message.
  static func stub(_ name: String) -> VerifyingKey {
    VerifyingKey(bytes: Array(name.utf8)) { signature, message in
      signature == stubSignature(of: name, over: message)
    }
  }

  fileprivate static func stubSignature(of name: String, over message: [UInt8]) -> [UInt8] {
    Array(name.utf8) + message.reversed().prefix(40)
  }
}

extension ProviderKey {
  static func stub(
    _ id: String = "ABC123DEFG", team: String = "DEF123GHIJ", topics: [String] = [],
    environment: PushEnvironment? = nil
  ) -> ProviderKey {
    ProviderKey(
      id: KeyID(id), team: TeamID(team), file: id + ".p8", topics: topics,
      environment: environment,
      publicKey: .stub(id))
  }
}

/// A provider token whose parts can be invalidated.
struct TokenStub {
  var key = "ABC123DEFG"
  var team = "DEF123GHIJ"
  var algorithm = "ES256"
  /// Seconds after ``Date/pushMoment``.
  var issuedAfter = -60
  /// The signing key; nil for the one that `kid` names.
  var signer: String?

  var header: (String, String) {
    let header = Self.base64URL(#"{"alg":"\#(algorithm)","kid":"\#(key)"}"#)
    let issued = Int(Date.pushMoment.timeIntervalSince1970) + issuedAfter
    let claims = Self.base64URL(#"{"iss":"\#(team)","iat":\#(issued)}"#)
    let signature = VerifyingKey.stubSignature(
      of: signer ?? key, over: Array("\(header).\(claims)".utf8))
    return ("authorization", "bearer \(header).\(claims).\(Self.base64URL(signature))")
  }

  static func base64URL(_ text: String) -> String { base64URL(Array(text.utf8)) }

  static func base64URL(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}

extension ClientCertificate {
  /// Returns a valid certificate for one app.
  static func stub(
    _ topics: [String] = ["com.example.chat"], environments: Set<PushEnvironment> = [],
    from start: Date = .pushMoment.addingTimeInterval(-86_400),
    until end: Date = .pushMoment.addingTimeInterval(86_400), number: UInt8 = 1
  ) -> ClientCertificate {
    ClientCertificate(
      subject: "CN=Apple Push Services: com.example.chat", topics: topics,
      environments: environments, notBefore: start, notAfter: end, fingerprint: [number])
  }
}
