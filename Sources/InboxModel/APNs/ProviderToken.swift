import Foundation

/// A provider token, a JWT (Apple, "Establishing a token-based connection to APNs").
struct ProviderToken: Equatable, Sendable {
  /// `kid` of the header.
  var keyID: KeyID
  /// `iss` of the claims.
  var teamID: TeamID
  /// `iat` of the claims.
  var issuedAt: Date
  /// Whether `iat` is a number in a string; RFC 7519 §4.1.6 and §2 require a number.
  private(set) var issuedAtIsText: Bool
  /// `alg` of the header.
  var algorithm: String
  /// A part of the signature that distinguishes tokens.
  var mark: [UInt8]
  /// The configured key that signed it; nil if no keys are configured.
  var key: ProviderKey?
  /// The ordinal of the token on its connection within 20 minutes, if it exceeds the limit; 0
  /// otherwise.
  var updates = 0

  /// The lifetime of a token, in seconds.
  static let lifetime: TimeInterval = 3600
  /// The tolerated lead of a sender's clock, in seconds.
  static let tolerance: TimeInterval = 60

  /// The authentication for the push's transit.
  var authentication: TransitInfo.Authentication {
    .providerToken(
      keyID: keyID, teamID: teamID, issuedAt: issuedAt.clamped, isVerified: key != nil)
  }

  /// The algorithm if it is not ES256; nil otherwise.
  var unsupportedAlgorithm: String? { algorithm == "ES256" ? nil : algorithm }

  /// Parses `header.claims.signature` and verifies the signature with the configured keys. Strict
  /// validation also requires ES256, identifiers of ten characters and a numeric `iat`.
  /// ``check(at:by:)`` validates the age.
  ///
  /// It accepts the variants of client libraries: DER signatures, `iat` with a fraction, additional
  /// fields, and, in lenient validation, `iat` as a string.
  init(_ text: String, _ settings: GatewaySettings) throws(Rejection) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw Self.invalid("It has \(parts.count.counted("part")) separated by dots, not three.")
    }
    let header = try Self.object(parts[0], "header")
    let claims = try Self.object(parts[1], "claims")
    guard let signature = base64URL(parts[2]), !signature.isEmpty else {
      throw Self.invalid("Its signature is not base64url.")
    }
    mark = Array(signature.prefix(72))
    algorithm = try Self.text("alg", of: header, "header")
    // One library writes ES512 for an ES256 signature.
    guard algorithm == "ES256" || algorithm == "ES512" else {
      throw Self.invalid("Its algorithm is \(quoted(algorithm)), not ES256.")
    }
    keyID = KeyID(try Self.text("kid", of: header, "header"))
    teamID = TeamID(try Self.text("iss", of: claims, "claims"))
    guard let value = claims["iat"],
      let seconds = value.double ?? value.string.flatMap(Double.init), seconds.isFinite
    else {
      throw Self.invalid("There is no iat in its claims, in seconds since 1970.")
    }
    issuedAt = Date(timeIntervalSince1970: seconds)
    issuedAtIsText = value.string != nil
    if settings.isStrict { try checkForm() }
    let signed = text.utf8.prefix(parts[0].count + 1 + parts[1].count)
    key = try signingKey(among: settings.keys, of: Array(signed), signature)
  }

  /// Returns the `kid` of an `authorization` header, valid or not; nil if it cannot be parsed.
  static func keyID(in header: String) -> KeyID? {
    guard let token = header.split(separator: " ").last,
      let first = token.utf8.split(separator: UInt8(ascii: ".")).first
    else { return nil }
    return ((try? object(first, "header"))?["kid"]?.string).map(KeyID.init)
  }

  private func checkForm() throws(Rejection) {
    if let unsupportedAlgorithm {
      throw Self.invalid("Its algorithm is \(quoted(unsupportedAlgorithm)), not ES256.")
    }
    guard keyID.text.utf8.count == 10, teamID.text.utf8.count == 10 else {
      throw Self.invalid("kid and iss have ten characters each, the identifiers of key and team.")
    }
    if issuedAtIsText {
      throw Self.invalid(
        "Its iat is a string, not a number (RFC 7519 §4.1.6).",
        fix: "Send iat as a number of seconds since 1970, without quotes.")
    }
  }

  /// Returns the key that `kid` names, after verifying team and signature; nil if no keys are
  /// configured.
  private func signingKey(
    among keys: [ProviderKey], of signed: [UInt8], _ signature: [UInt8]
  ) throws(Rejection) -> ProviderKey? {
    if keys.isEmpty { return nil }
    guard let key = keys.first(where: { $0.id == keyID }) else {
      throw Self.invalid(
        "Its kid \(quoted(keyID.text)) is not a configured key, "
          + quoted(keys.map(\.id.text)) + ".",
        fix: "Sign with a configured key and its kid, or add the key to gateway.keys.")
    }
    guard teamID == key.team else {
      throw Self.invalid(
        "Its iss is \(quoted(teamID.text)), but the key \(quoted(key.id.text)) is of team "
          + quoted(key.team.text) + ".",
        fix: "Send the identifier of the team that owns the key as iss.")
    }
    guard !key.publicKey.made(signature, over: signed) else { return key }
    let other = keys.first { $0 != key && $0.publicKey.made(signature, over: signed) }
    guard let other else {
      throw Self.invalid(
        "Its signature is not that of the key \(quoted(key.id.text)).",
        fix: "Sign header and claims, with the dot between them, with the .p8 file of this key.")
    }
    throw Self.invalid(
      "It was signed with the key \(quoted(other.id.text)), but its kid is \(quoted(key.id.text)).",
      fix: "Set kid to the identifier of the key that signs.")
  }

  /// Rejects a token that is not fresh at a moment, or whose key is for another environment.
  func check(at now: Date, by settings: GatewaySettings) throws(Rejection) {
    let age = now.timeIntervalSince(issuedAt)
    guard age >= -Self.tolerance else {
      let isMilliseconds = issuedAt.timeIntervalSince1970 > now.timeIntervalSince1970 * 100
      throw isMilliseconds
        ? Self.invalid(
          "Its iat is in milliseconds, not seconds.", fix: "Divide by 1000 before you sign.")
        : Self.invalid(
          "It was issued in the future: by its iat at \(Timestamp.text(issuedAt)).",
          fix: "Set iat to the time of signing in UTC, and check the sender's clock; up to "
            + "\(Int(Self.tolerance)) seconds ahead are accepted.")
    }
    guard age <= Self.lifetime else {
      throw Rejection(
        .expiredProviderToken,
        because: "The provider token was issued at \(Timestamp.text(issuedAt)), more than an hour "
          + "before the push.")
    }
    if let environment = settings.environment, let keyEnvironment = key?.environment,
      keyEnvironment != environment
    {
      throw Rejection(
        RejectionReason(rawValue: settings.environmentKeyReason.rawValue),
        because: "The key \(quoted(keyID.text)) is for \(keyEnvironment.rawValue), this gateway is "
          + "\(environment.rawValue).",
        fix: "Use a key made for \(environment.rawValue), or change gateway.environment.")
    }
  }

  /// Rejects a topic that the token's key does not cover.
  func check(_ topic: String) throws(Rejection) {
    guard let key, !key.topics.isEmpty, !key.topics.contains(topic) else { return }
    throw Rejection(
      .topicDisallowed,
      because: "The key \(quoted(key.id.text)) is for \(quoted(key.topics)), "
        + "apns-topic is \(quoted(topic)).",
      fix: "Sign with a key for this topic, or add the topic to the key in gateway.keys.")
  }

  private static func object(
    _ part: String.UTF8View.SubSequence, _ name: String
  ) throws(Rejection) -> JSONObject {
    guard let bytes = base64URL(part) else { throw invalid("Its \(name) is not base64url.") }
    guard let document = try? JSONReader.read(bytes), let object = document.root.object else {
      throw invalid("Its \(name) is not a JSON object.")
    }
    return object
  }

  private static func text(
    _ key: String, of object: JSONObject, _ name: String
  ) throws(Rejection) -> String {
    guard let text = object[key]?.string, !text.isEmpty else {
      throw invalid("There is no \(key) in its \(name).")
    }
    return text
  }

  private static func invalid(_ detail: String, fix: String? = nil) -> Rejection {
    Rejection(
      .invalidProviderToken, because: "The provider token is not valid. " + detail, fix: fix)
  }
}

/// Decodes base64url without padding (RFC 4648 §5); nil for any other text.
private func base64URL(_ text: String.UTF8View.SubSequence) -> [UInt8]? {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.count * 3 / 4)
  var bits: UInt32 = 0
  var count = 0
  for byte in text {
    let value: UInt8
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): value = 62
    case UInt8(ascii: "_"): value = 63
    default: return nil
    }
    bits = bits << 6 | UInt32(value)
    count += 6
    if count >= 8 {
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
  }
  // Six remaining bits are a digit that encodes no byte.
  return count == 6 ? nil : bytes
}
