import COpenSSL
import Foundation

/// A certificate and the private key that belongs to it.
struct CertifiedKey: ~Copyable {
  typealias Failure = CertificateAuthority.Failure

  private let certificate: OpaquePointer
  private let key: OpaquePointer

  private init(certificate: OpaquePointer, key: OpaquePointer) {
    self.certificate = certificate
    self.key = key
  }

  deinit {
    X509_free(certificate)
    EVP_PKEY_free(key)
  }

  // MARK: Making

  /// Creates a P-256 key and a self-signed certificate.
  init(_ request: CertificateRequest) throws(Failure) {
    guard let key = cssl_new_p256_key() else { throw Self.failure() }
    let certificate: OpaquePointer
    do {
      certificate = try Self.signed(request, for: key, issuer: nil, issuerKey: key)
    } catch {
      EVP_PKEY_free(key)
      throw error
    }
    self.init(certificate: certificate, key: key)
  }

  /// Creates a P-256 key and a certificate signed by an authority.
  init(_ request: CertificateRequest, signedBy authority: borrowing CertifiedKey) throws(Failure) {
    guard let key = cssl_new_p256_key() else { throw Self.failure() }
    let certificate: OpaquePointer
    do {
      certificate = try Self.signed(
        request, for: key, issuer: authority.certificate, issuerKey: authority.key)
    } catch {
      EVP_PKEY_free(key)
      throw error
    }
    self.init(certificate: certificate, key: key)
  }

  private static func signed(
    _ request: CertificateRequest, for key: OpaquePointer, issuer: OpaquePointer?,
    issuerKey: OpaquePointer
  ) throws(Failure) -> OpaquePointer {
    guard let certificate = X509_new() else { throw failure() }
    var isKept = false
    defer { if !isKept { X509_free(certificate) } }
    let name = X509_get_subject_name(certificate)
    let start = time_t(request.from.timeIntervalSince1970)
    let issuerName = issuer.map { X509_get_subject_name($0) } ?? name
    // 127 random bits: positive and practically unique (RFC 5280 §4.1.2.2).
    var serial = (0..<16).map { _ in UInt8.random(in: 0...255) }
    serial[0] = serial[0] & 0x7F | 0x40
    let number = BN_bin2bn(serial, Int32(serial.count), nil)
    defer { BN_free(number) }
    let commonName = Array(request.commonName.utf8)
    guard X509_set_version(certificate, 2) == 1,
      BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil,
      X509_NAME_add_entry_by_txt(
        name, "CN", MBSTRING_UTF8, commonName, Int32(commonName.count), -1, 0) == 1,
      X509_set_issuer_name(certificate, issuerName) == 1,
      ASN1_TIME_set(X509_getm_notBefore(certificate), start) != nil,
      ASN1_TIME_set(X509_getm_notAfter(certificate), start + request.days * 86_400) != nil,
      X509_set_pubkey(certificate, key) == 1
    else { throw failure() }
    var context = cssl_extension_context(issuer ?? certificate, certificate)
    for (id, value) in request.extensions {
      guard let made = X509V3_EXT_conf_nid(nil, &context, id, value) else { throw failure() }
      defer { X509_EXTENSION_free(made) }
      guard X509_add_ext(certificate, made, -1) == 1 else { throw failure() }
    }
    guard X509_sign(certificate, issuerKey, EVP_sha256()) > 0 else { throw failure() }
    isKept = true
    return certificate
  }

  // MARK: Files

  /// Reads both files; nil when there is no certificate.
  static func read(
    _ certificateName: String, _ keyName: String, in folder: SecretFolder
  ) throws(Failure) -> CertifiedKey? {
    guard let certificateText = try folder.read(certificateName) else { return nil }
    let certificatePath = folder.file(certificateName)
    let keyPath = folder.file(keyName)
    guard let keyText = try folder.read(keyName) else {
      throw .broken(path: keyPath, message: "it is missing")
    }
    ERR_clear_error()
    guard
      let certificate = MemoryBIO.read(certificateText, { PEM_read_bio_X509($0, nil, nil, nil) })
    else {
      throw .broken(path: certificatePath, message: OpenSSLError.drained().message)
    }
    guard let key = MemoryBIO.read(keyText, { PEM_read_bio_PrivateKey($0, nil, nil, nil) }) else {
      X509_free(certificate)
      throw .broken(path: keyPath, message: OpenSSLError.drained().message)
    }
    guard X509_check_private_key(certificate, key) == 1 else {
      ERR_clear_error()
      X509_free(certificate)
      EVP_PKEY_free(key)
      throw .keyMismatch(certificatePath: certificatePath, keyPath: keyPath)
    }
    return CertifiedKey(certificate: certificate, key: key)
  }

  /// Writes both files, the key first: a key without a certificate is ignored and created anew.
  func write(
    _ certificateName: String, _ keyName: String, in folder: SecretFolder, mode: mode_t = 0o600
  ) throws(Failure) {
    let keyText = MemoryBIO.written {
      PEM_write_bio_PKCS8PrivateKey($0, key, nil, nil, 0, nil, nil) == 1
    }
    let certificateText = MemoryBIO.written { PEM_write_bio_X509($0, certificate) == 1 }
    guard let keyText, let certificateText else { throw Self.failure() }
    try folder.write(keyText, to: keyName, mode: 0o600)
    try folder.write(certificateText, to: certificateName, mode: mode)
  }

  // MARK: Questions

  /// Whether the authority signed the certificate.
  func isSigned(by authority: borrowing CertifiedKey) -> Bool {
    defer { ERR_clear_error() }
    return X509_verify(certificate, authority.key) == 1
  }

  /// Whether the certificate covers a host.
  func names(_ host: String) -> Bool {
    X509_check_host(certificate, host, host.utf8.count, 0, nil) == 1
  }

  /// Whether this authority's name constraints (RFC 5280 §4.2.1.10) permit a host.
  func permits(_ host: String) -> Bool {
    defer { ERR_clear_error() }
    guard
      let constraints = X509_get_ext_d2i(certificate, NID_name_constraints, nil, nil)?
        .assumingMemoryBound(to: NAME_CONSTRAINTS.self)
    else { return true }
    defer { NAME_CONSTRAINTS_free(constraints) }
    guard let sample = X509_new() else { return false }
    defer { X509_free(sample) }
    var context = cssl_extension_context(certificate, sample)
    guard let name = X509V3_EXT_conf_nid(nil, &context, NID_subject_alt_name, "DNS:\(host)")
    else { return false }
    defer { X509_EXTENSION_free(name) }
    guard X509_add_ext(sample, name, -1) == 1 else { return false }
    // This call fills in the fields that the next check reads; the unsigned sample fails the call
    // itself.
    _ = X509_check_purpose(sample, -1, 0)
    return NAME_CONSTRAINTS_check(sample, constraints) == X509_V_OK
  }

  /// Whether the certificate ends after a moment.
  func isValid(at moment: Date) -> Bool {
    var time = time_t(moment.timeIntervalSince1970)
    return X509_cmp_time(X509_get0_notAfter(certificate), &time) > 0
  }

  private static func failure() -> Failure {
    .openSSL(OpenSSLError.drained().message)
  }
}
