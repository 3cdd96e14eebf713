/// Why the store cannot do what it was asked. After every one of them what was committed before is
/// still there, and the changes that failed may be committed again.
enum StoreError: Error, Equatable {
  /// The folder or the file cannot be made, opened or locked.
  case cannotOpen(path: String, reason: String)
  /// There is no store to read at this place.
  case missing(path: String)
  /// The file was written by a newer version, which knows a higher schema than we do.
  case newerVersion(path: String, found: Int, known: Int)
  /// The file is a database, but somebody else's.
  case foreign(path: String)
  /// The file was damaged. It was moved to `movedTo` and an empty store took its place; nil when it was
  /// opened for reading only and left where it is.
  case corrupt(path: String, movedTo: String?)
  /// The file was removed, or replaced by another one, since it was opened. The store was written to its place
  /// again; `movedTo` is the new path of the other file, nil if there was none.
  case moved(path: String, movedTo: String?)
  /// Another instance has the store.
  case inUse(path: String, pid: Int32?)
  /// The lock file's path does not hold a lock file of this user, and was left as it is; half a sentence
  /// that goes on after the path.
  case unusableLock(path: String, reason: String)
  /// No space is left.
  case full(path: String)
  /// Anything else SQLite reports.
  case failed(DatabaseError)
}
