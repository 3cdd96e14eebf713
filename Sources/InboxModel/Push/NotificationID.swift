/// Our own number of a push: 1, 2, 3 … in the order of acceptance, never used twice in one store.
public struct NotificationID: RawRepresentable, Hashable, Sendable, Comparable {
  /// The number, from 1.
  public let rawValue: Int

  /// Takes a number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Older pushes have smaller numbers.
  public static func < (left: NotificationID, right: NotificationID) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension NotificationID: ExpressibleByIntegerLiteral {
  /// Takes a literal.
  public init(integerLiteral value: Int) {
    self.init(rawValue: value)
  }
}

extension Arrival {
  /// The arrival of a push that came in the order of its number.
  public init(inOrder id: NotificationID) {
    self.init(rawValue: id.rawValue)
  }

  /// Returns the arrival of the push that comes next.
  func next(for id: NotificationID) -> Arrival {
    Arrival(rawValue: max(rawValue + 1, id.rawValue))
  }
}

/// A device token as senders write it: hex digits, kept in lower case (Apple, "Sending notification requests to APNs"), or a
/// registration token for Android, kept as it is.
public struct DeviceToken: Hashable, Sendable {
  /// Lower-case hex, two digits a byte; a registration token as written.
  public let hex: String

  /// Takes a token of either service: hex digits, else 1 to 1,024 letters, digits and `_`, `-`, `:`, `.`; nil
  /// for anything else.
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

  /// Whether it begins with this, whatever the case of its letters.
  func begins(with prefix: String) -> Bool {
    hex.hasPrefix(prefix) || !isHex && hex.lowercased().hasPrefix(prefix.lowercased())
  }

  /// Whether APNs could have given it out.
  var isHex: Bool { hex.utf8.count % 2 == 0 && hex.utf8.allSatisfy(\.isHexDigit) }

  /// Takes 2 to 200 hex digits, an even number of them; nil otherwise.
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

  /// The same token with another copy of its digits, so that many notifications share one.
  func sharing(_ share: (String) -> String) -> DeviceToken {
    DeviceToken(local: share(hex))
  }

  /// The token given to pushes that name none: push lines, files, test pushes.
  public static let local = DeviceToken(local: String(repeating: "0", count: 64))
}

extension BundleID {
  /// Takes what settings may call an app: the characters of a topic, which are letters, digits, `.`, `-` and
  /// `_`, of which a letter or a digit is first; nil for anything else.
  public init?(wellFormed text: some StringProtocol) {
    guard let first = text.utf8.first, first.isASCIILetter || first.isDigit,
      text.utf8.allSatisfy(Topic.allows)
    else { return nil }
    self.init(String(text))
  }

  /// The form of a bundle identifier, as the end of a sentence.
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
