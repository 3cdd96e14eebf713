// What an Android phone reads in a message of FCM beyond what every phone does (`spec/fcm-http-v1.md` §3).

extension Payload {
  /// The key beside `aps` with the message as it came.
  static let fcmKey = "fcm"

  /// Whether it was a message of FCM for Android, whatever way it came here.
  public var isForAndroid: Bool { custom[Self.fcmKey]?.object != nil }

  /// The body of a request that sends the message again; nil where it was none.
  public var fcmRequest: String? {
    custom[Self.fcmKey].flatMap { $0.object == nil ? nil : JSONWriter.text(["message": $0]) }
  }

  private var android: JSONObject? { custom[Self.fcmKey]?.object?["android"]?.object }
  private var androidNotification: JSONObject? { android?["notification"]?.object }

  /// `collapse_key`: of those that wait the last one counts.
  var collapseKey: String? {
    android?["collapse_key"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// `channel_id`.
  var channelID: String? {
    androidNotification?["channel_id"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// `visibility: SECRET`: nothing of it on the lock screen.
  var isSecret: Bool { androidNotification?["visibility"] == "SECRET" }
}
