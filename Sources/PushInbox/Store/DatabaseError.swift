/// The error of a failed SQLite call.
struct DatabaseError: Error, Equatable {
  /// The extended result code (sqlite.org/rescode.html).
  var code: Int32
  /// SQLite's description.
  var message: String
  /// The statement, if the error belongs to one.
  var sql: String?

  /// The result code without its extension, for instance `SQLITE_FULL`.
  var primaryCode: Int32 { code & 0xff }
}
