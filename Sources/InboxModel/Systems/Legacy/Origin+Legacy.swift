extension Origin.Wire {
  /// Apple's binary interface.
  public static var legacy: Origin.Wire { Origin.Wire(name: "legacy") }
}

extension Rejection {
  /// The rejection of a push for which neither a certificate nor the settings name an app.
  static var missingLegacyTopic: Rejection {
    Rejection(
      .missingTopic,
      because: "Nothing says which app it is for: the binary interface has no topic.",
      fix: "Show the app's client certificate, or name the app in gateway.legacyTopic.")
  }
}
