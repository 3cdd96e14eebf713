import Foundation
import InboxModel
import Testing

@testable import PushInbox

private typealias Kind = HTTP2Client.Kind

/// FCM on the port for pushes: messages, and their access tokens.
@Suite(.patient) struct FCMFeedTests {
  private static let path = "/v1/projects/shop/messages:send"
  private static let message = #"{"message":{"token":"t:1","notification":{"body":"Hi"}}}"#

  private static func bench() throws -> FeedBench {
    try FeedBench { _ in PushResponse(status: 200, document: #"{"name":"x"}"#) }
  }

  private static func request(_ path: String, _ body: String, _ fields: String = "") -> String {
    "POST \(path) HTTP/1.1\r\nhost: localhost\r\n\(fields)content-length: \(body.utf8.count)\r\n\r\n"
      + body
  }

  @Test func `a message over HTTP/1.1 is parsed, and its response has no apns-id`() throws {
    let bench = try Self.bench()
    let client = try RawClient(port: bench.port)
    client.send(Self.request(Self.path, Self.message))
    let answer = client.text(until: #"{"name":"x"}"#)
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.contains("content-type: application/json\r\n"))
    #expect(!answer.contains("apns-id"))
    let push = try #require(bench.pushes().first)
    #expect(push.origin.wire == .fcm && push.bodyText == Self.message)
    let fcm = try #require(push.fcm)
    #expect(fcm.project == "shop" && fcm.sender == .unnamed)
    let message = try fcm.message.get()
    #expect(message.target == DeviceToken("t:1").map(FCMMessage.Target.token))
  }

  @Test func `a message over HTTP/2 is parsed`() throws {
    let bench = try Self.bench()
    let client = try HTTP2Client(port: bench.port)
    client.raw.send(
      HTTP2Client.headers(1, path: Self.path, [("authorization", "Bearer abc")])
        + HTTP2Client.bytes(Kind.data, flags: 1, stream: 1, Array(Self.message.utf8)))
    #expect(client.frame { $0.type == Kind.data }?.text == #"{"name":"x"}"#)
    let fcm = try #require(bench.pushes().first?.fcm)
    #expect(fcm.sender == .unknown)
  }

  @Test(arguments: ["/fcm/send", "/v1/projects/shop/messages", "/batch"])
  func `an unknown path of FCM gets FCM's NOT_FOUND`(path: String) throws {
    let bench = try Self.bench()
    let client = try RawClient(port: bench.port)
    client.send(Self.request(path, "{}"))
    let push = try #require(bench.pushes().first)
    guard case .failure(let error) = push.fcm?.message else {
      Issue.record("it was accepted")
      return
    }
    #expect(error.code == .notFound)
  }

  @Test func `a body over 64 KiB is rejected, not cut`() throws {
    let bench = try Self.bench()
    let client = try RawClient(port: bench.port)
    client.send(
      Self.request(Self.path, Self.message + String(repeating: " ", count: 70_000)))
    let push = try #require(bench.pushes().first)
    guard case .failure(let error) = push.fcm?.message else {
      Issue.record("it was accepted")
      return
    }
    #expect(error.code == .invalidArgument)
  }

  // MARK: Access tokens

  @Test(arguments: ["", " a", "a  b ", "\u{313}a"])
  func `an access token keeps blanks and combining marks of its account`(account: String) {
    let (tokens, until) = (AccessTokens(), Date(timeIntervalSince1970: 1_776_193_082))
    let token = tokens.token(for: account, until: until)
    #expect(tokens.sender(showing: "Bearer " + token) == .account(account, until: until))
  }

  @Test func `an access token contains its account and expiry`() throws {
    let tokens = AccessTokens()
    let until = Date(timeIntervalSince1970: 1_776_193_082)
    let token = tokens.token(for: "a@b c", until: until)
    #expect(tokens.sender(showing: "Bearer " + token) == .account("a@b c", until: until))
    #expect(tokens.sender(showing: "bearer " + token) == .account("a@b c", until: until))
    #expect(tokens.sender(showing: nil) == .unnamed)
    #expect(AccessTokens().sender(showing: "Bearer " + token) == .unknown)
  }

  @Test(arguments: [
    "", "Bearer", "Bearer x", "Basic ya29.pushinbox.x.y", "Bearer ya29.pushinbox..",
    "Bearer ya29.pushinbox.MQ.AAAA", "key=AAAA",
  ])
  func `an access token of another issuer is unknown`(text: String) {
    #expect(AccessTokens().sender(showing: text) == (text.isEmpty ? .unnamed : .unknown))
  }

  @Test func `a changed access token is unknown`() {
    let tokens = AccessTokens()
    let token = tokens.token(for: "a", until: Date(timeIntervalSince1970: 1))
    let parts = token.split(separator: ".")
    let later = Data("9999999999 a".utf8).base64URL
    let changed = "Bearer \(parts[0]).\(parts[1]).\(later).\(parts[3])"
    #expect(tokens.sender(showing: changed) == .unknown)
  }

  /// Returns the assertion of a service account, with the claims that a row changes.
  private static func word(
    _ account: ServiceAccountFile, header: String = #"{"alg":"RS256"}"#, at now: Date,
    _ change: (inout [String: Any]) -> Void = { _ in }
  ) throws -> String {
    var claims: [String: Any] = [
      "iss": account.email, "aud": "http://127.0.0.1:2197/token",
      "scope": "https://www.googleapis.com/auth/cloud-platform",
      "iat": Int(now.timeIntervalSince1970), "exp": Int(now.timeIntervalSince1970) + 3600,
    ]
    change(&claims)
    let text =
      Data(header.utf8).base64URL + "."
      + (try JSONSerialization.data(withJSONObject: claims)).base64URL
    let assertion = text + "." + (try account.signature(of: text)).base64URL
    return "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion="
      + assertion
  }

  /// A service account as `env` creates it.
  private struct ServiceAccountFile {
    let folder = try? TemporaryFolder()
    let email: String
    private let key: String

    var path: String { folder?.path ?? "" }

    init() throws {
      let folder = try #require(folder?.path)
      let file = try ServiceAccounts.file(in: folder, tokenAddress: "http://127.0.0.1:1/token")
      let text = try Data(contentsOf: URL(filePath: file))
      let account = try #require(try JSONReader.read(Array(text)).root.object)
      email = try #require(account["client_email"]?.string)
      key = folder + "/key.pem"
      let pem = try #require(account["private_key"]?.string)
      try Data(pem.utf8).write(to: URL(filePath: key))
    }

    func signature(of text: String) throws -> Data {
      let (signed, signature) = (path + "/signed", path + "/signature")
      try Data(text.utf8).write(to: URL(filePath: signed))
      let tool = try #require(Tool.openssl)
      let result = try tool.run(["dgst", "-sha256", "-sign", key, "-out", signature, signed])
      #expect(result.status == 0)
      return try Data(contentsOf: URL(filePath: signature))
    }
  }

  private static let now = Date(timeIntervalSince1970: 1_776_193_082)

  @Test(.enabled(if: Tool.openssl != nil, "openssl is not installed"))
  func `the assertion of our account is accepted only with its key`() throws {
    let (account, other) = (try ServiceAccountFile(), try ServiceAccountFile())
    let accounts = ServiceAccounts(folder: account.path, acceptsAny: false)
    let word = try JWTAssertion(form: Array(Self.word(account, at: Self.now).utf8))
    #expect(try accounts.account(behind: word, at: Self.now) == account.email)
    let forged = try JWTAssertion(form: Array(Self.word(other, at: Self.now).utf8))
    #expect(throws: TokenProblem.self) { try accounts.account(behind: forged, at: Self.now) }
    let stranger = try JWTAssertion(
      form: Array(Self.word(other, at: Self.now) { $0["iss"] = "x@y" }.utf8))
    #expect(throws: TokenProblem.self) { try accounts.account(behind: stranger, at: Self.now) }
    // By default only our own key is known, and other accounts are accepted.
    let lenient = ServiceAccounts(folder: account.path)
    #expect(try lenient.account(behind: stranger, at: Self.now) == "x@y")
    #expect(throws: TokenProblem.self) { try lenient.account(behind: forged, at: Self.now) }
  }

  @Test(
    .enabled(if: Tool.openssl != nil, "openssl is not installed"),
    arguments: [
      ("another audience", "aud", "https://example.com/token"),
      ("an audience that is not a token endpoint", "aud", "http://127.0.0.1:2197/x"),
      ("no audience", "aud", ""), ("another scope", "scope", "https://example.com/x"),
      ("an end long ago", "exp", "0"), ("good for a year", "exp", "1807729082"),
      ("issued tomorrow", "iat", "1776279482"), ("no issuer", "iss", ""),
    ])
  func `an assertion for another recipient or time is rejected`(
    name: String, claim: String, value: String
  ) throws {
    let account = try ServiceAccountFile()
    let form = try Self.word(account, at: Self.now) { claims in
      claims[claim] = value.isEmpty ? nil : Double(value).map { $0 as Any } ?? value as Any
    }
    let accounts = ServiceAccounts(folder: account.path)
    #expect(throws: TokenProblem.self) {
      try accounts.account(behind: JWTAssertion(form: Array(form.utf8)), at: Self.now)
    }
  }

  @Test(arguments: [
    ("", "unsupported_grant_type"), ("grant_type=password", "unsupported_grant_type"),
    ("grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer", "invalid_request"),
    (
      "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer&assertion=a.b.c", "invalid_grant"
    ),
  ])
  func `a form without an assertion gets no token, and a row in Rejected`(
    form: String, code: String
  )
    throws
  {
    let bench = try Self.bench()
    let client = try RawClient(port: bench.port)
    client.send(Self.request("/token", form))
    let answer = client.text(until: "error_description")
    #expect(answer.hasPrefix("HTTP/1.1 400 "))
    #expect(answer.contains(#""error":"\#(code)""#))
    #expect(bench.rejections().first?.reason == "intake.token." + code)
  }

  @Test func `the account file is private, and an update retains its key`() throws {
    let folder = try TemporaryFolder()
    func account(_ address: String) throws -> JSONObject {
      let path = try ServiceAccounts.file(in: folder.path, tokenAddress: address)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      return try #require(
        try JSONReader.read(Array(Data(contentsOf: URL(filePath: path)))).root.object)
    }
    let first = try account("http://127.0.0.1:1/token")
    let second = try account("http://127.0.0.1:2/token")
    #expect(first["private_key"] == second["private_key"])
    #expect(second["token_uri"] == "http://127.0.0.1:2/token")
    #expect(first["type"] == "service_account")
  }
}
