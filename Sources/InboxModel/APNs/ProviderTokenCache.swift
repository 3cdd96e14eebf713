/// The results of recently verified provider tokens: a sender repeats the same one with every push
/// for an hour, and reading and verifying it costs more than all other checks together.
struct ProviderTokenCache: Equatable, Sendable {
  private static let limit = 8
  /// The newest first.
  private var entries: [(header: String, token: Result<ProviderToken, Rejection>)] = []

  /// The token of an `authorization` header. The settings are the same with each call, else the
  /// cache begins anew.
  ///
  /// - Throws: `MissingProviderToken` for another scheme than `bearer`, `InvalidProviderToken`.
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

  /// Returns the text after `bearer`, in upper or lower case.
  private static func bearer(_ header: String) throws(Rejection) -> String {
    let words = header.split(separator: " ")
    guard words.first?.lowercased() == "bearer" else {
      throw Rejection(
        .missingProviderToken, because: "The authorization header does not start with “bearer”.")
    }
    return words.dropFirst().joined(separator: " ")
  }
}
