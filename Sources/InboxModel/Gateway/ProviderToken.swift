import Foundation

/// A provider token (JWT) as far as it can be judged without the key: its shape and its age
/// (`spec/apns-provider-api.md` §7.1). That the signature belongs to a known key is not looked at.
struct ProviderToken: Equatable, Sendable {
  /// `kid` of the header.
  var keyID: String
  /// `iss` of the claims.
  var teamID: String
  /// `iat` of the claims.
  var issuedAt: Date
  /// `alg` of the header.
  var algorithm: String

  /// For how long a token is good, seconds.
  static let lifetime: TimeInterval = 3600
  /// How far a sender's clock may be ahead, seconds.
  static let tolerance: TimeInterval = 60

  /// As the passage of a push remembers it.
  var authentication: Passage.Authentication {
    .providerToken(keyID: keyID, teamID: teamID, issuedAt: issuedAt.clamped)
  }

  /// The algorithm where it is not the one Apple asks for.
  var oddAlgorithm: String? { algorithm == "ES256" ? nil : algorithm }

  /// Reads `header.claims.signature`. What real libraries send is accepted: signatures in DER, `iat` as
  /// text or with a fraction, further fields (`spec/client-libraries.md` rows 3 and 4).
  init(_ text: String) throws(Rejection) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw Self.invalid("It has \(parts.count) parts between dots, not three.")
    }
    let header = try Self.object(parts[0], "header")
    let claims = try Self.object(parts[1], "claims")
    guard let signature = base64URL(parts[2]), !signature.isEmpty else {
      throw Self.invalid("Its signature is not base64url.")
    }
    algorithm = try Self.text("alg", of: header, "header")
    // ES512 is what one library writes over an ES256 signature.
    guard algorithm == "ES256" || algorithm == "ES512" else {
      throw Self.invalid("Its algorithm is \(quoted(algorithm)), not ES256.")
    }
    keyID = try Self.text("kid", of: header, "header")
    teamID = try Self.text("iss", of: claims, "claims")
    guard let value = claims["iat"],
      let seconds = value.double ?? value.string.flatMap(Double.init), seconds.isFinite
    else {
      throw Self.invalid("Its claims have no iat in seconds since 1970.")
    }
    issuedAt = Date(timeIntervalSince1970: seconds)
  }

  /// Whether it is good at a moment; strict checks also want ES256 and identifiers of ten characters.
  func check(at now: Date, isStrict: Bool) throws(Rejection) {
    let age = now.timeIntervalSince(issuedAt)
    guard age >= -Self.tolerance else {
      throw Self.invalid(
        issuedAt.timeIntervalSince1970 > now.timeIntervalSince1970 * 100
          ? "Its iat is in milliseconds, not seconds."
          : "It was issued in the future: by its iat at \(Timestamp.text(issuedAt)).")
    }
    guard age <= Self.lifetime else {
      throw Rejection(
        .expiredProviderToken,
        because: "The provider token was issued at \(Timestamp.text(issuedAt)), more than an hour "
          + "before the push.")
    }
    guard isStrict else { return }
    if let oddAlgorithm {
      throw Self.invalid("Its algorithm is \(quoted(oddAlgorithm)), not ES256.")
    }
    guard keyID.utf8.count == 10, teamID.utf8.count == 10 else {
      throw Self.invalid("kid and iss have ten characters each, the identifiers of key and team.")
    }
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
      throw invalid("Its \(name) has no \(key).")
    }
    return text
  }

  private static func invalid(_ detail: String) -> Rejection {
    Rejection(.invalidProviderToken, because: "The provider token is not valid. " + detail)
  }
}

/// Provider tokens read of late: a sender repeats the same one with every push for an hour, and reading
/// costs more than all other checks together.
struct ProviderTokenCache: Equatable, Sendable {
  private static let limit = 8
  /// The newest first.
  private var entries: [(header: String, token: ProviderToken)] = []

  /// The token of an `authorization` header.
  ///
  /// - Throws: `MissingProviderToken` for another scheme than `bearer`, `InvalidProviderToken`,
  ///   `ExpiredProviderToken`.
  mutating func token(
    in header: String, at now: Date, isStrict: Bool
  ) throws(Rejection) -> ProviderToken {
    let token: ProviderToken
    if let known = entries.first(where: { $0.header == header }) {
      token = known.token
    } else {
      token = try ProviderToken(Self.bearer(header))
      entries.insert((header, token), at: 0)
      if entries.count > Self.limit { entries.removeLast() }
    }
    try token.check(at: now, isStrict: isStrict)
    return token
  }

  static func == (left: Self, right: Self) -> Bool {
    left.entries.elementsEqual(right.entries) { $0 == $1 }
  }

  /// What follows `bearer`, in any spelling of its letters.
  private static func bearer(_ header: String) throws(Rejection) -> String {
    let words = header.split(separator: " ")
    guard words.first?.lowercased() == "bearer" else {
      throw Rejection(
        .missingProviderToken, because: "The authorization header does not start with “bearer”.")
    }
    return words.dropFirst().joined(separator: " ")
  }
}

/// The bytes of base64url without padding (RFC 4648 §5); nil for anything else.
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
  // Six bits left over would be a digit that carries no byte.
  return count == 6 ? nil : bytes
}
