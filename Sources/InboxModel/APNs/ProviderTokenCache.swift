/// The results of recently verified provider tokens. A sender repeats its token with every push for
/// an hour, and verifying it costs more than all other checks together.
struct ProviderTokenCache: Equatable, Sendable {
  private static let limit = 8
  /// The entries, newest first.
  private var entries: [(header: String, token: Result<ProviderToken, Rejection>)] = []

  /// Returns the token of an `authorization` header. Changed settings clear the cache.
  ///
  /// - Throws: `MissingProviderToken` for a scheme other than `bearer`, `InvalidProviderToken`.
  mutating func token(
    in header: String, _ settings: GatewaySettings
  ) throws(Rejection) -> ProviderToken {
    if let known = entries.first(where: { $0.header == header }) { return try known.token.get() }
    let token = Result { () throws(Rejection) in
      try ProviderToken(Self.bearer(header), settings)
    }
    entries.insert((header, token), at: 0)
    if entries.count > Self.limit { entries.removeLast() }
    return try token.get()
  }

  static func == (left: Self, right: Self) -> Bool {
    left.entries.elementsEqual(right.entries) { $0 == $1 }
  }

  /// Returns the text after `bearer`, ignoring case.
  private static func bearer(_ header: String) throws(Rejection) -> String {
    let words = header.split(separator: " ")
    guard words.first?.lowercased() == "bearer" else {
      throw Rejection(
        .missingProviderToken, because: "The authorization header does not start with “bearer”.")
    }
    return words.dropFirst().joined(separator: " ")
  }
}
