import Foundation

/// A valid message of FCM HTTP v1 (Firebase, "REST Resource: projects.messages").
public struct FCMMessage: Equatable, Sendable {
  /// The target of a message.
  public enum Target: Equatable, Sendable {
    /// One app on one phone.
    case token(DeviceToken)
    /// All subscribers of a topic.
    case topic(String)
    /// All apps whose subscriptions match a condition.
    case condition(TopicCondition)
  }

  /// The maximum numbers of messages without a collapse key that wait for an app, and of keys
  /// (Firebase Cloud Messaging, "Understand the lifespan of a message").
  static let limits = (messages: 100, keys: 4)

  /// The received message, with names in snake case.
  public let json: JSONObject
  /// The target.
  public let target: Target
  /// Whether it is only to be validated.
  public let isOnlyChecked: Bool

  /// The maximum size of text and data in bytes, and that for topics (Firebase, "REST Resource:
  /// projects.messages").
  static let (limit, topicLimit) = (4096, 2048)
  /// Four weeks in seconds: the maximum and default `ttl`.
  static let maximumStorageTime: TimeInterval = 2_419_200

  /// Parses the body of a request.
  public static func read(_ body: [UInt8]) -> Result<FCMMessage, FCMError> {
    do throws(FCMError) {
      return .success(try FCMMessage(body))
    } catch {
      return .failure(error)
    }
  }

  private init(_ body: [UInt8]) throws(FCMError) {
    let request = try Self.request(body)
    guard let json = request["message"]?.object else {
      throw .invalid(
        "message", "Message is missing: 'message'",
        fix: "Send {\"message\":{\"token\":…,\"notification\":{…}}}.")
    }
    self.json = json
    isOnlyChecked = request["validate_only"]?.bool ?? false
    target = try Self.target(of: json)
    try checkStay()
    try checkPackage()
    try checkLiveActivity()
    try checkSize()
  }

  private static func request(_ body: [UInt8]) throws(FCMError) -> JSONObject {
    guard body.count <= PushRequest.bodyLimit else {
      throw FCMError(
        .invalidArgument, "Request payload size exceeds the limit: \(PushRequest.bodyLimit) bytes.",
        fix: "Text and data may have \(limit) bytes.")
    }
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONReader.read(body).root
    } catch {
      throw FCMError(
        .invalidArgument,
        "Invalid JSON payload received. Line \(error.line), column \(error.column): "
          + error.problem + ".", fix: "Send one JSON object.")
    }
    return try FCMForm.request.read(root, at: "").object ?? JSONObject()
  }

  // MARK: Rules

  private static func target(of json: JSONObject) throws(FCMError) -> Target {
    let given = ["token", "fid", "topic", "condition"].filter { json[$0] != nil }
    guard let kind = given.first, given.count == 1, let text = json[kind]?.string else {
      throw .invalid(
        given.isEmpty ? "message.token" : "message." + given[1],
        given.isEmpty
          ? "Recipient of the message is not set: 'message.token'"
          : "Exactly one of token, topic or condition is required: 'message.\(given[1])'",
        fix: "Send one of token, topic and condition.")
    }
    switch kind {
    case "token", "fid":
      // An app unsubscribes with this value (WEB-03).
      guard let token = DeviceToken(text), text.lowercased() != "none" else {
        throw .invalid(
          "message." + kind, "The registration token is not a valid FCM registration token",
          fix: text.lowercased() == "none"
            ? "“none” means that the app unsubscribed: stop sending to it."
            : "Send the token that the app received: letters, digits and _ - : . only.")
      }
      return .token(token)
    case "topic":
      guard TopicCondition.isTopic(text) else {
        throw .invalid(
          "message.topic", "Invalid topic name at 'message.topic': \(cut(text))",
          fix: "Send the name without /topics/: letters, digits and - _ . ~ % only.")
      }
      return .topic(text)
    default:
      guard let condition = TopicCondition(text) else {
        throw .invalid(
          "message.condition", "Invalid condition expression provided: \(cut(text))",
          fix: "Write 'a' in topics && ('b' in topics || !('c' in topics)), at most "
            + "\(TopicCondition.maximumTopics) topics.")
      }
      return .condition(condition)
    }
  }

  private func checkStay() throws(FCMError) {
    guard let text = android["ttl"]?.string, let seconds = FCMForm.seconds(text) else { return }
    guard seconds <= Self.maximumStorageTime else {
      throw .invalid(
        "message.android.ttl",
        "Invalid value at 'message.android.ttl': \(text), from 0s to 2419200s",
        fix: "Send at most four weeks, 2419200s.")
    }
  }

  private func checkPackage() throws(FCMError) {
    guard let name = package?.text, BundleID(wellFormed: name) == nil else { return }
    let field = "message.android.restricted_package_name"
    throw .invalid(field, "Invalid value at '\(field)': \(cut(name))", fix: "Send a package name.")
  }

  private func checkLiveActivity() throws(FCMError) {
    let field = "message.apns.live_activity_token"
    guard let text = apns?["live_activity_token"]?.string else { return }
    guard liveActivityToken != nil else {
      throw .invalid(
        field, "Invalid value at '\(field)': \(cut(text))",
        fix: "Send the push token of the Live Activity in hex, as ActivityKit gave it, "
          + "and the registration token of FCM as message.token.")
    }
  }

  private func checkSize() throws(FCMError) {
    let limit = if case .token = target { Self.limit } else { Self.topicLimit }
    let parts = [JSONValue.object(data), .object(notification)]
    let field = data.isEmpty ? "message.notification" : "message.data"
    try check(parts.filter { $0 != [:] }, limit, field, "Android message")
    if let payload = apns?["payload"] {
      try check([payload], limit, "message.apns.payload", "APNs payload")
    }
  }

  private func check(
    _ parts: [JSONValue], _ limit: Int, _ field: String, _ name: String
  ) throws(FCMError) {
    let size = parts.reduce(0) { $0 + JSONWriter.text($1).utf8.count }
    guard size > limit else { return }
    throw .invalid(
      field, "\(name) is too big: \(size) bytes; the limit is \(limit)",
      fix: "Cut \(size - limit) bytes, or send an id and fetch the rest in the app.")
  }

  // MARK: Parts

  /// The block for Android; empty without one.
  var android: JSONObject { json["android"]?.object ?? JSONObject() }
  /// The block for APNs; nil without one.
  var apns: JSONObject? { json["apns"]?.object }
  /// The token of a Live Activity to which the block for APNs goes (Firebase, "REST Resource:
  /// projects.messages", `ApnsConfig.live_activity_token`); nil without one.
  var liveActivityToken: DeviceToken? {
    apns?["live_activity_token"]?.string.flatMap { DeviceToken(hex: $0) }
  }
  /// Whether it is for browsers only: a block for Web Push, and nothing else.
  var isForBrowsersOnly: Bool {
    json["webpush"] != nil && json["android"] == nil && apns == nil && data.isEmpty
      && notification.isEmpty
  }
  /// The sender's entries: those for Android, else the common ones.
  var data: JSONObject { (android["data"] ?? json["data"])?.object ?? JSONObject() }
  /// The package that the token must belong to; nil for any.
  var package: BundleID? {
    android["restricted_package_name"]?.string.flatMap { $0.isEmpty ? nil : BundleID($0) }
  }

  /// The notification; a field for Android overrides the common one.
  var notification: JSONObject {
    var fields = json["notification"]?.object ?? JSONObject()
    // An empty string counts as absent.
    for member in android["notification"]?.object?.members ?? [] where member.value != "" {
      fields[member.key] = member.value
    }
    return fields
  }
}
