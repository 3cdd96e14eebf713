enum ListeningPorts {
  /// Opens the addresses of `place`. For the loopback these are both of its addresses with the same
  /// port: clients that resolve `localhost` may try either first.
  static func open(
    _ place: HostPort, _ allowsNetwork: Bool
  ) throws(ListenError) -> [ListeningPort] {
    guard ["127.0.0.1", "localhost"].contains(place.host) else {
      return [try openFirst(place, allowsNetwork)]
    }
    // A port chosen by the system may be in use on the other address: then choose again.
    for attempt in 1... {
      let first = try openFirst(HostPort(host: "127.0.0.1", port: place.port))
      do {
        return [first, try openFirst(HostPort(host: "::1", port: first.address.port))]
      } catch .addressInUse(let other, let holder, _) {
        close(first.descriptor)
        if place.port != 0 || attempt == 20 { throw .addressInUse(other, by: holder) }
      } catch {
        // This machine has no IPv6.
        return [first]
      }
    }
    return []
  }

  /// Opens the first address of the host.
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
