import Foundation
import InboxModel

/// The assertion with which a service account requests an access token: a JSON Web Token signed
/// with RS256, sent as a form (RFC 7523 §2.1).
struct JWTAssertion {
  /// The account (`iss`).
  var account: String
  /// The intended recipient (`aud`).
  var audience: String
  var scopes: [String]
  var issuedAt: Date
  var until: Date
  /// The signed bytes.
  var signed: [UInt8]
  var signature: [UInt8]

  static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  /// The scopes that permit an account to send messages.
  private static let sendingScopes: Set = [
    "https://www.googleapis.com/auth/firebase.messaging",
    "https://www.googleapis.com/auth/cloud-platform",
  ]

  /// Parses a form with `grant_type` and `assertion`.
  init(form body: [UInt8]) throws(TokenProblem) {
    let form = Self.fields(of: String(decoding: body, as: UTF8.self))
    guard form["grant_type"] == Self.grantType else {
      throw TokenProblem("unsupported_grant_type", "the grant type is not \(Self.grantType)")
    }
    guard let assertion = form["assertion"], !assertion.isEmpty else {
      throw TokenProblem("invalid_request", "there is no assertion")
    }
    try self.init(assertion)
  }

  private init(_ assertion: String) throws(TokenProblem) {
    let parts = assertion.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
      let signature = Data(base64URL: parts[2])
    else { throw TokenProblem("invalid_grant", "the assertion is not a JSON Web Token") }
    guard header["alg"] == "RS256" else {
      throw TokenProblem("invalid_grant", "the assertion is not signed with RS256")
    }
    guard let account = claims["iss"]?.string, let audience = claims["aud"]?.string,
      let issuedAt = claims["iat"]?.double, let until = claims["exp"]?.double
    else { throw TokenProblem("invalid_grant", "iss, aud, iat or exp is missing in the assertion") }
    self.account = account
    self.audience = audience
    scopes = claims["scope"]?.string?.split(separator: " ").map(String.init) ?? []
    self.issuedAt = Date(timeIntervalSince1970: issuedAt)
    self.until = Date(timeIntervalSince1970: until)
    signed = Array("\(parts[0]).\(parts[1])".utf8)
    self.signature = Array(signature)
  }

  /// Rejects an assertion for another recipient, outside its validity, or without a scope for
  /// sending.
  func check(at now: Date) throws(TokenProblem) {
    let host = URLComponents(string: audience)?.host ?? ""
    guard audience.hasSuffix(TokenRoute.path),
      ["localhost", "127.0.0.1", "::1", "[::1]", "oauth2.googleapis.com"].contains(host)
    else {
      throw TokenProblem(
        "invalid_grant", "the audience is \(cut(audience)), not this token endpoint")
    }
    // One minute of tolerance for clocks that differ.
    guard now < until.addingTimeInterval(60), issuedAt < now.addingTimeInterval(60),
      until.timeIntervalSince(issuedAt) <= AccessTokens.life + 60
    else {
      throw TokenProblem(
        "invalid_grant", "the assertion is not valid now, or is valid for over an hour")
    }
    guard scopes.contains(where: Self.sendingScopes.contains) else {
      throw TokenProblem("invalid_scope", "none of its scopes lets it send messages")
    }
  }

  private func cut(_ text: String) -> String { PlainText.clean(String(text.prefix(80))) }

  private static func object(_ part: Substring) -> JSONObject? {
    Data(base64URL: part).flatMap { try? JSONReader.read(Array($0)) }?.root.object
  }

  private static func fields(of form: String) -> [String: String] {
    var fields: [String: String] = [:]
    for pair in form.split(separator: "&") {
      let words = pair.split(separator: "=", maxSplits: 1).map {
        $0.replacing("+", with: " ").removingPercentEncoding ?? ""
      }
      if words.count == 2 { fields[words[0]] = words[1] }
    }
    return fields
  }
}
