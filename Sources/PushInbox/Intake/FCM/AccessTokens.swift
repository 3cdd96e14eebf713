import Foundation
import InboxModel

/// Access tokens as OAuth2 gives them out, without a list of them: each says whose it is and until when, and is
/// sealed with a key that only this process has. So there is nothing to keep, however many are asked for; after a
/// restart senders are told that theirs is unknown, and get another.
struct AccessTokens: Sendable {
  /// Seconds for which one is good.
  static let life: TimeInterval = 3600

  private static let prefix = "ya29.pushinbox"
  private let key = HMACKey()

  /// A token for an account.
  func token(for account: String, until: Date) -> String {
    let words = "\(Int(until.timeIntervalSince1970)) \(account)"
    let claim = Data(words.utf8).base64URL
    return "\(Self.prefix).\(claim).\(key.code(for: claim).base64URL)"
  }

  /// Returns the sender of an `authorization` header.
  func sender(showing authorization: String?) -> FCMRequest.Sender {
    guard let authorization, !authorization.isEmpty else { return .unnamed }
    let words = authorization.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return .unknown }
    let parts = words[1].split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[..<2].joined(separator: ".") == Self.prefix,
      let given = Data(base64URL: parts[3]), key.isCode(given, for: String(parts[2])),
      let claim = Data(base64URL: parts[2])
    else { return .unknown }
    let said = String(decoding: claim, as: UTF8.self).split(separator: " ", maxSplits: 1)
    guard said.count == 2, let seconds = Double(said[0]) else { return .unknown }
    return .account(String(said[1]), until: Date(timeIntervalSince1970: seconds))
  }
}

extension Data {
  /// In the alphabet for addresses, without padding (RFC 4648 §5).
  var base64URL: String {
    base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
  }

  init?(base64URL text: some StringProtocol) {
    let plain = String(text).replacing("-", with: "+").replacing("_", with: "/")
    self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
  }
}
