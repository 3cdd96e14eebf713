import Foundation
import InboxModel

/// OAuth 2.0 access tokens that need no stored list: each contains its account and its expiry,
/// authenticated with a key of this process. After a restart senders learn that their token is
/// invalid, and request another.
struct AccessTokens: Sendable {
  /// The lifetime of a token in seconds.
  static let life: TimeInterval = 3600

  private static let prefix = "ya29.pushinbox"
  private let key = HMACKey()

  /// Returns a token for an account.
  func token(for account: String, until: Date) -> String {
    let words = "\(Int(until.timeIntervalSince1970)) \(account)"
    let claim = Data(words.utf8).base64URL
    return "\(Self.prefix).\(claim).\(key.code(for: claim).base64URL)"
  }

  /// Returns the sender that an `authorization` header identifies.
  func sender(showing authorization: String?) -> FCMRequest.Sender {
    guard let authorization, !authorization.isEmpty else { return .unnamed }
    let words = authorization.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return .unknown }
    let parts = words[1].split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[..<2].joined(separator: ".") == Self.prefix,
      let given = Data(base64URL: parts[3]), key.isCode(given, for: String(parts[2])),
      let claim = Data(base64URL: parts[2])
    else { return .unknown }
    // Bytes, not characters: an account may begin with a combining mark.
    let said = claim.split(
      separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    guard said.count == 2, let seconds = Double(said[0]) else { return .unknown }
    return .account(said[1], until: Date(timeIntervalSince1970: seconds))
  }
}

extension Data {
  /// The data in base64url without padding (RFC 4648 §5).
  var base64URL: String {
    base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
  }

  init?(base64URL text: some StringProtocol) {
    let plain = String(text).replacing("-", with: "+").replacing("_", with: "/")
    self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
  }
}
