import Foundation

/// The teams and keys to which the first provider tokens of connections bind them, and the later
/// tokens (Apple, "Sending notification requests to APNs"). Push lines have no connection.
struct SenderConnections: Equatable, Sendable {
  /// The maximum number of connections, more than can be open. Only a feed that does not report
  /// closed ones reaches it.
  static let limit = 4096
  /// The maximum number of remembered tokens of a connection: as many as `gateway.tokenUpdates` can
  /// allow.
  private static let remembered = 100
  /// The span in which token updates are counted, in seconds.
  private static let renewalSpan: TimeInterval = 20 * 60

  private struct Binding: Equatable {
    var first: ProviderToken
    /// The tokens by signature, each with its first use, newest last.
    var seen: [(signature: [UInt8], at: Date)]

    static func == (left: Self, right: Self) -> Bool {
      left.first == right.first && left.seen.elementsEqual(right.seen) { $0 == $1 }
    }
  }

  private var bindings: [Int: Binding] = [:]

  /// The number of known connections.
  var count: Int { bindings.count }

  /// Validates a token for a connection and records it. Only strict validation rejects.
  ///
  /// - Returns: The ordinal of a new token on its connection within 20 minutes, if it exceeds the
  ///   limit; 0 otherwise.
  /// - Throws: `InvalidProviderToken` for another team, `UnrelatedKeyIdInToken`,
  ///   `TooManyProviderTokenUpdates`.
  mutating func check(
    _ token: ProviderToken, on connection: Int, at now: Date, by settings: GatewaySettings
  ) throws(Rejection) -> Int {
    guard let binding = bindings[connection] else {
      if bindings.count >= Self.limit, let oldest = bindings.keys.min() { bindings[oldest] = nil }
      bindings[connection] = Binding(first: token, seen: [(token.mark, now)])
      return 0
    }
    // The token is usually the one of the previous request.
    if binding.seen.last?.signature == token.mark { return 0 }
    if settings.isStrict { try token.check(goesWith: binding.first) }
    if binding.seen.contains(where: { $0.signature == token.mark }) { return 0 }
    // A token expires after an hour, so an older one cannot be used again.
    let kept = binding.seen.filter { now.timeIntervalSince($0.at) < ProviderToken.lifetime }
    let recent = kept.count { now.timeIntervalSince($0.at) < Self.renewalSpan }
    let isTooMany = recent >= settings.tokenUpdates
    if isTooMany, settings.isStrict {
      throw Rejection(
        .tooManyProviderTokenUpdates,
        because: "The provider token is a new one, after \(recent) others on this connection "
          + "within 20 minutes.")
    }
    bindings[connection]?.seen = Array(kept.suffix(Self.remembered)) + [(token.mark, now)]
    return isTooMany ? recent + 1 : 0
  }

  /// Removes a connection that was closed.
  mutating func forget(_ connection: Int) {
    bindings[connection] = nil
  }
}

extension ProviderToken {
  /// Rejects a token of another team or an unrelated key than the first of its connection.
  fileprivate func check(goesWith first: ProviderToken) throws(Rejection) {
    guard teamID == first.teamID else {
      throw Rejection(
        .invalidProviderToken,
        because: "The provider token is of team \(quoted(teamID.text)); the first push of this "
          + "connection bound it to team \(quoted(first.teamID.text)).",
        fix: "Open a connection for each team.")
    }
    if let key, let firstKey = first.key, !key.isRelated(to: firstKey) {
      throw Rejection(
        .unrelatedKeyIDInToken,
        because:
          "The key \(quoted(keyID.text)) is not related to \(quoted(first.keyID.text)), with "
          + "which this connection began: they are for different topics.")
    }
  }
}
