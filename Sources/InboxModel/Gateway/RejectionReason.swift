/// Every reason APNs gives, with its status: the one table (`spec/apns-provider-api.md` §9.3).
public struct RejectionReason: RawRepresentable, Hashable, Sendable {
  /// The word on the wire.
  public let rawValue: String

  /// Takes a word.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
