extension Rejection {
  /// The rejection of the word that an app hands to Webim in place of its token to get no more
  /// pushes (WEB-03).
  private static let unsubscribed = Rejection(
    .badDeviceToken,
    because: "The device token is “none”, by which an app of Webim's unsubscribes.",
    fix: "Send nothing to this device until its app hands over a token again.")

  /// The rejection of the word by which an app of Webim's unsubscribes; nil for any other text.
  static func webim(token: String) -> Rejection? {
    token.lowercased() == "none" ? unsubscribed : nil
  }
}
