/// The reasons with which APNs rejects a push, and their statuses (Apple, "Handling notification
/// responses from APNs").
public struct RejectionReason: RawRepresentable, Hashable, Sendable {
  /// The reason on the wire.
  public let rawValue: String

  /// Makes a reason from a word.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The HTTP status; 400 for a word that is not in the table.
  public var status: Int { Self.table[rawValue]?.status ?? 400 }

  /// The meaning, one sentence. A check that knows more supplies its own sentence.
  public var meaning: String { Self.table[rawValue]?.meaning ?? "The request was rejected." }

  /// The correction for the sender, one sentence.
  public var fix: String {
    Self.table[rawValue]?.fix ?? "Look up the reason in Apple's documentation."
  }

  /// The code in a trace: `reject.PayloadTooLarge`.
  public var code: ReasonCode { ReasonCode(rawValue: "reject." + rawValue) }

  /// Whether the reason precedes authentication in the order of the checks, so that the sender may
  /// be unauthenticated (Apple, "Handling notification responses from APNs").
  public var leavesSenderUnknown: Bool { Self.beforeAuthentication.contains(rawValue) }

  private static let beforeAuthentication: Set = [
    "BadPath", "MethodNotAllowed", "DuplicateHeaders", "BadCertificate",
    "BadCertificateEnvironment", "ExpiredProviderToken", "InvalidProviderToken",
    "MissingProviderToken", "UnrelatedKeyIdInToken", "BadEnvironmentKeyIdInToken",
    "BadEnvironmentKeyInToken", "TooManyProviderTokenUpdates",
  ]

  /// All reasons, in the order of the table.
  public static let all = rows.map { RejectionReason(rawValue: $0.word) }

  private struct Row {
    let status: Int
    let word: String
    let meaning: String
    let fix: String

    init(_ status: Int, _ word: String, _ meaning: String, _ fix: String) {
      self.status = status
      self.word = word
      self.meaning = meaning
      self.fix = fix
    }
  }

  private static let table = Dictionary(uniqueKeysWithValues: rows.map { ($0.word, $0) })

  private static let rows = [
    Row(
      400, "BadChannelId", "apns-channel-id is not the identifier of a channel.",
      "Send the apns-channel-id of the response that created the channel, unchanged."),
    Row(
      400, "BadCollapseId", "apns-collapse-id is longer than 64 bytes.",
      "Shorten it to 64 bytes of UTF-8; bytes count, not characters."),
    Row(
      400, "BadDeviceToken", "The device token is malformed or not one of this server's.",
      "Send the token that the app received, as hex digits without spaces or brackets."),
    Row(
      400, "BadExpirationDate", "apns-expiration is not a whole number of seconds since 1970.",
      "Send whole seconds since 1970 in UTC, or 0 for one attempt without storage."),
    Row(
      400, "BadMessageId", "apns-id is not a UUID.",
      "Send a UUID of the form 8-4-4-4-12, or leave the header out."),
    Row(
      400, "BadPriority", "apns-priority is not 10, 5 or 1.",
      "Send 10, 5 or 1; 10 is not for background pushes."),
    Row(
      400, "BadRequestParams", "A parameter of the request about channels is not valid.",
      "Send the bundle id in the path, and message-storage-policy 0 or 1 in the body."),
    Row(
      400, "BadRequestPayload", "The body is not a JSON object.",
      "Send one JSON object with an aps object in it, as UTF-8 and not compressed. Apple documents no "
        + "answer for such a push: APNs may also accept it with 200 and show nothing."),
    Row(
      400, "BadTopic", "apns-topic is over 255 bytes or has forbidden characters.",
      "Send the app's bundle id, with the suffix of the push type where it has one."),
    Row(
      400, "CannotCreateChannelConfig", "The app has as many channels as it can have.",
      "Delete channels that are no longer needed."),
    Row(
      400, "ChannelNotRegistered", "The app has no channel with this identifier.",
      "Create the channel first, for this bundle id and environment."),
    Row(
      400, "DeviceTokenNotForTopic", "The device token belongs to another topic.",
      "Send to a token of the app in apns-topic, or correct apns-topic."),
    Row(
      400, "DuplicateHeaders", "A header is given twice.",
      "Send every apns-* header and authorization once."),
    Row(
      400, "FeatureNotEnabled", "The app has no Broadcast Capability.",
      "Turn on broadcast for the bundle id in the developer account."),
    Row(
      400, "IdleTimeout", "The connection was idle for too long.",
      "Open a new connection."),
    Row(
      400, "InvalidPushType", "apns-push-type is unknown or does not fit the topic.",
      "Send a documented push type and the topic suffix that belongs to it."),
    Row(
      400, "MissingChannelId", "apns-channel-id is missing.",
      "Send the apns-channel-id of the response that created the channel."),
    Row(
      400, "MissingDeviceToken", "The path has no device token.",
      "Post to /3/device/ followed by the token in hex."),
    Row(
      400, "MissingPushType", "The push type of a request about channels is missing.",
      "Send apns-push-type: liveactivity with a broadcast, push-type LiveActivity with a new channel."
    ),
    Row(
      400, "MissingTopic", "apns-topic is missing and cannot be inferred.",
      "Send the app's bundle id as apns-topic."),
    Row(
      400, "PayloadEmpty", "The request has no body.",
      "Send a JSON object such as {\"aps\":{\"alert\":\"Hi\"}}."),
    Row(
      400, "TopicDisallowed", "Pushing to this topic is not allowed.",
      "Use a topic of the team that owns the key or the certificate."),
    Row(
      403, "BadCertificate", "The client certificate is not valid.",
      "Use a push certificate that is current and not revoked."),
    Row(
      403, "BadCertificateEnvironment", "The client certificate is for the other environment.",
      "Use the certificate made for this environment."),
    Row(
      403, "ExpiredProviderToken", "The provider token is more than an hour old.",
      "Create a token every 20 to 60 minutes, and check the clocks of the sender and of this inbox."
    ),
    Row(
      403, "Forbidden", "The action is not allowed.",
      "Do not repeat the request."),
    Row(
      403, "InvalidProviderToken", "The provider token is not valid.",
      "Sign an ES256 token with kid in its header and iss and iat in its claims."),
    Row(
      403, "MissingProviderToken", "There is no provider token and no client certificate.",
      "Send authorization: bearer followed by the provider token, or connect with a push certificate."
    ),
    Row(
      403, "TopicMismatch", "The client certificate is not for the app.",
      "Connect with the push certificate of the bundle id in the path."),
    Row(
      403, "UnrelatedKeyIdInToken", "The key is not related to the first one of this connection.",
      "Open another connection for the other key."),
    Row(
      403, "BadEnvironmentKeyIdInToken", "The key was made for the other environment.",
      "Use a key made for this environment."),
    Row(
      403, "BadEnvironmentKeyInToken", "The key was made for the other environment.",
      "Use a key made for this environment."),
    Row(
      404, "BadPath", "The path is not an endpoint of the push service.",
      "Post to /3/device/ followed by the token in hex."),
    Row(
      405, "MethodNotAllowed", "The method is not POST.",
      "Send the push with POST."),
    Row(
      410, "ExpiredToken", "The device token has expired.",
      "Stop sending to the token until the app registers again."),
    Row(
      410, "Unregistered", "The device token is no longer active for the topic.",
      "Stop sending to the token, unless the app registered it again after the timestamp."),
    Row(
      413, "PayloadTooLarge", "The payload is larger than the limit.",
      "Shorten the payload, or send an id and fetch the rest in the app."),
    Row(
      429, "TooManyProviderTokenUpdates", "The provider token was renewed too often.",
      "Use one token for at least 20 minutes and share it between hosts."),
    Row(
      429, "TooManyRequests", "There were too many requests in a row for one device token.",
      "Send fewer pushes to this token, and retry later."),
    Row(
      500, "InternalServerError", "The server failed.",
      "Retry after 15 minutes, then with increasing delays."),
    Row(
      503, "ServiceUnavailable", "The service is unavailable.",
      "Retry after 15 minutes, then with increasing delays."),
    Row(
      503, "Shutdown", "The server is shutting down.",
      "Retry on a new connection."),
  ]
}

extension RejectionReason {
  /// A collapse identifier of more than 64 bytes.
  public static let badCollapseID = RejectionReason(rawValue: "BadCollapseId")
  /// A malformed or unknown device token.
  public static let badDeviceToken = RejectionReason(rawValue: "BadDeviceToken")
  /// An expiration that is not in whole seconds.
  public static let badExpirationDate = RejectionReason(rawValue: "BadExpirationDate")
  /// An apns-id that is not a UUID.
  public static let badMessageID = RejectionReason(rawValue: "BadMessageId")
  /// An undocumented priority.
  public static let badPriority = RejectionReason(rawValue: "BadPriority")
  /// A body that is not a JSON object.
  ///
  /// Apple, "Handling notification responses from APNs", lists no reason for an unreadable body and
  /// does not state that it is rejected. PushInbox rejects it, lenient or strict, since a 200 would
  /// hide the sender's mistake. The reason is that of Apple, "Handling error responses from Apple
  /// Push Notification service", which covers broadcast requests. `docs/systems/apns.md`, "An
  /// unreadable body", documents this.
  public static let badRequestPayload = RejectionReason(rawValue: "BadRequestPayload")
  /// An invalid channel identifier.
  public static let badChannelID = RejectionReason(rawValue: "BadChannelId")
  /// An invalid parameter of a request about channels.
  public static let badRequestParams = RejectionReason(rawValue: "BadRequestParams")
  /// An app with the maximum number of channels.
  public static let cannotCreateChannelConfig = RejectionReason(
    rawValue: "CannotCreateChannelConfig")
  /// An unknown or deleted channel.
  public static let channelNotRegistered = RejectionReason(rawValue: "ChannelNotRegistered")
  /// An app without the Broadcast Capability.
  public static let featureNotEnabled = RejectionReason(rawValue: "FeatureNotEnabled")
  /// A missing channel identifier.
  public static let missingChannelID = RejectionReason(rawValue: "MissingChannelId")
  /// A missing push type of a request about channels.
  public static let missingPushType = RejectionReason(rawValue: "MissingPushType")
  /// A client certificate of another app.
  public static let topicMismatch = RejectionReason(rawValue: "TopicMismatch")
  /// A topic with an invalid form.
  public static let badTopic = RejectionReason(rawValue: "BadTopic")
  /// A device token that belongs to another topic.
  public static let deviceTokenNotForTopic = RejectionReason(rawValue: "DeviceTokenNotForTopic")
  /// A repeated `apns-*` or `authorization` header.
  public static let duplicateHeaders = RejectionReason(rawValue: "DuplicateHeaders")
  /// An unknown push type, or one that does not fit the topic.
  public static let invalidPushType = RejectionReason(rawValue: "InvalidPushType")
  /// A path without a device token after `/3/device/`.
  public static let missingDeviceToken = RejectionReason(rawValue: "MissingDeviceToken")
  /// A missing topic.
  public static let missingTopic = RejectionReason(rawValue: "MissingTopic")
  /// An empty body.
  public static let payloadEmpty = RejectionReason(rawValue: "PayloadEmpty")
  /// A topic that the credentials do not cover.
  public static let topicDisallowed = RejectionReason(rawValue: "TopicDisallowed")
  /// An invalid client certificate.
  public static let badCertificate = RejectionReason(rawValue: "BadCertificate")
  /// A client certificate for the other environment.
  public static let badCertificateEnvironment = RejectionReason(
    rawValue: "BadCertificateEnvironment")
  /// A provider token that is more than an hour old.
  public static let expiredProviderToken = RejectionReason(rawValue: "ExpiredProviderToken")
  /// A forbidden action.
  public static let forbidden = RejectionReason(rawValue: "Forbidden")
  /// An invalid provider token.
  public static let invalidProviderToken = RejectionReason(rawValue: "InvalidProviderToken")
  /// A missing provider token.
  public static let missingProviderToken = RejectionReason(rawValue: "MissingProviderToken")
  /// A server that cannot handle the request now.
  public static let serviceUnavailable = RejectionReason(rawValue: "ServiceUnavailable")
  /// An unknown path.
  public static let badPath = RejectionReason(rawValue: "BadPath")
  /// An unsupported method.
  public static let methodNotAllowed = RejectionReason(rawValue: "MethodNotAllowed")
  /// An expired device token.
  public static let expiredToken = RejectionReason(rawValue: "ExpiredToken")
  /// A device token whose app was uninstalled.
  public static let unregistered = RejectionReason(rawValue: "Unregistered")
  /// A payload that exceeds the limit of its push type.
  public static let payloadTooLarge = RejectionReason(rawValue: "PayloadTooLarge")
  /// Provider tokens that change too often on one connection.
  public static let tooManyProviderTokenUpdates = RejectionReason(
    rawValue: "TooManyProviderTokenUpdates")
  /// Pushes that exceed the rate limit of one device token.
  public static let tooManyRequests = RejectionReason(rawValue: "TooManyRequests")
  /// A provider token whose key is unrelated to the first key of the connection.
  public static let unrelatedKeyIDInToken = RejectionReason(rawValue: "UnrelatedKeyIdInToken")
  /// A server that shuts down.
  public static let shutdown = RejectionReason(rawValue: "Shutdown")
}
