import Foundation

@testable import PushInbox

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A Unix socket that accepts one connection after the other.
final class UnixServer {
  private let descriptor: Int32

  init(path: String) throws {
    guard let address = SocketAddress(unixPath: path) else { throw SystemError("path") }
    #if canImport(Glibc)
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    guard address.withPointer({ bind(descriptor, $0, $1) }) == 0, listen(descriptor, 4) == 0 else {
      throw SystemError("bind", path: path)
    }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  func accept() -> FileHandle {
    #if canImport(Glibc)
      FileHandle(fileDescriptor: Glibc.accept(descriptor, nil, nil), closeOnDealloc: true)
    #else
      FileHandle(fileDescriptor: Darwin.accept(descriptor, nil, nil), closeOnDealloc: true)
    #endif
  }
}
