import CSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The two ends of a control socket.
enum ControlSocket {
  /// Listens at a path, mode 0600, without blocking. Whoever calls holds the lock of the path, so a
  /// socket that stands there is stale and goes.
  static func listening(at path: String) throws(ControlError) -> Int32 {
    let address = try address(of: path)
    var found = stat()
    if lstat(path, &found) == 0 {
      guard found.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
      guard unlink(path) == 0 else { throw .system(SystemError("unlink", path: path)) }
    }
    let descriptor = try stream()
    // The mode must be right from the first moment on, so the mask and not a chmod sets it.
    let mask = umask(0o177)
    let failure: SystemError? = address.withPointer {
      bind(descriptor, $0, $1) == 0 ? nil : SystemError("bind", path: path)
    }
    umask(mask)
    if let failure {
      close(descriptor)
      throw .system(failure)
    }
    guard listen(descriptor, 128) == 0 else {
      let failure = SystemError("listen", path: path)
      close(descriptor)
      throw .system(failure)
    }
    return descriptor
  }

  /// Connects to the instance that listens at a path.
  ///
  /// - Parameter end: when to give up because too many others wait for it; nil is never.
  static func connected(
    to path: String, until end: ContinuousClock.Instant? = nil
  ) throws(ControlError) -> Int32 {
    let address = try address(of: path)
    let descriptor = try stream()
    while true {
      let failure: SystemError? = address.withPointer {
        connect(descriptor, $0, $1) == 0 ? nil : SystemError("connect", path: path)
      }
      switch failure?.code {
      case nil: return descriptor
      case EINTR: continue
      case EAGAIN:
        // So many wait to be accepted that the queue is full.
        guard end.map({ .now < $0 }) ?? true else {
          close(descriptor)
          throw .silent(at: path)
        }
        poll(nil, 0, 10)
        continue
      case ENOENT, ECONNREFUSED, ENOTDIR:
        close(descriptor)
        throw .noInstance(path: path)
      default:
        close(descriptor)
        throw .system(failure ?? SystemError("connect", path: path))
      }
    }
  }

  /// Whether the other end belongs to the same user as this process.
  static func isOwn(_ descriptor: Int32) -> Bool {
    var user = uid_t()
    return csys_peer_uid(descriptor, &user) == 0 && user == geteuid()
  }

  private static func address(of path: String) throws(ControlError) -> SocketAddress {
    guard path.utf8.count <= ControlPath.longest, let address = SocketAddress(unixPath: path) else {
      throw .pathTooLong(path: path)
    }
    return address
  }

  private static func stream() throws(ControlError) -> Int32 {
    do throws(SystemError) { return try Socket.stream(AF_UNIX) } catch { throw .system(error) }
  }
}
