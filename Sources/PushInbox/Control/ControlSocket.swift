/// The two ends of a control socket.
enum ControlSocket {
  /// Listens at a path, mode 0600, without blocking. Whoever calls holds the lock of the path, so a
  /// socket that stands there is stale and goes.
  static func listening(at path: String) throws(ControlError) -> Int32 {
    do throws(LocalSocket.Failure) {
      return try LocalSocket.listening(at: path)
    } catch {
      throw ControlError(error)
    }
  }

  /// Connects to the instance that listens at a path.
  ///
  /// - Parameter end: when to give up because too many others wait for it; nil is never.
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
        // The words and the input of a command are for this user's inbox alone.
        guard isOwn(descriptor) else {
          close(descriptor)
          throw .foreignInstance(path: path)
        }
        return descriptor
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
