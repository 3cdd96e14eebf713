// The platform's C library, for all files of the module and its tests: POSIX calls, constants and
// `errno`. No other file imports it. CSystem comes with it: its header includes some of the
// library's headers, and which of the two modules then has a type of them depends on the order of
// compilation.

@_exported import CSystem

#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif

/// Declarations that differ between C libraries, and calls whose names are also methods of types in
/// this module.
enum Platform {
  /// The commit of this build, with its date; nil if the build did not set it.
  static var buildCommit: String? { csys_build_commit().map { String(cString: $0) } }
  /// The version of the Swift compiler of this build; nil if the build did not set it.
  static var buildCompiler: String? { csys_build_compiler().map { String(cString: $0) } }

  #if canImport(Glibc) || canImport(Musl)
    #if canImport(Glibc)
      /// The type of a stream socket.
      static let streamType = Int32(SOCK_STREAM.rawValue)
      /// The limit on open descriptors.
      private static let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      /// The limit on the address space.
      private static let addressSpaceLimit = __rlimit_resource_t(RLIMIT_AS.rawValue)
    #else
      /// The type of a stream socket.
      static let streamType = SOCK_STREAM
      /// The limit on open descriptors.
      private static let descriptorLimit = RLIMIT_NOFILE
      /// The limit on the address space.
      private static let addressSpaceLimit = RLIMIT_AS
    #endif
    /// The flag of `send` that prevents SIGPIPE on a broken connection; 0 where a socket option
    /// does.
    private static let noSignal = Int32(MSG_NOSIGNAL)
    /// The initial value for `posix_spawn_file_actions_init`.
    static var spawnActions: posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
    /// The initial value for `posix_spawnattr_init`.
    static var spawnAttributes: posix_spawnattr_t { posix_spawnattr_t() }

    /// Prevents SIGPIPE on a broken connection where `send` has no flag for it.
    static func disableSignal(on descriptor: Int32) {}

    /// Returns the number of bytes that the other end has not acknowledged; nil if the socket does
    /// not support it.
    static func unsentCount(_ descriptor: Int32) -> Int32? {
      var count: Int32 = 0
      return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 ? count : nil
    }
  #elseif canImport(Darwin)
    /// The type of a stream socket.
    static let streamType = SOCK_STREAM
    /// The flag of `send` that prevents SIGPIPE on a broken connection; 0 where a socket option
    /// does.
    private static let noSignal: Int32 = 0
    /// The limit on open descriptors.
    private static let descriptorLimit = RLIMIT_NOFILE
    /// The limit on the address space.
    private static let addressSpaceLimit = RLIMIT_AS
    /// The initial value for `posix_spawn_file_actions_init`.
    static var spawnActions: posix_spawn_file_actions_t? { nil }
    /// The initial value for `posix_spawnattr_init`.
    static var spawnAttributes: posix_spawnattr_t? { nil }

    /// Prevents SIGPIPE on a broken connection where `send` has no flag for it.
    static func disableSignal(on descriptor: Int32) { Socket.set(SO_NOSIGPIPE, on: descriptor) }

    /// Returns the number of bytes that the other end has not acknowledged; nil if the socket does
    /// not support it.
    static func unsentCount(_ descriptor: Int32) -> Int32? {
      Socket.value(of: SO_NWRITE, on: descriptor)
    }
  #endif

  /// A Unix socket address without a path.
  static var unixAddress: sockaddr_un {
    var address = sockaddr_un()
    #if canImport(Darwin)
      address.sun_len = UInt8(MemoryLayout<sockaddr_un>.size)
    #endif
    address.sun_family = sa_family_t(AF_UNIX)
    return address
  }

  /// Raises the limit on open descriptors to a number if it is lower, as far as the system permits.
  ///
  /// - Returns: The limit in force.
  @discardableResult
  static func allowDescriptors(_ count: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(descriptorLimit, &limit) == 0 else { return count }
    if limit.rlim_cur < rlim_t(count) {
      let old = limit.rlim_cur
      limit.rlim_cur = min(limit.rlim_max, rlim_t(count))
      if setrlimit(descriptorLimit, &limit) != 0 { limit.rlim_cur = old }
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// The bytes that the process can map before it reaches its limit (`ulimit -v`); nil without a
  /// limit. What is mapped already counts only where the system has `/proc`.
  static var freeAddressSpace: Int? {
    var limit = rlimit()
    guard getrlimit(addressSpaceLimit, &limit) == 0, limit.rlim_cur < rlim_t(Int.max >> 1) else {
      return nil
    }
    let pages = ProcFile.words("/proc/self/statm")?.first.flatMap {
      Int(String(decoding: $0, as: UTF8.self))
    }
    return Int(limit.rlim_cur) - (pages ?? 0) * Int(getpagesize())
  }

  /// Waits until a descriptor is readable or writable.
  static func wait(for events: Int32, on descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    poll(&request, 1, -1)
  }

  static func acceptConnection(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }

  static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

  static func connectSocket(
    _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
  ) -> Int32 { connect(descriptor, address, length) }

  static func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }

  static func readBytes(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) -> Int { read(descriptor, buffer.baseAddress, buffer.count) }

  static func sendBytes(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    send(descriptor, bytes.baseAddress, bytes.count, noSignal)
  }

  static func streamSocket(_ family: Int32) -> Int32 { socket(family, streamType, 0) }
}

extension stat {
  /// The time of the last change of the file or of its metadata.
  var changed: timespec {
    #if canImport(Glibc) || canImport(Musl)
      st_ctim
    #else
      st_ctimespec
    #endif
  }
}

extension sigaction {
  /// The handler; nil for the default action.
  var handler: SignalHandler? {
    get {
      #if canImport(Glibc)
        __sigaction_handler.sa_handler
      #elseif canImport(Musl)
        __sa_handler.sa_handler
      #else
        __sigaction_u.__sa_handler
      #endif
    }
    set {
      #if canImport(Glibc)
        __sigaction_handler.sa_handler = newValue
      #elseif canImport(Musl)
        __sa_handler.sa_handler = newValue
      #else
        __sigaction_u.__sa_handler = newValue
      #endif
    }
  }
}
