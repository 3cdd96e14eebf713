import Foundation
import InboxModel

/// A test push of the menu of the `t` key.
enum TestPush: CaseIterable, Sendable {
  case message, silent, critical, faulty, long, rightToLeft

  /// The row in the menu. The key of the first one is that of the menu, so that pressing it twice
  /// sends a message.
  var label: Choice.Label {
    switch self {
    case .message: ("t", "message", "title, text and sound")
    case .silent: ("s", "silent", "wakes the app, shows nothing")
    case .critical: ("c", "critical", "an alert that passes every Focus")
    case .faulty: ("f", "faulty", "apns-priority 7: BadPriority")
    case .long: ("l", "long", "nearly 4 KB of text")
    case .rightToLeft: ("r", "right to left", "Arabic and Hebrew with digits")
    }
  }

  private var aps: JSONObject {
    switch self {
    case .message:
      [
        "alert": [
          "title": "Welcome",
          "body": "This is a test push. Press Enter to inspect it, w to explain it.",
        ],
        "sound": "default", "thread-id": "welcome",
      ]
    case .silent: ["content-available": 1]
    case .critical:
      [
        "alert": ["title": "Smoke", "body": "The kitchen detector reports smoke."],
        "sound": ["critical": 1, "name": "default", "volume": 1],
        "interruption-level": "critical", "thread-id": "alarm",
      ]
    case .faulty: ["alert": ["title": "Faulty", "body": "This push is rejected."]]
    case .long:
      [
        "alert": [
          "title": "A long text",
          "body": .string(
            (1...48).map { "Line \($0) of a text that no banner has room for, as mail has." }
              .joined(separator: "\n")),
        ],
        "thread-id": "long",
      ]
    case .rightToLeft:
      [
        "alert": [
          "title": "رسالة جديدة",
          "body": "وصل الطلب رقم 4711 في الساعة 18:30. ההזמנה מספר 4711 הגיעה.",
        ],
        "thread-id": "rtl",
      ]
    }
  }

  /// Returns the push for the gateway.
  func request(at moment: Date, freshID: APNSID) -> PushRequest {
    let type: PushType = self == .silent ? .background : .alert
    var fields = [
      HeaderField(PushHeaders.Name.topic, "com.example.demo"),
      HeaderField(PushHeaders.Name.pushType, type.rawValue),
    ]
    switch self {
    case .silent: fields.append(HeaderField(PushHeaders.Name.priority, "5"))
    case .faulty: fields.append(HeaderField(PushHeaders.Name.priority, "7"))
    default: break
    }
    return PushRequest(
      by: "the t key", path: "/3/device/" + DeviceToken.local.hex, fields: fields,
      body: Array(JSONWriter.text(.object(["aps": .object(aps)])).utf8), at: moment,
      freshID: freshID)
  }
}
