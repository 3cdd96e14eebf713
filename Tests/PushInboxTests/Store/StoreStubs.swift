import Foundation
import InboxModel

extension PushRecord {
  /// Returns a push that differs from others only in its number, by default.
  static func stub(
    _ id: Int, app: BundleID = "com.example.chat", thread: ThreadID = "op-42",
    title: String? = "Chat", body: String? = "Hello", place: Place = .listed,
    outcome: Outcome = .shown, payload: String = #"{"aps":{"alert":"Hello"}}"#
  ) -> PushRecord {
    let received = Date(timeIntervalSince1970: 1_776_000_000 + Double(id))
    let apnsID: APNSID = "7F3A0000-0000-0000-0000-\(1_000_000_000_00 + id)"
    var content = Payload()
    content.bytes = Array(payload.utf8)
    return PushRecord(
      notification: DeliveredNotification(
        id: NotificationID(rawValue: id), apnsID: apnsID, requestID: RequestID(apnsID), app: app,
        threadIdentifier: thread, content: .init(title: title, body: body),
        receivedAt: received, outcome: outcome, presented: [.list, .banner], topic: app.text,
        payloadSize: payload.utf8.count),
      place: place,
      delivery: Delivery(
        id: NotificationID(rawValue: id), apnsID: apnsID, requestID: RequestID(apnsID), app: app,
        topic: app.text, token: .local, headers: PushHeaders(), payload: content,
        origin: Origin(wire: .line), receivedAt: received),
      context: PresentationContext())
  }

  /// Returns a push in which no field has its usual value.
  static func peculiar(_ id: Int) -> PushRecord {
    var record = PushRecord.stub(id)
    record.place = .held(until: Date(timeIntervalSince1970: 1_776_100_000.25))
    record.notification.requestID = "op-42"
    record.notification.categoryIdentifier = "MESSAGE"
    record.notification.content = .init(
      title: "", subtitle: "a\u{0}b\u{1b}[31m",
      body: "Здравствуйте 👩‍👩‍👧 " + String(repeating: "я", count: 5000))
    record.notification.receivedAt = Date(timeIntervalSince1970: 1_776_000_000.004)
    record.notification.deliveredAt = Date(timeIntervalSince1970: 1_776_000_600.25)
    record.notification.level = .timeSensitive
    record.notification.badge = 0
    record.notification.collapseID = "op-42"
    record.notification.replaced = 3
    record.notification.outcome = .held
    record.notification.reason = .summaryHeld
    record.notification.presented = [.badge, .sound]
    record.notification.isRead = true
    record.notification.acted = .open
    record.notification.summaryArgument = "Никита"
    record.notification.summaryArgumentCount = 4
    record.notification.relevanceScore = 0.1
    record.notification.token = DeviceToken(hex: "00FCabcd") ?? .local
    record.notification.topic = "com.example.chat.voip"
    record.notification.pushType = .voip
    record.notification.textNote = .textKeyMissing
    record.notification.payloadText = PayloadText(
      of: Array(#"{"aps":{"alert":"a\u0001b"},"a\u001fb":["\u001d\u0005", 4711]}"#.utf8),
      beside: record.notification)
    record.notification.openLabel = id % 2 == 0 ? nil : "Сыграть"
    // A push and its entry agree on sender, origin and time.
    record.delivery.requestID = record.notification.requestID
    record.delivery.topic = record.notification.topic
    record.delivery.token = record.notification.token
    record.delivery.receivedAt = record.notification.receivedAt
    record.delivery.deliveredAt = record.notification.deliveredAt
    record.delivery.arrival = record.notification.arrival
    return record
  }
}

extension RejectedRequest {
  /// Returns a rejected push with all fields set.
  static func stub(_ number: Int) -> RejectedRequest {
    var push = RejectedRequest(
      number: number,
      origin: Origin(wire: .h2, transport: "TLS 1.3", client: "curl/8", connection: 7, stream: 3),
      at: Date(timeIntervalSince1970: 1_776_000_000.125), reason: "PayloadTooLarge", status: 413,
      because: "The payload has 4331 bytes.", fix: "Send less.", apnsID: "a-\(number)",
      body: [0, 0x7b, 0xff], app: "com.example.chat", token: "zz", path: "/3/device/zz",
      fields: [HeaderField("apns-id", "x\"y"), HeaderField("apns-id", "z")])
    if number % 2 == 0 {
      push.unregisteredSince = Date(timeIntervalSince1970: 1_770_000_000.25)
      push.fault = number
    }
    return push
  }
}
