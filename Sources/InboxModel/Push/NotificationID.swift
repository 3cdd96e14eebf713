/// The number of a push: 1, 2, 3 … in the order of acceptance, never reused within a store.
public struct NotificationID: RawRepresentable, Hashable, Sendable, Comparable {
  /// The number, from 1.
  public let rawValue: Int

  /// Makes an identifier from a number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Returns whether the left push was accepted before the right one.
  public static func < (left: NotificationID, right: NotificationID) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension NotificationID: ExpressibleByIntegerLiteral {
  /// Makes an identifier from a literal.
  public init(integerLiteral value: Int) {
    self.init(rawValue: value)
  }
}

extension Arrival {
  /// Makes the arrival of a push that arrived in the order of its number.
  public init(inOrder id: NotificationID) {
    self.init(rawValue: id.rawValue)
  }

  /// Returns the arrival of the next push.
  func next(for id: NotificationID) -> Arrival {
    Arrival(rawValue: max(rawValue + 1, id.rawValue))
  }
}

/// A device token as written by senders: hex digits, stored in lower case (Apple, "Sending
/// notification requests to APNs"), or a registration token for Android, stored unchanged.
public struct DeviceToken: Hashable, Sendable {
  /// Lower-case hex, two digits per byte; a registration token is unchanged.
  public let hex: String

  /// Parses a token of either service: hex digits, else 1 to 1,024 letters, digits and `_`, `-`,
  /// `:`, `.`; nil for any other text.
  public init?(_ text: String) {
    if let token = DeviceToken(hex: text) {
      self = token
      return
    }
    guard (1...1024).contains(text.utf8.count),
      text.utf8.allSatisfy({ Topic.allows($0) || $0 == UInt8(ascii: ":") })
    else { return nil }
    hex = text
  }

  /// Returns whether the token begins with the prefix, ignoring case.
  func begins(with prefix: String) -> Bool {
    hex.hasPrefix(prefix) || !isHex && hex.lowercased().hasPrefix(prefix.lowercased())
  }

  /// Whether it has the form of an APNs device token.
  var isHex: Bool { hex.utf8.count % 2 == 0 && hex.utf8.allSatisfy(\.isHexDigit) }

  /// Parses an even number of 2 to 200 hex digits; nil for any other text.
  public init?(hex: some StringProtocol) {
    var (count, hasUpper) = (0, false)
    for byte in hex.utf8 {
      guard byte.isHexDigit else { return nil }
      count += 1
      if byte.isASCIILetter, byte & 0x20 == 0 { hasUpper = true }
    }
    guard count % 2 == 0, (2...200).contains(count) else { return nil }
    self.hex = hasUpper ? hex.lowercased() : String(hex)
  }

  private init(local hex: String) {
    self.hex = hex
  }

  /// Returns the token with its digits replaced by a shared copy, so that many notifications use
  /// one.
  func sharing(_ share: (String) -> String) -> DeviceToken {
    DeviceToken(local: share(hex))
  }

  /// The token of pushes that name none: push lines, files, test pushes.
  public static let local = DeviceToken(local: String(repeating: "0", count: 64))
}

extension BundleID {
  /// Parses the name of an app in the settings: the characters of a topic, which are letters,
  /// digits, `.`, `-` and `_`, beginning with a letter or digit; nil for any other text.
  public init?(wellFormed text: some StringProtocol) {
    guard let first = text.utf8.first, first.isASCIILetter || first.isDigit,
      text.utf8.allSatisfy(Topic.allows)
    else { return nil }
    self.init(String(text))
  }

  /// The texts of bundle identifiers as a regular expression (ECMA-262), without anchors.
  static let pattern = "[A-Za-z0-9][A-Za-z0-9._-]*"

  /// The form of a bundle identifier, worded as the end of a sentence.
  static let form = "a bundle id such as `com.example.chat`"
}

extension ActionIdentifier {
  /// The notification itself was opened.
  public static let open = ActionIdentifier(
    "com.apple.UNNotificationDefaultActionIdentifier")
  /// The notification was dismissed.
  public static let dismiss = ActionIdentifier(
    "com.apple.UNNotificationDismissActionIdentifier")
}
