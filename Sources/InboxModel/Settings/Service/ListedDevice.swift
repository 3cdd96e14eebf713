import Foundation

/// A device token of `gateway.devices`: what the gateway knows of it before any push came
/// (`spec/apns-provider-api.md` §6, §9.3).
public struct ListedDevice: Equatable, Sendable {
  /// What has become of it.
  public enum State: String, CaseIterable, Sendable {
    /// Pushes are taken.
    case active
    /// The app is gone: `Unregistered`.
    case unregistered
    /// It has expired: `ExpiredToken`.
    case expired
    /// Pushes to it are not allowed: `Forbidden`.
    case forbidden
  }

  /// The token.
  public var token: DeviceToken
  /// The one topic it is for, suffix included: calls and Live Activities have tokens of their own.
  public var topic: String
  /// Which environment it belongs to; nil for both.
  public var environment: PushEnvironment?
  /// What has become of it.
  public var state: State
  /// Since when; nil says the moment of the push.
  public var since: Date?

  /// Lists a token.
  public init(
    token: DeviceToken, topic: String, environment: PushEnvironment? = nil,
    state: State = .active, since: Date? = nil
  ) {
    self.token = token
    self.topic = topic
    self.environment = environment
    self.state = state
    self.since = since
  }

  /// The app, which is the topic without its suffix.
  public var app: BundleID { (try? Topic(topic))?.app ?? BundleID(rawValue: topic) }

  /// Refuses a push that it cannot get. What comes of one that is unregistered is asked after all checks, as
  /// of every token.
  ///
  /// - Throws: `BadDeviceToken` where it belongs to the other environment, `DeviceTokenNotForTopic`,
  ///   `ExpiredToken`, `Forbidden`.
  func check(
    _ pushed: String, at now: Date, in environment: PushEnvironment?
  ) throws(Rejection) {
    if let environment, let its = self.environment, its != environment {
      throw Rejection(
        .badDeviceToken,
        because: "The device token is one of \(its.rawValue), this gateway is "
          + "\(environment.rawValue).",
        fix: "Send it to \(its.rawValue); a build out of Xcode registers with development, all "
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
