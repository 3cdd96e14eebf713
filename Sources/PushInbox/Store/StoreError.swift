/// An error of the store. After each of them the earlier commits are still stored, and the failed
/// changes can be committed again.
enum StoreError: Error, Equatable {
  /// The folder or the file cannot be created, opened or locked.
  case cannotOpen(path: String, reason: String)
  /// There is no store to read at this path.
  case missing(path: String)
  /// A newer version wrote the file, with a higher schema version than ours.
  case newerVersion(path: String, found: Int, known: Int)
  /// The file is a database of another program.
  case foreign(path: String)
  /// The file was damaged, and replaced by a new one with the rows that could be read; nil when it
  /// was opened for reading only and left unchanged.
  case corrupt(path: String, repair: StoreRepair?)
  /// The file was removed or replaced since it was opened. The store was written to its path again;
  /// `movedTo` is the new path of the other file, nil if there was none.
  case moved(path: String, movedTo: String?)
  /// The log of the file, or its index, was removed or replaced since it was opened. The store was
  /// written again; `movedTo` is the new path of the file without that log.
  case logMoved(path: String, movedTo: String)
  /// Another instance uses the store; with its process number, if known.
  case inUse(path: String, pid: Int32?)
  /// Another instance has used the files, whose lock file was removed.
  case takenOver(path: String)
  /// The path of the lock file does not hold a lock file of this user, and was left unchanged. The
  /// reason is half a sentence that follows the path.
  case unusableLock(path: String, reason: String)
  /// The disk is full.
  case full(path: String)
  /// The file system became read-only.
  case readOnlyFileSystem(path: String)
  /// Any other error of SQLite.
  case failed(DatabaseError)
}

/// The replacement of a damaged file.
struct StoreRepair: Equatable, Sendable {
  /// The new path of the damaged file.
  let movedTo: String
  /// The number of accepted pushes that could be read and are in the new file.
  let pushCount: Int
}
