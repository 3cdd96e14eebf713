import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The ICQ server of the built program (`docs/systems/icq.md`).
@Suite(.patient, .enabled(if: Tool.curl != nil, "curl is not installed"))
struct ICQProgramTests {
  private static let session =
    #"{"uin":"222222","mobile":true,"notifyMode":"sendOnePerConversation","iPhoneDevToken":""#
    + String(repeating: "ab", count: 32)
    + #"","iPhoneBundleId":"com.example.icq","iPhoneSound":"IM","iPhoneLocKey":"IM2","#
    + #""iPhoneBadge":true,"iPhoneLocArgs":"srcId,destName,message"}"#

  private func message(_ text: String, from sender: String = "111111") -> String {
    #"{"kind":"message","from":"\#(sender)","to":"222222","text":"\#(text)"}"#
  }

  @Test(arguments: [
    ("HTTP/1.1 in clear", ["--http1.1"], "http"),
    ("HTTP/2 in clear", ["--http2-prior-knowledge"], "http"),
    ("HTTP/1.1 over TLS", ["--http1.1", "-k"], "https"),
    ("HTTP/2 over TLS", ["--http2", "-k"], "https"),
  ])
  func `an ICQ session receives a push until another client signs on`(
    name: String, options: [String], scheme: String
  ) throws {
    let inbox = try RunningInbox()
    try inbox.run("set", "apps.com.example.icq.strings={\"IM2\":\"%1$@: %3$@\"}")
    func post(_ path: String, _ body: String?) throws -> (status: Int, body: JSONObject) {
      let file = try inbox.home.write(body ?? "", to: "request.json")
      let host = scheme == "https" ? "localhost:\(inbox.port)" : inbox.address
      let answer = try inbox.answer(
        toCurl: ["-sS", "-i", "--max-time", "60"] + options
          + (body == nil ? [] : ["--data-binary", "@" + file]) + ["\(scheme)://\(host)\(path)"])
      #expect(answer.fields["content-type"] == "application/json")
      #expect(answer.fields["apns-id"] == nil)
      let root = try JSONReader.read(Array(answer.body.utf8)).root
      return (answer.status, try #require(root.object))
    }
    let login = try post("/icq/session", Self.session)
    #expect(login.status == 200)
    #expect(login.body["presence"] == "online")
    #expect(login.body["mobileIcon"] == true)
    #expect(try post("/icq/event", message("Hi")).body["became"] == "pushed")
    #expect(try post("/icq/event", message("Again")).body["became"] == "counted")
    try inbox.event("shown", containing: "com.example.icq")
    #expect(try inbox.home.list("app:com.example.icq").bodies == ["111111: Hi"])
    #expect(try post("/icq/session/222222", nil).body["waiting"]?.object?["messages"] == 2)
    let desktop = try post("/icq/session", #"{"uin":"222222","client":"desktop"}"#)
    #expect(desktop.body["events"]?.array?.count == 2)
    try inbox.event("icq", containing: "another client was started")
    let bad = try post("/icq/session", #"{"uin":"222222","iPhoneDevToken":"NONE"}"#)
    #expect(bad.status == 400)
    #expect(bad.body["field"] == "iPhoneDevToken")
    let large = try post("/icq/event", message(String(repeating: "x", count: 100_000)))
    #expect(large.status == 413)
    #expect(try post("/icq/session/7", nil).status == 404)
    let rejected = try inbox.run("ls", "is:rejected", "--json").out
    for code in ["bad-field", "too-large", "unknown"] {
      #expect(rejected.contains("intake.icq.\(code)"))
    }
  }

  @Test func `a session and its waiting events survive kill -9`() throws {
    let inbox = try RunningInbox()
    #expect(try inbox.curl(Self.session, path: "/icq/session").status == 200)
    #expect(try inbox.curl(message("Hi"), path: "/icq/event").status == 200)
    try inbox.kill()
    try inbox.restart()
    let state = try inbox.curl(nil, path: "/icq/session/222222").body
    #expect(state.contains(#""messages":1"#))
    #expect(state.contains(#""presence":"online""#))
    #expect(try inbox.curl(message("Again"), path: "/icq/event").body.contains(#""counted""#))
    // Opening the notification opens the client, which receives both.
    #expect(try inbox.run("act", "1", "open").status == 0)
    try inbox.event("icq", containing: "all 2 waiting events")
    let opened = try inbox.curl(nil, path: "/icq/session/222222").body
    #expect(opened.contains(#""messages":0"#))
    #expect(opened.contains(#""open":true"#))
  }

  @Test func `requests of a web page are rejected`() throws {
    let inbox = try RunningInbox()
    let answer = try inbox.curl(
      Self.session, "-H", "Origin: http://evil.test", path: "/icq/session")
    #expect(answer.status == 403)
    #expect(try inbox.curl(nil, path: "/icq/session/222222").status == 404)
  }
}
