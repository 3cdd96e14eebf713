import Foundation
import InboxModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a listener in fact listens.
struct Endpoint: Equatable, Sendable {
  /// The bound addresses, the one asked for first.
  var addresses: [HostPort]

  /// The first of them as text, for instance `127.0.0.1:2197`.
  var text: String {
    addresses.first?.description ?? ""
  }

  /// The port all of them share.
  var port: UInt16 {
    addresses.first?.port ?? 0
  }
}

/// The one port that takes pushes over HTTP/2, HTTP/1.1 and TLS (`design/contract.md` §3).
final class Listener: Sendable {
  /// How to listen.
  struct Options: Sendable {
    /// Where. `127.0.0.1` and `localhost` stand for both loopback addresses; port 0 picks one.
    var address = HostPort(host: "127.0.0.1", port: 2197)
    /// What to show in TLS handshakes; nil refuses TLS.
    var identity: TLSIdentity?
    /// The limits of `design/contract.md` §11.
    var limits = FeedLimits()
  }

  /// The addresses in fact bound.
  let endpoint: Endpoint

  private let hub: ConnectionHub
  private let loop: FeedLoop

  /// Binds, listens, and starts to accept on the loop's thread.
  ///
  /// - Throws: ``ListenError`` when an address cannot be had.
  init(_ options: Options, on loop: FeedLoop) throws(ListenError) {
    let tls: TLSContext?
    do {
      tls = try options.identity.map { identity throws(OpenSSLError) in try TLSContext(identity) }
    } catch {
      throw .identity(error.message)
    }
    Self.allowDescriptors(options.limits.connections + 256)
    let ports = try ListeningPorts.open(options.address)
    endpoint = Endpoint(addresses: ports.map(\.address))
    self.loop = loop
    let hub = ConnectionHub(loop: loop, limits: options.limits, tls: tls)
    self.hub = hub
    loop.perform { hub.open(ports) }
  }

  /// Many systems start programs with room for fewer descriptors than we take connections.
  private static func allowDescriptors(_ count: Int) {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(count) else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(count))
    _ = setrlimit(resource, &limit)
  }

  /// Tells senders what became of their pushes. From any thread; a sender that has gone is passed over.
  func answer(_ answers: [(ReplyAddress, Answer)]) {
    guard !answers.isEmpty else { return }
    loop.perform { [hub] in hub.deliver(answers) }
  }

  /// Takes nothing new: closes the ports, says so to the clients (GOAWAY), and lets what was accepted be
  /// answered.
  func quiesce() {
    loop.perform { [hub] in hub.quiesce() }
  }

  /// Waits until every connection has ended, at most so many seconds, then ends those that have not.
  func stop(within seconds: Double = 1) {
    quiesce()
    let ended = DispatchSemaphore(value: 0)
    loop.perform { [hub] in hub.notifyWhenEmpty { ended.signal() } }
    _ = ended.wait(timeout: .now() + seconds)
    loop.wait { [hub] in hub.closeAll() }
  }
}
