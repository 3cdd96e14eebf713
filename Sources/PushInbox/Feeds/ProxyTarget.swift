/// The hosts a `CONNECT` may name: senders that cannot be given another address reach this port by it.
enum ProxyTarget {
  private static let served: Set<String> = [
    "api.push.apple.com:443", "api.push.apple.com:2197",
    "api.sandbox.push.apple.com:443", "api.sandbox.push.apple.com:2197",
    "api.development.push.apple.com:443", "api.development.push.apple.com:2197",
    "fcm.googleapis.com:443", "oauth2.googleapis.com:443",
  ]

  /// Whether the tunnel to `HOST:PORT` ends in this very port.
  static func isServed(_ target: String) -> Bool {
    served.contains(target.lowercased())
  }
}
