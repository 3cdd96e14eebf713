/// A listening socket and its address.
struct ListeningPort: Sendable {
  var descriptor: Int32
  var address: HostPort

  /// Binds and listens.
  ///
  /// - Throws: ``ListenError/beyondThisMachine(_:option:)`` before binding, for an address that
  ///   other machines can reach, unless `allowsNetwork`.
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
      // IPv4 has its own socket, so that each can be opened without the other.
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

  /// Accepts on a socket that a service manager opened.
  ///
  /// - Throws: ``ListenError/notListening(descriptor:)`` for another kind of descriptor, and
  ///   ``ListenError/beyondThisMachine(_:option:)`` as for one that is bound here. The descriptor
  ///   stays open.
  init(inheriting descriptor: Int32, allowsNetwork: Bool = false) throws(ListenError) {
    let bound = SocketAddress.written { getsockname(descriptor, $0, $1) }.address
    guard let place = bound?.hostPort,
      Socket.value(of: SO_TYPE, on: descriptor) == Platform.streamType,
      Socket.value(of: SO_ACCEPTCONN, on: descriptor) == 1
    else { throw .notListening(descriptor: descriptor) }
    if !place.isLoopback, !allowsNetwork {
      throw .beyondThisMachine(place, option: "ListenStream=")
    }
    Socket.prepare(descriptor)
    self.descriptor = descriptor
    address = place
  }
}
