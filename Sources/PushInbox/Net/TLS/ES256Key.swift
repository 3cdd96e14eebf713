import COpenSSL
import InboxModel

/// The public half of a P-256 key, which verifies ES256 signatures (RFC 7518 §3.4).
// Sendable: OpenSSL only reads the key, so that threads may share it.
final class ES256Key: @unchecked Sendable {
  private let key: OpaquePointer
  /// The public key in DER (SubjectPublicKeyInfo, RFC 5280 §4.1.2.7).
  let bytes: [UInt8]

  /// Reads a key in PEM: a `.p8` file, another private key, or a public one. Only the public half
  /// of a private key is stored.
  init(pem: [UInt8]) throws(SettingsFiles.Failure) {
    defer { ERR_clear_error() }
    let text = String(decoding: pem, as: UTF8.self)
    guard !text.contains("ENCRYPTED") else {
      throw .init(reason: "is encrypted, which Apple's .p8 files are not")
    }
    let read = MemoryBIO.read(pem) {
      // Without a callback OpenSSL would prompt for a password on the terminal.
      PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil)
    }
    guard
      let key = read
        ?? MemoryBIO.read(pem, { PEM_read_bio_PUBKEY($0, nil, { _, _, _, _ in -1 }, nil) })
    else {
      throw .init(
        reason: text.contains("BEGIN CERTIFICATE")
          ? "holds a certificate, not a key"
          : "holds no key in PEM, which begins with -----BEGIN PRIVATE KEY-----")
    }
    defer { EVP_PKEY_free(key) }
    guard Self.isP256(key) else {
      throw .init(reason: "holds a key that is not P-256, with which ES256 signs")
    }
    bytes = MemoryBIO.written { i2d_PUBKEY_bio($0, key) == 1 } ?? []
    guard let publicKey = MemoryBIO.read(bytes, { d2i_PUBKEY_bio($0, nil) }) else {
      throw .init(reason: "holds a key without a public half")
    }
    self.key = publicKey
  }

  deinit {
    EVP_PKEY_free(key)
  }

  private static func isP256(_ key: OpaquePointer) -> Bool {
    var name = [CChar](repeating: 0, count: 32)
    guard EVP_PKEY_get_group_name(key, &name, name.count, nil) == 1 else { return false }
    return OBJ_sn2nid(name) == NID_X9_62_prime256v1
  }

  /// Whether the key made a signature, 64 bytes of r and s or DER, over a message.
  func made(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    defer { ERR_clear_error() }
    guard let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    let der = signature.count == 64 ? Self.der(signature) : signature
    return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
      && EVP_DigestVerify(context, der, der.count, message, message.count) == 1
  }

  /// Encodes r and s as a sequence of two integers (RFC 3279 §2.2.3).
  private static func der(_ raw: [UInt8]) -> [UInt8] {
    let integers = [raw[..<32], raw[32...]].flatMap { part -> [UInt8] in
      var number = Array(part.drop { $0 == 0 })
      // A first bit of 1 would make it negative.
      if number.first.map({ $0 >= 0x80 }) ?? true { number.insert(0, at: 0) }
      return [0x02, UInt8(number.count)] + number
    }
    return [0x30, UInt8(integers.count)] + integers
  }
}

extension CredentialFormats {
  /// The file formats, parsed by OpenSSL.
  ///
  /// - Parameter password: The password of PKCS#12 files for which the settings name none.
  static func openSSL(password: String?) -> CredentialFormats {
    CredentialFormats(
      key: { bytes in
        do throws(SettingsFiles.Failure) {
          let key = try ES256Key(pem: bytes)
          return .success(VerifyingKey(bytes: key.bytes) { key.made($0, over: $1) })
        } catch {
          return .failure(error)
        }
      },
      certificate: { file in
        if let certificate = ClientCertificate(file: file.bytes) { return .success(certificate) }
        guard let container = PKCS12File(file.bytes) else {
          return .failure(
            .init(reason: "holds no certificate, neither in PEM nor in DER nor in PKCS#12"))
        }
        do throws(SettingsFiles.Failure) {
          return .success(
            try container.certificate(password: file.password ?? password, path: file.path))
        } catch {
          return .failure(error)
        }
      })
  }
}
