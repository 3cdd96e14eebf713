import Foundation
import InboxModel

/// `pushinbox send`: a push made from the words of a command line.
enum SendCommand {
  /// The push line such a command stands for, as its payload and headers.
  static func request(
    _ arguments: Arguments, at moment: Date, freshID: String
  ) throws(Arguments.Failure) -> PushRequest {
    var alert = JSONObject()
    alert.set("title", arguments["title"])
    alert.set("subtitle", arguments["subtitle"])
    alert.set("body", arguments.words.first)
    var aps = JSONObject()
    aps.members.append(.init(key: "alert", value: .object(alert)))
    if let text = arguments["badge"] {
      guard let badge = Int(text), badge >= 0 else {
        throw .value(option: "--badge", value: text, expected: "a number from 0")
      }
      aps.members.append(.init(key: "badge", value: .number(JSONNumber(badge))))
    }
    if let text = arguments["level"] {
      guard InterruptionLevel(rawValue: text) != nil else {
        let all = InterruptionLevel.allCases.map(\.rawValue).joined(separator: ", ")
        throw .value(option: "--level", value: text, expected: "one of " + all)
      }
      aps.set("interruption-level", text)
    }
    aps.set("sound", arguments["sound"])
    aps.set("thread-id", arguments["thread"])
    aps.set("category", arguments["category"])
    if let text = arguments["token"], DeviceToken(hex: text) == nil {
      throw .value(option: "--token", value: text, expected: "2 to 200 hex digits, an even number")
    }
    var fields = [HeaderField(PushHeaders.Name.topic, arguments["app"] ?? "com.example.app")]
    if let id = arguments["collapse-id"] {
      fields.append(HeaderField(PushHeaders.Name.collapseID, id))
    }
    return PushRequest(
      path: "/3/device/" + (arguments["token"] ?? DeviceToken.local.hex), fields: fields,
      body: Array(JSONWriter.text(.object(["aps": .object(aps)])).utf8),
      origin: Origin(wire: .line, transport: "send", client: "pushinbox send"),
      receivedAt: moment, freshID: freshID)
  }
}

extension JSONObject {
  fileprivate mutating func set(_ key: String, _ text: String?) {
    guard let text else { return }
    members.append(Member(key: key, value: .string(text)))
  }
}
