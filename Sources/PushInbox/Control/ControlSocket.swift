/// The two sides of a control socket.
enum ControlSocket {
  /// Listens at a path, mode 0600, without blocking. The caller must hold the lock of the path: an
  /// existing socket is then stale and is removed.
  static func listening(at path: String) throws(ControlError) -> Int32 {
    do throws(LocalSocket.Failure) {
      return try LocalSocket.listening(at: path)
    } catch {
      throw ControlError(error)
    }
  }

  /// Connects to the instance that listens at a path.
  ///
  /// - Parameter end: When to give up if too many other clients wait; nil for never.
  static func connected(
    to path: String, until end: ContinuousClock.Instant? = nil
  ) throws(ControlError) -> Int32 {
    let (descriptor, address) = try unconnected(to: path)
    while true {
      let failure: SystemError? = address.withPointer {
        connect(descriptor, $0, $1) == 0 ? nil : SystemError("connect", path: path)
      }
      switch failure?.code {
      case nil:
        // A command's words and input must reach only this user's inbox.
        guard isOwn(descriptor) else {
          close(descriptor)
          throw .foreignInstance(path: path)
        }
        return descriptor
      case EINTR: continue
      case EAGAIN:
        // The queue of waiting connections is full.
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

  /// Whether the process at the other end belongs to the same user as this one.
  static func isOwn(_ descriptor: Int32) -> Bool {
    LocalSocket.peerUser(of: descriptor) == geteuid()
  }

  private static func unconnected(to path: String) throws(ControlError) -> (Int32, SocketAddress) {
    do throws(LocalSocket.Failure) {
      let address = try LocalSocket.address(of: path)
      return (try LocalSocket.stream(), address)
    } catch {
      throw ControlError(error)
    }
  }
}

extension ControlError {
  fileprivate init(_ failure: LocalSocket.Failure) {
    switch failure {
    case .pathTooLong(let path): self = .pathTooLong(path: path)
    case .notASocket(let path): self = .notASocket(path: path)
    case .system(let error): self = .system(error)
    }
  }
}
