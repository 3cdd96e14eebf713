/// The hosts that a `CONNECT` may name. Tunnels serve senders whose address cannot be changed.
enum ProxyTarget {
  /// The hosts, each with the ports it is reached at.
  private static let served: [String: [Int]] = [
    "api.push.apple.com": [443, 2197], "api.sandbox.push.apple.com": [443, 2197],
    "api.development.push.apple.com": [443, 2197],
    "api-manage-broadcast.push.apple.com": [2196],
    "api-manage-broadcast.sandbox.push.apple.com": [2195],
    "fcm.googleapis.com": [443], "oauth2.googleapis.com": [443],
  ]

  /// Returns the reason why a tunnel to a target, `HOST:PORT`, is rejected; nil if it is served
  /// here.
  static func rejection(of target: String) -> String? {
    let parts = target.split(separator: ":", omittingEmptySubsequences: false)
    guard let ports = served[(parts.first ?? "").lowercased()] else {
      return "CONNECT reaches the push hosts of Apple and FCM only, not \(target.prefix(200))"
    }
    if parts.count == 2, let port = Int(parts[1]), ports.contains(port) { return nil }
    let known = ports.map(String.init).joined(separator: " or ")
    return "CONNECT reaches \(parts[0]) at port \(known), and the request has "
      + target.prefix(200)
  }
}
