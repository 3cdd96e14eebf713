extension Rejection {
  /// The rejection of the word that an app registers with Webim instead of a token to receive no
  /// more pushes (WEB-03).
  private static let unsubscribed = Rejection(
    .badDeviceToken,
    because: "The device token is “none”, by which an app of Webim's unsubscribes.",
    fix: "Send nothing to this device until its app reports a new token.")

  /// Returns the rejection of the word with which an app unsubscribes from Webim; nil for any other
  /// text.
  static func webim(token: String) -> Rejection? {
    token.lowercased() == "none" ? unsubscribed : nil
  }
}
