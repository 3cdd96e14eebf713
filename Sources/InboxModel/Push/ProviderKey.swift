/// A key that provider tokens may be signed with, an entry of `gateway.keys`
/// (Apple, "Establishing a token-based connection to APNs").
public struct ProviderKey: Equatable, Sendable {
  /// Its identifier, the `kid` of tokens; ten letters and digits.
  public var id: KeyID
  /// The team that owns it, the `iss` of tokens; ten letters and digits.
  public var team: TeamID
  /// The file from which it was read.
  public var file: String
  /// The topics it may push to, suffix included; empty for all of the team.
  public var topics: [String]
  /// Which environment it is for; nil for both.
  public var environment: PushEnvironment?
  /// The key itself.
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

  /// Whether tokens of both may come on one connection: keys for the whole team, or keys that share a
  /// topic. What Apple calls related is documented no further.
  func isRelated(to other: ProviderKey) -> Bool {
    guard team == other.team else { return false }
    if topics.isEmpty || other.topics.isEmpty { return topics.isEmpty && other.topics.isEmpty }
    return topics.contains(where: other.topics.contains)
  }
}

/// The public half of a signing key, and what verifies with it. The model has no cryptography: the program
/// brings it along.
public struct VerifyingKey: Equatable, Sendable {
  /// The key as SubjectPublicKeyInfo in DER (RFC 5280 §4.1.2.7): keys with the same bytes are the same.
  public let bytes: [UInt8]
  private let verify: @Sendable (_ signature: [UInt8], _ message: [UInt8]) -> Bool

  /// Takes a key.
  ///
  /// - Parameter verify: whether a signature, as 64 bytes of r and s or in DER, is this key's over the
  ///   SHA-256 of a message. The same question always gets the same answer.
  public init(
    bytes: [UInt8],
    verify: @escaping @Sendable (_ signature: [UInt8], _ message: [UInt8]) -> Bool
  ) {
    self.bytes = bytes
    self.verify = verify
  }

  /// Whether the key made this signature over this message.
  public func made(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    verify(signature, message)
  }

  /// The same key.
  public static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }
}
