import CSQLite
import InboxModel

/// A prepared statement. Parameters are bound from 1, columns read from 0, as SQLite counts them.
struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let connection: SQLiteConnection

  /// Prepares one statement; `isKept` tells SQLite that it will live long.
  init(_ sql: String, on connection: SQLiteConnection, isKept: Bool = false) throws(DatabaseError) {
    var prepared: OpaquePointer?
    let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let code = sqlite3_prepare_v3(connection.handle, sql, -1, flags, &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw connection.error(in: sql) }
    handle = prepared
    self.connection = connection
  }

  deinit {
    sqlite3_finalize(handle)
  }

  // MARK: Running

  /// Goes to the next row; false when there is none. Before parameters are bound anew comes ``reset()``.
  func step() throws(DatabaseError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure()
    }
  }

  /// Runs to the end and makes ready for the next parameters, also when it fails.
  func run() throws(DatabaseError) {
    let code = sqlite3_step(handle)
    guard code == SQLITE_DONE || code == SQLITE_ROW else { throw failure() }
    sqlite3_reset(handle)
  }

  /// Makes ready to be run again.
  func reset() {
    sqlite3_reset(handle)
  }

  private func failure() -> DatabaseError {
    let error = connection.error(in: String(cString: sqlite3_sql(handle)))
    sqlite3_reset(handle)
    return error
  }

  // MARK: Parameters
  // Binding fails without memory, which the step after it reports, or by our own mistake: an index out of
  // range, a statement that was not reset.

  func bind(_ index: Int32, _ value: some StatementValue) {
    value.bind(to: self, at: index)
  }

  func bindNull(_ index: Int32) {
    check(sqlite3_bind_null(handle, index))
  }

  fileprivate func bind(int value: Int, at index: Int32) {
    check(sqlite3_bind_int64(handle, index, Int64(value)))
  }

  fileprivate func bind(double value: Double, at index: Int32) {
    check(sqlite3_bind_double(handle, index, value))
  }

  fileprivate func bind(text: UnsafeBufferPointer<UInt8>, at index: Int32) {
    text.withMemoryRebound(to: CChar.self) {
      // An empty text may have no address, which SQLite would take for NULL.
      if let start = $0.baseAddress {
        check(csqlite_bind_text(handle, index, start, Int32(clamping: $0.count)))
      } else {
        check(csqlite_bind_text(handle, index, "", 0))
      }
    }
  }

  fileprivate func bind(blob: UnsafeRawBufferPointer, at index: Int32) {
    check(csqlite_bind_blob(handle, index, blob.baseAddress, Int32(clamping: blob.count)))
  }

  private func check(_ code: Int32) {
    assert(code != SQLITE_MISUSE && code != SQLITE_RANGE, "a statement is bound wrongly")
  }

  // MARK: Columns

  func int(_ column: Int32) -> Int {
    Int(sqlite3_column_int64(handle, column))
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
    Identifier(rawValue: string(column))
  }

  func optionalString(_ column: Int32) -> String? {
    isNull(column) ? nil : string(column)
  }

  func bytes(_ column: Int32) -> [UInt8] {
    let start = sqlite3_column_blob(handle, column)
    return Array(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// The bytes of a text as SQLite holds them: valid until the next step.
  func text(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_column_text(handle, column)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }
}

/// A value of a parameter.
protocol StatementValue {
  func bind(to statement: borrowing Statement, at index: Int32)
}

extension Int: StatementValue {
  func bind(to statement: borrowing Statement, at index: Int32) {
    statement.bind(int: self, at: index)
  }
}

extension Bool: StatementValue {
  func bind(to statement: borrowing Statement, at index: Int32) {
    statement.bind(int: self ? 1 : 0, at: index)
  }
}

extension Double: StatementValue {
  func bind(to statement: borrowing Statement, at index: Int32) {
    statement.bind(double: self, at: index)
  }
}

extension String: StatementValue {
  func bind(to statement: borrowing Statement, at index: Int32) {
    var text = self
    text.withUTF8 { statement.bind(text: $0, at: index) }
  }
}

extension [UInt8]: StatementValue {
  func bind(to statement: borrowing Statement, at index: Int32) {
    withUnsafeBytes { statement.bind(blob: $0, at: index) }
  }
}

/// UTF-8 bytes that are stored as a text.
struct StatementText: StatementValue {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  func bind(to statement: borrowing Statement, at index: Int32) {
    bytes.withUnsafeBufferPointer { statement.bind(text: $0, at: index) }
  }
}

extension Optional: StatementValue where Wrapped: StatementValue {
  func bind(to statement: borrowing Statement, at index: Int32) {
    if let self { self.bind(to: statement, at: index) } else { statement.bindNull(index) }
  }
}

extension StatementValue where Self: TextIdentifier {
  func bind(to statement: borrowing Statement, at index: Int32) {
    rawValue.bind(to: statement, at: index)
  }
}

extension BundleID: StatementValue {}
extension Identifier: StatementValue {}
