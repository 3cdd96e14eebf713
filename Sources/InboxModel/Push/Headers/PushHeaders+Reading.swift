extension PushHeaders {
  /// Checks the values one by one, in the order of Apple, "Handling notification responses from APNs"; whether they agree
  /// with each other is ``Topic``'s business.
  ///
  /// - Throws: the first value that APNs would reject.
  init(_ fields: APNSFields) throws(Rejection) {
    self.init()
    if let text = fields.id {
      guard Self.isUUID(text) else {
        throw Rejection(.badMessageID, because: "apns-id \(quoted(text)) is no UUID.")
      }
      id = APNSID(text)
    }
    if let text = fields.expiration {
      guard let seconds = Self.wholeSeconds(text) else {
        throw Rejection(
          .badExpirationDate,
          because: "apns-expiration \(quoted(text)) is no whole number of seconds since 1970.")
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
          .invalidPushType, because: "apns-push-type \(quoted(text)) is no push type.",
          fix: "Send one of " + PushType.documented.map(\.rawValue).joined(separator: ", ") + ".")
      }
      pushType = type
    }
    if let text = fields.collapseID, !text.isEmpty {
      guard text.utf8.count <= 64 else {
        throw Rejection(
          .badCollapseID,
          because: "apns-collapse-id has \(text.utf8.count) bytes, 64 are the most.")
      }
      collapseID = CollapseID(text)
    }
    if let text = fields.topic, !text.isEmpty {
      topic = text
    }
  }

  /// 32 hex digits grouped 8-4-4-4-12; upper case is accepted as APNs itself writes it.
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

  /// Digits only, below 2^63.
  private static func wholeSeconds(_ text: String) -> Int64? {
    text.utf8.allSatisfy(\.isDigit) ? Int64(text) : nil
  }
}

extension PushHeaders {
  /// The push type, or the one the topic's suffix stands for; nil when neither says anything.
  public var effectivePushType: PushType? {
    pushType ?? topic.flatMap(Topic.impliedType)
  }

  /// The most bytes the payload may have.
  public var payloadLimit: Int { (effectivePushType ?? .alert).payloadLimit }
}

extension PushType {
  /// The words of Apple, "Sending notification requests to APNs", in its order.
  public static let documented: [PushType] = [
    .alert, .background, .voip, .complication, .fileprovider, .mdm, .liveactivity, .pushtotalk,
    .location, .controls, .widgets,
  ]

  /// Whether Apple documents the word.
  var isDocumented: Bool {
    self == .alert || self == .background || Self.documented.contains(self)
  }

  /// The suffix of topics of this type; empty for the bare bundle identifier.
  var topicSuffix: String {
    Topic.suffixes.first { $0.type == self }?.suffix ?? ""
  }

  /// The most bytes a payload of this type may have (Apple, "Sending notification requests to APNs").
  public var payloadLimit: Int { self == .voip ? 5120 : 4096 }
}

extension UInt8 {
  var isDigit: Bool { (48...57).contains(self) }
  var isHexDigit: Bool {
    isDigit || (97...102).contains(self) || (65...70).contains(self)
  }
  var isASCIILetter: Bool { (97...122).contains(self) || (65...90).contains(self) }
}
