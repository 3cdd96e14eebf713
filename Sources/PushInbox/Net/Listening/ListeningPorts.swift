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
