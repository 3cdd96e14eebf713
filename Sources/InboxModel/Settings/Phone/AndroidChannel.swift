/// A notification channel of an app on Android (Android, "Create and manage notification
/// channels"): the presentation that the user allows.
public struct AndroidChannel: Equatable, Sendable {
  /// The importance of its notifications.
  public enum Importance: String, Sendable, CaseIterable {
    /// Nothing is shown.
    case blocked = "none"
    /// Silent, in the list only, and collapsed by the phone.
    case min
    /// Silent, in the list only.
    case low
    /// With sound, without a banner.
    case standard = "default"
    /// With sound and a banner.
    case high
  }

  /// The identifier; empty if the message has none.
  public var id: String
  /// The importance of its notifications.
  public var importance: Importance
  /// Whether this is the fallback for a channel that the app does not have.
  public var isFallback: Bool = false
}

/// The platform of an app's phone: a message for an iPhone goes through APNs.
public enum AppPlatform: String, Sendable, CaseIterable { case android, ios }

extension AppSettings {
  /// Returns the channel of a notification; nil for an app without registered channels.
  func channel(_ id: String?) -> AndroidChannel? {
    guard !channels.isEmpty else { return nil }
    if let id, let importance = channels[id] {
      return AndroidChannel(id: id, importance: importance)
    }
    return AndroidChannel(id: id ?? "", importance: .standard, isFallback: true)
  }
}
