/// The error of a failed SQLite call.
struct DatabaseError: Error, Equatable {
  /// The extended result code (sqlite.org/rescode.html).
  var code: Int32
  /// SQLite's description.
  var message: String
  /// The statement, if the error belongs to one.
  var sql: String?
  /// The error number of the system call that failed; 0 if unknown.
  var systemCode: Int32 = 0

  /// The result code without its extension, for instance `SQLITE_FULL`.
  var primaryCode: Int32 { code & 0xff }
}
