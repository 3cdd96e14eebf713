// The C library of the platform, for every file of the module and its tests: POSIX calls, their constants and
// `errno`. No other file imports it.

#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Darwin)
  @_exported import Darwin
#endif

/// Declarations that differ between the C libraries, and calls whose names the types of this module have
/// for methods of their own.
enum Platform {
  #if canImport(Glibc)
    /// The type of a stream socket.
    static let streamSocket = Int32(SOCK_STREAM.rawValue)
    /// The flag of `send` by which a broken connection raises no signal; 0 where an option of the socket does.
    static let noSignal = Int32(MSG_NOSIGNAL)
    /// The limit on open descriptors.
    static let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    /// The value that `posix_spawn_file_actions_init` is given.
    static var spawnActions: posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
    /// The value that `posix_spawnattr_init` is given.
    static var spawnAttributes: posix_spawnattr_t { posix_spawnattr_t() }

    static func accept(_ listener: Int32) -> Int32 { Glibc.accept(listener, nil, nil) }
    static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
    static func connect(
      _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
    ) -> Int32 { Glibc.connect(descriptor, address, length) }
    static func open(_ path: String, _ flags: Int32) -> Int32 { Glibc.open(path, flags) }
    static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    }
    static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
      Glibc.send(descriptor, bytes.baseAddress, bytes.count, noSignal)
    }
    static func socket(_ family: Int32) -> Int32 { Glibc.socket(family, streamSocket, 0) }
  #elseif canImport(Darwin)
    /// The type of a stream socket.
    static let streamSocket = SOCK_STREAM
    /// The flag of `send` by which a broken connection raises no signal; 0 where an option of the socket does.
    static let noSignal: Int32 = 0
    /// The limit on open descriptors.
    static let descriptorLimit = RLIMIT_NOFILE

    /// The value that `posix_spawn_file_actions_init` is given.
    static var spawnActions: posix_spawn_file_actions_t? { nil }
    /// The value that `posix_spawnattr_init` is given.
    static var spawnAttributes: posix_spawnattr_t? { nil }

    static func accept(_ listener: Int32) -> Int32 { Darwin.accept(listener, nil, nil) }
    static func close(_ descriptor: Int32) { _ = Darwin.close(descriptor) }
    static func connect(
      _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
    ) -> Int32 { Darwin.connect(descriptor, address, length) }
    static func open(_ path: String, _ flags: Int32) -> Int32 { Darwin.open(path, flags) }
    static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    }
    static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
      Darwin.send(descriptor, bytes.baseAddress, bytes.count, noSignal)
    }
    static func socket(_ family: Int32) -> Int32 { Darwin.socket(family, streamSocket, 0) }
  #endif
}

extension stat {
  /// The moment of the last change of the file or of what is known about it.
  var changed: timespec {
    #if canImport(Glibc)
      st_ctim
    #else
      st_ctimespec
    #endif
  }
}

extension sigaction {
  /// The handler; nil stands for the default action.
  var handler: SignalHandler? {
    get {
      #if canImport(Glibc)
        __sigaction_handler.sa_handler
      #else
        __sigaction_u.__sa_handler
      #endif
    }
    set {
      #if canImport(Glibc)
        __sigaction_handler.sa_handler = newValue
      #else
        __sigaction_u.__sa_handler = newValue
      #endif
    }
  }
}
