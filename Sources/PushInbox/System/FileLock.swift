/// A lock on a file of its own, held until the value ends; the system gives it back when a process dies,
/// however it dies (`flock(2)`). The file keeps the holder's number for whoever finds it locked.
///
/// A lock may stand in a folder that others can write to, so nothing but a lock file of this user is locked
/// or written: no symbolic link, no file with another name, no file with other contents.
struct FileLock: ~Copyable {
  /// Why there is no lock.
  enum Failure: Error, Equatable {
    /// Another process has it; its number, if the file tells.
    case held(by: Int32?)
    /// The path does not hold a lock file of this user, and was left as it is; half a sentence that goes on
    /// after the path: `is a symbolic link`.
    case unusable(String)
    /// The file cannot be made or locked.
    case system(SystemError)
  }

  private let descriptor: Int32

  /// The largest lock file in bytes: a process number and a line feed.
  private static let longest = 16

  /// Takes the lock.
  ///
  /// - Parameter waits: Whether to wait for a process that has the lock; else it is ``Failure/held(by:)``.
  init(path: String, waits: Bool = false) throws(Failure) {
    let descriptor = try Self.opened(path, O_RDWR | O_CREAT)
    do throws(Failure) {
      while flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
        let error = SystemError("flock", path: path)
        if error.code == EINTR { continue }
        throw error.code == EWOULDBLOCK ? .held(by: Self.number(in: descriptor)) : .system(error)
      }
      guard Self.hasLockText(descriptor) else {
        throw .unusable("is a file with other contents than a process number")
      }
    } catch {
      close(descriptor)
      throw error
    }
    // Only for people to read: a failure here takes nothing away from the lock.
    let text = Array("\(getpid())\n".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Whether the locked file is the one at this path: false once it was removed or replaced.
  func isFile(at path: String) -> Bool {
    var (ours, found) = (stat(), stat())
    return fstat(descriptor, &ours) == 0 && lstat(path, &found) == 0
      && ours.st_ino == found.st_ino && ours.st_dev == found.st_dev
  }

  /// The number of whoever took the lock of this path last; nil when the file does not tell.
  static func holder(of path: String) -> Int32? {
    guard let descriptor = try? opened(path, O_RDONLY) else { return nil }
    defer { close(descriptor) }
    return number(in: descriptor)
  }

  /// Opens a lock file, made with mode 0600 if the flags say so. Opening a pipe does not wait.
  private static func opened(_ path: String, _ flags: Int32) throws(Failure) -> Int32 {
    let descriptor = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    let failure = SystemError("open", path: path)
    var facts = stat()
    let isFound = descriptor < 0 ? lstat(path, &facts) == 0 : fstat(descriptor, &facts) == 0
    let strangeness = isFound ? strangeness(facts) : nil
    guard descriptor >= 0, strangeness == nil else {
      if descriptor >= 0 { close(descriptor) }
      throw strangeness.map(Failure.unusable) ?? .system(failure)
    }
    return descriptor
  }

  /// The reason why a file is no lock file of this user; nil when it may be one.
  private static func strangeness(_ facts: stat) -> String? {
    switch facts.st_mode & S_IFMT {
    case S_IFLNK: "is a symbolic link"
    case S_IFDIR: "is a folder"
    case S_IFREG where facts.st_uid != geteuid(): "belongs to another user"
    case S_IFREG where facts.st_nlink > 1: "is a hard link, a file with another name too"
    case S_IFREG: nil
    default: "is no plain file"
    }
  }

  /// Whether the file is empty or holds a process number and nothing else.
  private static func hasLockText(_ descriptor: Int32) -> Bool {
    let text = text(of: descriptor)
    return text.count <= longest && text.allSatisfy { $0 == 10 || (48...57).contains($0) }
  }

  private static func number(in descriptor: Int32) -> Int32? {
    Int32(String(decoding: text(of: descriptor).prefix { $0 != 10 }, as: UTF8.self))
  }

  /// The beginning of the file, one byte more than a lock file may have.
  private static func text(of descriptor: Int32) -> ArraySlice<UInt8> {
    var text = [UInt8](repeating: 0, count: longest + 1)
    let count = pread(descriptor, &text, text.count, 0)
    return text.prefix(max(0, count))
  }
}
