import Foundation

/// The strictness of the gateway and its knowledge of senders and devices: the `gateway` object.
public struct GatewaySettings: Equatable, Sendable {
  /// Whether Apple's checks are on: a topic and a provider token or client certificate are
  /// required, device tokens have 64 to 200 digits, and a connection is limited to one team,
  /// related keys and few token updates.
  public var isStrict = false
  /// The keys that must have signed provider tokens. Without any, only the form and age of a token
  /// are validated.
  public var keys: [ProviderKey] = []
  /// The accepted client certificates. Without any, every push certificate is accepted.
  public var certificates: [ListedCertificate] = []
  /// The environment of the gateway; nil for both.
  public var environment: PushEnvironment?
  /// The spelling of the reason for a key of the other environment.
  public var environmentKeyReason = EnvironmentKeyReason.documented
  /// The maximum number of different provider tokens on a connection within 20 minutes, in strict
  /// mode. Apple documents one ("Establishing a token-based connection to APNs"); a few were
  /// observed to be accepted.
  public var tokenUpdates = 5
  /// The rate limit of each device token and broadcast channel; nil for none.
  public var tokenRate: PushRate?
  /// The listed device tokens.
  public var devices: [DeviceToken: ListedDevice] = [:]
  /// The device tokens that are accepted.
  public var tokens = TokenRule.learn
  /// The response to pushes to old tokens of Live Activities.
  public var activityTokens = OldTokenAnswer.gone
  /// The topics that are accepted.
  public var topics = TopicRule.any
  /// The apps without the Broadcast Capability.
  public var withoutBroadcast: Set<BundleID> = []
  /// The maximum number of concurrent streams.
  public var streams = StreamRule.all
  /// The injected faults of the files.
  public var faults: [FaultRule] = []

  /// `gateway.environmentKeyReason`: the two spellings of a reason.
  public enum EnvironmentKeyReason: String, CaseIterable, Sendable {
    /// The spelling of Apple's documentation.
    case documented = "BadEnvironmentKeyIdInToken"
    /// The spelling observed on the wire.
    case seen = "BadEnvironmentKeyInToken"
  }

  /// `gateway.tokens`: the accepted device tokens.
  public enum TokenRule: String, CaseIterable, Sendable {
    /// Any token of valid form; new ones are registered.
    case learn
    /// Only those of ``GatewaySettings/devices``.
    case listed
  }

  /// `gateway.activityTokens`: the response to an old token of a Live Activity.
  public enum OldTokenAnswer: String, CaseIterable, Sendable {
    /// 410 `Unregistered`.
    case gone
    /// 200, and the phone shows nothing, as APNs did for some time (kylebshr/luka-ios, pull request
    /// 146).
    case accepted
  }

  /// `gateway.topics`: the accepted topics.
  public enum TopicRule: String, CaseIterable, Sendable {
    /// Any topic of valid form.
    case any
    /// Only those of devices, keys and certificates.
    case listed
  }

  /// `gateway.streams`: the maximum number of concurrent streams.
  public enum StreamRule: Equatable, Sendable {
    /// 1,000 from the start.
    case all
    /// One, and 1,000 after the first authenticated request.
    case apple
  }

  /// Makes the default settings, which are lenient, so that a first push needs no key.
  public init(isStrict: Bool = false) { self.isStrict = isStrict }

  /// Returns whether a topic is accepted.
  func allows(_ topic: String) -> Bool {
    topics == .any || devices.values.contains { $0.topic == topic }
      || keys.contains { $0.topics.contains(topic) }
      || certificates.contains { ($0.topics ?? $0.certificate.topics).contains(topic) }
  }
}

/// A rate limit: a number of pushes per span of time.
public struct PushRate: Equatable, Sendable {
  /// The maximum number of pushes, from 1.
  public var count: Int
  /// The span, in seconds, greater than 0.
  public var span: TimeInterval

  /// Makes a rate.
  public init(count: Int, per span: TimeInterval) {
    self.count = count
    self.span = span
  }
}

// MARK: - Settings

extension GatewaySettings: SettingsObject {
  static let fields = ofSenders + ofDevices

  private static let ofSenders: [SettingField<Self>] = [
    .flag(
      "strict", \.isStrict, "Checks as strictly as Apple: credentials and a topic are required."
    ).consent(.false),
    .form(
      "keys", \.keys,
      .objects(
        from: ProviderKey(id: "", team: "", publicKey: VerifyingKey(bytes: []) { _, _ in false }),
        unique: \.id, by: "id"),
      "The keys that provider tokens must be signed with."
    ).omitting([]).consent(.all)
      .sample("[]", #"{ id: "ABC123DEFG", team: "DEF123GHIJ", file: "key.p8" }"#),
    .form(
      "certificates", \.certificates, .certificates, "The client certificates that are accepted."
    )
    .omitting([]).consent(.all)
    .sample(
      "[]",
      #"{ file: "push.pem", topics: ["com.example.mail"] }, { file: "push.p12", password: "secret" }"#
    ),
    .value(
      "environment", \.environment, .removable(.choice),
      "The APNs environment that the gateway simulates."
    ).sample(#""production""#, #"or "development"; without a value both"#),
    .choice(
      "environmentKeyReason", \.environmentKeyReason,
      "The spelling of the reason for a key of the other environment."
    ),
    .number(
      "tokenUpdates", \.tokenUpdates, in: 1...100,
      "With `strict`, the limit of provider tokens per connection in 20 minutes."
    ),
  ]

  private static let ofDevices: [SettingField<Self>] = [
    .form(
      "tokenRate", \.tokenRate, .object(from: PushRate(count: 0, per: 60), acceptsNull: true),
      "The maximum number of pushes to one device token or channel in a time span."
    ).sample(#"{ count: 10, per: "1m" }"#),
    .form(
      "devices", \.deviceList,
      .objects(from: ListedDevice(token: .local, topic: ""), unique: \.token, by: "token"),
      "Known device tokens with their apps, environments and states."
    ).omitting([])
      .sample(#"[ { token: "00fc", app: "com.example.chat", state: "expired" } ]"#),
    .choice(
      "activityTokens", \.activityTokens,
      "The response to old tokens of Live Activities: 410, or 200 without effect."),
    .choice(
      "tokens", \.tokens, "Whether any device token is accepted, or only those of `devices`."),
    .choice(
      "topics", \.topics, "Whether any topic is accepted, or only those of tokens and credentials."),
    .set(
      "withoutBroadcast", \.withoutBroadcast, of: .app,
      "The apps without the Broadcast Capability: they have no channels."
    ).omitting([]).sample("[]", #""com.example.chat""#),
    .value(
      "streams", \.streams, .streams,
      "Requests open per connection; `apple`: one until the first is authenticated."
    )
    .omitting(1000)
    .sample(#""apple""#, "one until the first request is authenticated; else 1000"),
  ]

  /// ``devices`` sorted by token.
  private var deviceList: [ListedDevice] {
    get { devices.values.sorted { $0.token.hex < $1.token.hex } }
    set { devices = newValue.reduce(into: [:]) { $0[$1.token] = $1 } }
  }
}

extension PushRate: SettingsObject {
  static let fields: [SettingField<Self>] = [
    .number(
      "count", \.count, in: 1...1_000_000,
      "The maximum number of pushes to a token in the time span; more get 429."),
    .value("per", \.span, .someTime("`10s`"), "The time span in which pushes are counted."),
    .check { its, reader throws(SettingsError) in
      if its.count == 0 { throw reader.error(.missing, "count") }
    },
  ]
}

extension SettingScalar<GatewaySettings.StreamRule> {
  fileprivate static var streams: Self {
    Self(
      expected: "`1000` or `apple`", kinds: [.string, .integer],
      convert: { $0.string == "apple" ? .apple : $0.int == 1000 ? .all : nil },
      json: { $0 == .apple ? "apple" : 1000 })
  }
}
