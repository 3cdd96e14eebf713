import Foundation

@testable import InboxModel

extension DeliveredNotification {
  /// Returns a notification with defaults for all fields that a test does not need.
  static func stub(
    _ id: Int, app: BundleID = "com.example.chat", thread: ThreadID = "", title: String? = nil,
    subtitle: String? = nil, body: String? = "Hi", requestID: RequestID? = nil, isRead: Bool = false
  ) -> DeliveredNotification {
    DeliveredNotification(
      id: NotificationID(rawValue: id), apnsID: "apns-\(id)",
      requestID: requestID ?? "request-\(id)", app: app, threadIdentifier: thread,
      content: Content(title: title, subtitle: subtitle, body: body),
      receivedAt: Date(timeIntervalSince1970: 1_776_190_000 + Double(id)), isRead: isRead,
      topic: app.text)
  }

  /// Returns the notification with a change.
  func with(_ change: (inout DeliveredNotification) -> Void) -> DeliveredNotification {
    var copy = self
    change(&copy)
    return copy
  }
}
