import Foundation

@testable import InboxModel

// Readers of texts: what is read and written again is the same, and errors name places inside the text.

extension FuzzTarget {
  static let texts = [json, json5, settings, scenario, filter, strings, propertyList, condition]

  private static let json = FuzzTarget(
    "JSON",
    [
      #"{"aps":{"alert":{"title":"a\u00e9\ud83d\ude00"},"badge":-0.5e-3},"x":[1,null,true,[]]}"#,
      "[1e400,-1,0.1,\"\\\\\\\"\\/\\b\\f\\n\\r\\t\"]", " \"text\" ",
    ]
  ) { try readsAndWrites($0, .json) }

  private static let json5 = FuzzTarget(
    "JSON5",
    ["{a:'b',/*c*/d:[+1,.5,0x1F,],// end\n'e\\\nf':Infinity}", "{$key_1:\"\\x41\\0\",}", "NaN"]
  ) { try readsAndWrites($0, .json5) }

  private static func readsAndWrites(_ input: [UInt8], _ dialect: JSONReader.Dialect) throws {
    let text: String
    do throws(JSONError) {
      text = JSONWriter.text(try JSONReader.read(input, dialect: dialect).root)
    } catch {
      let isPlaced =
        error.line >= 1 && error.column >= 1 && (0...input.count).contains(error.offset)
      return try expectHolds(isPlaced && !error.problem.isEmpty, "no place in the text: \(error)")
    }
    let again = try? JSONReader.read(Array(text.utf8), dialect: dialect)
    try expectHolds(
      again.map { JSONWriter.text($0.root) } == text, "read and written again it differs: \(text)")
  }

  private static let settings = FuzzTarget(
    "settings",
    [
      #"{device:{lock:"locked",previews:"never"},apps:{"com.a":{banners:false,sounds:["x"]}}}"#,
      #"{focus:{night:{from:"22:00",to:"07:00",days:"daily"}},summary:{times:["08:00"]}}"#,
      #"{gateway:{environment:"development"},history:{keep:5},keys:{X:"dismiss"},filters:{a:"b"}}"#,
      #"{colors:{bad:"bold #5f87af"},hooks:[{on:"shown",run:["x"]}]}"#,
    ]
  ) { input in
    var configuration = Configuration()
    guard
      (try? configuration.apply(input, fileName: "fuzz.json5", allowsPrograms: true)) != nil
    else { return }
    let lines = ConfigurationText.lines(configuration.json(phone: configuration.phone))
    var again = Configuration()
    do {
      try again.apply(
        Array(lines.joined(separator: "\n").utf8), fileName: "again.json5", allowsPrograms: true)
    } catch {
      throw BrokenProperty(description: "what was written cannot be read: \(error)")
    }
    try expectHolds(again.phone == configuration.phone, "the settings of the phone differ")
    try expectHolds(again.gateway == configuration.gateway, "the settings of the gateway differ")
  }

  private static let scenario = FuzzTarget(
    "scenario",
    [
      #"{"at":"2026-01-01T09:00:00Z","bundleId":"com.a","payload":{"aps":{"alert":"x"}}}"#
        + "\n" + #"{"wait":"10m"}"# + "\n" + #"{"expect":{"count":1,"groups":[{"app":"com.a"}]}}"#,
      #"{"set":"focus","value":"dnd"}"# + "\n" + #"{"act":{"on":"last","action":"REPLY"}}"#,
    ]
  ) { input in
    do throws(SettingsError) {
      _ = try Scenario(input, fileName: "fuzz.jsonl")
    } catch {
      try expectHolds(
        isClean(PlainText.clean(error.message)), "control characters: \(error.message)")
    }
  }

  private static let filter = FuzzTarget(
    "filter",
    [
      "app:com.a is:unread -level:passive after:10m", "\"two words\" title:x json:a.b=1",
      "before:2026-01-01T09:00:00Z thread:\"a\\\"b\"", "(a)", "-is:read",
    ]
  ) { input in
    let now = Date(timeIntervalSince1970: 1_776_000_000)
    guard
      let filter = try? Filter(
        String(decoding: input, as: UTF8.self), now: now, timeZone: .gmt, saved: ["a": "is:unread"])
    else { return }
    var phone = Phone(settings: PhoneSettings())
    let notification = DeliveredNotification(
      id: 1, apnsID: "a", requestID: "r", app: "com.a", threadIdentifier: "t",
      content: .init(title: "one two", body: "drei"), receivedAt: now, topic: "com.a")
    phone.inbox.insert(notification, grouping: .automatic)
    let found = phone.inbox.narrowed(to: filter, on: phone).count == 1
    try expectHolds(
      found == filter.matches(notification, on: phone), "the list and the filter disagree")
  }

  private static let strings = FuzzTarget(
    "strings file",
    ["/* c */ \"key\" = \"value %1$@ %d\";\n\"a\\U00e9\" = \"b\\n\";", "\u{FEFF}\"a\"=\"b\";"]
  ) { _ = try? StringsFile.read($0) }

  private static let propertyList = FuzzTarget(
    "property list",
    [
      "<?xml version=\"1.0\"?><plist><dict><key>a</key><string>b</string><key>c</key><dict>"
        + "<key>NSStringLocalizedFormatKey</key><string>%#@n@</string></dict></dict></plist>"
    ]
  ) { _ = try? PropertyListStrings.read($0) }

  private static let condition = FuzzTarget(
    "topic condition", ["'a' in topics && ('b' in topics || !('c' in topics))", "'x' in topics"]
  ) { input in
    let text = String(decoding: input, as: UTF8.self)
    guard let condition = TopicCondition(text) else { return }
    // Evaluation ends, whatever is subscribed to.
    _ = condition.holds { $0.utf8.count % 2 == 0 }
  }
}
