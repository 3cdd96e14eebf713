import CSystem

/// A listening Unix socket for programs of the same user.
enum LocalSocket {
  /// The maximum length of a path in bytes: the address of a socket holds 104 or 108.
  static let maximumPathLength = 100

  /// The reason why a socket could not be opened.
  enum Failure: Error, Equatable {
    /// The path has more than ``maximumPathLength`` bytes.
    case pathTooLong(path: String)
    /// The path holds a file that is not a socket.
    case notASocket(path: String)
    /// A system call failed.
    case system(SystemError)
  }

  /// Listens at a path, mode 0600, without blocking. The caller must hold the lock of the path: an
  /// existing socket is then stale and is removed.
  static func listening(at path: String) throws(Failure) -> Int32 {
    let address = try address(of: path)
    var found = stat()
    if lstat(path, &found) == 0 {
      guard found.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
      guard unlink(path) == 0 else { throw .system(SystemError("unlink", path: path)) }
    }
    let descriptor = try stream()
    // Clients can connect only after `listen`, so the mode is set before the first connection. A
    // umask would also affect files of other threads.
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
    guard path.utf8.count <= maximumPathLength, let address = SocketAddress(unixPath: path) else {
      throw .pathTooLong(path: path)
    }
    return address
  }

  /// Returns the user of the process at the other end; nil when the system does not know it.
  static func peerUser(of descriptor: Int32) -> uid_t? {
    var user = uid_t()
    return csys_peer_uid(descriptor, &user) == 0 ? user : nil
  }

  /// Returns an unconnected socket.
  static func stream() throws(Failure) -> Int32 {
    do throws(SystemError) { return try Socket.stream(AF_UNIX) } catch { throw .system(error) }
  }
}
