import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Broadcast channels of the built program over the wire.
@Suite(.patient, .enabled(if: Tool.curl != nil, "curl is not installed"))
struct ChannelProgramTests {
  private static let app = "com.example.match"
  private static let start = """
    {"headers":{"apns-topic":"\(app).push-type.liveactivity","apns-push-type":"liveactivity"},\
    "payload":{"aps":{"event":"start","timestamp":1,"attributes-type":"Match","attributes":{},\
    "content-state":{"home":0},"input-push-channel":"CHANNEL"}}}
    """
  private static let update =
    #"{"aps":{"event":"update","timestamp":2,"content-state":{"home":1}}}"#

  private func manage(
    _ inbox: RunningInbox, _ method: String, _ resource: String = "channels",
    channel: String? = nil, body: String? = nil, _ options: [String] = ["--http2-prior-knowledge"]
  ) throws -> RunningInbox.PushResponse {
    try inbox.answer(
      toCurl: ["-sS", "-i", "--max-time", "60", "-X", method] + options
        + (channel.map { ["-H", "apns-channel-id: \($0)"] } ?? [])
        + (body.map { ["--data-binary", $0] } ?? [])
        + ["http://\(inbox.address)/1/apps/\(Self.app)/\(resource)"])
  }

  private func broadcast(
    _ inbox: RunningInbox, _ channel: String, _ options: [String] = ["--http2-prior-knowledge"]
  ) throws -> RunningInbox.PushResponse {
    let end = String(Int(Date().timeIntervalSince1970) + 600)
    return try inbox.answer(
      toCurl: ["-sS", "-i", "--max-time", "60"] + options + [
        "-H", "apns-channel-id: \(channel)", "-H", "apns-push-type: liveactivity", "-H",
        "apns-expiration: \(end)", "--data-binary", Self.update,
        "http://\(inbox.address)/4/broadcasts/apps/\(Self.app)",
      ])
  }

  @Test(arguments: ["--http2-prior-knowledge", "--http1.1"])
  func `a channel is managed, carries broadcasts to its followers, and survives a restart`(
    version: String
  ) throws {
    let inbox = try RunningInbox()
    let created = try manage(
      inbox, "POST", body: #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#, [version])
    #expect(created.status == 201)
    #expect(created.fields["apns-request-id"]?.isEmpty == false)
    #expect(created.fields["apns-id"] == nil)
    #expect(created.body == "")
    let channel = try #require(created.fields["apns-channel-id"])

    let started = try inbox.run(
      "ingest", "-", input: Self.start.replacing("CHANNEL", with: channel) + "\n")
    #expect(started.status == 0)
    let sent = try broadcast(inbox, channel, [version])
    #expect(sent.status == 200)
    #expect(sent.fields["apns-request-id"]?.isEmpty == false)
    let card = try inbox.event("activity", containing: "\"change\":\"update\"")
    #expect(card["card"]?["contentState"]?["home"] == 1)
    let why = try inbox.run("why", "2")
    #expect(why.out.contains("exists; it stores the most recent message"))

    try inbox.kill()
    try inbox.restart()
    let read = try manage(inbox, "GET", channel: channel, [version])
    #expect(read.status == 200)
    #expect(read.body == #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)
    #expect(read.fields["content-type"] == "application/json")
    // A later follower gets the stored message.
    try inbox.run("ingest", "-", input: Self.start.replacing("CHANNEL", with: channel) + "\n")
    let list = try inbox.home.list()
    #expect(list["activities"]?.array?.map { $0["contentState"]?["home"] } == [1, 1])
    #expect(try broadcast(inbox, channel, [version]).status == 200)

    #expect(
      try manage(inbox, "GET", "all-channels", [version]).body == #"{"channels":["\#(channel)"]}"#)
    let deleted = try manage(inbox, "DELETE", channel: channel, [version])
    #expect(deleted.status == 204)
    #expect(deleted.body == "")
    #expect(deleted.fields["content-length"] == nil)
    let gone = try broadcast(inbox, channel, [version])
    #expect(gone.status == 400)
    #expect(gone.body == #"{"reason":"ChannelNotRegistered"}"#)
    try inbox.kill()
    try inbox.restart()
    #expect(try manage(inbox, "GET", "all-channels", [version]).body == #"{"channels":[]}"#)
    #expect(try broadcast(inbox, channel, [version]).status == 400)
    let rejected = try inbox.run("why", "R1")
    #expect(rejected.out.contains("ChannelNotRegistered"))
  }

  @Test(arguments: ["--http2-prior-knowledge", "--http1.1"])
  func `an app without the capability, a fault and a later request get their own responses`(
    version: String
  ) throws {
    let home = try Home()
    let config = try home.write(
      #"{ gateway: { withoutBroadcast: ["com.example.match"] } }"#, to: "c.json5")
    let inbox = try RunningInbox(["--config", config], home: home)
    let body = #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#
    for answer in [
      try manage(inbox, "POST", body: body, [version]),
      try manage(inbox, "GET", "all-channels", [version]),
      try broadcast(inbox, "c2g=", [version]),
    ] {
      #expect(answer.status == 400)
      #expect(answer.body == #"{"reason":"FeatureNotEnabled"}"#)
      #expect(answer.fields["apns-request-id"]?.isEmpty == false)
    }
    #expect(try inbox.run("why", "R1").out.contains("Broadcast Capability"))

    _ = try home.write("{}", to: "c.json5")
    try inbox.run("config", "reload")
    for reason in ["TooManyRequests", "TooManyProviderTokenUpdates"] {
      try inbox.run("fault", "add", "next=1", "answer=\(reason)")
      let limited = try manage(inbox, "POST", body: body, [version])
      #expect(limited.status == 429)
      #expect(limited.body == #"{"reason":"\#(reason)"}"#)
      try inbox.run("fault", "add", "next=1", "answer=\(reason)")
      #expect(try broadcast(inbox, "c2g=", [version]).status == 429)
    }
    #expect(try manage(inbox, "POST", body: body, [version]).status == 201)
    #expect(try manage(inbox, "GET", "all-channels", [version]).status == 200)
  }

  @Test(arguments: [
    ("api-manage-broadcast.sandbox.push.apple.com:2195", 200),
    ("api-manage-broadcast.push.apple.com:2196", 200),
    ("api.sandbox.push.apple.com:443", 404),
  ])
  func `CONNECT reaches the hosts that manage channels, and they manage channels only`(
    host: String, status: Int
  ) throws {
    let inbox = try RunningInbox()
    func send(_ path: String, _ options: [String] = []) throws -> RunningInbox.PushResponse {
      try inbox.answer(
        toCurl: [
          "-sS", "-i", "--max-time", "60", "--proxy", "http://" + inbox.address,
          "--suppress-connect-headers", "--cacert", inbox.authority,
        ] + options + ["https://\(host)\(path)"])
    }
    let list = try send("/1/apps/\(Self.app)/all-channels")
    #expect(list.status == status)
    let push = try send("/3/device/abcd", ["-d", #"{"aps":{"alert":"Hi"}}"#])
    #expect(push.status == (status == 200 ? 404 : 200))
    let row = try inbox.event("rejected", containing: "BadPath")
    #expect(row["because"]?.string?.contains("channels") == true)
    #expect(row["fix"]?.string?.isEmpty == false)
  }

  @Test func `the hosts that manage channels answer every other path with BadPath`() throws {
    let inbox = try RunningInbox()
    for (path, body) in [
      ("/ready", nil), ("/metrics", nil), ("/token", "grant_type=x"),
      ("/--/api/v2/push/send", "{}"), ("/v1/projects/a/messages:send", "{}"),
      ("/icq/session", "{}"), ("/", nil),
    ] {
      let answer = try inbox.answer(
        toCurl: [
          "-sS", "-i", "--max-time", "60", "--proxy", "http://" + inbox.address,
          "--suppress-connect-headers", "--cacert", inbox.authority,
        ] + (body.map { ["-d", $0] } ?? [])
          + ["https://api-manage-broadcast.push.apple.com:2196\(path)"])
      #expect(answer.status == 404, "\(path)")
      #expect(answer.body == #"{"reason":"BadPath"}"#)
    }
  }

  @Test func `CONNECT rejects other ports of the hosts that manage channels`() {
    let host = "api-manage-broadcast.push.apple.com"
    #expect(ProxyTarget.rejection(of: host + ":2196") == nil)
    #expect(ProxyTarget.rejection(of: host + ":2195") != nil)
    #expect(ProxyTarget.rejection(of: host + ":443") != nil)
  }
}
