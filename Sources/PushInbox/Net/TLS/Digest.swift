import COpenSSL

/// SHA-256 (FIPS 180-4).
enum Digest {
  /// Returns the digest as 64 lower-case hexadecimal digits; nil when OpenSSL fails.
  static func sha256(_ bytes: [UInt8]) -> String? {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard EVP_Digest(bytes, bytes.count, &digest, &count, EVP_sha256(), nil) == 1 else {
      return nil
    }
    return digest.prefix(Int(count)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
