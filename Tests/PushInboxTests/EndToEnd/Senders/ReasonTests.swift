import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Every rejection reason of the built program over the wire: one valid request, of which each row
/// invalidates one property.
@Suite(.patient)
struct ReasonTests {
  enum Transport: String, CaseIterable {
    case clear, tls, http1

    var options: [String] {
      switch self {
      case .clear: ["--http2-prior-knowledge"]
      case .tls: ["--http2"]
      case .http1: ["--http1.1"]
      }
    }
  }

  /// A request as options of curl, valid until it is changed.
  struct Draft {
    var path: String
    var fields: [(name: String, value: String)]
    var body = #"{"aps":{"alert":"Hi"}}"#
    var method: String?
    /// The certificate and its key.
    var certificate: (certificate: String, key: String)?
    /// The earlier requests on the same connection.
    var before: [[(name: String, value: String)]] = []

    mutating func set(_ name: String, _ value: String?) {
      fields.removeAll { $0.name == name }
      if let value { fields.append((name, value)) }
    }

    /// Makes it a broadcast to a channel.
    mutating func broadcast(to channel: String?) {
      path = "/4/broadcasts/apps/com.example.mail"
      set("apns-push-type", "liveactivity")
      set("apns-expiration", "0")
      set("apns-channel-id", channel)
    }
  }

  struct Row: Sendable {
    let reason: String
    let spoil: @Sendable (inout Draft, Sender) throws -> Void

    init(_ reason: String, _ spoil: @escaping @Sendable (inout Draft, Sender) throws -> Void) {
      self.reason = reason
      self.spoil = spoil
    }
  }

  /// The client of the rows.
  struct Sender {
    let key: SigningKey
    let stranger: SigningKey
    let development: SigningKey
    let forChat: SigningKey
    let forMail: SigningKey
    let certificates: SenderCertificates

    init(in folder: String) throws {
      key = try SigningKey("ABC123DEFG", in: folder)
      stranger = try SigningKey("STRANGER01", in: folder)
      development = try SigningKey("DEVELOPER1", in: folder)
      forChat = try SigningKey("CHATKEY001", in: folder)
      forMail = try SigningKey("MAILKEY001", in: folder)
      certificates = try SenderCertificates()
    }

    func configuration() throws -> String {
      let listed = try [SenderCertificates.Extensions.universal, .development].map {
        try #"{ file: "\#(certificates.files(extensions: $0).certificate)" }"#
      }
      func entry(_ key: SigningKey, _ rest: String = "") -> String {
        #"{ id: "\#(key.id)", team: "\#(key.team)", file: "\#(key.path)"\#(rest) }"#
      }
      return """
        { gateway: { strict: true, environment: "production", tokenUpdates: 2,
          withoutBroadcast: ["com.example.none"], tokenRate: { count: 2, per: "1h" }, devices: [ \(ReasonTests.devices) ], certificates: [\(listed.joined(separator: ","))],
          keys: [ \(entry(key)), \(entry(development, #", environment: "development""#)),
            \(entry(forChat, #", topics: ["com.example.chat"]"#)),
            \(entry(forMail, #", topics: ["com.example.mail"]"#)) ] } }
        """
    }
  }

  private static func device(_ byte: String) -> String { String(repeating: byte, count: 32) }

  /// Tokens with a known state.
  fileprivate static let devices = """
    { token: "\(device("d0"))", app: "com.example.mail", environment: "development" },
    { token: "\(device("d1"))", app: "com.example.mail", topic: "com.example.mail.voip" },
    { token: "\(device("d2"))", app: "com.example.mail", state: "expired", since: "2026-01-01T00:00:00Z" },
    { token: "\(device("d3"))", app: "com.example.mail", state: "unregistered",
      since: "2026-01-01T00:00:00Z" }
    """

  static let rows: [Row] = [
    Row("BadCollapseId") { draft, _ in
      draft.set("apns-collapse-id", String(repeating: "y", count: 65))
    },
    Row("BadDeviceToken") { draft, _ in draft.path = "/3/device/xyz" },
    Row("BadDeviceToken") { draft, _ in draft.path = "/3/device/" + device("d0") },
    Row("DeviceTokenNotForTopic") { draft, _ in draft.path = "/3/device/" + device("d1") },
    Row("ExpiredToken") { draft, _ in draft.path = "/3/device/" + device("d2") },
    Row("Unregistered") { draft, _ in draft.path = "/3/device/" + device("d3") },
    Row("BadExpirationDate") { draft, _ in draft.set("apns-expiration", "1.5") },
    Row("BadChannelId") { draft, _ in draft.broadcast(to: "x") },
    Row("BadRequestParams") { draft, _ in draft.path = "/1/apps/com.example.mail/channels" },
    Row("ChannelNotRegistered") { draft, _ in draft.broadcast(to: "bm9uZQ==") },
    Row("FeatureNotEnabled") { draft, _ in draft.path = "/1/apps/com.example.none/channels" },
    Row("MissingChannelId") { draft, _ in draft.broadcast(to: nil) },
    Row("MissingPushType") { draft, _ in
      draft.broadcast(to: "bm9uZQ==")
      draft.set("apns-push-type", nil)
    },
    Row("TopicMismatch") { draft, sender in
      draft.path = "/1/apps/com.example.chat/channels"
      draft.certificate = try sender.certificates.files(extensions: .universal)
    },
    Row("BadMessageId") { draft, _ in draft.set("apns-id", "message-1") },
    Row("BadPriority") { draft, _ in draft.set("apns-priority", "7") },
    Row("BadRequestPayload") { draft, _ in draft.body = "{" },
    Row("BadTopic") { draft, _ in draft.set("apns-topic", "com/example") },
    Row("DuplicateHeaders") { draft, _ in
      draft.fields += [("apns-priority", "5"), ("apns-priority", "5")]
    },
    Row("InvalidPushType") { draft, _ in draft.set("apns-push-type", "voip") },
    Row("MissingDeviceToken") { draft, _ in draft.path = "/3/device/" },
    Row("MissingTopic") { draft, _ in draft.set("apns-topic", nil) },
    Row("MissingTopic") { draft, sender in
      draft.set("apns-topic", nil)
      draft.certificate = try sender.certificates.files(extensions: .universal)
    },
    Row("PayloadEmpty") { draft, _ in draft.body = "" },
    Row("TopicDisallowed") { draft, sender in
      draft.set("authorization", try sender.forChat.authorization())
    },
    Row("TopicDisallowed") { draft, sender in
      draft.set("apns-topic", "com.example.chat")
      draft.certificate = try sender.certificates.files(extensions: .universal)
    },
    Row("BadCertificate") { draft, sender in
      draft.certificate = try sender.certificates.files(extensions: .production)
    },
    Row("BadCertificateEnvironment") { draft, sender in
      draft.certificate = try sender.certificates.files(extensions: .development)
    },
    Row("ExpiredProviderToken") { draft, sender in
      draft.set("authorization", try sender.key.authorization(age: 3605))
    },
    Row("Forbidden") { draft, _ in draft.set("origin", "https://example.com") },
    Row("InvalidProviderToken") { draft, sender in
      draft.set("authorization", try sender.stranger.authorization())
    },
    Row("InvalidProviderToken") { draft, sender in
      draft.set("authorization", try sender.key.authorization(team: "TEAM000002"))
    },
    Row("MissingProviderToken") { draft, _ in draft.set("authorization", nil) },
    Row("UnrelatedKeyIdInToken") { draft, sender in
      draft.before = [draft.fields]
      draft.set("authorization", try sender.forMail.authorization())
    },
    Row("BadEnvironmentKeyIdInToken") { draft, sender in
      draft.set("authorization", try sender.development.authorization())
    },
    Row("BadPath") { draft, _ in draft.path = "/4/device/abcd" },
    Row("MethodNotAllowed") { draft, _ in draft.method = "PUT" },
    Row("PayloadTooLarge") { draft, _ in
      draft.body = #"{"aps":{"alert":"\#(String(repeating: "x", count: 4096))"}}"#
    },
    Row("TooManyProviderTokenUpdates") { draft, sender in
      for age in 1...2 {
        var earlier = draft
        earlier.set("authorization", try sender.key.authorization(age: age))
        draft.before.append(earlier.fields)
      }
      draft.set("authorization", try sender.key.authorization(age: 3))
    },
    Row("TooManyRequests") { draft, _ in draft.before = [draft.fields, draft.fields] },
  ]

  /// The reasons that no single request causes: a connection that ends, a server that fails, the
  /// alternative spelling of a reason, which a setting selects, and 10,000 channels
  /// (`ChannelManagementTests`).
  static let exceptions = [
    "BadEnvironmentKeyInToken", "CannotCreateChannelConfig", "IdleTimeout", "InternalServerError",
    "ServiceUnavailable",
    "Shutdown",
  ]

  @Test func `every reason has a row or is among the exceptions`() {
    let all = Set(RejectionReason.all.map(\.rawValue))
    #expect(Set(Self.rows.map(\.reason)).union(Self.exceptions) == all)
  }

  @Test(
    .enabled(if: Tool.curl != nil && Tool.openssl != nil, "curl or openssl is not installed"),
    arguments: Transport.allCases)
  func `a fault responds with its reason and adds a row to Rejected`(transport: Transport) throws {
    let home = try Home()
    let sender = try Sender(in: home.path)
    try home.write(try sender.configuration(), to: "config/pushinbox/config.json5")
    let inbox = try RunningInbox(home: home)
    let good = Draft(
      path: "",
      fields: [
        ("apns-topic", "com.example.mail"), ("apns-push-type", "alert"),
        ("authorization", try sender.key.authorization()),
      ])

    var expected: [String] = []
    for (index, row) in (Self.rows + [Row("") { _, _ in }]).enumerated() {
      var draft = good
      draft.path = "/3/device/" + String(repeating: String(10 + index), count: 32)
      let id = String(format: "00000000-0000-4000-8000-%012d", index)
      draft.set("apns-id", id)
      draft.set("apns-request-id", id)
      try row.spoil(&draft, sender)
      let answer = try inbox.send(draft, over: transport)
      guard !row.reason.isEmpty else {
        #expect(answer.status == 200, "the good request")
        continue
      }
      let reason = RejectionReason(rawValue: row.reason)
      #expect(answer.status == reason.status, "\(row.reason): \(answer)")
      let timestamp = reason.status == 410 ? #","timestamp":1767225600000"# : ""
      #expect(answer.body == #"{"reason":"\#(row.reason)"\#(timestamp)}"#)
      // A web page receives no information that it could use.
      if row.reason != "Forbidden" {
        let name = draft.path.hasPrefix("/3/") || reason == .badPath ? "apns-id" : "apns-request-id"
        #expect(answer.fields[name] == draft.fields.first { $0.name == name }?.value)
      }
      expected.append(row.reason)
    }
    let rows = try inbox.run("ls", "is:rejected", "--json").lines.map {
      try JSONReader.read(Array($0.utf8)).root
    }
    #expect(rows.reversed().map { $0["reason"]?.string } == expected)
    #expect(rows.allSatisfy { $0["because"]?.string?.isEmpty == false && $0["fix"] != .null })
    #expect(rows.allSatisfy { $0["wire"]?.string == (transport == .http1 ? "h1" : "h2") })
  }
}

extension RunningInbox {
  /// Sends a request with curl, after the earlier ones on the same connection.
  fileprivate func send(
    _ draft: ReasonTests.Draft, over transport: ReasonTests.Transport
  ) throws -> PushResponse {
    // A certificate needs TLS, and curl 7.88 cannot reuse a clear-text HTTP/2 connection.
    let isSecured =
      transport == .tls || draft.certificate != nil
      || transport == .clear && !draft.before.isEmpty
    var shared =
      ["-sS", "--max-time", "60", "--cacert", authority]
      + (isSecured && transport == .clear ? ["--http2"] : transport.options)
    if let (certificate, key) = draft.certificate {
      shared += ["--cert", certificate, "--key", key]
    }
    let url = (isSecured ? "https://localhost:\(port)" : "http://" + address) + draft.path
    func fields(_ fields: [(name: String, value: String)]) -> [String] {
      fields.flatMap { ["-H", "\($0.name): \($0.value)"] }
    }
    var words: [String] = []
    for before in draft.before {
      words += shared + fields(before) + ["-o", "/dev/null", "-d", draft.body, url, "--next"]
    }
    words += shared + fields(draft.fields) + ["-i", "--data-binary", draft.body, url]
    if let method = draft.method { words += ["-X", method] }
    return try answer(toCurl: words)
  }
}
