/// A socket that listens, and where.
struct ListeningPort: Sendable {
  var descriptor: Int32
  var address: HostPort

  /// Binds and listens.
  ///
  /// - Throws: ``ListenError/beyondThisMachine(_:option:)`` before anything is bound, for an address that other
  ///   machines can reach and that is not allowed.
  init(at address: SocketAddress, allowsNetwork: Bool = false) throws(ListenError) {
    let place = address.hostPort
    if let place, !place.isLoopback, !allowsNetwork { throw .beyondThisMachine(place) }
    let descriptor: Int32
    do {
      descriptor = try Socket.stream(address.family)
    } catch {
      throw .system(error)
    }
    Socket.set(SO_REUSEADDR, on: descriptor)
    if address.family == AF_INET6 {
      // The IPv4 address is a socket of its own, so that each can be had or missed alone.
      Socket.set(IPV6_V6ONLY, level: Int32(IPPROTO_IPV6), on: descriptor)
    }
    guard address.withPointer({ bind(descriptor, $0, $1) }) == 0, listen(descriptor, 1024) == 0
    else {
      let error = SystemError("bind", path: place?.description)
      close(descriptor)
      if error.code == EADDRINUSE, let place {
        throw .addressInUse(place, by: PortOwner(of: address))
      }
      throw .system(error)
    }
    let bound = SocketAddress.written { getsockname(descriptor, $0, $1) }.address
    self.descriptor = descriptor
    self.address = bound?.hostPort ?? place ?? HostPort(host: "", port: 0)
  }
}

enum ListeningPorts {
  /// Opens what `place` stands for. The loopback means both of its addresses under one port: clients
  /// that resolve `localhost` may try either first.
  static func open(
    _ place: HostPort, _ allowsNetwork: Bool
  ) throws(ListenError) -> [ListeningPort] {
    guard ["127.0.0.1", "localhost"].contains(place.host) else {
      return [try openFirst(place, allowsNetwork)]
    }
    // A picked port may be taken on the other address: another one is then picked.
    for attempt in 1... {
      let first = try openFirst(HostPort(host: "127.0.0.1", port: place.port))
      do {
        return [first, try openFirst(HostPort(host: "::1", port: first.address.port))]
      } catch .addressInUse(let other, let holder, _) {
        close(first.descriptor)
        if place.port != 0 || attempt == 20 { throw .addressInUse(other, by: holder) }
      } catch {
        // No IPv6 on this machine.
        return [first]
      }
    }
    return []
  }

  /// Opens the first address the host has.
  private static func openFirst(
    _ place: HostPort, _ allowsNetwork: Bool = false
  ) throws(ListenError) -> ListeningPort {
    let addresses = try Socket.addresses(of: place, passive: true)
    guard let address = addresses.first else {
      throw .unknownHost(place.host, message: "no address")
    }
    return try ListeningPort(at: address, allowsNetwork: allowsNetwork)
  }
}
