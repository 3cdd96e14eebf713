/// An app's entitlement to a level that requires more than authorization on a real phone:
/// `apps.BUNDLE.critical` and `apps.BUNDLE.timeSensitive`.
public enum Entitlement: Equatable, Sendable, CaseIterable {
  /// Unknown, the default: counts as granted, unless the gateway is strict.
  case assumed
  /// The app has the entitlement.
  case granted
  /// The app does not have the entitlement.
  case notGranted

  /// The words of settings.
  static let words = allCases.map(\.json.word)

  /// The value in files: `"assumed"`, `true` or `false`.
  var json: JSONValue {
    switch self {
    case .assumed: "assumed"
    case .granted: true
    case .notGranted: false
    }
  }

  /// Parses ``json``; nil for anything else.
  init?(json: JSONValue) {
    guard let value = Self.allCases.first(where: { $0.json == json }) else { return nil }
    self = value
  }

  /// Returns whether the app may use the level.
  ///
  /// - Parameter isAssumed: Whether ``assumed`` counts as ``granted``.
  func isGranted(whereAssumed isAssumed: Bool) -> Bool {
    self == .granted || self == .assumed && isAssumed
  }
}

extension InterruptionLevel {
  /// The setting of an app that grants the level; nil for levels that every app may use.
  var entitlementKey: String? {
    switch self {
    case .critical: "critical"
    case .timeSensitive: "timeSensitive"
    case .active, .passive: nil
    }
  }

  /// The end of a sentence about what the level requires of an app on a real phone; nil for levels
  /// that every app may use. Apple, "UNNotificationInterruptionLevel" and
  /// "UNAuthorizationOptions.criticalAlert".
  public var requirement: String? {
    switch self {
    case .critical:
      "on a real phone this needs Apple's critical-alerts entitlement and the user's consent"
    case .timeSensitive: "on a real phone this needs the Time Sensitive Notifications capability"
    case .active, .passive: nil
    }
  }
}
