import CSystem

/// A Unix socket that listens, for programs of the same user.
enum LocalSocket {
  /// The most bytes of a path: the address of a socket holds 104 or 108.
  static let longestPath = 100

  /// Why there is none.
  enum Failure: Error, Equatable {
    /// The path has more than ``longestPath`` bytes.
    case pathTooLong(path: String)
    /// Something that is no socket stands at the path.
    case notASocket(path: String)
    /// A call of the system failed.
    case system(SystemError)
  }

  /// Listens at a path, mode 0600, without blocking. Whoever calls holds the lock of the path, so a
  /// socket that stands there is stale and goes.
  static func listening(at path: String) throws(Failure) -> Int32 {
    let address = try address(of: path)
    var found = stat()
    if lstat(path, &found) == 0 {
      guard found.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
      guard unlink(path) == 0 else { throw .system(SystemError("unlink", path: path)) }
    }
    let descriptor = try stream()
    // Until it listens nobody can connect, so the mode is right from the first connection on. A mask
    // would hold for the files of other threads, too.
    let failure: SystemError? = address.withPointer {
      bind(descriptor, $0, $1) != 0
        ? SystemError("bind", path: path)
        : chmod(path, 0o600) != 0
          ? SystemError("chmod", path: path)
          : listen(descriptor, 128) != 0 ? SystemError("listen", path: path) : nil
    }
    if let failure {
      close(descriptor)
      throw .system(failure)
    }
    return descriptor
  }

  static func address(of path: String) throws(Failure) -> SocketAddress {
    guard path.utf8.count <= longestPath, let address = SocketAddress(unixPath: path) else {
      throw .pathTooLong(path: path)
    }
    return address
  }

  /// The user of the process at the other end; nil when the system does not know it.
  static func peerUser(of descriptor: Int32) -> uid_t? {
    var user = uid_t()
    return csys_peer_uid(descriptor, &user) == 0 ? user : nil
  }

  /// A socket that is connected to nobody yet.
  static func stream() throws(Failure) -> Int32 {
    do throws(SystemError) { return try Socket.stream(AF_UNIX) } catch { throw .system(error) }
  }
}
