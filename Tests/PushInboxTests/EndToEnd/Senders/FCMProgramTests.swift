import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// FCM, by the built program.
@Suite(.patient, .enabled(if: Tool.curl != nil, "curl is not installed"))
struct FCMProgramTests {
  private static let path = "/v1/projects/shop/messages:send"

  private static func message(_ rest: String = "", body: String = "Lunch?") -> String {
    #"{"message":{"token":"bk3RNwTe3H0:CI2k_HHwg","notification":{"title":"Ann","body":"\#(body)"}\#(rest)}}"#
  }

  @Test func `a message arrives by every route in the same list, and a tag replaces`() throws {
    let inbox = try RunningInbox()
    let tag = #","android":{"notification":{"tag":"chat-7"}}"#
    let ca = inbox.authority
    let answers = [
      try inbox.curl(Self.message(tag, body: "1"), "--http1.1", path: Self.path),
      try inbox.curl(Self.message(tag, body: "2"), "--http2-prior-knowledge", path: Self.path),
      try inbox.curl(
        Self.message(tag, body: "3"), "--cacert", ca, path: Self.path, scheme: "https"),
    ]
    for answer in answers {
      #expect(answer.status == 200)
      #expect(answer.body.hasPrefix(#"{"name":"projects/shop/messages/0:"#))
      #expect(answer.fields["apns-id"] == nil)
    }
    let group = try #require(try inbox.run("ls", "--json").json()["groups"]?.array?.first?.object)
    #expect(group["app"] == "com.example.android" && group["count"] == 1)
    let entry = group["notifications"]?.array?.first?.object
    #expect(entry?["body"] == "3" && entry?["replaced"] == 2)
    // By its message name.
    let name = try #require(answers[2].body.split(separator: "/").last?.dropLast(2))
    #expect(try inbox.run("ls", "id:\(name)", "--json").json()["groups"]?.array?.count == 1)
  }

  @Test func `a message of an official library arrives through the proxy`() throws {
    let inbox = try RunningInbox()
    let body = try inbox.home.write(Self.message(), to: "message.json")
    let answer = try inbox.answer(toCurl: [
      "-sS", "-i", "--max-time", "60", "--proxy", "http://" + inbox.address,
      "--suppress-connect-headers",
      "--cacert", inbox.authority, "--data-binary", "@" + body,
      "https://fcm.googleapis.com" + Self.path,
    ])
    #expect(answer.status == 200)
    try inbox.event("shown", containing: "Lunch?")
  }

  @Test func `a rejected message is in Rejected, and is accepted after a restart`() throws {
    let inbox = try RunningInbox()
    let rejected = try inbox.curl(
      Self.message(#","ttl":"1s""#), "--http1.1", path: Self.path)
    #expect(rejected.status == 400)
    let row = try inbox.run("ls", "is:rejected", "--json").json()
    #expect(row["wire"] == "fcm" && row["reason"] == "INVALID_ARGUMENT" && row["status"] == 400)
    #expect(row["because"]?.string?.contains("ttl") == true)
    let package = #","android":{"restricted_package_name":"com.example.shop"}"#
    #expect(try inbox.curl(Self.message(package), path: Self.path).status == 200)
    try inbox.kill()
    try inbox.restart()
    // The token is registered for its app.
    #expect(try inbox.curl(Self.message(), path: Self.path).status == 200)
    let group = try inbox.run("ls", "--json").json()["groups"]?.array?.first?.object
    #expect(group?["app"] == "com.example.shop" && group?["count"] == 2)
    let why = try inbox.run("why", "2", "--json").json()
    #expect(why["steps"]?.array?.contains { $0.object?["step"] == "channel" } == true)
  }

  @Test func `a strict gateway requires an access token, which env's account receives`() throws {
    let inbox = try RunningInbox(["--strict"])
    let rejected = try inbox.curl(Self.message(), "--http1.1", path: Self.path)
    #expect(rejected.status == 401)
    #expect(rejected.body.contains(#""status":"UNAUTHENTICATED""#))
    let lines = try inbox.run("env", "--client", "firebase-admin").out
    #expect(lines.contains("HTTPS_PROXY=http://" + inbox.address))
    let path = try #require(
      lines.split(separator: "\n").first { $0.contains("GOOGLE_APPLICATION_CREDENTIALS=") }?
        .split(separator: "'").last)
    let account = try JSONReader.read(Array(Data(contentsOf: URL(filePath: String(path))))).root
    #expect(account.object?["token_uri"] == .string("http://\(inbox.address)/token"))
  }

  @Test func `an app that set subscribes to a topic receives its messages`() throws {
    let inbox = try RunningInbox()
    let message = #"{"message":{"topic":"news","notification":{"body":"Extra"}}}"#
    #expect(try inbox.curl(message, path: Self.path).status == 200)
    #expect(try inbox.run("ls", "--json").json()["groups"]?.array?.isEmpty == true)
    try inbox.run("set", "fcm.topics.news+=com.example.reader")
    #expect(try inbox.curl(message, path: Self.path).status == 200)
    let group = try inbox.run("ls", "--json").json()["groups"]?.array?.first?.object
    #expect(group?["app"] == "com.example.reader")
    let none = try inbox.run("why", "1", "--json").json()
    #expect(none["reason"] == "fcm.not-subscribed")
  }
}
