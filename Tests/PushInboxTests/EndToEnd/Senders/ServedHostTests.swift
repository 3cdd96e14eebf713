import Foundation
import InboxModel
import Testing

@testable import PushInbox

private typealias Kind = HTTP2Client.Kind

/// The built program accepts only requests for its own hosts: a web page whose name resolves to it
/// (DNS rebinding) reads nothing.
@Suite(.patient)
struct ServedHostTests {
  static let paths = [
    ("GET", "/ready"), ("GET", "/metrics"), ("GET", "/icq/session/1"), ("POST", "/3/device/abcd"),
    ("POST", "/token"), ("POST", "/v1/projects/p/messages:send"), ("GET", "/"),
  ]

  private func http1(
    _ method: String, _ target: String, host: String?, version: String = "1.1"
  ) -> String {
    let field = host.map { "Host: \($0)\r\n" } ?? ""
    return "\(method) \(target) HTTP/\(version)\r\n\(field)\r\n"
  }

  /// Returns the status of the next response.
  private func status(_ client: RawClient) -> Int? {
    let text = client.text(until: "\r\n\r\n")
    return Int(text.dropFirst("HTTP/1.1 ".count).prefix(3))
  }

  private func status(_ client: HTTP2Client, _ stream: Int) -> Int? {
    guard let frame = client.frame(where: { $0.type == Kind.headers && $0.stream == stream }) else {
      return nil
    }
    // An indexed field (RFC 7541 §6.1), or a literal whose text has three digits.
    if frame.payload.first == 0x88 { return 200 }
    let text = String(decoding: frame.payload, as: UTF8.self)
    return text.firstMatch(of: /[2-5][0-9][0-9]/).flatMap { Int($0.output) }
  }

  @Test(arguments: paths, Layer.allCases)
  func `requests for another host get 421 on every route`(
    route: (method: String, path: String), layer: Layer
  ) throws {
    let inbox = try RunningInbox()
    let client = try layer.client(port: inbox.port)
    client.send(http1(route.method, route.path, host: "evil.example:\(inbox.port)"))
    let text = client.text(until: "is not served here\n")
    #expect(text.hasPrefix("HTTP/1.1 421 Misdirected Request\r\n"))
    let row = try inbox.event("rejected", containing: "evil.example")
    #expect(row["reason"]?.string == "intake.http.misdirected")
    #expect(row["status"]?.int == 421)
    #expect(row["fix"]?.string?.contains("tls.names") == true)

    let second = HTTP2Client(over: try layer.client(port: inbox.port))
    second.raw.send(
      HTTP2Client.headers(
        1, method: route.method, path: route.path, authority: "evil.example", ends: true))
    let body = try #require(second.frame { $0.type == Kind.data && $0.stream == 1 })
    #expect(body.text.contains("`evil.example` is not served here"))
    // The connection can be used for other requests.
    second.raw.send(HTTP2Client.headers(3, method: "GET", path: "/ready", ends: true))
    #expect(status(second, 3) == 200)
  }

  static let hosts: [(host: String, isServed: Bool)] = [
    ("localhost", true), ("LOCALHOST:2197", true), ("localhost.", true), ("localhost:", true),
    ("127.0.0.1", true), ("127.0.0.1:80", true), ("127.9.8.7", true), ("[::1]", true),
    ("[::1]:443", true), ("[0:0:0:0:0:0:0:1]:443", true), ("api.push.apple.com", true),
    ("API.sandbox.push.apple.com.:443", true), ("api.development.push.apple.com:2197", true),
    ("gateway.push.apple.com", true), ("feedback.sandbox.push.apple.com", true),
    ("fcm.googleapis.com", true), ("oauth2.googleapis.com:443", true), ("inbox.test", true),
    ("Inbox.Test:8443", true), ("evil.example", false), ("localhost.evil.example", false),
    ("evil.localhost", false), ("push.apple.com", false), ("www.googleapis.com", false),
    ("127.0.0.1.evil.example", false), ("127.1", false), ("0x7f000001", false),
    ("10.1.2.3", false), ("[::2]", false), ("0.0.0.0", false), ("localhost:80:90", false),
    ("localhost:http", false), ("user@localhost", false), ("[::1", false), ("::1", false),
    ("inbox.test.evil.example", false),
  ]

  static let malformed = ["localhost:80:90", "localhost:http", "user@localhost", "[::1", "::1"]

  @Test func `hosts of this inbox are accepted with any port and in any case`() throws {
    let home = try Home(configuration: #"{ tls: { names: ["inbox.test"] } }"#)
    let inbox = try RunningInbox(["--quiet"], home: home)
    let second = try HTTP2Client(port: inbox.port)
    for (place, row) in Self.hosts.enumerated() {
      let client = try RawClient(port: inbox.port)
      client.send(http1("GET", "/ready", host: row.host))
      // A value other than a host and port is invalid in the field (RFC 9112 §3.2).
      let refusal = Self.malformed.contains(row.host) ? 400 : 421
      #expect(status(client) == (row.isServed ? 200 : refusal), "\(row.host)")
      let stream = 2 * place + 1
      second.raw.send(
        HTTP2Client.headers(
          stream, method: "GET", path: "/ready", authority: row.host, ends: true))
      // nghttp2 itself rejects an invalid authority.
      let found = second.frame {
        $0.stream == stream && ($0.type == Kind.headers || $0.type == Kind.reset)
      }
      #expect((found?.payload.first == 0x88) == row.isServed, "\(row.host) over HTTP/2")
    }
  }

  @Test func `an absolute target takes precedence over Host, which HTTP/1.0 may omit`() throws {
    let inbox = try RunningInbox(["--quiet"])
    for (target, host, version, expected): (String, String?, String, Int) in [
      ("http://evil.example/ready", "localhost", "1.1", 421),
      ("http://localhost/ready", "evil.example", "1.1", 200),
      ("/ready", nil, "1.0", 200), ("/ready", "evil.example", "1.0", 421),
      ("/ready", "", "1.1", 421),
    ] {
      let client = try RawClient(port: inbox.port)
      client.send(http1("GET", target, host: host, version: version))
      #expect(status(client) == expected, "\(target) \(host ?? "-")")
    }
  }

  #if os(Linux)  // Elsewhere 127.0.0.2 is not this machine, and hosts differ in their addresses.
    @Test func `on all interfaces the address of the connection is accepted`() throws {
      let home = try Home()
      let out = try Lines()
      let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
      let child = try Child(
        PseudoTerminal.program,
        ["serve", "--listen", "0.0.0.0:0", "--allow-network", "--print-endpoints", "--quiet"],
        environment: home.environment, directory: home.path,
        streams: [nothing, out.writer, nothing])
      close(nothing)
      out.closeWriter()
      defer { child.send(SIGKILL) }
      let line = try out.wait(for: "the endpoints") { $0.contains("apns") }
      let endpoints = try JSONReader.read(Array(line.utf8)).root
      let port = try #require(endpoints["apns"]?.string.flatMap { HostPort($0)?.port })
      for (host, expected) in [
        ("127.0.0.1", 200), ("0.0.0.0", 200), ("localhost", 200), ("192.0.2.1", 421),
        ("evil.example", 421),
      ] {
        let client = try RawClient(port: port)
        client.send(http1("GET", "/ready", host: host))
        #expect(status(client) == expected, "\(host)")
      }
    }
  #endif

  @Test(arguments: [
    ("10.1.2.3", "10.1.2.3", true), ("10.1.2.3", "10.1.2.4", false),
    ("[fe80::1]:2197", "fe80::1%eth0", true), ("[FE80:0::1]", "fe80::1%eth0", true),
    ("[fe80::2]", "fe80::1%eth0", false), ("10.1.2.3", nil, false),
    ("[::ffff:10.1.2.3]", "10.1.2.3", false),
  ])
  func `an address is accepted only if the client connected to it`(
    host: String, local: String?, isServed: Bool
  ) {
    #expect(ServedHosts().contains(host, local: local) == isServed)
  }
}
