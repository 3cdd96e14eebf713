import Foundation

/// A device token of `gateway.devices`, known before its first push.
public struct ListedDevice: Equatable, Sendable {
  /// The state of the token.
  public enum State: String, CaseIterable, Sendable {
    /// Pushes are accepted.
    case active
    /// The app was uninstalled: `Unregistered`.
    case unregistered
    /// The token has expired: `ExpiredToken`.
    case expired
    /// Pushes are forbidden: `Forbidden`.
    case forbidden
  }

  /// The token.
  public var token: DeviceToken
  /// The topic of the token, suffix included: calls and Live Activities have separate tokens.
  public var topic: String
  /// The environment of the token; nil for both.
  public var environment: PushEnvironment?
  /// The state of the token.
  public var state: State = .active
  /// The moment from which the state holds; nil for the moment of the push.
  public var since: Date?

  /// The app: the topic without its suffix.
  public var app: BundleID { (try? Topic(topic))?.app ?? BundleID(topic) }

  /// Rejects a push that the token cannot receive. An unregistered token is rejected after all
  /// other checks, as every token is.
  ///
  /// - Throws: `BadDeviceToken` for a token of the other environment, `DeviceTokenNotForTopic`,
  ///   `ExpiredToken`, `Forbidden`.
  func check(
    _ pushed: String, at now: Date, in environment: PushEnvironment?
  ) throws(Rejection) {
    if let environment, let own = self.environment, own != environment {
      throw Rejection(
        .badDeviceToken,
        because: "The device token is one of \(own.rawValue), this gateway is "
          + "\(environment.rawValue).",
        fix: "Send it to \(own.rawValue); a build out of Xcode registers with development, all "
          + "others with production.")
    }
    guard topic == pushed else {
      throw Rejection(
        .deviceTokenNotForTopic,
        because: "The device token was registered for \(quoted(topic)), apns-topic is "
          + "\(quoted(pushed)).")
    }
    switch state {
    case .active, .unregistered: return
    case .forbidden:
      throw Rejection(.forbidden, because: "gateway.devices forbids pushes to this device token.")
    case .expired:
      let since = since ?? now
      var rejection = Rejection(
        .expiredToken, because: "The device token expired at \(Timestamp.text(since)).")
      rejection.unregisteredSince = since
      throw rejection
    }
  }
}

// MARK: - Settings

extension ListedDevice: SettingsObject {
  static let fields: [SettingField<Self>] = [
    .value("token", \.token, .hexToken, "The device token."),
    .value("app", \.topic, .appName, "The app that the token is for.")
      .written { .string($0.app.text) },
    .required("token", "app"),
    .group(
      [
        .init(
          "topic", SettingForm<String>(.text).schema,
          "The topic of the token, if it is not the app alone.")
      ],
      read: { its, reader throws(SettingsError) in
        let app = its.topic
        let topic = SettingScalar.text("a topic of \(app)") {
          (try? Topic($0))?.app.text == app
        }
        try reader.read("topic", topic, into: &its.topic)
      },
      write: { $0.topic == $0.app.text ? [:] : ["topic": .string($0.topic)] }),
    .value(
      "environment", \.environment, .removable(.choice),
      "The environment that the token belongs to."),
    .choice("state", \.state, "The state of the token at the push service."),
    .value("since", \.since, .given(.moment), "The time since which it has that state."),
  ]
}

extension SettingScalar<DeviceToken> {
  fileprivate static var hexToken: Self {
    Self(
      expected: "2 to 200 hex digits, an even number", kinds: [.string],
      convert: { $0.string.flatMap { DeviceToken(hex: $0) } },
      json: { .string($0.hex) })
  }
}
