import Foundation

/// An accepted push on its way to the phone: the only value that the gateway and the phone share.
public struct Delivery: IndirectFields, Equatable, Sendable {
  /// All fields except those of its arrival.
  public struct Fields: Equatable, Sendable {
    /// The number that PushInbox gave the push.
    public var id: NotificationID
    /// The apns-id returned to the sender.
    public var apnsID: APNSID
    /// The apns-unique-id returned to the sender; nil outside the development environment.
    public var uniqueID: APNSID?
    /// The collapse identifier, else the apns-id or the identifier of the push line.
    public var requestID: RequestID
    /// The app: the topic without the suffix of the push type.
    public var app: BundleID
    /// The effective topic, suffix included.
    public var topic: String
    /// The device token that the push was sent to.
    public var token: DeviceToken
    /// The parsed headers.
    public var headers: PushHeaders
    /// The payload with its exact bytes.
    public var payload: Payload
    /// The origin of the push.
    public var origin: Origin
    /// The moment at which the gateway accepted the push; for a relayed push, at which its
    /// provider's gateway did.
    public var receivedAt: Date
    /// Its way through the gateway, from which the trace steps are derived.
    public var transit: TransitInfo
  }

  /// All fields except those of its arrival.
  public var contents: Indirect<Fields>
  /// The moment at which it reached the phone; nil until then, or if it never does.
  public var deliveredAt: Date?
  /// The ordinal of its arrival, or of the record of its loss, at the phone; nil until then.
  public var arrival: Arrival?

  /// Makes a delivery.
  public init(
    id: NotificationID, apnsID: APNSID, uniqueID: APNSID? = nil, requestID: RequestID,
    app: BundleID,
    topic: String, token: DeviceToken, headers: PushHeaders, payload: Payload, origin: Origin,
    receivedAt: Date, transit: TransitInfo = TransitInfo()
  ) {
    contents = Indirect(
      wrappedValue: Fields(
        id: id, apnsID: apnsID, uniqueID: uniqueID, requestID: requestID, app: app, topic: topic,
        token: token, headers: headers, payload: payload, origin: origin, receivedAt: receivedAt,
        transit: transit))
  }
}

extension Delivery {
  /// Its position among the pushes on the phone. For a push stored by an older version this is its
  /// number.
  var order: Arrival { arrival ?? Arrival(inOrder: self.id) }

  /// The times of its stages.
  public var times: DeliveryTimes {
    DeliveryTimes(receivedAt: self.receivedAt, deliveredAt: deliveredAt)
  }
}

/// The passage of a push through the gateway: the facts behind the trace steps `intake` to `queue`.
public struct TransitInfo: Equatable, Sendable {
  /// The proof of the sender's identity.
  public enum Authentication: Equatable, Sendable {
    /// The sender presented no proof, and none was required.
    case none
    /// A fresh provider token; verified if its signature matches a configured key.
    case providerToken(keyID: KeyID, teamID: TeamID, issuedAt: Date, isVerified: Bool = false)
    /// An access token of a service account.
    case accessToken(account: String, until: Date)
    /// A client certificate, with the environments of its extensions and the end of its validity.
    case certificate(subject: String, environments: Set<PushEnvironment>, until: Date)
  }

  /// The proof of the sender's identity.
  public var authentication = Authentication.none
  /// The token's `alg` if it is not ES256, which only lenient validation accepts; nil otherwise.
  public var unsupportedAlgorithm: String?
  /// Whether the token's `iat` is a string, which only lenient validation accepts.
  public var issuedAtIsText = false
  /// The ordinal of this provider token among those of its connection within 20 minutes, if strict
  /// validation would have rejected it as `TooManyProviderTokenUpdates`; 0 otherwise.
  public var tokenUpdates = 0
  /// The reason code of an earlier rejection that a user overrode; nil if there was none.
  public var rejectedFor: String?
  /// Whether strict validation was on.
  public var isStrict = false
  /// Whether the token was seen for the first time.
  public var isNewToken = false
  /// Whether `apns-topic` was missing, so that `com.example.app` was used.
  public var topicWasMissing = false
  /// The name of an `apns-*` header that APNs does not have; nil for none.
  public var unknownHeader: String?
  /// The injected fault that affected it, for people; nil for none.
  public var fault: String?
  /// The moment from which the gateway held it; nil if it was not held.
  public var heldSince: Date?
  /// Whether it was held because the phone saved power, rather than being offline.
  public var isForPower = false
  /// The number of older waiting pushes of the same app that it replaced.
  public var coalesced = 0

  /// The channel of a broadcast; nil for any other push.
  public var broadcast: Indirect<BroadcastTransit>?
  /// Whether it starts a Live Activity that follows a channel which does not exist.
  public var startsOnUnknownChannel = false

  /// Its position among numbered pushes and the result of the link.
  public var queue = QueueTransit()

  /// Whether it reached the phone and waits for its app's service extension.
  public var isAtExtension = false

  /// Whether it reached the phone.
  public var fate = Fate.delivered

  /// The fate of a push between acceptance and the phone. No accepted push disappears: a dropped
  /// push is also handed to the phone, for the record only.
  public enum Fate: Equatable, Sendable {
    /// The phone received it.
    case delivered
    /// The push never reached the phone: `device.expired`, `device.coalesced`, `link.lost` and so
    /// on; outcome `none`.
    case dropped(ReasonCode)
  }

  /// Makes a transit without special events.
  public init() {}
}
