/// The ports of the binary interface, which are off by default (`gateway.legacy`,
/// `gateway.feedback`, `gateway.legacyTopic`).
public struct LegacySettings: Equatable, Sendable {
  /// The address of its listener, `HOST:PORT`; nil for none.
  public var address: String?
  /// The address of its feedback service, `HOST:PORT`; nil for none.
  public var feedbackAddress: String?
  /// The app of pushes without a certificate that names one; nil for the app of any push without a
  /// topic.
  public var topic: String?
}

extension LegacySettings: SettingsObject {
  /// The keys of the `gateway` object.
  static let fields: [SettingField<Self>] = [
    .value(
      "legacy", \.address, .removable(.address(2195)),
      "The address of Apple's binary interface; without one it is off."
    )
    .consent(.all).sample(#""127.0.0.1:2195""#),
    .value(
      "feedback", \.feedbackAddress, .removable(.address(2196)),
      "The address of the feedback service; without one it is off."
    ).consent(.all).sample(#""127.0.0.1:2196""#),
    .value(
      "legacyTopic", \.topic, .removable(.appName),
      "The app of pushes over the binary interface that do not name one."
    ).sample(#""com.example.app""#),
  ]
}

extension SettingScalar<String> {
  fileprivate static func address(_ port: Int) -> Self {
    text("HOST:PORT, such as `127.0.0.1:\(port)`") { text in
      guard let colon = text.lastIndex(of: ":"), colon > text.startIndex else { return false }
      let port = text[text.index(after: colon)...]
      return port.utf8.allSatisfy(\.isDigit) && UInt16(port) != nil
    }
  }
}
