import Foundation

/// A valid message to the Expo push service (Expo, "Send notifications with the Expo Push Service",
/// "Message request format"). Unknown fields are ignored; `null` counts as absent.
public struct ExpoMessage: Equatable, Sendable {
  /// The received message.
  public let json: JSONObject
  /// The tokens of the recipients, valid or not; at least one.
  public let recipients: [String]

  /// Validates a message.
  ///
  /// - Throws: The error of the whole request, which one invalid message makes invalid.
  init(_ value: JSONValue) throws(ExpoError) {
    guard let object = value.object else {
      throw .invalid(
        "A message must be an object, not \(value.kind).",
        fix: "Send one message object or an array of them.")
    }
    json = JSONObject(object.members.filter { !$0.value.isNull })
    switch json["to"] {
    case .string(let token): recipients = [token]
    case .array(let tokens) where !tokens.isEmpty && tokens.allSatisfy { $0.string != nil }:
      recipients = tokens.compactMap(\.string)
    case nil: throw .invalid("\"to\" is required.", fix: "Send a token, or a list of tokens.")
    default:
      throw .invalid(
        "\"to\" must be a string or a list of strings.", fix: "Send a token, or a list of tokens.")
    }
    for (key, form) in Self.fields {
      guard let value = json[key], !form.accepts(value) else { continue }
      throw .invalid(
        "\"\(key)\" must be \(form.expected), not \(value.sample).", fix: "Correct or omit \(key).")
    }
  }

  // MARK: Fields

  /// The form of a field.
  private enum Form {
    case text, number, count, flag, object, sound
    case word([String])

    func accepts(_ value: JSONValue) -> Bool {
      switch self {
      case .text: value.string != nil
      case .number: value.double != nil
      case .count: value.int.map { $0 >= 0 } ?? false
      case .flag: value.bool != nil
      case .object: value.object != nil
      case .sound: value.string != nil || value.object.map(Self.isSound) ?? false
      case .word(let words): value.string.map(words.contains) ?? false
      }
    }

    private static func isSound(_ object: JSONObject) -> Bool {
      object["critical"].map { $0.isNull || $0.bool != nil } ?? true
        && object["name"].map { $0.isNull || $0.string != nil } ?? true
        && object["volume"].map { $0.isNull || $0.double != nil } ?? true
    }

    var expected: String {
      switch self {
      case .text: "a string"
      case .number: "a number"
      case .count: "a whole number, not negative"
      case .flag: "true or false"
      case .object: "an object"
      case .sound: "a string, null or an object with critical, name and volume"
      case .word(let words): "one of " + words.joined(separator: ", ")
      }
    }
  }

  /// The names of the fields.
  static var keys: [String] { ["to"] + fields.map(\.key) }

  private static let fields: [(key: String, form: Form)] = [
    ("title", .text), ("subtitle", .text), ("body", .text), ("data", .object),
    ("ttl", .number), ("expiration", .number), ("priority", .word(["default", "normal", "high"])),
    ("sound", .sound), ("badge", .count), ("channelId", .text), ("categoryId", .text),
    ("interruptionLevel", .word(InterruptionLevel.allCases.map(\.rawValue))),
    ("mutableContent", .flag), ("_contentAvailable", .flag),
  ]
}

// MARK: - Push

extension ExpoMessage {
  /// The message as an iPhone receives it.
  struct Push: Equatable {
    var headers: PushHeaders
    var payload: Payload
  }

  /// The maximum size of a payload in bytes.
  static let limit = 4096

  /// Returns the push that Expo sends to APNs.
  ///
  /// - Parameter now: The moment of reception, at which the lifetime starts.
  func push(at now: Date) throws(ExpoError) -> Push {
    var aps = JSONObject()
    var alert = JSONObject()
    for key in ["title", "subtitle", "body"] {
      if let text = json[key], text != "" { alert[key] = text }
    }
    if !alert.isEmpty { aps["alert"] = .object(alert) }
    aps["sound"] = sound
    aps["badge"] = json["badge"]
    aps["category"] = json["categoryId"]
    aps["interruption-level"] = json["interruptionLevel"]
    if json["mutableContent"] == true { aps["mutable-content"] = 1 }
    let isAvailable = json["_contentAvailable"] == true
    if isAvailable { aps["content-available"] = 1 }
    var root: JSONObject = ["aps": .object(aps)]
    // The library on the phone reads the data there (expo/expo, `EXNotificationSerializer.m`).
    root["body"] = json["data"]
    var bytes: [UInt8] = []
    JSONWriter.append(.object(root), to: &bytes)
    guard bytes.count <= Self.limit, case .success(let payload) = Payload.read(bytes) else {
      throw ExpoError(
        .messageTooBig,
        "The payload for APNs has \(bytes.count) bytes; the limit is \(Self.limit).",
        fix: "Cut \(bytes.count - Self.limit) bytes, or send an id and fetch the rest in the app.")
    }
    let isSilent = isAvailable && alert.isEmpty && aps["sound"] == nil && aps["badge"] == nil
    var headers = PushHeaders(pushType: isSilent ? .background : .alert)
    headers.priority = isSilent || json["priority"] == "normal" ? .conserving : .immediate
    headers.expiration = expiration(at: now)
    return Push(headers: headers, payload: payload)
  }

  private var sound: JSONValue? {
    guard let sound = json["sound"], sound != "" else { return nil }
    guard let object = sound.object else { return sound }
    let isCritical = object["critical"] == true
    let name = object["name"]?.string
    guard isCritical || name != nil else { return nil }
    var result: JSONObject = ["critical": isCritical ? 1 : 0, "name": .string(name ?? "default")]
    if let volume = object["volume"], !volume.isNull { result["volume"] = volume }
    return .object(result)
  }

  /// The end of the lifetime: `ttl` before `expiration`; without both one attempt.
  private func expiration(at now: Date) -> Expiration {
    let end: Double? =
      if let ttl = json["ttl"]?.double {
        ttl > 0 ? now.timeIntervalSince1970 + ttl : nil
      } else {
        json["expiration"]?.double
      }
    // The year 9999.
    guard let end, end > 0 else { return .once }
    return Expiration(rawValue: Int64(min(end.rounded(.up), 253_402_300_799)))
  }
}
