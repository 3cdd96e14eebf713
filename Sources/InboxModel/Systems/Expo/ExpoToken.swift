/// An Expo push token: `ExponentPushToken[…]`, `ExpoPushToken[…]` or a UUID
/// (expo/expo-server-sdk-node, `isExpoPushToken`).
struct ExpoToken: Equatable {
  /// The token of the phone: the text in the brackets, or the UUID.
  var device: DeviceToken

  /// Parses a token; nil for any other text.
  init?(_ text: String) {
    let prefixes = ["ExponentPushToken[", "ExpoPushToken["]
    let prefix = prefixes.first { text.hasPrefix($0) }
    let name =
      if let prefix, text.utf8.last == UInt8(ascii: "]") {
        String(text.dropFirst(prefix.count).dropLast())
      } else if Self.isUUID(text) {
        text
      } else {
        ""
      }
    guard let device = DeviceToken(name) else { return nil }
    self.device = device
  }

  private static func isUUID(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.joined().allSatisfy { $0.isASCIILetter || $0.isDigit }
  }
}
