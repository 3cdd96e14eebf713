extension PushHeaders {
  /// Validates each value, in the order of Apple, "Handling notification responses from APNs".
  /// ``Topic`` validates their combination.
  ///
  /// - Throws: The rejection of the first invalid value.
  init(_ fields: APNSFields) throws(Rejection) {
    self.init()
    if let text = fields.id {
      guard Self.isUUID(text) else {
        throw Rejection(.badMessageID, because: "apns-id \(quoted(text)) is not a UUID.")
      }
      id = APNSID(text)
    }
    if let text = fields.expiration {
      guard let seconds = Self.wholeSeconds(text) else {
        throw Rejection(
          .badExpirationDate,
          because: "apns-expiration \(quoted(text)) is not a whole number of seconds since 1970.")
      }
      expiration = Expiration(rawValue: seconds)
    }
    switch fields.priority {
    case nil, "10": priority = .immediate
    case "5": priority = .conserving
    case "1": priority = .minimal
    case let text?:
      throw Rejection(.badPriority, because: "apns-priority \(quoted(text)) is not 10, 5 or 1.")
    }
    if let text = fields.pushType {
      let type = PushType(rawValue: text)
      guard type.isDocumented else {
        throw Rejection(
          .invalidPushType, because: "apns-push-type \(quoted(text)) is not a push type.",
          fix: "Send one of " + PushType.documented.map(\.rawValue).joined(separator: ", ") + ".")
      }
      pushType = type
    }
    if let text = fields.collapseID, !text.isEmpty {
      guard text.utf8.count <= 64 else {
        throw Rejection(
          .badCollapseID,
          because: "apns-collapse-id has \(text.utf8.count) bytes; the limit is 64.")
      }
      collapseID = CollapseID(text)
    }
    if let text = fields.topic, !text.isEmpty {
      topic = text
    }
  }

  /// Returns whether a text is 32 hex digits grouped 8-4-4-4-12. Upper case is accepted, as APNs
  /// itself writes it.
  static func isUUID(_ text: String) -> Bool {
    guard text.utf8.count == 36 else { return false }
    var place = 0
    for byte in text.utf8 {
      switch place {
      case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return false }
      default: guard byte.isHexDigit else { return false }
      }
      place += 1
    }
    return true
  }

  /// Parses decimal digits below 2^63; nil for any other text.
  private static func wholeSeconds(_ text: String) -> Int64? {
    text.utf8.allSatisfy(\.isDigit) ? Int64(text) : nil
  }
}

extension PushHeaders {
  /// The push type, else the one that the topic's suffix implies; nil for neither.
  public var effectivePushType: PushType? {
    pushType ?? topic.flatMap(Topic.impliedType)
  }

  /// The maximum payload size in bytes.
  public var payloadLimit: Int { (effectivePushType ?? .alert).payloadLimit }
}

extension PushType {
  /// The push types of Apple, "Sending notification requests to APNs", in its order.
  public static let documented: [PushType] = [
    .alert, .background, .voip, .complication, .fileprovider, .mdm, .liveactivity, .pushtotalk,
    .location, .controls, .widgets,
  ]

  /// Whether Apple documents the push type.
  var isDocumented: Bool {
    self == .alert || self == .background || Self.documented.contains(self)
  }

  /// The topic suffix of this type; empty for the bare bundle identifier.
  var topicSuffix: String {
    Topic.suffixes.first { $0.type == self }?.suffix ?? ""
  }

  /// The maximum payload size of this type in bytes (Apple, "Sending notification requests to
  /// APNs").
  public var payloadLimit: Int { self == .voip ? 5120 : 4096 }
}

extension UInt8 {
  var isDigit: Bool { (48...57).contains(self) }
  var isHexDigit: Bool {
    isDigit || (97...102).contains(self) || (65...70).contains(self)
  }
  var isASCIILetter: Bool { (97...122).contains(self) || (65...90).contains(self) }
}
