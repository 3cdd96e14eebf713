import Foundation

/// A generator of client certificates, by the installed `openssl`.
final class SenderCertificates {
  enum Extensions: String {
    case universal, development, production, none
  }

  private let folder: TemporaryFolder
  private let openssl: Tool

  init() throws {
    folder = try TemporaryFolder()
    guard let openssl = Tool.openssl else { throw Child.Failure(description: "no openssl") }
    self.openssl = openssl
    try Data(Self.configuration.utf8).write(to: URL(filePath: folder.path + "/x509.cnf"))
  }

  /// Returns a certificate in PEM, valid from now.
  func certificate(
    uid: String = "com.example.mail", extensions: Extensions, days: Int = 300
  ) throws -> [UInt8] {
    let path = try files(uid: uid, extensions: extensions, days: days).certificate
    return Array(try Data(contentsOf: URL(filePath: path)))
  }

  /// Returns the paths of a certificate and its key; repeated calls return the same.
  func files(
    uid: String = "com.example.mail", extensions: Extensions, days: Int = 300
  ) throws -> (certificate: String, key: String) {
    let name = folder.path + "/\(uid)-\(extensions)-\(days)"
    let made = (name + ".pem", name + "-key.pem")
    if FileManager.default.fileExists(atPath: made.0) { return made }
    let result = try openssl.run(
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
        "-keyout", name + "-key.pem", "-out", name + ".pem", "-config",
        folder.path + "/x509.cnf", "-days", String(days), "-extensions", extensions.rawValue,
        "-subj", "/UID=\(uid)/CN=Apple Push Services: \(uid)",
      ])
    guard result.status == 0 else { throw Child.Failure(description: result.output) }
    return made
  }

  /// Returns the certificate with its key as a PKCS#12 file; `options` select the encryption. Nil
  /// if this `openssl` cannot create such a file.
  func pkcs12(password: String, _ options: [String] = []) throws -> [UInt8]? {
    let pair = try files(extensions: .universal)
    let path = folder.path + "/\(UUID().uuidString).p12"
    let result = try openssl.run(
      [
        "pkcs12", "-export", "-in", pair.certificate, "-inkey", pair.key, "-out", path, "-passout",
        "pass:" + password,
      ] + options)
    guard result.status == 0 else { return nil }
    return Array(try Data(contentsOf: URL(filePath: path)))
  }

  /// Apple's extensions (Apple, "Sending notification requests to APNs").
  private static let configuration = """
    [req]
    distinguished_name=name
    [name]
    [none]
    basicConstraints=CA:FALSE
    [development]
    1.2.840.113635.100.6.3.1=ASN1:NULL
    [production]
    1.2.840.113635.100.6.3.2=ASN1:NULL
    [universal]
    1.2.840.113635.100.6.3.1=ASN1:NULL
    1.2.840.113635.100.6.3.2=ASN1:NULL
    1.2.840.113635.100.6.3.6=ASN1:SEQUENCE:topics
    [topics]
    a=UTF8:com.example.mail
    b=SEQUENCE:app
    c=UTF8:com.example.mail.voip
    d=SEQUENCE:voip
    [app]
    a=UTF8:app
    [voip]
    a=UTF8:voip

    """
}
