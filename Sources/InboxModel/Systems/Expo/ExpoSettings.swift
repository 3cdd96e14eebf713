/// The settings of the Expo push service (`docs/systems/expo.md`).
public struct ExpoSettings: Equatable, Sendable {
  /// The app of tokens without an entry in ``tokens``.
  public var app: BundleID = "com.example.expo"
  /// The apps of tokens, by the text in the brackets of a token.
  public var tokens: [String: BundleID] = [:]

  /// Returns the app of a token.
  func app(of token: DeviceToken) -> BundleID { tokens[token.hex] ?? app }
}

extension ExpoSettings: SettingsObject {
  static let fields: [SettingField<Self>] = [
    .value("app", \.app, .app, "The app of Expo push tokens without an entry in `tokens`."),
    .form(
      "tokens", \.tokens, .table(of: SettingForm(.app)) { _ in "" },
      "The apps of Expo push tokens, by the text in the brackets."
    ).sample(#"{ "xxxxxxxxxxxxxxxxxxxxxx": "com.example.chat" }"#),
  ]
}
