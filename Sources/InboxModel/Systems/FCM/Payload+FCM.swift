extension Payload {
  /// The key beside `aps` with the original message.
  static let fcmKey = "fcm"

  /// The body of a request that sends the message again; nil if the push is not an FCM message.
  public var fcmRequest: String? {
    self.custom[Self.fcmKey].flatMap { $0.object == nil ? nil : JSONWriter.text(["message": $0]) }
  }
}

extension PayloadReader {
  /// Reads the fields of a message that only Android phones use (Firebase, "REST Resource:
  /// projects.messages").
  mutating func readFCM() {
    guard let message = payload.custom[Payload.fcmKey]?.object else { return }
    let android = message["android"]?.object
    let notification = android?["notification"]?.object
    var hints = AndroidHints()
    hints.collapseKey = android?["collapse_key"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    hints.channelID = notification?["channel_id"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    hints.isSecret = notification?["visibility"] == "SECRET"
    payload.android = Indirect(wrappedValue: hints)
  }
}
