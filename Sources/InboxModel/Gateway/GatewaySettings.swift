/// How strict the gateway is (`gateway` in `design/contract.md` §3 and §10).
public struct GatewaySettings: Equatable, Sendable {
  /// Apple's checks: a provider token and a topic are needed, device tokens have 64 to 200 digits. The
  /// signature of a provider token is not verified, only its shape and age are.
  public var isStrict = false
  /// Which device tokens are good.
  public var tokens = TokenRule.learn
  /// Which topics may be pushed to.
  public var topics = TopicRule.any

  /// `gateway.tokens`.
  public enum TokenRule: Equatable, Sendable {
    /// Any token of the right form; new ones are remembered.
    case learn
    /// These and no others.
    case listed(Set<DeviceToken>)
  }

  /// `gateway.topics`.
  public enum TopicRule: Equatable, Sendable {
    /// Any topic of the right form.
    case any
    /// These, suffix included, and no others.
    case listed(Set<String>)
  }

  /// Lenient, so that the first minute needs no key.
  public init(
    isStrict: Bool = false, tokens: TokenRule = .learn, topics: TopicRule = .any
  ) {
    self.isStrict = isStrict
    self.tokens = tokens
    self.topics = topics
  }
}
