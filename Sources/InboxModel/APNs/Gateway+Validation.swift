import Foundation

extension Gateway {
  /// The app of a push without a topic, in lenient mode.
  static let defaultTopic = "com.example.app"

  private static let devicePath = "/3/device"

  /// Validates a request in the order of Apple, "Handling notification responses from APNs"; the
  /// first failure is thrown. An unknown path is 404 for every method.
  mutating func check(
    _ request: PushRequest, _ fields: APNSFields
  ) throws(Rejection) -> CheckedRequest {
    let tokenText = try Self.tokenText(of: request, fields)
    let credential = try authenticate(request, fields.authorization)
    let headers = try PushHeaders(fields)
    if settings.isStrict, fields.priority == "10",
      headers.pushType == .background || request.isBackgroundOfOld
    {
      throw Rejection(
        .badPriority, because: "A background push has priority 10; it needs 5.",
        fix: "Send background pushes with priority 5.")
    }
    try checkActivityPriority(headers)
    let topic = try checkedTopic(headers, credential, request.origin.wire)
    // The provider measured a relayed push before it added the sequence number.
    let isMeasured = request.streamOffset != nil || request.saysMessageAgain
    let limit = isMeasured ? Int.max : headers.payloadLimit
    let payload = try Self.payload(of: request, limit: limit)
    return CheckedRequest(
      headers: headers, credential: credential, topic: topic,
      topicWasMissing: headers.topic == nil && credential.onlyTopic == nil,
      token: try deviceToken(
        tokenText, for: topic, headers.pushType, isMessage: request.saysMessageAgain,
        at: request.receivedAt),
      payload: payload, unknownHeader: fields.unknown)
  }

  /// Rejects a push to a Live Activity with priority 1, if the checks are strict.
  func checkActivityPriority(_ headers: PushHeaders) throws(Rejection) {
    guard settings.isStrict, headers.effectivePushType == .liveactivity,
      headers.priority == .minimal
    else { return }
    throw Rejection(
      .badPriority, because: "The priority of a push to a Live Activity is 10 or 5, not 1.",
      fix: "Send apns-priority 10 or 5.")
  }

  private static func tokenText(
    of request: PushRequest, _ fields: APNSFields
  ) throws(Rejection) -> Substring {
    guard let text = tokenText(in: request.path) else {
      throw Rejection(
        .badPath, because: "\(quoted(request.path)) is not a path of the push service.")
    }
    guard request.method == "POST" else {
      throw Rejection(
        .methodNotAllowed, because: "The method is \(quoted(request.method)), not POST.")
    }
    if let name = fields.repeated {
      throw Rejection(.duplicateHeaders, because: "The header \(quoted(name)) is given twice.")
    }
    return text
  }

  private func checkedTopic(
    _ headers: PushHeaders, _ credential: Credential, _ wire: Origin.Wire
  ) throws(Rejection) -> Topic {
    let text = try topicText(headers, credential, wire)
    let topic = try Topic(text)
    if settings.isStrict, headers.pushType == .mdm { try Self.checkManagement(text, credential) }
    guard settings.allows(text) else {
      throw Rejection(
        .topicDisallowed,
        because: "The topic \(quoted(text)) belongs to no listed device, key or certificate.",
        fix: "List it in the configuration, send another, or leave gateway.topics at any.")
    }
    try credential.check(topic, for: headers.pushType)
    try topic.check(agreesWith: headers.pushType)
    return topic
  }

  /// Rejects a push to a managed device unless its topic is that of an MDM push certificate, and
  /// rejects a provider token for it (Apple, "Sending notification requests to APNs",
  /// `apns-push-type`).
  private static func checkManagement(
    _ topic: String, _ credential: Credential
  ) throws(Rejection) {
    guard Topic.isOfManagement(topic) else {
      throw Rejection(
        .badTopic,
        because: "Push type “mdm” needs the UID of an MDM push certificate, apns-topic is "
          + quoted(topic) + ".",
        fix:
          "Send the UID of the certificate's subject as apns-topic: \(Topic.managementPrefix)External. "
          + "and a UUID.")
    }
    if case .token = credential {
      throw Rejection(
        .topicDisallowed,
        because: "Pushes of type mdm need the MDM push certificate, not a provider token.",
        fix: "Connect with this certificate, and send no provider token.")
    }
  }

  /// Returns the part of a path after `/3/device/`, which may be empty; nil for any other path.
  static func tokenText(in path: String) -> Substring? {
    guard path.hasPrefix(devicePath) else { return nil }
    let rest = path.utf8.dropFirst(devicePath.utf8.count)
    if rest.isEmpty { return "" }
    return rest.first == UInt8(ascii: "/") ? Substring(rest.dropFirst()) : nil
  }

  /// Returns the effective topic: a certificate for one app needs no `apns-topic` (Apple, "Sending
  /// notification requests to APNs").
  private func topicText(
    _ headers: PushHeaders, _ credential: Credential, _ wire: Origin.Wire
  ) throws(Rejection) -> String {
    if let topic = headers.topic ?? credential.onlyTopic { return topic }
    guard settings.isStrict else {
      return credential.firstTopic ?? Self.defaultTopic + (headers.pushType?.topicSuffix ?? "")
    }
    guard case .certificate(let certificate) = credential else {
      throw Guests.missingTopic(over: wire) ?? Rejection(.missingTopic)
    }
    throw Rejection(
      .missingTopic,
      because: "apns-topic is missing, and the client certificate is for "
        + "\(certificate.topics.count) topics.",
      fix: "Send one of \(quoted(certificate.topics)) as apns-topic.")
  }

  static func payload(
    of request: PushRequest, limit: Int
  ) throws(Rejection) -> Payload {
    let size = request.body.count
    if size == 0 { throw Rejection(.payloadEmpty) }
    if size > limit { throw Rejection.tooLarge(request, limit: limit) }
    switch request.payload {
    case .success(let payload): return payload
    case .failure(.empty): throw Rejection(.payloadEmpty)
    case .failure(.notAnObject(let found)):
      throw Rejection(.badRequestPayload, because: "The body is \(found), not a JSON object.")
    case .failure(.notJSON(let error)):
      throw Rejection(
        .badRequestPayload,
        because: "The body is not JSON at line \(error.line), column \(error.column): "
          + error.problem + ".")
    }
  }

  private func deviceToken(
    _ text: Substring, for topic: Topic, _ type: PushType?, isMessage: Bool, at now: Date
  ) throws(Rejection) -> DeviceToken {
    if text.isEmpty { throw Rejection(.missingDeviceToken) }
    let known = isMessage ? DeviceToken(String(text)) : DeviceToken(hex: text)
    guard let token = known else {
      if let rejection = Guests.rejection(of: String(text)) { throw rejection }
      throw Rejection(
        .badDeviceToken,
        because: "The device token \(quoted(String(text))) is not an even number of hex digits, "
          + "\(settings.isStrict ? 64 : 2) to 200 of them.")
    }
    if settings.isStrict, token.isHex, token.hex.utf8.count < 64 {
      throw Rejection(
        .badDeviceToken,
        because: "The device token has \(token.hex.utf8.count) digits, a real one has 64 to 200.")
    }
    let isOfActivity = try activityTokens.accepts(token, for: topic, type)
    guard let listed = settings.devices[token] else {
      if settings.tokens == .learn || token == .local || isOfActivity { return token }
      throw Rejection(
        .badDeviceToken, because: "The device token is not one of the listed ones.",
        fix:
          "Add the token to gateway.devices, send a listed one, or leave gateway.tokens at learn.")
    }
    try listed.check(topic.text, at: now, in: settings.environment)
    return token
  }
}

/// The validated parts of a request.
struct CheckedRequest {
  var headers: PushHeaders
  var credential: Credential
  var topic: Topic
  var topicWasMissing: Bool
  var token: DeviceToken
  var payload: Payload
  /// The name of an `apns-*` header that APNs does not have; nil for none.
  var unknownHeader: String?
  /// The reason of an earlier rejection that a user overrode; nil for none.
  var rejectedFor: String?
  /// The channel of a broadcast; nil for any other push.
  var broadcast: BroadcastTransit?
}

extension PushRequest {
  /// Whether it is a push line that contains a message for an Android phone, which was measured as
  /// such.
  fileprivate var saysMessageAgain: Bool {
    guard self.origin.wire == .line, case .success(let payload) = self.payload else { return false }
    return payload.isForAndroid
  }
}

extension Rejection {
  /// Makes the rejection, which states the excess and the largest fields.
  fileprivate static func tooLarge(_ request: PushRequest, limit: Int) -> Rejection {
    let fields = FieldSizes.largest(in: request.body).prefix(3).map { "\($0.path) \($0.bytes)" }
    // An HTTP body is only read up to this limit.
    let isOverHTTP = [.h1, .h2].contains(request.origin.wire)
    let isCut = isOverHTTP && request.body.count > PushRequest.bodyLimit
    let (size, words) =
      isCut
      ? (PushRequest.bodyLimit, ("more than ", "at least "))
      : (request.body.count, ("", ""))
    return Rejection(
      .payloadTooLarge,
      because: "The payload has \(words.0)\(size) bytes; the limit is \(limit)."
        + (fields.isEmpty
          ? "" : " Largest fields, in bytes: " + fields.joined(separator: ", ") + "."),
      fix: "Cut \(words.1)\(size - limit) bytes, or send an id and fetch the rest in the app. "
        + "The limit counts UTF-8 bytes, not characters.")
  }
}

extension PushRequest {
  /// Whether it is a background push over a wire format that has no push types.
  var isBackgroundOfOld: Bool {
    guard self.origin.wire.isHeaderless, case .success(let payload) = self.payload else {
      return false
    }
    return payload.isContentAvailable && !payload.isVisible
  }
}
