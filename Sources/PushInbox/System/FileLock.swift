#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock on a file of its own, held until the value ends; the system gives it back when a process dies,
/// however it dies (`flock(2)`). The file keeps the holder's number for whoever finds it locked.
struct FileLock: ~Copyable {
  /// Why there is no lock.
  enum Failure: Error, Equatable {
    /// Another process has it; its number, if the file tells.
    case held(by: Int32?)
    /// The file cannot be made or locked.
    case system(SystemError)
  }

  private let descriptor: Int32

  /// Takes the lock without waiting.
  init(path: String) throws(Failure) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(SystemError("open", path: path)) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let error = SystemError("flock", path: path)
      let holder = Self.number(in: descriptor)
      close(descriptor)
      throw error.code == EWOULDBLOCK ? .held(by: holder) : .system(error)
    }
    // Only for people to read: a failure here takes nothing away from the lock.
    let text = Array("\(getpid())\n".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// The number of whoever took the lock of this path last; nil when the file does not tell.
  static func holder(of path: String) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return number(in: descriptor)
  }

  private static func number(in descriptor: Int32) -> Int32? {
    var text = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &text, text.count, 0)
    return Int32(String(decoding: text.prefix(max(count, 0)).prefix { $0 != 10 }, as: UTF8.self))
  }
}
