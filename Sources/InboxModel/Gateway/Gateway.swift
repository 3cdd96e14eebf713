import Foundation

/// APNs and the provider's queue as a machine: checks what senders hand in, answers, numbers, holds
/// what cannot be delivered, delivers the rest (`design/architecture.md`, "Three machines").
public struct Gateway: Equatable, Sendable {
  /// What happens to a gateway.
  public enum Event: Equatable, Sendable {
    /// A sender handed in a push; the answer goes to `reply`, if anybody waits.
    case pushReceived(PushRequest, reply: ReplyAddress?)
    /// A feed refused something before it was a push: a bad line, a failed handshake.
    case refused(Refusal)
    /// The phone went online or offline.
    case deviceOnline(Bool, at: Date)
    /// The clock went on.
    case timePassed(Date)
  }

  /// What a gateway wants done.
  public enum Effect: Equatable, Sendable {
    /// Tell the sender. Only after everything stored by the same batch is committed.
    case answer(Answer, to: ReplyAddress)
    /// Hand over to the phone.
    case deliver(Delivery)
    /// Keep in the list of refused pushes.
    case reject(RefusedPush)
  }
}

/// Where an answer goes: known to the feed that made it, opaque to everybody else.
public struct ReplyAddress: Hashable, Sendable {
  /// The feed's number of the connection.
  public var connection: Int
  /// The stream, or the count of the request on the connection.
  public var stream: Int

  /// Makes an address.
  public init(connection: Int, stream: Int) {
    self.connection = connection
    self.stream = stream
  }
}

/// What the sender of a push is told (`spec/apns-provider-api.md` §9.1).
public struct Answer: Equatable, Sendable {
  /// The HTTP status.
  public var status: Int
  /// The request's `apns-id` exactly as sent, or the fresh one.
  public var apnsID: String
  /// Why it was refused; nil with status 200.
  public var reason: RejectionReason?
  /// With 410 only: since when the token is not valid.
  public var timestamp: Date?

  /// Makes an answer.
  public init(status: Int, apnsID: String, reason: RejectionReason? = nil, timestamp: Date? = nil) {
    self.status = status
    self.apnsID = apnsID
    self.reason = reason
    self.timestamp = timestamp
  }
}

/// An accepted push on its way to the phone: the only value the two machines share.
public struct Delivery: Equatable, Sendable {
  /// Our number.
  public var id: NotificationID
  /// The apns-id the sender was told.
  public var apnsID: String
  /// The collapse id, else the apns-id or the push line's identifier (`design/contract.md` §6).
  public var requestID: String
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
  /// How it came in.
  public var origin: Origin
  /// When it was received by the gateway.
  public var receivedAt: Date
  /// What the gateway did with it, enough to tell it again as trace steps.
  public var passage: Passage

  /// Makes a delivery.
  public init(
    id: NotificationID, apnsID: String, requestID: String, app: BundleID, topic: String,
    token: DeviceToken, headers: PushHeaders, payload: Payload, origin: Origin, receivedAt: Date,
    passage: Passage = Passage()
  ) {
    self.id = id
    self.apnsID = apnsID
    self.requestID = requestID
    self.app = app
    self.topic = topic
    self.token = token
    self.headers = headers
    self.payload = payload
    self.origin = origin
    self.receivedAt = receivedAt
    self.passage = passage
  }
}

/// How a push went through the gateway: the facts behind the trace steps `intake` to `queue`.
public struct Passage: Equatable, Sendable {
  /// How the sender proved who it is.
  public enum Authentication: Equatable, Sendable {
    /// Nothing was sent and nothing asked for.
    case none
    /// A provider token of a well-formed shape.
    case providerToken(keyID: String, teamID: String, issuedAt: Date)
  }

  /// How the sender proved who it is.
  public var authentication = Authentication.none
  /// Whether Apple's checks were on.
  public var isStrict = false
  /// Whether the token was seen for the first time.
  public var isNewToken = false
  /// Whether `apns-topic` was missing and `com.example.app` took its place.
  public var topicWasMissing = false
  /// When the phone was offline: since when the push was kept.
  public var heldSince: Date?
  /// How many older pushes of the same app it took the place of while the phone was offline.
  public var coalesced = 0

  /// A passage without anything special.
  public init() {}
}

/// A push, line or connection that was refused before or by the gateway's checks.
public struct Refusal: Equatable, Sendable {
  /// How it came in.
  public var origin: Origin
  /// When.
  public var at: Date
  /// The stable code: an APNs reason, or one of the `intake.*` codes (`design/contract.md` §7).
  public var reason: String
  /// The status the sender saw, if it saw one.
  public var status: Int?
  /// The cause in a sentence.
  public var because: String
  /// What the sender should do, a sentence.
  public var fix: String
  /// What there was of a body or line.
  public var body: [UInt8]

  /// Makes a refusal.
  public init(
    origin: Origin, at: Date, reason: String, status: Int? = nil, because: String, fix: String,
    body: [UInt8] = []
  ) {
    self.origin = origin
    self.at = at
    self.reason = reason
    self.status = status
    self.because = because
    self.fix = fix
    self.body = body
  }
}

/// A row of the list of refused pushes (`design/contract.md` §6).
public struct RefusedPush: Equatable, Sendable {
  /// The running number, shown as `R9`.
  public var number: Int
  /// What was refused and why.
  public var refusal: Refusal
  /// The app, if one was named.
  public var app: BundleID?
  /// The token as written in the path, if there was one.
  public var token: String?
  /// The request path; empty where there was none.
  public var path: String
  /// The request's headers.
  public var fields: [HeaderField]

  /// Makes a row.
  public init(
    number: Int, refusal: Refusal, app: BundleID? = nil, token: String? = nil, path: String = "",
    fields: [HeaderField] = []
  ) {
    self.number = number
    self.refusal = refusal
    self.app = app
    self.token = token
    self.path = path
    self.fields = fields
  }
}
