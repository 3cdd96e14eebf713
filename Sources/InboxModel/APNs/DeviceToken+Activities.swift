/// The form of the tokens that the phone creates for Live Activities.
extension DeviceToken {
  /// A token derived from a name, a number and the app, so that a replay has the same tokens. Its
  /// second half is derived from the first one and the app, so that the phone knows each token that
  /// it has ever created.
  static func ofActivity(_ name: String, _ number: Int, of app: BundleID) -> DeviceToken {
    let half = digits(from: "\(name) \(number)")
    return DeviceToken(hex: half + digits(from: "\(half) \(app.text)")) ?? .local
  }

  /// Returns whether the phone created the token for Live Activities of an app, now or earlier.
  func isOfActivities(of app: BundleID) -> Bool {
    guard hex.utf8.count == 64 else { return false }
    return hex.hasSuffix(Self.digits(from: "\(hex.prefix(32)) \(app.text)"))
  }

  /// Returns 32 hex digits derived from a text.
  private static func digits(from text: String) -> String {
    // FNV-1a of 64 bits.
    let seed = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    var numbers = SplitMix64(seed: seed)
    let digits = (0..<2).map { _ in
      let text = String(numbers.next(), radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return digits.joined()
  }
}
