/// The addresses on which a listener listens.
struct Endpoint: Equatable, Sendable {
  /// The bound addresses, the configured one first.
  var addresses: [HostPort]

  /// The first address as text, for instance `127.0.0.1:2197`.
  var text: String {
    addresses.first?.description ?? ""
  }

  /// The same text without the host if only this machine can reach it: `:2197`.
  var shortText: String { isExposed ? text : ":\(port)" }

  /// Whether other machines can reach one of the addresses.
  var isExposed: Bool { addresses.contains { !$0.isLoopback } }

  /// The port that all addresses share.
  var port: UInt16 {
    addresses.first?.port ?? 0
  }
}
