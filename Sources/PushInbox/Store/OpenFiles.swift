import CSQLite

/// The files of an open database, as they were opened and as the latest commit left them. SQLite
/// does not notice that another program removes, replaces, truncates or overwrites them.
struct OpenFiles {
  enum Condition {
    /// No change was found.
    case intact
    /// The database was removed or replaced.
    case databaseMoved
    /// The log or its index was removed or replaced.
    case logMoved
    /// The database or the log is shorter than the latest commit left it, or its first bytes were
    /// overwritten.
    case damaged
  }

  private struct File {
    let path: String
    private let device: dev_t
    private let number: ino_t
    /// The size after the latest commit.
    private(set) var size: off_t

    init?(_ path: String) {
      guard let facts = Self.facts(of: path) else { return nil }
      self.path = path
      (device, number, size) = (facts.st_dev, facts.st_ino, facts.st_size)
    }

    /// The current size; nil if the file is no longer at its path. If that cannot be found out, the
    /// known size.
    var currentSize: off_t? {
      guard let facts = Self.facts(of: path) else {
        return errno == ENOENT || errno == ENOTDIR ? nil : size
      }
      return facts.st_ino == number && facts.st_dev == device ? facts.st_size : nil
    }

    // A string that is passed as an argument is copied in builds for debugging.
    private static func facts(of path: String) -> stat? {
      var facts = stat()
      return path.withCString { stat($0, &facts) } == 0 ? facts : nil
    }

    mutating func updateSize() {
      if let currentSize { size = currentSize }
    }
  }

  private var database: File
  private var log: File?
  private var index: File?

  /// Creates the state of the files of a connection; nil for a database in memory.
  init?(of connection: SQLiteConnection) {
    guard let path = connection.path, let database = File(path) else { return nil }
    self.database = database
    log = File(path + "-wal")
    index = File(path + "-shm")
  }

  /// Updates the sizes after a commit. Afterwards only a commit changes them: SQLite may shorten
  /// the log when it starts it anew.
  mutating func updateSizes() {
    database.updateSize()
    log?.updateSize()
    index?.updateSize()
  }

  /// Compares the files with their known state.
  func condition(on connection: SQLiteConnection) -> Condition {
    guard let size = database.currentSize else { return .databaseMoved }
    if size < database.size || !connection.hasDatabaseHeader { return .damaged }
    guard let log, let index else { return .intact }
    guard let logSize = log.currentSize, index.currentSize != nil else { return .logMoved }
    return logSize < log.size || logSize > 0 && !connection.hasLogHeader ? .damaged : .intact
  }

  /// Extends the index of the log if it was truncated: it is mapped into memory, and an access
  /// beyond its end ends the process (SIGBUS). SQLite makes a blank index again from the log.
  func repairIndex() {
    guard let index, let size = index.currentSize, size < index.size else { return }
    truncate(index.path, 0)
    truncate(index.path, index.size)
  }
}
