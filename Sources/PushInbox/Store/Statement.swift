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

  /// Binds these values to the parameters, and runs to the end.
  func run<each Value: StatementValue>(_ values: repeat each Value) throws(DatabaseError) {
    bindAll(repeat each values)
    try run()
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

  /// Binds values to the parameters, from the first on.
  func bindAll<each Value: StatementValue>(_ values: repeat each Value) {
    var index: Int32 = 0
    for value in repeat each values {
      index += 1
      check(value.bind(to: handle, at: index))
    }
  }

  func bind(_ index: Int32, _ value: some StatementValue) {
    check(value.bind(to: handle, at: index))
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
  /// Binds it to a parameter of a prepared statement; returns SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int: StatementValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension Bool: StatementValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int(statement, index, self ? 1 : 0)
  }
}

extension Double: StatementValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_double(statement, index, self)
  }
}

extension String: StatementValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { bindText($0, to: statement, at: index) }
  }
}

extension [UInt8]: StatementValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    withUnsafeBytes {
      csqlite_bind_blob(statement, index, $0.baseAddress, Int32(clamping: $0.count))
    }
  }
}

/// UTF-8 bytes that are stored as a text.
struct StatementText: StatementValue {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    bytes.withUnsafeBufferPointer { bindText($0, to: statement, at: index) }
  }
}

extension Optional: StatementValue where Wrapped: StatementValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    self?.bind(to: statement, at: index) ?? sqlite3_bind_null(statement, index)
  }
}

private func bindText(
  _ text: UnsafeBufferPointer<UInt8>, to statement: OpaquePointer, at index: Int32
) -> Int32 {
  text.withMemoryRebound(to: CChar.self) {
    // An empty text may have no address, which SQLite would take for NULL.
    guard let start = $0.baseAddress else { return csqlite_bind_text(statement, index, "", 0) }
    return csqlite_bind_text(statement, index, start, Int32(clamping: $0.count))
  }
}

extension StatementValue where Self: TextIdentifier {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    text.bind(to: statement, at: index)
  }
}

extension Identifier: StatementValue {}
