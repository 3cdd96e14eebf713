extension Socket {
  /// Returns the addresses of a host and port, in the resolver's order.
  ///
  /// - Throws: ``ListenError/unknownHost(_:message:)``.
  static func addresses(of place: HostPort, passive: Bool) throws(ListenError) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICSERV | (passive ? AI_PASSIVE : 0)
    hints.ai_socktype = Platform.streamType
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
  /// Whether this is an address of the loopback interface, which no other machine can reach (RFC
  /// 1122 §3.2.1.3, RFC 4291 §2.5.3). Includes IPv4 addresses in IPv6 form (RFC 4291 §2.5.5.2).
  var isLoopback: Bool {
    withPointer { address, _ in
      switch Int32(address.pointee.sa_family) {
      case AF_INET:
        UnsafeRawPointer(address).load(as: sockaddr_in.self).sin_addr.s_addr.bigEndian >> 24 == 127
      case AF_INET6:
        withUnsafeBytes(of: UnsafeRawPointer(address).load(as: sockaddr_in6.self).sin6_addr) {
          let bytes = Array($0)
          let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10...11] == [255, 255]
          return isMapped
            ? bytes[12] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
        }
      default: false
      }
    }
  }

  /// The host and port in digits; nil for other address families.
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
