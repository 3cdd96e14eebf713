import Foundation
import Testing

@testable import InboxModel

/// The fields of a message (Firebase, "REST Resource: projects.messages").
@Suite struct FCMMessageTests {
  /// An invalid message: the name of its invalid part, and the field in the response.
  struct Spoilt: CustomTestStringConvertible, Sendable {
    var name: String
    var message: String
    var field: String
    var testDescription: String { name }

    init(_ name: String, _ message: String, _ field: String) {
      (self.name, self.message, self.field) = (name, message, field)
    }
  }

  static let spoilt: [Spoilt] = [
    Spoilt("a number in data", #""data":{"chat":7}"#, "message.data.chat"),
    Spoilt("an object in data", #""data":{"chat":{}}"#, "message.data.chat"),
    Spoilt("data that is a list", #""data":[]"#, "message.data"),
    Spoilt("from in data", #""data":{"from":"x"}"#, "message.data.from"),
    Spoilt("message_type in data", #""data":{"message_type":"x"}"#, "message.data.message_type"),
    Spoilt("google. in data", #""data":{"google.x":"x"}"#, "message.data.google.x"),
    Spoilt(
      "gcm.notification. in data", #""data":{"gcm.notification.x":"x"}"#,
      "message.data.gcm.notification.x"),
    Spoilt("an unknown field", #""notifcation":{}"#, "message.notifcation"),
    Spoilt("an unknown field within", #""android":{"tll":"1s"}"#, "message.android.tll"),
    Spoilt("a title that is none", #""notification":{"title":1}"#, "message.notification.title"),
    Spoilt("a priority that is none", #""android":{"priority":"10"}"#, "message.android.priority"),
    Spoilt("a priority beyond the last", #""android":{"priority":2}"#, "message.android.priority"),
    Spoilt("a ttl without s", #""android":{"ttl":"3600"}"#, "message.android.ttl"),
    Spoilt("a ttl that is a number", #""android":{"ttl":3600}"#, "message.android.ttl"),
    Spoilt("a ttl below zero", #""android":{"ttl":"-1s"}"#, "message.android.ttl"),
    Spoilt("a ttl over four weeks", #""android":{"ttl":"2419201s"}"#, "message.android.ttl"),
    Spoilt("a ttl with ten places", #""android":{"ttl":"1.0123456789s"}"#, "message.android.ttl"),
    Spoilt(
      "a color by name", #""android":{"notification":{"color":"red"}}"#,
      "message.android.notification.color"),
    Spoilt(
      "a count below zero", #""android":{"notification":{"notification_count":-1}}"#,
      "message.android.notification.notification_count"),
    Spoilt(
      "a visibility that is none", #""android":{"notification":{"visibility":"HIDDEN"}}"#,
      "message.android.notification.visibility"),
    Spoilt(
      "arguments that are not a list", #""android":{"notification":{"body_loc_args":"x"}}"#,
      "message.android.notification.body_loc_args"),
    Spoilt(
      "an argument that is not a string", #""android":{"notification":{"body_loc_args":["x",1]}}"#,
      "message.android.notification.body_loc_args[1]"),
    Spoilt(
      "a package that is none", #""android":{"restricted_package_name":"a b"}"#,
      "message.android.restricted_package_name"),
    Spoilt(
      "a header of APNs that is none", #""apns":{"headers":{"apns-priority":10}}"#,
      "message.apns.headers.apns-priority"),
    Spoilt("a payload that is none", #""apns":{"payload":"x"}"#, "message.apns.payload"),
    Spoilt("a topic beside the token", #""topic":"news""#, "message.topic"),
    Spoilt(
      "a token of a Live Activity that is none",
      #""apns":{"live_activity_token":"no token!"}"#, "message.apns.live_activity_token"),
    Spoilt(
      "a token of a Live Activity that is not hex",
      #""apns":{"live_activity_token":"xyz"}"#, "message.apns.live_activity_token"),
    Spoilt("webpush that is none", #""webpush":1"#, "message.webpush"),
    Spoilt(
      "text and data of 4,097 bytes",
      #""data":{"k":"\#(String(repeating: "x", count: 4089))"}"#, "message.data"),
  ]

  @Test(arguments: spoilt)
  func `an invalid field is INVALID_ARGUMENT and named`(row: Spoilt) throws {
    var bench = FCMBench()
    let sent = bench.send(row.message)
    let answer = try #require(sent)
    #expect(answer.status == 400)
    #expect(answer.fcmCode == "INVALID_ARGUMENT")
    #expect(answer.fcmField == row.field)
    #expect(answer.apnsID.isEmpty)
    let push = try #require(bench.rejected.first)
    #expect(push.origin.wire == .fcm)
    #expect(push.reason == "INVALID_ARGUMENT" && push.status == 400)
    #expect(!push.fix.isEmpty)
    // The stored response is the one that the sender received.
    #expect(push.answerBody == answer.document)
    #expect(bench.records.isEmpty)
  }

  @Test(arguments: [
    ("{}", "message"), (#"{"message":{}}"#, "message.token"),
    (#"{"message":{"token":"a b"}}"#, "message.token"),
    (#"{"message":{"token":""}}"#, "message.token"),
    (#"{"message":{"token":"NONE"}}"#, "message.token"),
    (#"{"message":{"topic":"/topics/news"}}"#, "message.topic"),
    (#"{"message":{"condition":"news"}}"#, "message.condition"),
    (#"{"message":{"token":"a"},"validate_only":1}"#, "validate_only"),
    (#"{"message":{"token":"a"},"dry_run":true}"#, "dry_run"), (#"{"message":[]}"#, "message"),
  ])
  func `a request without a target, or with unknown fields beside it, is rejected`(
    body: String, field: String
  ) {
    var bench = FCMBench()
    let answer = bench.send(body: body)
    #expect(answer?.status == 400)
    #expect(answer?.fcmField == field)
  }

  @Test(arguments: ["", "{", "[]", "null", "\u{0}", #"{"message":{"token":"a"},}"#])
  func `a body that is not a JSON object is INVALID_ARGUMENT`(body: String) {
    var bench = FCMBench()
    #expect(bench.send(body: body)?.fcmCode == "INVALID_ARGUMENT")
    #expect(bench.rejected.count == 1)
  }

  @Test func `every documented field is accepted in both spellings`() throws {
    let snake = #"""
      "name":"x","data":{"a":"b"},"notification":{"title":"T","body":"B","image":"https://x"},
      "fcm_options":{"analytics_label":"l"},
      "android":{"collapse_key":"k","priority":"HIGH","ttl":"3.5s",
        "restricted_package_name":"com.example.shop","data":{"c":"d"},"direct_boot_ok":true,
        "fcm_options":{"analytics_label":"l"},
        "notification":{"title":"t","body":"b","icon":"i","color":"#a0B1c2","sound":"s","tag":"g",
          "click_action":"A","body_loc_key":"k","body_loc_args":["1"],"title_loc_key":"k",
          "title_loc_args":[],"channel_id":"c","ticker":"t","sticky":true,
          "event_time":"2026-04-14T18:58:00Z","local_only":false,
          "notification_priority":"PRIORITY_MAX","default_sound":true,
          "default_vibrate_timings":true,"default_light_settings":true,"vibrate_timings":["1s"],
          "visibility":"PRIVATE","notification_count":3,"image":"https://x","proxy":"ALLOW",
          "light_settings":{"color":{"red":1,"green":0.5,"blue":0,"alpha":1},
            "light_on_duration":"1s","light_off_duration":"1.5s"}}},
      "apns":{"headers":{"apns-priority":"5"},"payload":{"aps":{"badge":1}},
        "fcm_options":{"image":"https://x","analytics_label":"l"},"live_activity_token":"ab"},
      "webpush":{"headers":{"TTL":"1"},"data":{"e":"f"},"notification":{"any":[1]},
        "fcm_options":{"link":"https://x","analytics_label":"l"}}
      """#
    // Only names are matched: a colon follows them.
    let camel = snake.replacing(#/_([a-z])(?=[a-z_]*":)/#) { $0.1.uppercased() }
    #expect(camel.contains(#""lightOnDuration":"#))
    let messages = try [snake, camel].map { text in
      try FCMMessage.read(Array(FCMBench.body(text).utf8)).get()
    }
    #expect(messages[0] == messages[1])
    #expect(messages[0].android["ttl"] == "3.5s")
    #expect(messages[0].data["c"] == "d")
  }

  @Test func `null counts as absent, numbers as enumeration words, strings as integers`() throws {
    let body = FCMBench.body(
      #""data":null,"android":{"priority":"high","notification":{"notificationCount":"4"}}"#)
    let message = try FCMMessage.read(Array(body.utf8)).get()
    #expect(message.json["data"] == nil)
    #expect(message.android["priority"] == "HIGH")
    #expect(message.notification["notification_count"] == 4)
  }

  @Test func `4,096 bytes of text and data are accepted, for a topic 2,048`() {
    func body(_ target: String, _ count: Int) -> [UInt8] {
      let text = String(repeating: "x", count: count - #"{"k":""}"#.utf8.count)
      return Array(#"{"message":{\#(target),"data":{"k":"\#(text)"}}}"#.utf8)
    }
    func isTaken(_ body: [UInt8]) -> Bool {
      if case .success = FCMMessage.read(body) { true } else { false }
    }
    #expect(isTaken(body(#""token":"a""#, 4096)))
    #expect(!isTaken(body(#""token":"a""#, 4097)))
    #expect(isTaken(body(#""topic":"a""#, 2048)))
    #expect(!isTaken(body(#""topic":"a""#, 2049)))
  }

  @Test(arguments: [
    ("'a' in topics", "a", true), ("'a' in topics", "b", false),
    ("'a' in topics && 'b' in topics", "ab", true), ("'a' in topics && 'b' in topics", "a", false),
    ("'a' in topics || 'b' in topics", "b", true), ("!('a' in topics)", "a", false),
    ("!('a' in topics)", "b", true), ("!'a' in topics", "", true),
    // Operators associate to the left.
    ("'a' in topics || 'b' in topics && 'c' in topics", "a", false),
    ("'a' in topics || ('b' in topics && 'c' in topics)", "a", true),
    ("'a' in topics&&('b' in topics||!('c' in topics))", "a", true),
    (#"( "a" in topics )"#, "a", true),
  ])
  func `a condition matches the subscriptions of its row`(
    text: String, subscribed: String, holds: Bool
  ) throws {
    let condition = try #require(TopicCondition(text))
    #expect(condition.holds { subscribed.contains($0) } == holds)
  }

  @Test(arguments: [
    "", "a in topics", "'a' in topic", "'a' intopics", "'a' in topics &&", "('a' in topics",
    "'a' in topics)",
    "'a' in topics & 'b' in topics", "'a b' in topics", "'a in topics", "true",
    String(repeating: "(", count: 500) + "'a' in topics" + String(repeating: ")", count: 500),
    String(repeating: "!", count: 500) + "'a' in topics",
    (0...5).map { "'t\($0)' in topics" }.joined(separator: " || "),
  ])
  func `an invalid condition is rejected`(text: String) {
    #expect(TopicCondition(text) == nil)
  }
}
