import COpenSSL
import Foundation

/// The local certificate authority and the server's certificate, stored as files in the data
/// folder. Both are created at the first start; the server's certificate is renewed 30 days before
/// it expires.
struct CertificateAuthority {
  /// The reason why there is no usable authority.
  enum Failure: Error, Equatable, Sendable {
    /// A file exists but is invalid. After it is deleted, the next start creates a new one.
    case broken(path: String, message: String)
    /// The key does not match the certificate beside it.
    case keyMismatch(certificatePath: String, keyPath: String)
    /// A file cannot be read or written.
    case system(SystemError)
    /// OpenSSL could not create a key or certificate.
    case openSSL(String)
  }

  /// The identity that listeners present.
  let identity: TLSIdentity
  /// The requested names that the authority's constraints do not permit. To add them, delete
  /// `ca.pem` and `ca-key.pem`: the next start creates an authority that permits them.
  let missingNames: [String]

  /// The path of the certificate that clients must trust.
  var path: String { identity.authorityPath }

  /// Opens the authority in a folder and creates missing files. Waits for other processes that do
  /// the same.
  ///
  /// - Parameters:
  ///   - directory: The folder, created with mode 0700 if it is missing.
  ///   - hosts: The DNS names of the server.
  ///   - domains: The domains that the authority's name constraints permit, with their subdomains
  ///     (RFC 5280 §4.2.1.10).
  ///   - names: Further DNS names of the server (`tls.names`).
  ///   - now: The current time, for validity and renewal.
  static func open(
    in directory: String, hosts: [String], domains: [String], names: [String], now: Date
  ) throws(Failure) -> CertificateAuthority {
    let folder = SecretFolder(path: directory)
    return try folder.locked { () throws(Failure) in
      let names = names.filter(isHostName)
      let authority = try authority(in: folder, domains: domains + names, now: now)
      var missingNames: [String] = []
      let hosts =
        hosts
        + names.filter { name in
          let isPermitted = authority.permits(name)
          if !isPermitted { missingNames.append(name) }
          return isPermitted
        }
      try renewServer(of: authority, hosts: hosts, in: folder, now: now)
      return CertificateAuthority(
        identity: TLSIdentity(
          certificatePath: folder.file("server.pem"), keyPath: folder.file("server-key.pem"),
          authorityPath: folder.file("ca.pem")), missingNames: missingNames)
    }
  }

  /// Whether a name has only letters, digits, hyphens and dots, none of which OpenSSL's
  /// configuration syntax interprets.
  private static func isHostName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 253
      && name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        (1...63).contains(label.utf8.count)
          && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      }
  }

  private static func authority(
    in folder: SecretFolder, domains: [String], now: Date
  ) throws(Failure) -> CertifiedKey {
    if let found = try CertifiedKey.read("ca.pem", "ca-key.pem", in: folder) { return found }
    let permitted =
      domains.map { "permitted;DNS:\($0)" } + [
        "permitted;IP:127.0.0.0/255.0.0.0",
        "permitted;IP:::1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        // A permitted name excludes all others of its kind; no host is named `invalid` (RFC 2606
        // §2). Some verifiers, such as Go's, reject constraints on further kinds of names.
        "permitted;email:invalid", "permitted;URI:invalid",
      ]
    let made = try CertifiedKey(
      CertificateRequest(
        commonName: "PushInbox local authority", from: now.addingTimeInterval(-3600), days: 3650,
        extensions: [
          (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
          (NID_key_usage, "critical,keyCertSign,cRLSign"),
          // Many verifiers apply that of an authority to the certificates that it signs.
          (NID_ext_key_usage, "serverAuth"),
          (NID_subject_key_identifier, "hash"),
          (NID_name_constraints, "critical," + permitted.joined(separator: ",")),
        ]))
    try made.write("ca.pem", "ca-key.pem", in: folder, mode: 0o644)
    return made
  }

  private static func renewServer(
    of authority: borrowing CertifiedKey, hosts: [String], in folder: SecretFolder, now: Date
  ) throws(Failure) {
    // If these two files are unusable for any reason, new ones replace them.
    do {
      if let found = try CertifiedKey.read("server.pem", "server-key.pem", in: folder),
        found.isSigned(by: authority), found.isValid(at: now.addingTimeInterval(30 * 86_400)),
        hosts.allSatisfy({ found.names($0) })
      {
        return
      }
    } catch .broken, .keyMismatch {
    }
    let names = hosts.map { "DNS:\($0)" } + ["IP:127.0.0.1", "IP:::1"]
    let made = try CertifiedKey(
      CertificateRequest(
        commonName: "localhost", from: now.addingTimeInterval(-3600), days: 820,
        extensions: [
          (NID_basic_constraints, "critical,CA:FALSE"),
          (NID_key_usage, "critical,digitalSignature"),
          (NID_ext_key_usage, "serverAuth"),
          (NID_subject_key_identifier, "hash"),
          (NID_authority_key_identifier, "keyid:always"),
          (NID_subject_alt_name, names.joined(separator: ",")),
        ]), signedBy: authority)
    try made.write("server.pem", "server-key.pem", in: folder)
  }
}
