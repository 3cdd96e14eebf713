import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The few socket calls the feeds need, with the flags they always want.
enum Socket {
  static func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  static func closeOnExec(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  static func set(_ option: Int32, level: Int32 = SOL_SOCKET, on descriptor: Int32) {
    var one: Int32 = 1
    _ = setsockopt(descriptor, level, option, &one, socklen_t(MemoryLayout<Int32>.size))
  }

  /// A stream socket that does not block, is not inherited and raises no SIGPIPE.
  static func stream(_ family: Int32) throws(SystemError) -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(family, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw SystemError("socket") }
    prepare(descriptor)
    return descriptor
  }

  /// What every descriptor of ours needs, a freshly accepted one too.
  static func prepare(_ descriptor: Int32) {
    makeNonBlocking(descriptor)
    closeOnExec(descriptor)
    #if canImport(Darwin)
      set(SO_NOSIGPIPE, on: descriptor)
    #endif
  }

  /// Sends what the socket takes now.
  ///
  /// - Returns: How many bytes it took, 0 when it is full; nil when the connection is gone.
  static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int? {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    while true {
      #if canImport(Glibc)
        let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
      #else
        let count = Darwin.send(descriptor, bytes.baseAddress, bytes.count, flags)
      #endif
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return 0
      default: return nil
      }
    }
  }

  /// The outcome of one read.
  enum Reading {
    case bytes(Int)
    case nothingYet
    case end
    case failed(Int32)
  }

  /// Reads once.
  static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Reading {
    while true {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .nothingYet
      default: return .failed(errno)
      }
    }
  }

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

/// A socket address of any family, as bytes.
struct SocketAddress: Equatable, Sendable {
  private let bytes: [UInt8]

  init(_ address: UnsafePointer<sockaddr>, length: socklen_t) {
    bytes = [UInt8](UnsafeRawBufferPointer(start: address, count: Int(length)))
  }

  /// The address a call like `getsockname` or `accept` writes down; nil when it fails.
  static func written(
    by call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> (result: Int32, address: SocketAddress?) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        let result = call(address, &length)
        return (result, result < 0 ? nil : SocketAddress(address, length: length))
      }
    }
  }

  /// The address of a Unix socket; nil when the path is too long for one.
  init?(unixPath path: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < capacity else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    #if canImport(Darwin)
      address.sun_len = UInt8(MemoryLayout<sockaddr_un>.size)
    #endif
    bytes = withUnsafeBytes(of: &address) { [UInt8]($0) }
  }

  var family: Int32 {
    withPointer { address, _ in Int32(address.pointee.sa_family) }
  }

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

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    // Copied into the system's own type, because an array's bytes need not be aligned for it.
    var storage = sockaddr_storage()
    withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(bytes.count)) }
    }
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
