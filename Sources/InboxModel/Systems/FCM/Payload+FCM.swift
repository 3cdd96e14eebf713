extension Payload {
  /// The key beside `aps` with the message as it came.
  static let fcmKey = "fcm"

  /// The body of a request that sends the message again; nil where it was none.
  public var fcmRequest: String? {
    self.custom[Self.fcmKey].flatMap { $0.object == nil ? nil : JSONWriter.text(["message": $0]) }
  }
}

extension PayloadReader {
  /// Reads what an Android phone makes of a message beyond what every phone does (Firebase, "REST
  /// Resource: projects.messages").
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
