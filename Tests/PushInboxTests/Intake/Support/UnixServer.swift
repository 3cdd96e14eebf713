import Foundation

@testable import PushInbox

/// A Unix socket that accepts one connection after the other.
final class UnixServer {
  private let descriptor: Int32

  init(path: String) throws {
    guard let address = SocketAddress(unixPath: path) else { throw SystemError("path") }
    let descriptor = Platform.streamSocket(AF_UNIX)
    guard address.withPointer({ bind(descriptor, $0, $1) }) == 0, listen(descriptor, 4) == 0 else {
      throw SystemError("bind", path: path)
    }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  func accept() -> FileHandle {
    FileHandle(fileDescriptor: Platform.acceptConnection(descriptor), closeOnDealloc: true)
  }
}
