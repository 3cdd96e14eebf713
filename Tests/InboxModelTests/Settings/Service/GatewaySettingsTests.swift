import Foundation
@testable import InboxModel
import Testing

@Suite struct GatewaySettingsTests {
  /// Files whose first letter determines their content.
  private static var files: SettingsFiles {
    var files = SettingsFiles(folder: "/etc") { path in
      switch path {
      case "gone": .failure(.init(reason: "no such file or folder"))
      case "folder": .success(.folder([]))
      default: .success(.file(Array(path.utf8)))
      }
    }
    files.credentials = CredentialFormats(
      key: { bytes in
        bytes.first == UInt8(ascii: "k")
          ? .success(.stub(String(decoding: bytes, as: UTF8.self)))
          : .failure(.init(reason: "holds no key"))
      },
      certificate: { file in
        switch file.bytes.first {
        case UInt8(ascii: "p") where file.password == "secret": .success(.stub())
        case UInt8(ascii: "p"):
          .failure(.init(reason: "does not open with \(file.password ?? "-")"))
        case UInt8(ascii: "c"): .success(.stub())
        case UInt8(ascii: "w"): .success(.stub([]))
        default: .failure(.init(reason: "holds no certificate"))
        }
      })
    return files
  }

  private static func read(_ gateway: String) throws(SettingsError) -> Configuration {
    var configuration = Configuration()
    try configuration.apply(
      Array("{ gateway: { \(gateway) } }".utf8), fileName: "config.json5", allowsPrograms: true,
      files: files)
    return configuration
  }

  private static let key = #"id: "ABC123DEFG", team: "DEF123GHIJ", file: "k1""#

  @Test func `keys, certificates, environment and rates are read and written`() throws {
    let configuration = try Self.read(
      """
      strict: true, environment: "production", tokenUpdates: 3,
      environmentKeyReason: "BadEnvironmentKeyInToken",
      tokenRate: { count: 10, per: "1m" },
      keys: [ { \(Self.key), topics: ["a.b", "a.b.voip"], environment: "production" },
        { id: "0000000001", team: "DEF123GHIJ", file: "k2" } ],
      certificates: [ { file: "c" }, { file: "w", topics: ["a.b"] } ],
      devices: [ { token: "ABCD", app: "a.b", topic: "a.b.voip", environment: "development",
          state: "expired", since: "2026-04-14T18:15:00Z" }, { token: "ab", app: "a.b" } ],
      tokens: "listed", topics: "listed",
      """)
    var settings = GatewaySettings(isStrict: true)
    settings.environment = .production
    settings.tokenUpdates = 3
    settings.environmentKeyReason = .seen
    settings.tokenRate = PushRate(count: 10, per: 60)
    settings.keys = [
      ProviderKey(
        id: "ABC123DEFG", team: "DEF123GHIJ", file: "/etc/k1", topics: ["a.b", "a.b.voip"],
        environment: .production, publicKey: .stub("k1")),
      ProviderKey(id: "0000000001", team: "DEF123GHIJ", file: "/etc/k2", publicKey: .stub("k2")),
    ]
    settings.certificates = [
      ListedCertificate(file: "/etc/c", certificate: .stub()),
      ListedCertificate(file: "/etc/w", topics: ["a.b"], certificate: .stub([])),
    ]
    let (first, second) = try (
      #require(DeviceToken(hex: "abcd")), #require(DeviceToken(hex: "ab"))
    )
    settings.devices = [
      first: ListedDevice(
        token: first, topic: "a.b.voip", environment: .development, state: .expired,
        since: .pushMoment), second: ListedDevice(token: second, topic: "a.b"),
    ]
    (settings.tokens, settings.topics) = (.listed, .listed)
    #expect(configuration.gateway == settings)
    let written = configuration.json(phone: PhoneSettings())["gateway"]?.object?["devices"]
    #expect(
      written.map { JSONWriter.text($0) }
        == #"[{"token":"ab","app":"a.b","state":"active"},{"token":"abcd","app":"a.b","#
        + #""topic":"a.b.voip","environment":"development","state":"expired","#
        + #""since":"2026-04-14T18:15:00.000Z"}]"#)
    #expect(
      ConfigurationText.lines(configuration.json(phone: PhoneSettings())).contains {
        $0.contains(#"{ id: "0000000001", team: "DEF123GHIJ", file: "/etc/k2" }"#)
      })
  }

  @Test func `a certificate is read with its password, which is never written`() throws {
    let configuration = try Self.read(#"certificates: [ { file: "p", password: "secret" } ]"#)
    let listed = ListedCertificate(file: "/etc/p", certificate: .stub())
    #expect(configuration.gateway.certificates == [listed])
    let json = JSONWriter.text(.object(configuration.json(phone: PhoneSettings())))
    #expect(!json.contains("secret"))
  }

  @Test(arguments: [
    (#"keys: [ { team: "DEF123GHIJ", file: "k1" } ]"#, "`gateway.keys[0].id` is missing"),
    (#"keys: [ { id: "ABC123DEFG", file: "k1" } ]"#, "`gateway.keys[0].team` is missing"),
    (
      #"keys: [ { id: "ABC123DEFG", team: "DEF123GHIJ" } ]"#, "`gateway.keys[0].file` is missing"
    ),
    (
      #"keys: [ { id: "ABC", team: "DEF123GHIJ", file: "k1" } ]"#,
      "`gateway.keys[0].id` must be ten letters and digits, not `ABC`"
    ),
    ("keys: [ { \(key) }, { \(key) } ]", "`gateway.keys[1].id` is given twice"),
    (
      "keys: [ { \(key), environment: \"sandbox\" } ]",
      "`gateway.keys[0].environment` must be `development` or `production`, not `sandbox`"
    ),
    (
      "keys: [ { \(key), topics: [\"a b\"] } ]",
      "`gateway.keys[0].topics[0]` must be a topic such as `com.example.mail`, not `a b`"
    ),
    (
      #"keys: [ { id: "ABC123DEFG", team: "DEF123GHIJ", file: "gone" } ]"#,
      "`gateway.keys[0].file` cannot be used: gone: no such file or folder"
    ),
    (
      #"keys: [ { id: "ABC123DEFG", team: "DEF123GHIJ", file: "folder" } ]"#,
      "`gateway.keys[0].file` cannot be used: folder is a folder"
    ),
    (
      #"keys: [ { id: "ABC123DEFG", team: "DEF123GHIJ", file: "x" } ]"#,
      "`gateway.keys[0].file` cannot be used: x holds no key"
    ),
    ("keys: {}", "`gateway.keys` must be a list, not an object"),
    (
      #"certificates: [ { file: "x" } ]"#,
      "`gateway.certificates[0].file` cannot be used: x holds no certificate"
    ),
    (
      #"certificates: [ { file: "p", password: "wrong" } ]"#,
      "`gateway.certificates[0].file` cannot be used: p does not open with wrong"
    ),
    (
      #"certificates: [ { file: "p" } ]"#,
      "`gateway.certificates[0].file` cannot be used: p does not open with -"
    ),
    (
      #"certificates: [ { file: "p", password: 7 } ]"#,
      "`gateway.certificates[0].password` must be a string, not 7"
    ),
    (#"certificates: [ { file: "w" } ]"#, "`gateway.certificates[0].topics` is missing"),
    (
      "environment: \"dev\"",
      "`gateway.environment` must be `development` or `production`, not `dev`"
    ),
    (
      #"devices: [ { token: "abc", app: "a.b" } ]"#,
      "`gateway.devices[0].token` must be 2 to 200 hex digits, an even number, not `abc`"
    ),
    (#"devices: [ { token: "abcd" } ]"#, "`gateway.devices[0].app` is missing"),
    (
      #"devices: [ { token: "abcd", app: "a.b", topic: "a.c.voip" } ]"#,
      "`gateway.devices[0].topic` must be a topic of a.b, not `a.c.voip`"
    ),
    (
      #"devices: [ { token: "abcd", app: "a.b" }, { token: "ABCD", app: "a.c" } ]"#,
      "`gateway.devices[1].token` is given twice"
    ),
    (
      #"devices: [ { token: "abcd", app: "a.b", state: "gone" } ]"#,
      "must be `active`, `unregistered`, `expired` or `forbidden`, not `gone`"
    ),
    ("tokenUpdates: 0", "`gateway.tokenUpdates` must be a whole number from 1 to 100, not 0"),
    ("tokenRate: { per: \"1s\" }", "`gateway.tokenRate.count` is missing"),
    (
      "tokenRate: { count: 1, per: \"0s\" }",
      "`gateway.tokenRate.per` must be a span such as `10s`, not `0s`"
    ),
  ])
  func `an error names its key and position`(text: String, message: String) {
    let error = #expect(throws: SettingsError.self) { try Self.read(text) }
    #expect(error?.message.hasPrefix("config.json5:1:") == true)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func `without a configuration file no key file can be named`() {
    var configuration = Configuration()
    let error = #expect(throws: SettingsError.self) {
      try configuration.apply(
        Array("{gateway:{keys:[{\(Self.key)}]}}".utf8), fileName: "--x", allowsPrograms: true)
    }
    #expect(error?.path == "gateway.keys[0].file")
  }

  @Test func `an empty list and null remove another file's values`() throws {
    var configuration = try Self.read(
      "keys: [ { \(Self.key) } ], certificates: [ { file: \"c\" } ], tokenRate: { count: 1 }, environment: \"production\""
    )
    #expect(configuration.gateway.tokenRate == PushRate(count: 1, per: 60))
    try configuration.apply(
      Array("{gateway:{strict:true}}".utf8), fileName: "b", allowsPrograms: true)
    #expect(configuration.gateway.keys.count == 1, "not named, not changed")
    try configuration.apply(
      Array("{gateway:{keys:[],certificates:[],tokenRate:null,environment:null}}".utf8),
      fileName: "c", allowsPrograms: true)
    #expect(configuration.gateway == GatewaySettings(isStrict: true))
  }
}
