import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The binary interface and its feedback service in the built program.
@Suite(.patient)
struct LegacyProgramTests {
  private let options = ["--legacy", "127.0.0.1:0", "--feedback", "127.0.0.1:0"]

  private func port(_ name: String, _ inbox: RunningInbox) throws -> UInt16 {
    try #require(inbox.endpoints[name]?.string.flatMap { HostPort($0)?.port })
  }

  private func feedback(_ inbox: RunningInbox) throws -> [UInt8]? {
    let client = try RawClient(port: port("feedback", inbox))
    return client.textUntilClosed() == nil ? nil : client.bytes
  }

  @Test func `a push of the binary interface is stored, shown and explained`() throws {
    let inbox = try RunningInbox(options)
    let client = try RawClient(port: port("legacy", inbox))
    client.send(LegacyFrames.enhanced(7))
    let event = try inbox.event("shown", containing: "Hi")
    #expect(event["app"]?.string == "com.example.app")
    let why = try inbox.run("why", "1").out
    #expect(
      why.contains("received over legacy binary, command 1, identifier 7, clear, from 127.0.0.1:"))
    client.send(LegacyFrames.enhanced(8, token: [1, 2, 3]))
    client.endInput()
    #expect(client.textUntilClosed() != nil)
    #expect(client.bytes == [8, 5, 0, 0, 0, 8])
    let rejected = try inbox.run("ls", "is:rejected", "--json").out
    #expect(rejected.contains(#""wire":"legacy""#) && rejected.contains(#""status":5"#))
  }

  @Test
  func `410 and the feedback service report an unregistered token, also after a restart`()
    throws
  {
    let inbox = try RunningInbox(options)
    let path = "/3/device/" + LegacyFrames.token.map { String(format: "%02x", $0) }.joined()
    let body = LegacyFrames.payload
    #expect(try inbox.curl(body, path: path).status == 200)
    try inbox.run("set", "apps.com.example.app.installed=false")
    let answer = try inbox.curl(body, path: path)
    #expect(answer.status == 410)
    let response = try JSONReader.read(Array(answer.body.utf8)).root
    #expect(response["reason"]?.string == "Unregistered")
    let since = try #require(response["timestamp"]?.int)
    try inbox.kill()
    try inbox.restart()
    let again = try inbox.curl(body, path: path)
    #expect(again.body == answer.body)
    let seconds = UInt32(since / 1000)
    let tuple = [24, 16, 8, 0].map { UInt8(seconds >> $0 & 255) } + [0, 32] + LegacyFrames.token
    #expect(try feedback(inbox) == tuple)
    // The service learns of the delivery when the client has closed.
    var more = try feedback(inbox)
    for _ in 0..<20 where more != [] { more = try feedback(inbox) }
    #expect(more == [])
    let client = try RawClient(port: port("legacy", inbox))
    client.send(LegacyFrames.simple)
    client.endInput()
    #expect(client.textUntilClosed() == "", "no error, but another line in the list")
    #expect(try feedback(inbox) == tuple)
  }

  @Test(.enabled(if: Tool.openssl != nil, "openssl is not installed"))
  func `a certificate gets the feedback of its app, an invalid one none`()
    throws
  {
    let openssl = try #require(Tool.openssl)
    let senders = try SenderCertificates()
    let home = try Home(configuration: #"{ gateway: { environment: "production" } }"#)
    let inbox = try RunningInbox(options, home: home)
    for name in ["mail", "taxi"] {
      let token = String(repeating: name, count: 8).utf8.map { String(format: "%02x", $0) }
      let app = "com.example.\(name)"
      try inbox.run("send", "Hi", "--app", app, "--token", token.joined())
      try inbox.run("set", "apps.\(app).installed=false")
    }
    func response(_ extensions: SenderCertificates.Extensions) throws -> String {
      let files = try senders.files(extensions: extensions)
      return try openssl.run([
        "s_client", "-connect", "127.0.0.1:\(try port("feedback", inbox))", "-quiet", "-tls1_2",
        "-cert", files.certificate, "-key", files.key,
      ]).output
    }
    let wrong = try response(.development)
    #expect(!wrong.contains("mailmail"))
    let event = try inbox.event("rejected")
    #expect(
      event["reason"]?.string == "BadCertificateEnvironment" && event["wire"]?.string == "legacy")
    #expect(event["because"]?.string?.contains("is for development") == true)
    let mine = try response(.production)
    #expect(mine.contains("mailmail") && !mine.contains("taxitaxi"))
    // The service learns of the delivery when the client has closed.
    var rest = try feedback(inbox)
    for _ in 0..<50 where rest?.count != 38 { rest = try feedback(inbox) }
    #expect(rest?.suffix(4) == Array("taxi".utf8)[...])
  }

  @Test func `the binary interface is off without an option or setting`() throws {
    let silent = try RunningInbox()
    #expect(silent.endpoints["legacy"]?.isNull == true)
    #expect(silent.endpoints["feedback"]?.isNull == true)
    let home = try Home()
    let file = try home.write(
      #"{ gateway: { legacy: "127.0.0.1:0", legacyTopic: "com.example.old" } }"#, to: "c.json5")
    let inbox = try RunningInbox(["--config", file], home: home)
    #expect(inbox.endpoints["feedback"]?.isNull == true)
    let client = try RawClient(port: port("legacy", inbox))
    client.send(LegacyFrames.simple)
    #expect(try inbox.event("shown")["app"]?.string == "com.example.old")
    let shown = try inbox.run("config", "show", "--origin").out
    #expect(shown.contains("gateway.legacyTopic") || shown.contains("legacyTopic"))
  }

  @Test(arguments: [
    (#"{ gateway: { legacy: 2195 } }"#, "gateway.legacy"),
    (#"{ gateway: { feedback: "here" } }"#, "gateway.feedback"),
    (#"{ gateway: { legacyTopic: "a b" } }"#, "gateway.legacyTopic"),
    (#"{ gateway: { legcay: "127.0.0.1:1" } }"#, "legacy"),
  ])
  func `an invalid address is reported with its position`(text: String, path: String) throws {
    let home = try Home()
    let file = try home.write(text, to: "c.json5")
    let result = try home.run(["serve", "--config", file])
    #expect(result.status == 6)
    #expect(result.err.contains(path))
  }

  @Test func `a port in use is reported with its option, and no port stays open`() throws {
    let inbox = try RunningInbox(options)
    let taken = "127.0.0.1:\(try port("legacy", inbox))"
    for option in ["--legacy", "--feedback"] {
      let result = try Home().run(["serve", "--listen", "127.0.0.1:0", option, taken])
      #expect(result.status == 3)
      #expect(result.err.contains("\(taken) is in use"))
      #expect(result.err.contains("\(option) 127.0.0.1:0 picks a free port"))
    }
  }

  @Test func `the listening addresses are reported, also for screen readers`() throws {
    let home = try Home()
    let result = try home.run(
      ["--talk", "--listen", "127.0.0.1:0", "--legacy", "127.0.0.1:0"], input: "quit\n")
    #expect(result.err.contains(", legacy binary on 127.0.0.1:"))
  }
}
