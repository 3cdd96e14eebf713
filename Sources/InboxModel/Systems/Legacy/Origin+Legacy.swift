extension Origin.Wire {
  /// Apple's binary interface.
  public static var legacy: Origin.Wire { Origin.Wire(name: "legacy") }
}

extension Rejection {
  /// The rejection of a push for which neither a certificate nor the settings name an app.
  static var missingLegacyTopic: Rejection {
    Rejection(
      .missingTopic,
      because: "The app is unknown: the binary interface has no topic.",
      fix: "Connect with the app's client certificate, or set gateway.legacyTopic.")
  }
}
