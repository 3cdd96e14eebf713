/// A socket address of any family, as bytes.
struct SocketAddress: Equatable, Sendable {
  private let bytes: [UInt8]

  init(_ address: UnsafePointer<sockaddr>, length: socklen_t) {
    bytes = [UInt8](UnsafeRawBufferPointer(start: address, count: Int(length)))
  }

  /// Returns the address that a call such as `getsockname` or `accept` writes; nil when it fails.
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

  /// Creates the address of a Unix socket; nil when the path is too long.
  init?(unixPath path: String) {
    var address = Platform.unixAddress
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < capacity else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    bytes = withUnsafeBytes(of: &address) { [UInt8]($0) }
  }

  var family: Int32 {
    withPointer { address, _ in Int32(address.pointee.sa_family) }
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    // Copied into the system's type, because an array's bytes may not be aligned for it.
    var storage = sockaddr_storage()
    withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(bytes.count)) }
    }
  }
}
