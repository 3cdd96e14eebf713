import Foundation
import Testing

@testable import PushInbox

@Suite(.patient)
struct CertificateAuthorityTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
  }

  @Test func `keys are private from creation, and files are not rewritten`() throws {
    let first = try CertificateAuthority.open(in: folder.path + "/new/data")
    let made = folder.path + "/new/data/"
    for (name, mode) in [
      ("ca.pem", 0o644), ("ca-key.pem", 0o600), ("server.pem", 0o600), ("server-key.pem", 0o600),
    ] {
      #expect(try folder.mode("new/data/" + name) == mode)
    }
    #expect(first.path == made + "ca.pem")
    let before = try text("new/data/server.pem") + text("new/data/ca.pem")
    _ = try CertificateAuthority.open(in: folder.path + "/new/data")
    #expect(try text("new/data/server.pem") + text("new/data/ca.pem") == before)
  }

  @Test(.enabled(if: Tool.openssl != nil, "openssl is not installed"))
  func `APL-02, APL-26 openssl accepts the chain for current and former hosts`() throws {
    _ = try CertificateAuthority.open(in: folder.path)
    let openssl = try #require(Tool.openssl)
    for host in [
      "localhost", "api.push.apple.com", "oauth2.googleapis.com", "gateway.push.apple.com",
      "gateway.sandbox.push.apple.com", "feedback.push.apple.com",
      "feedback.sandbox.push.apple.com",
    ] {
      let result = try openssl.run([
        "verify", "-x509_strict", "-purpose", "sslserver", "-verify_hostname", host, "-CAfile",
        folder.path + "/ca.pem", folder.path + "/server.pem",
      ])
      #expect(result.status == 0, "\(result.output)")
    }
    let ca = try openssl.run(["x509", "-noout", "-text", "-in", folder.path + "/ca.pem"]).output
    #expect(ca.contains("X509v3 Name Constraints: critical"))
    #expect(ca.contains("CA:TRUE, pathlen:0"))
    #expect(ca.contains("TLS Web Server Authentication"))
    #expect(ca.contains("DNS:push.apple.com"))
    #expect(ca.contains("IP:127.0.0.0/255.0.0.0"))
  }

  @Test(.enabled(if: Tool.python != nil, "python3 is not installed"))
  func `Python's strict verification accepts the chain`() throws {
    let authority = try CertificateAuthority.open(in: folder.path)
    let bench = try FeedBench(identity: authority.identity)
    let script = """
      import ssl, socket, sys
      context = ssl.create_default_context(cafile=sys.argv[1])
      context.verify_flags |= ssl.VERIFY_X509_STRICT
      for host in ["localhost", "127.0.0.1", "api.sandbox.push.apple.com"]:
        with socket.create_connection(("127.0.0.1", int(sys.argv[2]))) as raw:
          with context.wrap_socket(raw, server_hostname=host) as secure:
            print(secure.version())
      """
    let result = try #require(Tool.python).run(["-c", script, authority.path, "\(bench.port)"])
    #expect(result.output == "TLSv1.3\nTLSv1.3\nTLSv1.3\n")
  }

  @Test func `the server's certificate is renewed a month before its end`() throws {
    let now = Date(timeIntervalSince1970: 1_776_000_000)
    _ = try CertificateAuthority.open(in: folder.path, now: now)
    let first = try text("server.pem")
    let authority = try text("ca.pem")
    _ = try CertificateAuthority.open(in: folder.path, now: now + 780 * 86_400)
    #expect(try text("server.pem") == first)
    _ = try CertificateAuthority.open(in: folder.path, now: now + 800 * 86_400)
    #expect(try text("server.pem") != first)
    #expect(try text("ca.pem") == authority)
  }

  @Test func `a server certificate of another authority is replaced`() throws {
    _ = try CertificateAuthority.open(in: folder.path)
    let first = try text("server.pem")
    try FileManager.default.removeItem(atPath: folder.path + "/ca.pem")
    _ = try CertificateAuthority.open(in: folder.path)
    #expect(try text("server.pem") != first)
  }

  @Test(arguments: ["server.pem", "server-key.pem"])
  func `an invalid file of the server is replaced`(name: String) throws {
    _ = try CertificateAuthority.open(in: folder.path)
    try "rubbish".write(toFile: folder.path + "/" + name, atomically: true, encoding: .utf8)
    _ = try CertificateAuthority.open(in: folder.path)
    #expect(try text(name) != "rubbish")
  }

  @Test func `further names are in the certificates of a new authority and its server`() throws {
    let name = "push.example.test"
    _ = try CertificateAuthority.open(in: folder.path, names: [name, "a,IP:10.0.0.1"])
    let before = try text("server.pem")
    let authority = try CertificateAuthority.open(in: folder.path, names: [name, "api." + name])
    #expect(authority.missingNames.isEmpty)
    #expect(try text("server.pem") != before)
    let openssl = try #require(Tool.openssl, "openssl is not installed")
    for host in [name, "api." + name] {
      let result = try openssl.run([
        "verify", "-x509_strict", "-verify_hostname", host, "-CAfile", authority.path,
        folder.path + "/server.pem",
      ])
      #expect(result.status == 0, "\(result.output)")
    }
  }

  @Test(
    .enabled(if: Tool.openssl != nil, "openssl is not installed"),
    arguments: [
      ("DNS:localhost", "sslserver", nil), ("DNS:api.push.apple.com", "sslserver", nil),
      ("IP:127.0.0.1", "sslserver", nil), ("DNS:example.com", "any", otherName),
      ("DNS:apple.com", "any", otherName), ("DNS:push.apple.com.example", "any", otherName),
      ("IP:192.0.2.1", "any", otherName), ("IP:8.8.8.8", "any", otherName),
      ("IP:::2", "any", otherName), ("email:a@example.com", "any", otherName),
      ("email:a@localhost", "any", otherName), ("URI:https://example.com/", "any", otherName),
      ("URI:https://localhost/", "any", otherName), ("DNS:localhost", "sslclient", otherPurpose),
      ("DNS:localhost", "smimesign", otherPurpose), ("DNS:localhost", "smimeencrypt", otherPurpose),
    ])
  func `certificates that the authority signs for other names or purposes are invalid`(
    name: String, purpose: String, problem: String?
  ) throws {
    let authority = try CertificateAuthority.open(in: folder.path)
    let openssl = try #require(Tool.openssl)
    let (request, certificate) = (folder.path + "/a.csr", folder.path + "/a.pem")
    let extensions = folder.path + "/a.ext"
    try Data("subjectAltName=\(name)\n".utf8).write(to: URL(filePath: extensions))
    for words in [
      [
        "req", "-new", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
        "-subj", "/O=test", "-keyout", folder.path + "/a.key", "-out", request,
      ],
      [
        "x509", "-req", "-in", request, "-CA", authority.path, "-CAkey",
        folder.path + "/ca-key.pem", "-set_serial", "1", "-days", "1", "-extfile", extensions,
        "-out", certificate,
      ],
    ] {
      let result = try openssl.run(words)
      #expect(result.status == 0, "\(result.output)")
    }
    let result = try openssl.run([
      "verify", "-purpose", purpose, "-CAfile", authority.path, certificate,
    ])
    #expect((result.status == 0) == (problem == nil), "\(result.output)")
    #expect(result.output.contains(problem ?? "OK"), "\(result.output)")
  }

  /// OpenSSL's message on a name outside the constraints.
  private static let otherName = "permitted subtree violation"
  /// OpenSSL's message on a use of the key that the certificates do not permit.
  private static let otherPurpose = "unsuitable certificate purpose"

  @Test func `names that the authority does not permit are reported and left out`() throws {
    _ = try CertificateAuthority.open(in: folder.path)
    let (authority, server) = (try text("ca.pem"), try text("server.pem"))
    let opened = try CertificateAuthority.open(
      in: folder.path, names: ["push.example.test", "eu.push.apple.com"])
    #expect(opened.missingNames == ["push.example.test"])
    #expect(try text("ca.pem") == authority)
    #expect(try text("server.pem") != server)
    let again = try text("server.pem")
    _ = try CertificateAuthority.open(
      in: folder.path, names: ["push.example.test", "eu.push.apple.com"])
    #expect(try text("server.pem") == again)
  }

  @Test func `a folder that cannot be created is reported`() throws {
    let error = try #require(
      throws: CertificateAuthority.Failure.self
    ) { _ = try CertificateAuthority.open(in: "/sys/pushinbox") }
    guard case .system(let failure) = error else {
      Issue.record("another error: \(error)")
      return
    }
    #expect(failure.call == "mkdir" && failure.code != ENOENT)
    #expect(ErrorMessage(error).text.hasSuffix("; XDG_DATA_HOME names another"))
  }

  @Test func `a key that cannot be moved into place leaves no file`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/ca-key.pem", withIntermediateDirectories: false)
    #expect(throws: CertificateAuthority.Failure.self) {
      _ = try CertificateAuthority.open(in: folder.path)
    }
    #expect(try folder.names == [".lock", "ca-key.pem"])
  }

  @Test(arguments: ["ca.pem", "ca-key.pem"])
  func `an invalid file of the authority is reported and left unchanged`(name: String) throws {
    _ = try CertificateAuthority.open(in: folder.path)
    let path = folder.path + "/" + name
    try "rubbish".write(toFile: path, atomically: true, encoding: .utf8)
    do {
      _ = try CertificateAuthority.open(in: folder.path)
      Issue.record("the broken file was accepted")
    } catch {
      guard case .broken(path, _) = error else {
        Issue.record("another error: \(error)")
        return
      }
    }
    #expect(try text(name) == "rubbish")
  }

  @Test func `a key of another authority is detected`() throws {
    let other = try TemporaryFolder()
    _ = try CertificateAuthority.open(in: folder.path)
    _ = try CertificateAuthority.open(in: other.path)
    try FileManager.default.removeItem(atPath: folder.path + "/ca-key.pem")
    try FileManager.default.copyItem(
      atPath: other.path + "/ca-key.pem", toPath: folder.path + "/ca-key.pem")
    #expect(
      throws: CertificateAuthority.Failure.keyMismatch(
        certificatePath: folder.path + "/ca.pem", keyPath: folder.path + "/ca-key.pem")
    ) { _ = try CertificateAuthority.open(in: folder.path) }
  }

  @Test func `parallel starts create one authority`() async throws {
    let path = folder.path
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 {
        group.addTask {
          _ = try CertificateAuthority.open(in: path)
          return try String(contentsOfFile: path + "/ca.pem", encoding: .utf8)
            + String(contentsOfFile: path + "/server-key.pem", encoding: .utf8)
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(texts.count == 1)
    #expect(
      try folder.names == [".lock", "ca-key.pem", "ca.pem", "server-key.pem", "server.pem"])
  }
}
