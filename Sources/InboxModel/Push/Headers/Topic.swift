/// A parsed topic: the app, and the push type that its suffix implies (Apple, "Sending notification
/// requests to APNs").
struct Topic: Equatable {
  /// The whole topic.
  let text: String
  /// The topic without its suffix.
  let app: BundleID
  /// The push type of the suffix; nil for the bare bundle identifier.
  let impliedType: PushType?

  /// The topic suffixes and their push types.
  static let suffixes: [(suffix: String, type: PushType)] = [
    (".voip", .voip),
    (".complication", .complication),
    (".pushkit.fileprovider", .fileprovider),
    (".push-type.liveactivity", .liveactivity),
    (".voip-ptt", .pushtotalk),
    (".location-query", .location),
    (".push-type.controls", .controls),
    (".push-type.widgets", .widgets),
  ]

  /// The prefix of the UID in the subject of an MDM push certificate, such as
  /// `com.apple.mgmt.External.` and a UUID (Apple, "Mobile Device Management Protocol Reference",
  /// key Topic).
  static let managementPrefix = "com.apple.mgmt."

  /// Returns whether a topic has the form of an MDM push certificate's topic.
  static func isOfManagement(_ text: String) -> Bool {
    text.hasPrefix(managementPrefix) && text.utf8.count > managementPrefix.utf8.count
  }

  /// The maximum length of a topic in bytes. Apple states none. The phone remembers apps, so long
  /// names of many apps would fill the memory.
  static let maximumLength = 255

  /// Returns whether a UTF-8 byte is allowed in a topic.
  static func allows(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }

  /// Returns the push type that the suffix of a text implies; nil for a text without one.
  static func impliedType(of text: String) -> PushType? {
    suffixes.first { text.hasSuffix($0.suffix) }?.type
  }

  /// Makes the topic of an app for a push type.
  init(_ app: BundleID, for type: PushType? = nil) {
    let suffix = type?.topicSuffix ?? ""
    self.app = app
    (text, impliedType) = suffix.isEmpty ? (app.text, nil) : (app.text + suffix, type)
  }

  /// Parses a topic.
  ///
  /// - Throws: `BadTopic` for characters other than letters, digits, `.`, `-` and `_`, for a topic
  ///   over ``maximumLength``, and for a suffix alone.
  init(_ text: String) throws(Rejection) {
    guard
      text.utf8.allSatisfy(Topic.allows)
    else {
      throw Rejection(
        .badTopic,
        because:
          "apns-topic \(quoted(text)) has characters other than letters, digits, “.”, “-” and “_”.")
    }
    guard text.utf8.count <= Self.maximumLength else {
      throw Rejection(
        .badTopic,
        because:
          "apns-topic \(quoted(text)) has \(text.utf8.count) bytes; \(Self.maximumLength) are allowed."
      )
    }
    self.text = text
    guard let (suffix, type) = Self.suffixes.first(where: { text.hasSuffix($0.suffix) }) else {
      app = BundleID(text)
      impliedType = nil
      return
    }
    guard text.utf8.count > suffix.utf8.count else {
      throw Rejection(
        .badTopic, because: "apns-topic \(quoted(text)) is a suffix without a bundle id.")
    }
    app = BundleID(String(text.dropLast(suffix.count)))
    impliedType = type
  }

  /// Rejects a push type that belongs to another suffix. Without a push type every suffix is valid.
  func check(agreesWith type: PushType?) throws(Rejection) {
    guard let type else { return }
    let expected = type.topicSuffix
    guard expected != (impliedType?.topicSuffix ?? "") else { return }
    let rule =
      expected.isEmpty
      ? "the bundle id alone" : "a topic that ends in “\(expected)”"
    throw Rejection(
      .invalidPushType,
      because: "Push type “\(type.rawValue)” needs \(rule), apns-topic is \(quoted(text)).",
      fix: impliedType.map {
        "Send apns-push-type: \($0.rawValue) for this topic, or the topic \(app.text)\(expected)."
      } ?? "Send apns-topic: \(app.text)\(expected).")
  }
}

extension Delivery {
  /// The effective push type: that of the topic's suffix if the header is missing (Apple, "Sending
  /// notification requests to APNs").
  var typeInForce: PushType {
    if let type = self.headers.pushType { return type }
    // Most topics are the bundle identifier alone, which has no suffix.
    return self.topic == self.app.text ? .alert : Topic.impliedType(of: self.topic) ?? .alert
  }
}
