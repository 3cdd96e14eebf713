import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Keys and certificates as files, read by OpenSSL.
@Suite struct CredentialTests {
  // RFC 7515, appendix A.3: key, signing input and signature of an ES256 example.
  private static let x = "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"
  private static let y = "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"
  private static let d = "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"
  private static let signed = Array(
    ("eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvb"
      + "S9pc19yb290Ijp0cnVlfQ").utf8)
  private static let signature = bytes(
    "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q")

  private static func bytes(_ base64URL: String) -> [UInt8] {
    let text = base64URL.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Array(Data(base64Encoded: text + padding) ?? Data())
  }

  private static func pem(_ kind: String, _ der: [UInt8]) -> [UInt8] {
    let text = Data(der).base64EncodedString(options: .lineLength64Characters)
    return Array("-----BEGIN \(kind)-----\n\(text)\n-----END \(kind)-----\n".utf8)
  }

  /// A SubjectPublicKeyInfo (RFC 5480): id-ecPublicKey, prime256v1, an uncompressed point.
  private static let publicPEM = pem(
    "PUBLIC KEY",
    [
      0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08,
      0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
    ] + bytes(x) + bytes(y))

  /// A PKCS#8 file (RFC 5208) with an ECPrivateKey without its public half (RFC 5915), the smallest
  /// form.
  private static let privatePEM = pem(
    "PRIVATE KEY",
    [
      0x30, 0x41, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02,
      0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x04, 0x27, 0x30, 0x25,
      0x02, 0x01, 0x01, 0x04, 0x20,
    ] + bytes(d))

  @Test(arguments: [publicPEM, privatePEM])
  func `a public and a private key verify the example of RFC 7515`(pem: [UInt8]) throws {
    let key = try ES256Key(pem: pem)
    #expect(key.made(Self.signature, over: Self.signed))
    #expect(key.made(Self.der(Self.signature), over: Self.signed), "the same in DER")
    #expect(!key.made(Self.signature, over: Self.signed.dropLast()))
    for place in [0, 31, 32, 63] {
      var other = Self.signature
      other[place] ^= 1
      #expect(!key.made(other, over: Self.signed))
    }
    let rubbish: [[UInt8]] = [
      [], [0x30], Array(repeating: 0, count: 64), Array(repeating: 0xFF, count: 64),
    ]
    for wrong in rubbish {
      #expect(!key.made(wrong, over: Self.signed))
    }
  }

  /// Encodes a signature: of the example's numbers one needs a leading zero, the other none.
  private static func der(_ raw: [UInt8]) -> [UInt8] {
    let (r, s) = (Array(raw[..<32]), [0] + raw[32...])
    return [0x30, UInt8(4 + r.count + s.count), 2, UInt8(r.count)] + r + [2, UInt8(s.count)] + s
  }

  @Test func `only the public half of a private key is stored`() throws {
    #expect(try ES256Key(pem: Self.privatePEM).bytes == ES256Key(pem: Self.publicPEM).bytes)
  }

  @Test(arguments: [
    ("", "holds no key in PEM"), ("nonsense", "holds no key in PEM"),
    ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "holds no key in PEM"),
    ("-----BEGIN CERTIFICATE-----\n", "holds a certificate, not a key"),
    ("-----BEGIN ENCRYPTED PRIVATE KEY-----\n", "is encrypted"),
  ])
  func `a file that is not a key is named by its kind`(text: String, reason: String) {
    let failure = #expect(throws: SettingsFiles.Failure.self) {
      try ES256Key(pem: Array(text.utf8))
    }
    #expect(failure?.reason.hasPrefix(reason) == true)
  }

  @Test(
    .enabled(if: Tool.openssl != nil, "openssl is not installed"),
    arguments: [
      ["genrsa", "2048"], ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"],
      ["genpkey", "-algorithm", "ED25519"],
    ])
  func `a key of another kind is named`(arguments: [String]) throws {
    let text = try #require(Tool.openssl).run(arguments).output
    let failure = #expect(throws: SettingsFiles.Failure.self) {
      try ES256Key(pem: Array(text.utf8))
    }
    #expect(failure?.reason == "holds a key that is not P-256, with which ES256 signs")
  }

  @Test func `truncated keys and certificates cause no crash`() throws {
    let certificate = try SenderCertificates().certificate(extensions: .universal)
    for bytes in [Self.privatePEM, Self.publicPEM] {
      for end in bytes.indices { _ = try? ES256Key(pem: Array(bytes[..<end])) }
    }
    for end in stride(from: 0, to: certificate.count, by: 7) {
      _ = ClientCertificate(file: Array(certificate[..<end]))
    }
  }

  // MARK: Certificates

  @Test(.enabled(if: Tool.openssl != nil, "openssl is not installed"))
  func `subject, topics, environments and validity of a certificate are read`() throws {
    let sender = try SenderCertificates()
    let universal = try #require(
      ClientCertificate(file: try sender.certificate(extensions: .universal)))
    #expect(
      universal.subject == "UID=com.example.mail, CN=Apple Push Services: com.example.mail")
    #expect(
      universal.topics == ["com.example.mail", "com.example.mail.voip"], "and not `app` and `voip`")
    #expect(universal.environments == [.development, .production])
    #expect(universal.notAfter.timeIntervalSince(universal.notBefore) == 300 * 86_400)
    #expect(universal.fingerprint.count == 32)

    let simple = try #require(
      ClientCertificate(file: try sender.certificate(extensions: .production)))
    #expect(simple.topics == ["com.example.mail"])
    #expect(simple.environments == [.production])
    #expect(simple.fingerprint != universal.fingerprint)

    let person = try #require(
      ClientCertificate(file: try sender.certificate(uid: "jdoe", extensions: .none)))
    #expect(person.topics == [])
    #expect(person.environments == [])
    #expect(ClientCertificate(file: Array("nonsense".utf8)) == nil)
  }

  /// The encryptions of PKCS#12 files: OpenSSL 3, Keychain Access, 3DES only, an unencrypted
  /// certificate, and a file without a key.
  @Test(
    .enabled(if: Tool.openssl != nil, "openssl is not installed"),
    arguments: [
      [], ["-legacy"], ["-certpbe", "PBE-SHA1-3DES", "-keypbe", "PBE-SHA1-3DES"],
      ["-certpbe", "NONE"], ["-nokeys"],
    ])
  func `a PKCS#12 file is read with its password`(options: [String]) throws {
    let sender = try SenderCertificates()
    let expected = try #require(
      ClientCertificate(file: try sender.certificate(extensions: .universal)))
    for password in ["secret", "пароль", ""] {
      let made = try sender.pkcs12(password: password, options)
      // An OpenSSL without the old ciphers cannot create such a file.
      guard let bytes = made else { continue }
      let formats = CredentialFormats.openSSL(password: password)
      func read(_ given: String?, _ formats: CredentialFormats) -> Result<
        ClientCertificate, SettingsFiles.Failure
      > {
        formats.certificate(.init(path: "a.p12", bytes: bytes, password: given))
      }
      #expect(try read(password, .openSSL(password: nil)).get() == expected)
      #expect(try read(password, .openSSL(password: "other")).get() == expected)
      #expect(try read(nil, formats).get() == expected)
      guard !password.isEmpty else { continue }
      let places = "`password` beside `file`, or PUSHINBOX_P12_PASSWORD in the environment"
      #expect(
        read("other", formats)
          == .failure(.init(reason: "does not open with the password given: " + places)))
      #expect(
        read(nil, .openSSL(password: nil))
          == .failure(.init(reason: "needs its password: " + places)))
    }
  }

  @Test(.enabled(if: Tool.openssl != nil, "openssl is not installed"))
  func `truncated PKCS#12 files are rejected without a crash`() throws {
    let bytes = try #require(try SenderCertificates().pkcs12(password: "secret"))
    let formats = CredentialFormats.openSSL(password: "secret")
    for end in stride(from: 0, to: bytes.count, by: 13) {
      let file = CredentialFormats.CertificateFile(path: "a.p12", bytes: Array(bytes[..<end]))
      #expect(throws: SettingsFiles.Failure.self) { try formats.certificate(file).get() }
    }
  }

  @Test func `DER strings are found at any depth, and invalid DER causes no crash`() {
    #expect(DERStrings([0x30, 5, 0x0C, 1, 0x61, 0x0C, 0]).texts == ["a", ""])
    #expect(DERStrings([0x30, 0x81, 5, 0x30, 3, 0x16, 1, 0x62]).texts == ["b"])
    #expect(DERStrings([0x0C, 9, 0x61]).texts == [])
    #expect(DERStrings([0x0C, 0x84, 1, 1, 1, 1, 0x61]).texts == [])
    #expect(DERStrings([UInt8](repeating: 0x30, count: 10_000)).texts == [])
  }
}
