import Foundation
import InboxModel
import Testing

@testable import PushInbox

@Suite(.patient)
struct TLSTests {
  let folder = try? TemporaryFolder()

  private func authority() throws -> CertificateAuthority {
    try CertificateAuthority.open(in: try #require(folder).path)
  }

  /// The options of curl, and the expected status and version.
  struct CurlCase: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var options: [String]
    var scheme = "https"
    var version: String
    var transport: String
  }

  static let cases = [
    CurlCase(
      testDescription: "prior knowledge", options: ["--http2-prior-knowledge"], scheme: "http",
      version: "2", transport: "clear"),
    CurlCase(
      testDescription: "plain", options: [], scheme: "http", version: "1.1", transport: "clear"),
    CurlCase(
      testDescription: "an upgrade that is ignored", options: ["--http2"], scheme: "http",
      version: "1.1", transport: "clear"),
    CurlCase(
      testDescription: "TLS", options: ["--http2"], version: "2", transport: "TLS 1.3"),
    CurlCase(
      testDescription: "TLS 1.2", options: ["--http2", "--tls-max", "1.2"], version: "2",
      transport: "TLS 1.2"),
    CurlCase(
      testDescription: "HTTP/1.1 over TLS", options: ["--http1.1"], version: "1.1",
      transport: "TLS 1.3"),
    CurlCase(
      testDescription: "TLS without ALPN", options: ["--http1.1", "--no-alpn"], version: "1.1",
      transport: "TLS 1.3"),
    CurlCase(
      testDescription: "HTTP/2 in TLS without ALPN",
      options: ["--http2-prior-knowledge", "--no-alpn"], version: "2", transport: "TLS 1.3"),
  ]

  @Test(.enabled(if: Tool.curl != nil, "curl is not installed"), arguments: cases)
  func `curl delivers a push over TLS`(_ row: CurlCase) throws {
    let authority = try authority()
    let bench = try FeedBench(identity: authority.identity)
    let result = try #require(Tool.curl).run(
      ["-sS", "-i", "-w", "%{http_code} %{http_version}", "--cacert", authority.path]
        + row.options + [
          "-H", "apns-id: KeepMyCase", "-d", #"{"aps":{"alert":"Hi"}}"#,
          "\(row.scheme)://localhost:\(bench.port)/3/device/abcd",
        ])
    #expect(result.status == 0)
    #expect(result.output.contains("apns-id: KeepMyCase"))
    #expect(result.output.hasSuffix("200 \(row.version)"))
    let push = try #require(bench.pushes().first)
    #expect(push.bodyText == #"{"aps":{"alert":"Hi"}}"#)
    #expect(push.origin.transport == row.transport)
    #expect(push.origin.client?.hasPrefix("curl/") == true)
  }

  @Test(
    .enabled(if: Tool.curl != nil, "curl is not installed"),
    arguments: ["api.push.apple.com", "api.sandbox.push.apple.com", "fcm.googleapis.com"])
  func `WEB-04, WEB-21 curl has HTTP/2 at port 443 through the tunnel, with a password`(
    host: String
  ) throws {
    let authority = try authority()
    var proxy = ProxySettings()
    (proxy.user, proxy.password) = ("me", "secret")
    let bench = try FeedBench(identity: authority.identity, proxy: proxy)
    let result = try #require(Tool.curl).run([
      "-sS", "-w", "%{http_code} %{http_version}", "--cacert", authority.path, "--http2",
      "-x", "http://me:secret@127.0.0.1:\(bench.port)", "-d", "{}", "https://\(host)/3/device/abcd",
    ])
    #expect(result.output.hasSuffix("200 2"))
    #expect(bench.pushes().first?.origin.transport == "TLS 1.3")
  }

  @Test(.enabled(if: Tool.curl != nil, "curl is not installed"))
  func `a client that does not trust the authority is reported as rejected`() throws {
    let bench = try FeedBench(identity: try authority().identity)
    let result = try #require(Tool.curl).run(
      ["-sS", "-d", "{}", "https://localhost:\(bench.port)/3/device/abcd"])
    #expect(result.status != 0)
    let rejected = try #require(bench.rejections().first)
    #expect(rejected.reason == "intake.tls.unknown-ca")
    #expect(rejected.origin.wire == .tls)
    #expect(rejected.fix.contains("pushinbox ca"))
    #expect(bench.loop.counters.values.failedHandshakes == 1)
  }

  @Test(arguments: [
    ("localhost", "intake.tls.unknown-ca", "when it received this inbox's certificate"),
    ("other.example", "intake.tls.failed", "does not cover other.example"),
  ])
  func `a client that closes without an alert when it receives the certificate is reported`(
    host: String, reason: String, because: String
  ) throws {
    let bench = try FeedBench(identity: try authority().identity)
    let session = try #require(TLSSession(try TLSContext(), connectingTo: host))
    var hello: [UInt8] = []
    session.drainOutput(into: &hello)
    var client: RawClient? = try RawClient(port: bench.port)
    client?.send(hello)
    #expect(client?.receiveMore() == true)
    client = nil
    let rejected = try #require(bench.rejections().first)
    #expect(rejected.reason == reason)
    #expect(rejected.because.contains(because))
  }

  @Test(.enabled(if: Tool.openssl != nil, "openssl is not installed"))
  func `a client that offers only another protocol is reported as rejected`() throws {
    let bench = try FeedBench(identity: try authority().identity)
    _ = try #require(Tool.openssl).run(
      ["s_client", "-connect", "127.0.0.1:\(bench.port)", "-alpn", "acme"])
    #expect(bench.rejections().first?.reason == "intake.tls.no-alpn")
  }

  @Test(
    .enabled(if: Tool.openssl != nil, "openssl is not installed"),
    arguments: [
      (["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"], "neither TLS 1.2 nor TLS 1.3"),
      (["-tls1_2", "-cipher", "NULL-SHA256:@SECLEVEL=0"], "no supported cipher"),
    ])
  func `a client with an old version receives the reason`(options: [String], because: String) throws
  {
    let bench = try FeedBench(identity: try authority().identity)
    _ = try #require(Tool.openssl).run(
      ["s_client", "-connect", "127.0.0.1:\(bench.port)"] + options)
    let rejected = try #require(bench.rejections().first)
    #expect(rejected.reason == "intake.tls.failed")
    #expect(rejected.because.contains(because))
  }

  @Test(.enabled(if: Tool.curl != nil, "curl is not installed"))
  func `a client that asks for another host is reported as rejected`() throws {
    let authority = try authority()
    let bench = try FeedBench(identity: authority.identity)
    let result = try #require(Tool.curl).run([
      "-sS", "--cacert", authority.path, "--resolve", "other.example:\(bench.port):127.0.0.1",
      "-d", "{}", "https://other.example:\(bench.port)/3/device/abcd",
    ])
    #expect(result.status != 0)
    let rejected = try #require(bench.rejections().first)
    #expect(rejected.because.contains("other.example"))
    #expect(rejected.fix.contains("tls.names"))
  }

  #if os(Linux)  // Elsewhere 127.0.0.2 is not this machine.
    @Test(
      .enabled(if: Tool.curl != nil, "curl is not installed"),
      arguments: [("127.0.0.1", 0), ("127.0.0.2", 1)])
    func `a client of an address that the certificate lacks is reported as rejected`(
      address: String, rows: Int
    ) throws {
      let authority = try authority()
      let bench = try FeedBench(identity: authority.identity, host: "0.0.0.0")
      let result = try #require(Tool.curl).run([
        "-sS", "--cacert", authority.path, "-d", "{}",
        "https://\(address):\(bench.port)/3/device/ab",
      ])
      #expect((result.status == 0) == (rows == 0))
      if rows == 0 { #expect(bench.pushes(1).count == 1) }
      let rejections = bench.rejections(rows)
      #expect(rejections.count == rows)
      #expect(
        rejections.allSatisfy { $0.because.contains(address) && $0.fix.contains("localhost") })
    }
  #endif

  @Test(
    .enabled(if: Tool.openssl != nil, "openssl is not installed"),
    arguments: [
      (["-verify_ip", "127.0.0.9"], "asked for another host"),
      (["-verify_hostname", "other.example"], "asked for another host"),
      (["-servername", "other.example", "-verify_hostname", "other.example"], "other.example"),
    ])
  func `a client that rejects the name in the handshake is reported as rejected`(
    options: [String], because: String
  ) throws {
    let authority = try authority()
    let bench = try FeedBench(identity: authority.identity)
    _ = try #require(Tool.openssl).run(
      [
        "s_client", "-connect", "127.0.0.1:\(bench.port)", "-CAfile", authority.path,
        "-verify_return_error",
      ] + options)
    let rejected = try #require(bench.rejections().first)
    #expect(rejected.because.contains(because))
    #expect(!rejected.fix.isEmpty)
  }

  @Test func `an invalid handshake is reported as rejected and ends`() throws {
    let bench = try FeedBench(identity: try authority().identity)
    let client = try RawClient(port: bench.port)
    client.send([0x16, 3, 1, 0, 4, 1, 2, 3, 4])
    #expect(client.textUntilClosed() != nil)
    #expect(bench.rejections().first?.reason == "intake.tls.failed")
  }

  @Test func `a slow handshake is ended after ten seconds`() throws {
    let bench = try FeedBench(identity: try authority().identity)
    let client = try RawClient(port: bench.port)
    client.send([0x16, 3, 1])
    while bench.loop.counters.values.connections == 0 { bench.loop.wait {} }
    for _ in 0..<3 { bench.loop.wait {} }
    bench.advance(11)
    #expect(client.textUntilClosed() == "")
    #expect(bench.rejections().first?.reason == "intake.tls.failed")
  }

  @Test(.enabled(if: Tool.curl != nil, "curl is not installed"))
  func `a burst of handshakes is accepted`() async throws {
    let authority = try authority()
    let bench = try FeedBench(identity: authority.identity)
    let curl = try #require(Tool.curl)
    let port = bench.port
    try await withThrowingTaskGroup(of: Int32.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try curl.run([
            "-sS", "--cacert", authority.path, "-d", "{}", "https://[::1]:\(port)/3/device/ab",
          ]).status
        }
      }
      for try await status in group { #expect(status == 0) }
    }
    #expect(bench.pushes(20).count == 20)
  }
}
