/// A notification channel of an app on Android (Android, "Create and manage notification
/// channels"): the presentation that the person allows.
public struct AndroidChannel: Equatable, Sendable {
  /// The importance of its notifications.
  public enum Importance: String, Sendable, CaseIterable {
    /// Nothing is shown.
    case blocked = "none"
    /// In the list only, silently; a phone folds them away.
    case min
    /// In the list only, silently.
    case low
    /// With its sound, without a banner.
    case standard = "default"
    /// With its sound and a banner.
    case high
  }

  /// The identifier; empty where none was sent.
  public var id: String
  /// The importance of its notifications.
  public var importance: Importance
  /// Whether the app has no such channel, and the one for such cases took its place.
  public var isFallback: Bool = false
}

/// The kind of phone that an app is on: a message for an iPhone goes by APNs.
public enum AppPlatform: String, Sendable, CaseIterable { case android, ios }

extension AppSettings {
  /// The channel a notification goes by; nil for an app that has told of none.
  func channel(_ id: String?) -> AndroidChannel? {
    guard !channels.isEmpty else { return nil }
    if let id, let importance = channels[id] {
      return AndroidChannel(id: id, importance: importance)
    }
    return AndroidChannel(id: id ?? "", importance: .standard, isFallback: true)
  }
}
