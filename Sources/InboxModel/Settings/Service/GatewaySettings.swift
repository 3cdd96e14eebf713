import Foundation

/// How strict the gateway is (`gateway` in `design/contract.md` §3 and §10).
public struct GatewaySettings: Equatable, Sendable {
  /// Apple's checks: a provider token or a client certificate and a topic are needed, device tokens have 64
  /// to 200 digits, and the rules of a connection hold: one team, one group of keys, few renewals.
  public var isStrict = false
  /// The keys that provider tokens must be signed with; without any only shape and age of a token count.
  public var keys: [ProviderKey] = []
  /// The client certificates that are taken; without any every push certificate is.
  public var certificates: [ListedCertificate] = []
  /// The environment it stands for; nil for both.
  public var environment: PushEnvironment?
  /// How a key for the other environment is called.
  public var environmentKeyReason = EnvironmentKeyReason.documented
  /// How many different provider tokens a connection may bring within 20 minutes, in strict mode. Apple
  /// documents one; a handful was seen to pass (`spec/apns-provider-api.md` §7.2).
  public var tokenUpdates = 5
  /// How often one device token may be pushed to; nil as often as one likes.
  public var tokenRate: PushRate?
  /// Device tokens of which something is known, by themselves.
  public var devices: [DeviceToken: ListedDevice] = [:]
  /// Which device tokens are good.
  public var tokens = TokenRule.learn
  /// Which topics may be pushed to.
  public var topics = TopicRule.any
  /// How many requests a connection may have open.
  public var streams = StreamRule.all
  /// What goes wrong on purpose, `faults` of the files.
  public var faults: [FaultRule] = []

  /// `gateway.environmentKeyReason`: two spellings of one reason (`spec/apns-provider-api.md` §7.3).
  public enum EnvironmentKeyReason: String, CaseIterable, Sendable {
    /// In Apple's documentation.
    case documented = "BadEnvironmentKeyIdInToken"
    /// On the wire, as somebody saw it.
    case seen = "BadEnvironmentKeyInToken"
  }

  /// `gateway.tokens`.
  public enum TokenRule: String, CaseIterable, Sendable {
    /// Any token of the right form; new ones are remembered.
    case learn
    /// Those of ``GatewaySettings/devices`` and no others.
    case listed
  }

  /// `gateway.topics`.
  public enum TopicRule: String, CaseIterable, Sendable {
    /// Any topic of the right form.
    case any
    /// Those of devices, keys and certificates, and no others.
    case listed
  }

  /// `gateway.streams`.
  public enum StreamRule: Equatable, Sendable {
    /// 1,000 from the start.
    case all
    /// One, and 1,000 once a request passed authentication (`spec/apns-provider-api.md` §2, 2.6).
    case apple
  }

  /// Lenient, so that the first minute needs no key.
  public init(isStrict: Bool = false) {
    self.isStrict = isStrict
  }

  /// Whether a topic may be pushed to.
  func allows(_ topic: String) -> Bool {
    topics == .any || devices.values.contains { $0.topic == topic }
      || keys.contains { $0.topics.contains(topic) }
      || certificates.contains { ($0.topics ?? $0.certificate.topics).contains(topic) }
  }
}

/// So many pushes in so long a time.
public struct PushRate: Equatable, Sendable {
  /// How many, from 1.
  public var count: Int
  /// Seconds, more than none.
  public var span: TimeInterval

  /// Makes a rate.
  public init(count: Int, per span: TimeInterval) {
    self.count = count
    self.span = span
  }
}
