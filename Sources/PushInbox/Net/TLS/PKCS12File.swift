import COpenSSL
import InboxModel

/// A PKCS#12 file (RFC 7292), `.p12` or `.pfx`: a certificate with its private key, encrypted with
/// a password.
struct PKCS12File: ~Copyable {
  /// The environment variable with the password of files for which the configuration names none.
  static let passwordVariable = "PUSHINBOX_P12_PASSWORD"

  private let context: OpaquePointer
  private let providers: [OpaquePointer]
  private let file: OpaquePointer

  /// Reads the outer structure, which is not encrypted; nil for another format.
  init?(_ bytes: [UInt8]) {
    defer { ERR_clear_error() }
    // A separate library context: the old ciphers below are for these files only, never for
    // connections.
    guard let context = OSSL_LIB_CTX_new() else { return nil }
    // Old files are encrypted with RC2 or 3DES. RC2 needs the legacy provider, which may not be
    // installed.
    let providers = ["default", "legacy"].compactMap { (name: String) in
      OSSL_PROVIDER_load(context, name)
    }
    var file = PKCS12_init_ex(NID_pkcs7_data, context, nil)
    guard MemoryBIO.read(bytes, { d2i_PKCS12_bio($0, &file) }) != nil, let file else {
      PKCS12_free(file)
      Self.free(context, providers)
      return nil
    }
    self.context = context
    self.providers = providers
    self.file = file
  }

  deinit {
    PKCS12_free(file)
    Self.free(context, providers)
  }

  /// Frees a context after its providers: freeing the context does not free what a loaded provider
  /// holds.
  private static func free(_ context: OpaquePointer, _ providers: [OpaquePointer]) {
    for provider in providers { OSSL_PROVIDER_unload(provider) }
    OSSL_LIB_CTX_free(context)
  }

  /// The certificate of the file's private key, or the first certificate if the file has no key.
  ///
  /// - Parameters:
  ///   - password: The password; nil tries an empty one.
  ///   - path: The path of the file, for the command that converts it.
  /// - Throws: ``SettingsFiles/Failure`` for a missing or wrong password, encryption that the
  ///   installed OpenSSL does not support, and a file without a certificate.
  func certificate(
    password: String?, path: String
  ) throws(SettingsFiles.Failure) -> ClientCertificate {
    defer { ERR_clear_error() }
    ERR_clear_error()
    var (key, own, others): (OpaquePointer?, OpaquePointer?, OpaquePointer?)
    let isParsed = PKCS12_parse(file, password, &key, &own, &others) == 1
    defer {
      EVP_PKEY_free(key)
      X509_free(own)
      cssl_free_certificates(others)
    }
    guard isParsed else {
      guard cssl_reason(ERR_peek_last_error()) == PKCS12_R_MAC_VERIFY_FAILURE else {
        throw .init(
          reason: "is encrypted in a way that OpenSSL does not read here "
            + "(\(OpenSSLError.drained().message)); "
            + "convert it by `\(Self.conversion(of: path))` and name the .pem file")
      }
      let places = "`password` beside `file`, or \(Self.passwordVariable) in the environment"
      throw .init(
        reason: password == nil
          ? "needs its password: \(places)" : "does not open with the password given: \(places)")
    }
    guard let certificate = own ?? cssl_first_certificate(others) else {
      throw .init(reason: "holds no certificate")
    }
    return ClientCertificate(certificate)
  }

  /// Returns the command that converts a file encrypted with ciphers that are off by default.
  private static func conversion(of path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "._/".utf8.contains(byte)
      }
    }
    // Any other path would need quotes.
    let path = isPlain ? path : "X.p12"
    let stem = path.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
    return "openssl pkcs12 -in \(path) -out \(stem).pem -nodes -legacy"
  }
}
