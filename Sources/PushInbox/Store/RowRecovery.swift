import CSQLite

/// The copying of rows from a damaged database into a new one.
///
/// SQLite reports a damaged page when it reads it, and then none of the rows behind it. Tables with
/// row numbers are therefore read from both ends and from each number in between, so that a damaged
/// page costs only its own rows. Other tables are read from both ends. What is read is not trusted:
/// each value gets the type of its column, and reading it back checks the rest, as at each start.
struct RowRecovery {
  /// The range of row numbers. Others are damage.
  private static let numbers = 1...(1 << 53)
  /// The number of failed reads without a row after which the rest of a table is given up.
  private static let mostFailures = 10_000

  private struct Column {
    let name: String
    /// The declared type: `INTEGER`, `TEXT`, `REAL` or `BLOB`.
    let type: String
    let isRequired: Bool
    /// The place in the primary key, from 1; 0 outside of it.
    let keyPlace: Int
  }

  private struct Table {
    let name: String
    let columns: [Column]

    var columnNames: String { columns.map(\.name).joined(separator: ", ") }
    /// The columns of the primary key, in its order.
    var key: [Column] {
      columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }
    }
    /// The column with the row's number; nil in a table with another key.
    var number: Int32? {
      guard key.count == 1, key[0].type == "INTEGER" else { return nil }
      return columns.firstIndex { $0.keyPlace == 1 }.map(Int32.init)
    }
  }

  /// The rows that one query read.
  private struct Part {
    var count = 0
    /// The lowest and the highest row number.
    var lowest: Int?
    var highest: Int?
    /// Whether the query reached its end.
    var isComplete = false
  }

  private let source: SQLiteConnection
  private let target: SQLiteConnection

  /// Copies the rows that can be read, of a database whose schema version is found or assumed to be
  /// ours.
  ///
  /// - Parameters:
  ///   - damaged: The URI of the damaged file, which is not changed.
  ///   - copy: The URI of an empty file, which gets the tables of that version.
  /// - Returns: The number of accepted pushes, those that wait included.
  static func copyRows(
    from damaged: String, to copy: String
  ) throws(DatabaseError) -> Int {
    let source: SQLiteConnection
    do throws(DatabaseError) {
      source = try SQLiteConnection(uri: damaged, flags: SQLITE_OPEN_READONLY)
    } catch {
      return 0
    }
    source.preserveLog()
    // Then a damaged page of the schema hides only the tables that it describes: the first
    // statement fails, the next ones use the rest.
    try? source.execute("PRAGMA writable_schema = ON")
    _ = try? source.number("SELECT count(*) FROM sqlite_master")
    let found = (try? source.number("PRAGMA user_version")) ?? 0
    let target = try SQLiteConnection(uri: copy, flags: SQLITE_OPEN_READWRITE)
    try target.execute("BEGIN")
    try Schema.make((1...Schema.version).contains(found) ? found : Schema.version, in: target)
    let recovery = RowRecovery(source: source, target: target)
    var count = 0
    for table in try recovery.tables() {
      let copied = try recovery.copy(table)
      if ["pushes", "queued"].contains(table.name) { count += copied }
    }
    try target.execute("COMMIT")
    return count
  }

  /// Returns the tables of the new database.
  private func tables() throws(DatabaseError) -> [Table] {
    var tables: [Table] = []
    let names = try Statement(
      "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid", on: target)
    while try names.step() {
      let name = names.string(0)
      var columns: [Column] = []
      let rows = try Statement(
        "SELECT name, type, \"notnull\", pk FROM pragma_table_info(?)", on: target)
      rows.bindAll(name)
      while try rows.step() {
        columns.append(
          Column(
            name: rows.string(0), type: rows.string(1), isRequired: rows.bool(2),
            keyPlace: rows.int(3)))
      }
      tables.append(Table(name: name, columns: columns))
    }
    return tables
  }

  /// Copies the readable rows of a table; returns their number.
  private func copy(_ table: Table) throws(DatabaseError) -> Int {
    let key = table.key.map(\.name)
    let condition = table.number == nil ? "" : "WHERE \(key[0]) BETWEEN ? AND ?"
    let query = "SELECT \(table.columnNames) FROM \(table.name) \(condition) ORDER BY "
    guard let forwards = try? Statement(query + key.joined(separator: ", "), on: source),
      let backwards = try? Statement(
        query + key.map { $0 + " DESC" }.joined(separator: ", "), on: source)
    else {
      // The table is not in the readable part of the schema.
      return 0
    }
    let places = table.columns.map { _ in "?" }.joined(separator: ", ")
    let insertion = try Statement(
      "INSERT OR REPLACE INTO \(table.name) (\(table.columnNames)) VALUES (\(places))", on: target)
    guard table.number != nil else {
      var part = try copy(forwards, of: table, by: insertion)
      if !part.isComplete { part.count += try copy(backwards, of: table, by: insertion).count }
      return part.count
    }
    let range = Self.numbers
    forwards.bindAll(range.lowerBound, range.upperBound)
    var part = try copy(forwards, of: table, by: insertion)
    var count = part.count
    guard !part.isComplete else { return count }
    backwards.bindAll(part.highest.map { $0 + 1 } ?? range.lowerBound, range.upperBound)
    let end = try copy(backwards, of: table, by: insertion)
    count += end.count
    guard !end.isComplete else { return count }
    var (next, last) = (
      part.highest.map { $0 + 1 } ?? range.lowerBound,
      end.lowest.map { $0 - 1 } ?? range.upperBound
    )
    var failures = 0
    while next <= last, failures < Self.mostFailures {
      forwards.bindAll(next, last)
      part = try copy(forwards, of: table, by: insertion)
      if part.isComplete { return count + part.count }
      count += part.count
      failures = part.count == 0 ? failures + 1 : 0
      next = max(next, part.highest ?? next) + 1
    }
    return count
  }

  /// Copies the rows of a query until one cannot be read.
  private func copy(
    _ rows: borrowing Statement, of table: Table, by insertion: borrowing Statement
  ) throws(DatabaseError) -> Part {
    var part = Part()
    while true {
      do throws(DatabaseError) {
        guard try rows.step() else {
          rows.reset()
          part.isComplete = true
          return part
        }
      } catch {
        return part
      }
      if let column = table.number {
        let number = rows.int(column)
        guard Self.numbers.contains(number) else { continue }
        part.lowest = min(part.lowest ?? number, number)
        part.highest = max(part.highest ?? number, number)
      }
      for (index, column) in zip(Int32(0)..., table.columns) {
        bind(column, of: rows, at: index, to: insertion)
      }
      do throws(DatabaseError) {
        try insertion.run()
        part.count += 1
      } catch {
        // A row that the table cannot have is damage too.
        guard [SQLITE_CONSTRAINT, SQLITE_TOOBIG].contains(error.primaryCode) else { throw error }
      }
    }
  }

  private func bind(
    _ column: Column, of row: borrowing Statement, at index: Int32,
    to insertion: borrowing Statement
  ) {
    let parameter = index + 1
    if row.isNull(index), !column.isRequired {
      insertion.bind(parameter, Int?.none)
    } else {
      switch column.type {
      case "INTEGER": insertion.bind(parameter, row.int(index))
      case "REAL": insertion.bind(parameter, row.double(index))
      case "BLOB": insertion.bind(parameter, row.bytes(index))
      default: insertion.bind(parameter, row.string(index))
      }
    }
  }
}
