import Foundation
import InboxModel
import Testing

@testable import PushInbox

private typealias Kind = HTTP2Client.Kind

/// The memory of the built program while its store is locked, and for senders with large
/// certificates.
@Suite(
  .patient, .enabled(if: ProcessMemory(of: getpid()) != nil, "the system does not report memory"))
struct MemoryBoundTests {
  /// Returns a header block with one byte per field (RFC 7541 §6.1).
  private static func bomb(_ stream: Int, isFirst: Bool) -> [UInt8] {
    // The first block adds the field `a` with an empty value to the table, at index 62.
    let first: [UInt8] = isFirst ? [0x40, 1, 0x61, 0] : []
    let block = HTTP2Client.block([]) + first + [UInt8](repeating: 0x80 | 62, count: 15_800)
    let body = Array(#"{"aps":{"alert":"x"}}"#.utf8)
    return HTTP2Client.bytes(Kind.headers, flags: 4, stream: stream, block)
      + HTTP2Client.bytes(Kind.data, flags: 1, stream: stream, body)
  }

  @Test
  func `header blocks of 16,000 short fields are not retained while the store is locked`()
    throws
  {
    let inbox = try RunningInbox()
    let lock = try SQLiteConnection(uri: "file:" + inbox.home.store + "/inbox.db", flags: 2)
    try lock.execute("BEGIN IMMEDIATE")
    let before = try #require(ProcessMemory(of: inbox.child.process)).resident
    let client = try HTTP2Client(port: inbox.port)
    let count = 300
    for number in 0..<count {
      client.raw.send(Self.bomb(2 * number + 1, isFirst: number == 0))
    }
    client.send(Kind.ping, Array("8 bytes.".utf8))
    #expect(client.frame { $0.type == Kind.ping } != nil)
    let growth = try #require(ProcessMemory(of: inbox.child.process)).peak - before
    // If each field were retained it would be 150 MB.
    #expect(growth < 24 << 20)
    try lock.execute("COMMIT")
    #expect(client.frame { $0.type == Kind.headers && $0.stream == 2 * count - 1 } != nil)
    try inbox.event("rejected", containing: #""status":431"#)
  }

  // MARK: TLS

  /// Creates a certificate with an extension of `size` bytes, and its key, in one file.
  private func certificate(_ size: Int, in home: Home) throws -> String {
    let file = home.path + "/client.pem"
    let extra = String(repeating: "ab", count: size)
    try home.write(
      """
      [req]
      distinguished_name = name
      x509_extensions = more
      prompt = no
      [name]
      CN = x
      [more]
      1.2.3.4.5 = DER:04\(Self.length(size))\(extra)
      """, to: "openssl.cnf")
    let made = try #require(Tool.openssl).run([
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
      "9",
      "-config", home.path + "/openssl.cnf", "-keyout", file, "-out", file + ".crt",
    ])
    #expect(made.status == 0, "\(made.output)")
    let text = try String(contentsOfFile: file + ".crt", encoding: .utf8)
    let handle = try #require(FileHandle(forWritingAtPath: file))
    handle.seekToEndOfFile()
    handle.write(Data(text.utf8))
    return file
  }

  /// Returns a DER length in hexadecimal digits.
  private static func length(_ size: Int) -> String {
    String(format: "83%06x", size)
  }

  private func connect(_ inbox: RunningInbox, _ options: [String]) throws -> String {
    try #require(Tool.openssl).run(
      ["s_client", "-connect", "127.0.0.1:\(inbox.port)", "-servername", "localhost"] + options
    ).output
  }

  @Test(
    .enabled(if: Tool.openssl != nil, "openssl is not installed"),
    arguments: ["-tls1_2", "-tls1_3"])
  func `client certificates over 16 KiB end the handshake and are reported`(version: String)
    throws
  {
    let inbox = try RunningInbox()
    let large = try certificate(40_000, in: inbox.home)
    _ = try connect(inbox, [version, "-cert", large, "-key", large])
    let row = try inbox.event("rejected", containing: "16 KiB")
    #expect(row["reason"]?.string == "intake.tls.failed")
    let small = try certificate(10_000, in: inbox.home)
    let output = try connect(inbox, [version, "-cert", small, "-key", small])
    #expect(output.contains("Verification error") || output.contains("Verify return code"))
    #expect(!output.contains("alert"))
  }

  @Test(
    .enabled(if: Tool.openssl != nil, "openssl is not installed"),
    arguments: [(["-no_ticket"], false), ([], true)])
  func `sessions are resumed by ticket, and none is cached`(options: [String], isResumed: Bool)
    throws
  {
    let inbox = try RunningInbox(["--quiet"])
    let output = try connect(inbox, ["-tls1_2", "-reconnect"] + options)
    #expect(output.contains("New, TLSv1.2"))
    #expect(output.contains("Reused, TLSv1.2") == isResumed)
  }
}
