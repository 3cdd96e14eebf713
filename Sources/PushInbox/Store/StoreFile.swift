import Foundation
import InboxModel

/// The file of a store: its place, its making, and the moving aside of a damaged one.
struct StoreFile {
  /// The folder.
  let folder: String
  /// The database.
  var path: String { folder + "/inbox.db" }
  /// The file whose lock says who has the store.
  var lockPath: String { folder + "/inbox.lock" }

  /// Whether there is a database.
  var exists: Bool { access(path, F_OK) == 0 }

  /// The path as an SQLite URI.
  var uri: String {
    var text = "file:"
    for byte in path.utf8 {
      // What a URI gives a meaning to, or may not hold.
      if byte <= 0x20 || byte >= 0x7f || "%?#".utf8.contains(byte) {
        let hex = String(byte, radix: 16)
        text += hex.count == 1 ? "%0" + hex : "%" + hex
      } else {
        text.unicodeScalars.append(UnicodeScalar(byte))
      }
    }
    return text
  }

  /// Checks that there is a plain file or nothing: a pipe would be waited for.
  private func checkKind() throws(StoreError) {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG else { return }
    throw .cannotOpen(path: path, reason: "it is no plain file")
  }

  /// Checks that there is a database to read.
  func find() throws(StoreError) {
    guard exists else { throw .missing(path: path) }
    try checkKind()
  }

  /// Makes the folder (mode 0700) and the file (mode 0600) where they are missing: SQLite itself would
  /// make a file that everybody can read. Its companions get the file's mode from SQLite.
  func make() throws(StoreError) {
    try makeFolder()
    try checkKind()
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .cannotOpen(path: path, reason: SystemError("open", path: path).reason)
    }
    close(descriptor)
    // Those that an older program or another umask left.
    for companion in ["", "-wal", "-shm"] { Folder.restrict(path + companion, to: 0o600) }
  }

  /// Takes the lock that says who has the store.
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

  /// Makes the folder where it is missing.
  func makeFolder() throws(StoreError) {
    do throws(SystemError) {
      try Folder.make(folder)
    } catch {
      throw .cannotOpen(path: folder, reason: error.reason)
    }
  }

  /// Makes an empty file of mode 0600 for a copy of the database; returns its path.
  func makeCopy() throws(StoreError) -> String {
    let copy = path + ".copy"
    unlink(copy)
    let descriptor = open(copy, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .cannotOpen(path: copy, reason: SystemError("open", path: copy).reason)
    }
    close(descriptor)
    return copy
  }

  /// Puts a copy in the place of the database.
  ///
  /// - Returns: the path to which a database that stood there was moved; nil if there was none.
  func install(_ copy: String, at moment: Date) throws(StoreError) -> String? {
    do throws(SystemError) {
      let isReplaced = exists
      // Without the database too: a log that is left would be read into the copy.
      let target = try moveAside(as: "replaced", at: moment)
      guard rename(copy, path) == 0 else { throw SystemError("rename", path: copy) }
      return isReplaced ? target : nil
    } catch {
      throw .cannotOpen(path: path, reason: error.reason)
    }
  }

  /// Moves the database and its companions to `inbox.db.<word>-<UTC time>`; nothing is deleted.
  ///
  /// - Returns: the new path of the database.
  func moveAside(as word: String = "corrupt", at moment: Date) throws(SystemError) -> String {
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
