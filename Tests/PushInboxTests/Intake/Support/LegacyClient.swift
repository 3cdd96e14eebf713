import Foundation
import InboxModel

@testable import PushInbox

/// A gateway behind a bench, as in the live program.
final class BenchGateway: @unchecked Sendable {
  private let lock = NSLock()
  private var gateway: Gateway

  init(_ settings: GatewaySettings = GatewaySettings()) {
    gateway = Gateway(settings: settings)
  }

  func answer(_ request: PushRequest) -> PushResponse {
    lock.withLock {
      let reply = ResponseHandle(connection: 0, stream: 0)
      for case .answer(let answer, _) in gateway.handle(
        .pushReceived(request, reply: reply), at: request.receivedAt)
      {
        return answer
      }
      return .ok(to: request)
    }
  }
}

/// Python's TLS, for sequences that curl cannot send: bytes in hexadecimal in both directions.
enum LegacyTLS {
  static let script = """
    import socket, ssl, sys
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(sys.argv[2])
    context.check_hostname = False
    plain = socket.create_connection(("127.0.0.1", int(sys.argv[1])), 20)
    secured = context.wrap_socket(plain)
    secured.sendall(bytes.fromhex(sys.argv[3]))
    received = b""
    while True:
        more = secured.recv(4096)
        if not more: break
        received += more
    print(secured.version(), received.hex())
    """
}
