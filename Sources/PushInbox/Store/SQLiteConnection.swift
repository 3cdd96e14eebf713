import CSQLite

/// An open SQLite database, closed with the last reference.
final class SQLiteConnection {
  /// The version of SQLite.
  static var libraryVersion: String { String(cString: sqlite3_libversion()) }

  let handle: OpaquePointer

  /// Opens a file by its SQLite URI (sqlite.org/uri.html).
  init(uri: String, flags: Int32) throws(DatabaseError) {
    Self.configure
    var opened: OpaquePointer?
    // A store is used by one thread at a time, so SQLite needs no mutex.
    let code = sqlite3_open_v2(
      uri, &opened, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw DatabaseError(code: code, message: message, sql: nil)
    }
    handle = opened
    sqlite3_busy_timeout(handle, 2000)
  }

  /// Configures SQLite once, before its first call.
  private static let configure: Void = csqlite_count_no_memory()

  deinit {
    // This variant waits for statements that are still open.
    sqlite3_close_v2(handle)
  }

  /// Runs statements that return no rows.
  func execute(_ sql: String) throws(DatabaseError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw error(in: sql) }
  }

  /// Returns the number in the first column of the first row; 0 if there is no row.
  func number(_ sql: String) throws(DatabaseError) -> Int {
    let statement = try Statement(sql, on: self)
    return try statement.step() ? statement.int(0) : 0
  }

  /// Whether no transaction is open.
  var isIdle: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// The number of rows that the latest statement changed.
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// The path of the database, links resolved; nil in memory.
  var path: String? {
    guard let name = sqlite3_db_filename(handle, "main"), name.pointee != 0 else { return nil }
    return String(cString: name)
  }

  /// Whether the database begins as SQLite databases do (sqlite.org/fileformat.html §1.3). True if
  /// the disk fails.
  var hasDatabaseHeader: Bool {
    csqlite_begins_with(handle, SQLITE_FCNTL_FILE_POINTER, 0x5351_4c69, 0xffff_ffff)
  }

  /// Whether the log begins as write-ahead logs do (sqlite.org/fileformat.html §4.1). True if the
  /// disk fails.
  var hasLogHeader: Bool {
    csqlite_begins_with(handle, SQLITE_FCNTL_JOURNAL_POINTER, 0x377f_0682, 0xffff_fffe)
  }

  /// Prevents closing from writing back or deleting the write-ahead log.
  func preserveLog() {
    csqlite_keep_log(handle)
  }

  /// Returns the error of the latest SQLite call.
  func error(in sql: String? = nil) -> DatabaseError {
    DatabaseError(
      code: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle)),
      sql: sql)
  }
}
