@testable import PushInbox

/// The layer between a socket and HTTP.
enum Layer: CaseIterable, Sendable {
  case clear
  case secured
  /// TLS inside a tunnel inside TLS.
  case tunnelled

  /// Returns a connection with these layers.
  func client(port: UInt16, receiveBuffer: Int32? = nil) throws -> RawClient {
    let client = try RawClient(port: port, receiveBuffer: receiveBuffer)
    guard self != .clear else { return client }
    try client.startTLS()
    guard self == .tunnelled else { return client }
    client.startTunnel()
    try client.startTLS(host: "api.push.apple.com")
    return client
  }
}
