/// A key that verifies provider tokens, an entry of `gateway.keys` (Apple, "Establishing a
/// token-based connection to APNs").
public struct ProviderKey: Equatable, Sendable {
  /// Its identifier, the `kid` of tokens; ten letters and digits.
  public var id: KeyID
  /// The team that owns it, the `iss` of tokens; ten letters and digits.
  public var team: TeamID
  /// The file from which it was read.
  public var file: String
  /// The topics it may push to, suffixes included; empty for all of the team.
  public var topics: [String]
  /// The environment of the key; nil for both.
  public var environment: PushEnvironment?
  /// The public key.
  public var publicKey: VerifyingKey

  /// Describes a key.
  public init(
    id: KeyID, team: TeamID, file: String = "", topics: [String] = [],
    environment: PushEnvironment? = nil, publicKey: VerifyingKey
  ) {
    self.id = id
    self.team = team
    self.file = file
    self.topics = topics
    self.environment = environment
    self.publicKey = publicKey
  }

  /// Returns whether one connection may carry tokens of both keys: both cover the whole team, or
  /// they share a topic. Apple does not document "related" in more detail.
  func isRelated(to other: ProviderKey) -> Bool {
    guard team == other.team else { return false }
    if topics.isEmpty || other.topics.isEmpty { return topics.isEmpty && other.topics.isEmpty }
    return topics.contains(where: other.topics.contains)
  }
}

/// The public half of a signing key and its verification function. The model has no cryptography;
/// the program supplies the function.
public struct VerifyingKey: Equatable, Sendable {
  /// The key as SubjectPublicKeyInfo in DER (RFC 5280 §4.1.2.7): keys with the same bytes are the
  /// same.
  public let bytes: [UInt8]
  private let verify: @Sendable (_ signature: [UInt8], _ message: [UInt8]) -> Bool

  /// Makes a key.
  ///
  /// - Parameter verify: Returns whether a signature, as 64 bytes of r and s or in DER, is this
  ///   key's signature over the SHA-256 of a message. It must be deterministic.
  public init(
    bytes: [UInt8],
    verify: @escaping @Sendable (_ signature: [UInt8], _ message: [UInt8]) -> Bool
  ) {
    self.bytes = bytes
    self.verify = verify
  }

  /// Returns whether the key made this signature over this message.
  public func made(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    verify(signature, message)
  }

  /// Returns whether both are the same key.
  public static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }
}
