import Foundation
import InboxModel

/// The push of the `t` key.
enum TestPush {
  static func request(at moment: Date, freshID: String) -> PushRequest {
    let payload: JSONObject = [
      "aps": [
        "alert": [
          "title": "Welcome",
          "body": "This is a test push. Press Enter to look inside, w to ask why.",
        ],
        "sound": "default", "thread-id": "welcome",
      ]
    ]
    return PushRequest(
      path: "/3/device/" + DeviceToken.local.hex,
      fields: [
        HeaderField(PushHeaders.Name.topic, "com.example.demo"),
        HeaderField(PushHeaders.Name.pushType, PushType.alert.rawValue),
      ],
      body: Array(JSONWriter.text(.object(payload)).utf8),
      origin: Origin(wire: .line, transport: "key", client: "the t key"), receivedAt: moment,
      freshID: freshID)
  }
}
