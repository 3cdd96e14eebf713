/// The addresses on which a listener listens.
struct Endpoint: Equatable, Sendable {
  /// The bound addresses, the one asked for first.
  var addresses: [HostPort]

  /// The first of them as text, for instance `127.0.0.1:2197`.
  var text: String {
    addresses.first?.description ?? ""
  }

  /// The same without a host that is this machine: `:2197`.
  var shortText: String { isExposed ? text : ":\(port)" }

  /// Whether other machines can reach it.
  var isExposed: Bool { addresses.contains { !$0.isLoopback } }

  /// The port all of them share.
  var port: UInt16 {
    addresses.first?.port ?? 0
  }
}
