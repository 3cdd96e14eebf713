import COpenSSL
import Foundation

/// A random key of this process for message authentication codes by HMAC-SHA-256 (RFC 2104).
struct HMACKey: Sendable {
  private let bytes = (0..<32).map { _ in UInt8.random(in: 0...255) }

  /// Returns the code of a text, 32 bytes.
  func code(for text: String) -> Data {
    var code = [UInt8](repeating: 0, count: 32)
    let text = Array(text.utf8)
    _ = HMAC(EVP_sha256(), bytes, Int32(bytes.count), text, text.count, &code, nil)
    return Data(code)
  }

  /// Whether a code is that of a text. Takes constant time, independent of where the codes differ.
  func isCode(_ code: Data, for text: String) -> Bool {
    let expected = self.code(for: text)
    return code.count == expected.count
      && zip(code, expected).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
