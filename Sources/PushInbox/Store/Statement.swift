import CSQLite
import InboxModel

/// A prepared statement. Parameters count from 1, columns from 0, as in SQLite.
struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let connection: SQLiteConnection
  private let parameters: StatementParameters

  /// Prepares one statement; `isKept` tells SQLite that it will be used for a long time.
  init(_ sql: String, on connection: SQLiteConnection, isKept: Bool = false) throws(DatabaseError) {
    var prepared: OpaquePointer?
    let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let code = sqlite3_prepare_v3(connection.handle, sql, -1, flags, &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw connection.error(in: sql) }
    handle = prepared
    parameters = StatementParameters(of: prepared)
    self.connection = connection
  }

  deinit {
    sqlite3_finalize(handle)
  }

  // MARK: Running

  /// Steps to the next row; false when there is none. ``reset()`` must be called before parameters
  /// are bound again.
  func step() throws(DatabaseError) -> Bool {
    parameters.bindTexts()
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure()
    }
  }

  /// Runs to the end and resets the statement, also after an error.
  func run() throws(DatabaseError) {
    let code = parameters.withTexts { sqlite3_step(handle) }
    guard code == SQLITE_DONE || code == SQLITE_ROW else { throw failure() }
    sqlite3_reset(handle)
  }

  /// Binds values to the parameters and runs to the end.
  func run<each Value: StatementValue>(_ values: repeat each Value) throws(DatabaseError) {
    bindAll(repeat each values)
    try run()
  }

  /// Resets the statement for the next run.
  func reset() {
    sqlite3_reset(handle)
  }

  private func failure() -> DatabaseError {
    let error = connection.error(in: String(cString: sqlite3_sql(handle)))
    sqlite3_reset(handle)
    return error
  }

  // MARK: Parameters

  /// Binds values to the parameters, from the first on.
  func bindAll<each Value: StatementValue>(_ values: repeat each Value) {
    var index: Int32 = 0
    for value in repeat each values {
      index += 1
      value.add(to: parameters, at: index)
    }
  }

  func bind(_ index: Int32, _ value: some StatementValue) {
    value.add(to: parameters, at: index)
  }

  // MARK: Columns

  func int(_ column: Int32) -> Int {
    Int(sqlite3_column_int64(handle, column))
  }

  /// A count, or a number that the next one follows. Values that another program wrote are clamped
  /// to what JSON numbers hold exactly, 0 to 2^53, so that counting does not overflow.
  func count(_ column: Int32) -> Int {
    min(max(int(column), 0), 1 << 53)
  }

  func optionalInt(_ column: Int32) -> Int? {
    isNull(column) ? nil : int(column)
  }

  func bool(_ column: Int32) -> Bool {
    sqlite3_column_int(handle, column) != 0
  }

  func double(_ column: Int32) -> Double {
    sqlite3_column_double(handle, column)
  }

  func string(_ column: Int32) -> String {
    String(decoding: text(column), as: UTF8.self)
  }

  func identifier<Identifier: TextIdentifier>(_ column: Int32) -> Identifier {
    Identifier(string(column))
  }

  func optionalIdentifier<Identifier: TextIdentifier>(_ column: Int32) -> Identifier? {
    isNull(column) ? nil : identifier(column)
  }

  func optionalString(_ column: Int32) -> String? {
    isNull(column) ? nil : string(column)
  }

  func bytes(_ column: Int32) -> [UInt8] {
    let start = sqlite3_column_blob(handle, column)
    return Array(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// The bytes of a text in SQLite's memory, valid until the next step.
  func text(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_column_text(handle, column)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }
}
