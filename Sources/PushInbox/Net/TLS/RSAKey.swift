import COpenSSL

/// An RSA key with which service accounts sign (RS256, RFC 7518 §3.3).
struct RSAKey: ~Copyable {
  private let key: OpaquePointer

  /// Reads a key in PEM; nil for anything else.
  init?(pem: [UInt8]) {
    defer { ERR_clear_error() }
    let read = MemoryBIO.read(pem) {
      PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil)
    }
    guard let read else { return nil }
    key = read
  }

  deinit {
    EVP_PKEY_free(key)
  }

  /// Returns a new private key of 2,048 bits in PEM; nil when OpenSSL fails.
  static func freshPEM() -> [UInt8]? {
    guard let key = cssl_new_rsa_key(2048) else { return nil }
    defer { EVP_PKEY_free(key) }
    return MemoryBIO.written { PEM_write_bio_PKCS8PrivateKey($0, key, nil, nil, 0, nil, nil) == 1 }
  }

  /// Whether the key made a signature over a message.
  func made(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    defer { ERR_clear_error() }
    guard EVP_PKEY_is_a(key, "RSA") == 1, let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}
