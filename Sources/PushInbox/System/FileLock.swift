/// A lock on a dedicated file, held until the value ends. The system releases it when the process
/// dies in any way (`flock(2)`). The file holds the owner's process number for others to read.
///
/// A lock may be in a folder that others can write to. Only a lock file of this user is locked or
/// written: no symbolic link, no hard link to another file, no file with other contents.
struct FileLock: ~Copyable {
  /// The reason why a file could not be locked.
  enum Failure: Error, Equatable {
    /// Another process holds the lock; with its number, if the file has it.
    case held(by: Int32?)
    /// The path does not hold a lock file of this user, and was left unchanged. The reason is half
    /// a sentence that follows the path: `is a symbolic link`.
    case unusable(String)
    /// The file cannot be created or locked.
    case system(SystemError)
  }

  private let descriptor: Int32

  /// The maximum size of a lock file in bytes: a process number and a line feed.
  private static let maximumLength = 16

  /// Locks the file.
  ///
  /// - Parameter waits: Whether to wait for a process that holds the lock; otherwise the error is
  ///   ``Failure/held(by:)``.
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
    // Others could keep a file locked that an older program or another umask left writable for
    // them.
    _ = fchmod(descriptor, 0o600)
    // The number is only information, so a failure here does not affect the lock.
    let text = Array("\(getpid())\n".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Whether the locked file is the one at a path: false once it was removed or replaced.
  func isFile(at path: String) -> Bool {
    var (ours, found) = (stat(), stat())
    return fstat(descriptor, &ours) == 0 && lstat(path, &found) == 0
      && ours.st_ino == found.st_ino && ours.st_dev == found.st_dev
  }

  /// Returns the number of the process that locked this path last; nil if the file does not have
  /// it.
  static func holder(of path: String) -> Int32? {
    guard let descriptor = try? opened(path, O_RDONLY) else { return nil }
    defer { close(descriptor) }
    return number(in: descriptor)
  }

  /// Opens a lock file; with `O_CREAT` it is created with mode 0600. Opening a FIFO does not block.
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

  /// Returns the reason why a file is not a lock file of this user; nil when it may be one.
  private static func strangeness(_ facts: stat) -> String? {
    switch facts.st_mode & S_IFMT {
    case S_IFLNK: "is a symbolic link"
    case S_IFDIR: "is a folder"
    case S_IFREG where facts.st_uid != geteuid(): "belongs to another user"
    case S_IFREG where facts.st_nlink > 1: "is a hard link, a file with another name too"
    case S_IFREG: nil
    default: "is not a regular file"
    }
  }

  /// Whether the file is empty or holds only a process number.
  private static func hasLockText(_ descriptor: Int32) -> Bool {
    let text = text(of: descriptor)
    return text.count <= maximumLength && text.allSatisfy { $0 == 10 || (48...57).contains($0) }
  }

  private static func number(in descriptor: Int32) -> Int32? {
    Int32(String(decoding: text(of: descriptor).prefix { $0 != 10 }, as: UTF8.self))
  }

  /// Returns the beginning of the file, one byte more than a lock file may have.
  private static func text(of descriptor: Int32) -> ArraySlice<UInt8> {
    var text = [UInt8](repeating: 0, count: maximumLength + 1)
    let count = pread(descriptor, &text, text.count, 0)
    return text.prefix(max(0, count))
  }
}
