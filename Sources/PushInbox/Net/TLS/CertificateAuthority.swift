import COpenSSL
import Foundation

/// The local authority and the server's certificate, kept as files in the data folder.
/// Both are made at the first start; the server's is renewed in time.
struct CertificateAuthority {
  /// Why there is no usable authority.
  enum Failure: Error, Equatable, Sendable {
    /// A file is there but is not what it should be; deleting it lets it be made anew.
    case broken(path: String, message: String)
    /// The key does not belong to the certificate beside it.
    case keyMismatch(certificatePath: String, keyPath: String)
    /// A file cannot be read or written.
    case system(SystemError)
    /// OpenSSL refused to make a key or certificate.
    case openSSL(String)
  }

  /// The identity that listeners present.
  let identity: TLSIdentity
  /// The names asked for that the authority may not vouch for: it was made without them. Without its two
  /// files, `ca.pem` and `ca-key.pem`, the next start makes one that may.
  let missingNames: [String]

  /// The file clients have to trust.
  var path: String { identity.authorityPath }

  /// Opens the authority in a folder, making what is missing; other processes doing the same wait.
  ///
  /// - Parameters:
  ///   - directory: Made, with mode 0700, when it is not there.
  ///   - hosts: The DNS names of the server.
  ///   - domains: The domains for which the authority may vouch; they permit their subdomains too
  ///     (RFC 5280 §4.2.1.10).
  ///   - names: Further DNS names the server has (`tls.names`).
  ///   - now: For validity and renewal.
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

  /// Letters, digits, hyphens and dots; nothing that means more in OpenSSL's words.
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
      ]
    let made = try CertifiedKey(
      CertificateRequest(
        commonName: "PushInbox local authority", from: now.addingTimeInterval(-3600), days: 3650,
        extensions: [
          (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
          (NID_key_usage, "critical,keyCertSign,cRLSign"),
          (NID_subject_key_identifier, "hash"),
          (NID_name_constraints, "critical," + permitted.joined(separator: ",")),
        ]))
    try made.write("ca.pem", "ca-key.pem", in: folder, mode: 0o644)
    return made
  }

  private static func renewServer(
    of authority: borrowing CertifiedKey, hosts: [String], in folder: SecretFolder, now: Date
  ) throws(Failure) {
    // Whatever is wrong with these two files, new ones are as good.
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
