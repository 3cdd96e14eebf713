#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Socket {
  /// The addresses a name and a port stand for, in the resolver's order.
  ///
  /// - Throws: ``ListenError/unknownHost(_:message:)``.
  static func addresses(of place: HostPort, passive: Bool) throws(ListenError) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICSERV | (passive ? AI_PASSIVE : 0)
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(place.host, String(place.port), &hints, &list)
    guard code == 0 else {
      throw .unknownHost(place.host, message: String(cString: gai_strerror(code)))
    }
    defer { freeaddrinfo(list) }
    var found: [SocketAddress] = []
    var next = list
    while let entry = next {
      if let address = entry.pointee.ai_addr {
        found.append(SocketAddress(address, length: entry.pointee.ai_addrlen))
      }
      next = entry.pointee.ai_next
    }
    return found
  }
}

extension SocketAddress {
  /// Host and port in digits; nil for other families.
  var hostPort: HostPort? {
    withPointer { address, length in
      guard [AF_INET, AF_INET6].contains(Int32(address.pointee.sa_family)) else { return nil }
      var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      var service = [CChar](repeating: 0, count: Int(NI_MAXSERV))
      guard
        getnameinfo(
          address, length, &host, socklen_t(host.count), &service, socklen_t(service.count),
          NI_NUMERICHOST | NI_NUMERICSERV) == 0,
        let port = UInt16(Self.text(service))
      else { return nil }
      return HostPort(host: Self.text(host), port: port)
    }
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
