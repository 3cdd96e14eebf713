import Foundation

/// An accepted push on its way to the phone: the only value the two machines share.
public struct Delivery: IndirectFields, Equatable, Sendable {
  /// All but the marks of its arrival.
  public struct Fields: Equatable, Sendable {
    /// Our number.
    public var id: NotificationID
    /// The apns-id the sender was told.
    public var apnsID: APNSID
    /// The apns-unique-id the sender was told; nil outside the development environment.
    public var uniqueID: APNSID?
    /// The collapse id, else the apns-id or the push line's identifier.
    public var requestID: RequestID
    /// The app: the topic without its push type's suffix.
    public var app: BundleID
    /// The topic in force, suffix included.
    public var topic: String
    /// The token it was sent to.
    public var token: DeviceToken
    /// The headers as read.
    public var headers: PushHeaders
    /// The payload with its exact bytes.
    public var payload: Payload
    /// The origin of the push.
    public var origin: Origin
    /// The moment at which the gateway accepted it; of a push from another provider, at which that
    /// one did.
    public var receivedAt: Date
    /// Its way through the gateway, from which the steps of the trace are made again.
    public var transit: TransitInfo
  }

  /// All but the marks of its arrival.
  public var contents: Indirect<Fields>
  /// The moment at which it reached the phone; nil before, and if it never does.
  public var deliveredAt: Date?
  /// The ordinal by which it, or the record of its loss, reached the phone; nil before.
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
  /// Its place among the pushes on the phone; of one that an older version kept its number.
  var order: Arrival { arrival ?? Arrival(inOrder: self.id) }

  /// The moments of its way.
  public var times: DeliveryTimes {
    DeliveryTimes(receivedAt: self.receivedAt, deliveredAt: deliveredAt)
  }
}

/// The passage of a push through the gateway: the facts behind the trace steps `intake` to `queue`.
public struct TransitInfo: Equatable, Sendable {
  /// The proof of the sender's identity.
  public enum Authentication: Equatable, Sendable {
    /// Nothing was sent and nothing asked for.
    case none
    /// A fresh provider token; verified if its signature was found to be that of a configured key.
    case providerToken(keyID: KeyID, teamID: TeamID, issuedAt: Date, isVerified: Bool = false)
    /// An access token of a service account.
    case accessToken(account: String, until: Date)
    /// A client certificate, with what its extensions say it is for and when it ends.
    case certificate(subject: String, environments: Set<PushEnvironment>, until: Date)
  }

  /// The proof of the sender's identity.
  public var authentication = Authentication.none
  /// The token's `alg` when it is not ES256, which only lenient checks let pass.
  public var oddAlgorithm: String?
  /// Whether the token's `iat` is a text, which only lenient checks let pass.
  public var issuedAtIsText = false
  /// The how many-th provider token of its connection within 20 minutes came with it, where only strict checks
  /// would have rejected it for that; 0 when they would not.
  public var tokenUpdates = 0
  /// The reason for which it was rejected before a person had it taken all the same; nil when it passed.
  public var rejectedFor: String?
  /// Whether Apple's checks were on.
  public var isStrict = false
  /// Whether the token was seen for the first time.
  public var isNewToken = false
  /// Whether `apns-topic` was missing and `com.example.app` took its place.
  public var topicWasMissing = false
  /// The fault that happened to it, for people; nil for none.
  public var fault: String?
  /// When it was kept for the phone: since when.
  public var heldSince: Date?
  /// Whether it was kept because the phone saved power, and not because it was offline.
  public var isForPower = false
  /// The number of older waiting pushes of the same app that it replaced.
  public var coalesced = 0

  /// Its place among numbered pushes, and what came of it.
  public var queue = QueueTransit()

  /// Whether it reached the phone and waits there for its app's service extension.
  public var isAtExtension = false

  /// Whether it reached the phone.
  public var fate = Fate.delivered

  /// The fate of a push between acceptance and the phone. Nothing accepted disappears: a dropped push
  /// is handed over too, for the record only.
  public enum Fate: Equatable, Sendable {
    /// The phone got it.
    case delivered
    /// It never reached the phone: `device.expired`, `device.coalesced`, `link.lost` and so on; outcome
    /// `none`.
    case dropped(ReasonCode)
  }

  /// A transit without anything special.
  public init() {}
}
