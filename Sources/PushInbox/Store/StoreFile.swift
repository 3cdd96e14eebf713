import Foundation
import InboxModel

/// The file of a store: its paths, its creation, and its replacement by a copy.
struct StoreFile {
  /// The path of the folder.
  let folder: String
  /// The path of the database.
  var path: String { folder + "/inbox.db" }
  /// The path of the file whose lock shows which instance uses the store.
  var lockPath: String { folder + "/inbox.lock" }

  /// Whether the database exists.
  var exists: Bool { access(path, F_OK) == 0 }

  /// Whether the file system is read-only. SQLite reports that as any failed write.
  var isOnReadOnlyFileSystem: Bool { access(folder, W_OK) != 0 && errno == EROFS }

  /// The path as an SQLite URI.
  var uri: String { Self.uri(of: path) }

  /// Returns a path as an SQLite URI.
  static func uri(of path: String) -> String {
    // Not kept are characters that have a meaning in a URI, or are not allowed there.
    "file:"
      + Quoting.percentEncoded(path) { byte in
        (0x21...0x7e).contains(byte) && !"%?#".utf8.contains(byte)
      }
  }

  /// Checks that the path has a regular file or nothing: opening a FIFO would block.
  private func checkKind() throws(StoreError) {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG else { return }
    throw .cannotOpen(path: path, reason: "it is not a regular file")
  }

  /// Checks that there is a database to read.
  func find() throws(StoreError) {
    guard exists else { throw .missing(path: path) }
    try checkKind()
  }

  /// Creates the folder (mode 0700) and the file (mode 0600) if they are missing: SQLite itself
  /// would create a file that all users can read. SQLite gives the companion files the same mode.
  func make() throws(StoreError) {
    try makeFolder()
    try checkKind()
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .cannotOpen(path: path, reason: SystemError("open", path: path).reason)
    }
    close(descriptor)
    // Files that an older program or another umask left.
    for companion in ["", "-wal", "-shm"] { Folder.restrict(path + companion, to: 0o600) }
  }

  /// Locks the store for this instance.
  func lock() throws(StoreError) -> FileLock {
    do throws(FileLock.Failure) {
      return try FileLock(path: lockPath)
    } catch {
      switch error {
      case .held(let pid): throw .inUse(path: path, pid: pid)
      case .unusable(let reason): throw .unusableLock(path: lockPath, reason: reason)
      case .system(let error): throw .cannotOpen(path: lockPath, reason: error.reason)
      }
    }
  }

  /// Creates the folder if it is missing.
  func makeFolder() throws(StoreError) {
    do throws(SystemError) {
      try Folder.make(folder)
    } catch {
      throw .cannotOpen(path: folder, reason: error.reason)
    }
  }

  /// Creates an empty file of mode 0600 for a copy of the database and returns its path.
  func makeCopy() throws(StoreError) -> String {
    let copy = path + ".copy"
    try makeEmpty(copy)
    return copy
  }

  private func makeEmpty(_ copy: String) throws(StoreError) {
    remove(copy)
    let descriptor = open(copy, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .cannotOpen(path: copy, reason: SystemError("open", path: copy).reason)
    }
    close(descriptor)
  }

  /// Removes a copy, also one that a kill interrupted, which must not be continued.
  private func remove(_ copy: String) {
    for companion in ["", "-journal", "-wal", "-shm"] { unlink(copy + companion) }
  }

  // MARK: Damage

  /// The path of the file that stands in for an empty database.
  private var sourcePath: String { path + ".source" }

  /// Whether the database is empty although its log is not.
  var isEmptyBesideLog: Bool {
    var (database, log) = (stat(), stat())
    return stat(path, &database) == 0 && database.st_size == 0
      && stat(path + "-wal", &log) == 0 && log.st_size >= Self.logHeaderSize
  }

  /// Whether commits are missing, as after a truncation: the database is empty although its log is
  /// not, the log begins with other bytes than logs do, or it is empty although its index counts
  /// pages in it that the database lacks. Must not be used while the database is open.
  var lacksCommits: Bool {
    if isEmptyBesideLog { return true }
    let log = Self.firstBytes(of: path + "-wal", count: Self.logHeaderSize)
    guard log.count < Self.logHeaderSize else { return !log.starts(with: [0x37, 0x7f, 0x06]) }
    // Both copies of the header must be equal; the numbers are in the byte order of this machine
    // (sqlite.org/walformat.html §2.1).
    let index = Self.firstBytes(of: path + "-shm", count: 100)
    guard index.count == 100, index[12] == 1, index[0..<48] == index[48..<96] else { return false }
    return index.withUnsafeBytes {
      $0.load(fromByteOffset: 16, as: UInt32.self) > $0.load(fromByteOffset: 96, as: UInt32.self)
    }
  }

  private static let logHeaderSize = 32

  private static func firstBytes(of path: String, count: Int) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = max(0, read(descriptor, buffer.baseAddress, count))
    }
  }

  /// Returns the path of a database with which the rows of this one can be read: its own, or, if it
  /// is empty beside its log, that of a blank page with a link to the log, because SQLite deletes a
  /// log beside an empty database. Nil if there can be no link.
  func makeSource() throws(StoreError) -> String? {
    guard isEmptyBesideLog else { return path }
    try makeEmpty(sourcePath)
    guard truncate(sourcePath, 4096) == 0, link(path + "-wal", sourcePath + "-wal") == 0 else {
      return nil
    }
    return sourcePath
  }

  /// Removes what ``makeSource()`` created.
  func removeSource() {
    remove(sourcePath)
  }

  /// Replaces the database by a copy.
  ///
  /// - Parameter word: The reason in the new name of the replaced database.
  /// - Returns: The path to which the replaced database was moved, if there was one.
  func install(_ copy: String, as word: String, at moment: Date) throws(StoreError) -> String {
    do throws(SystemError) {
      // Also without a database: an old log would be read into the copy.
      let target = try moveAside(as: word, at: moment)
      guard rename(copy, path) == 0 else { throw SystemError("rename", path: copy) }
      return target
    } catch {
      throw .cannotOpen(path: path, reason: error.reason)
    }
  }

  /// Moves the database and its companion files to `inbox.db.<word>-<UTC time>`; nothing is
  /// deleted.
  ///
  /// - Returns: The new path of the database.
  private func moveAside(as word: String, at moment: Date) throws(SystemError) -> String {
    let time = Timestamp.text(moment).filter { $0 != "-" && $0 != ":" }
    let plain = path + ".\(word)-" + time
    var target = plain
    var count = 1
    while access(target, F_OK) == 0 {
      count += 1
      target = plain + "-\(count)"
    }
    for companion in ["", "-wal", "-shm"] {
      guard rename(path + companion, target + companion) == 0 || errno == ENOENT else {
        throw SystemError("rename", path: path + companion)
      }
    }
    return target
  }
}
