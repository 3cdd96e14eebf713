import CSQLite

/// The open file of a store with its prepared statements.
final class Database {
  /// The result of opening a file that SQLite can read.
  enum OpeningResult {
    /// The file is checked and of our version.
    case ready(Database)
    /// A newer program wrote the file.
    case newerVersion(Int)
    /// The file belongs to another program.
    case foreign
    /// The file has no content, and was opened for reading only.
    case empty
  }

  let connection: SQLiteConnection
  let insertPush: Statement
  let insertOriginal: Statement
  let updatePush: Statement
  let movePush: Statement
  let deletePushes: Statement
  let deleteOriginals: Statement
  let insertRejected: Statement
  let insertQueued: Statement
  let deleteQueued: Statement
  let insertOffer: Statement
  let countOffer: Statement
  let replaceFeedPosition: Statement
  let replaceFeedProgress: Statement
  let setCounter: Statement
  let begin: Statement
  let commit: Statement
  let selectOriginal: Statement

  /// Opens a file for writing. Creates the tables that a new file or one of an older version lacks.
  static func open(uri: String, durable: Bool) throws(DatabaseError) -> OpeningResult {
    let connection = try SQLiteConnection(
      uri: uri, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    do throws(DatabaseError) {
      let version = try connection.number("PRAGMA user_version")
      let owner = try connection.number("PRAGMA application_id")
      if try !connection.isBlank {
        guard owner == Schema.applicationID else { return .foreign }
        guard version <= Schema.version else { return .newerVersion(version) }
      }
      try connection.execute(
        """
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = \(durable ? "FULL" : "NORMAL");
        PRAGMA temp_store = MEMORY;
        PRAGMA secure_delete = FAST;
        PRAGMA wal_autocheckpoint = 4000;
        """)
      try Schema.bringUpToDate(connection)
      return .ready(try Database(connection))
    } catch {
      // The log of a damaged file must not be written back.
      if error.isDamage { connection.preserveLog() }
      throw error
    }
  }

  /// Opens a file for reading, also while another process writes it or after one has crashed.
  static func open(readOnly uri: String) throws(DatabaseError) -> OpeningResult {
    let connection = try SQLiteConnection(uri: uri, flags: SQLITE_OPEN_READONLY)
    guard try !connection.isBlank else { return .empty }
    guard try connection.number("PRAGMA application_id") == Schema.applicationID else {
      return .foreign
    }
    let version = try connection.number("PRAGMA user_version")
    guard version <= Schema.version else { return .newerVersion(version) }
    if version < Schema.version {
      // The statements need the newest schema, so an older store is updated first.
      try Schema.bringUpToDate(SQLiteConnection(uri: uri, flags: SQLITE_OPEN_READWRITE))
    }
    return .ready(try Database(connection))
  }

  private init(_ connection: SQLiteConnection) throws(DatabaseError) {
    func prepare(_ sql: String) throws(DatabaseError) -> Statement {
      try Statement(sql, on: connection, isKept: true)
    }
    self.connection = connection
    insertPush = try prepare(PushRow.insertion)
    insertOriginal = try prepare("INSERT OR REPLACE INTO originals VALUES (?, ?, ?, ?)")
    updatePush = try prepare(
      "UPDATE pushes SET is_read = ?, acted = ?, place = ?, held_until = ? WHERE id = ?")
    movePush = try prepare(PushRow.update)
    deletePushes = try prepare("DELETE FROM pushes WHERE id BETWEEN ? AND ?")
    deleteOriginals = try prepare("DELETE FROM originals WHERE id BETWEEN ? AND ?")
    insertRejected = try prepare(RejectedRow.insertion)
    insertQueued = try prepare("INSERT OR REPLACE INTO queued VALUES (?, ?, ?)")
    deleteQueued = try prepare("DELETE FROM queued WHERE id = ?")
    insertOffer = try prepare("INSERT OR REPLACE INTO offers VALUES (?, ?, ?, ?, ?)")
    countOffer = try prepare(
      """
      INSERT INTO phone_counts VALUES (?1, ?2, ?3, ifnull(?4, 0), 0)
      ON CONFLICT (phone, app) DO UPDATE SET given = ?3, numbered = ifnull(?4, numbered)
      """)
    replaceFeedPosition = try prepare("INSERT OR REPLACE INTO feed_positions VALUES (?, ?, ?, ?)")
    replaceFeedProgress = try prepare(
      "INSERT OR REPLACE INTO feed_progress VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    setCounter = try prepare("INSERT OR REPLACE INTO counters VALUES (?, ?)")
    begin = try prepare("BEGIN IMMEDIATE")
    commit = try prepare("COMMIT")
    selectOriginal = try prepare(
      "SELECT payload, delivery, circumstances FROM originals WHERE id = ?")
  }
}

extension SQLiteConnection {
  /// Whether the file has no content yet. It may have a header: a kill during our first start
  /// leaves one with the journal mode but without an application identifier.
  fileprivate var isBlank: Bool {
    get throws(DatabaseError) {
      guard try number("PRAGMA application_id") == 0 else { return false }
      return try number("SELECT count(*) FROM sqlite_master") == 0
    }
  }
}

extension DatabaseError {
  /// Whether the error reports a damaged file.
  var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }
}
