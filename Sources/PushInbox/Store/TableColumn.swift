import InboxModel

/// A column of a table whose rows are bound and read whole, in the order of the cases. The name of
/// a case is the column's in camel case: `heldUntil` is `held_until`.
protocol TableColumn: CaseIterable, RawRepresentable<Int32>, Sendable {}

extension TableColumn {
  /// The column names for a statement, separated by commas.
  static var list: String { allCases.map(\.name).joined(separator: ", ") }
  /// The same number of parameters.
  static var places: String { allCases.map { _ in "?" }.joined(separator: ", ") }
  /// `held_until = ?3`, with the number of the column's parameter.
  var assignment: String { "\(name) = ?\(parameter)" }

  private var name: String {
    let words = "\(self)".replacing("ID", with: "Id")
    return words.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
  }

  fileprivate var parameter: Int32 { rawValue + 1 }
}

extension Statement {
  func bind(_ column: some TableColumn, _ value: some StatementValue) {
    bind(column.parameter, value)
  }

  func int(_ column: some TableColumn) -> Int { int(column.rawValue) }
  func count(_ column: some TableColumn) -> Int { count(column.rawValue) }
  func optionalInt(_ column: some TableColumn) -> Int? { optionalInt(column.rawValue) }
  func bool(_ column: some TableColumn) -> Bool { bool(column.rawValue) }
  func double(_ column: some TableColumn) -> Double { double(column.rawValue) }
  func string(_ column: some TableColumn) -> String { string(column.rawValue) }
  func optionalIdentifier<ID: TextIdentifier>(_ column: some TableColumn) -> ID? {
    optionalIdentifier(column.rawValue)
  }
  func optionalString(_ column: some TableColumn) -> String? { optionalString(column.rawValue) }
  func bytes(_ column: some TableColumn) -> [UInt8] { bytes(column.rawValue) }
  func isNull(_ column: some TableColumn) -> Bool { isNull(column.rawValue) }

  func text(_ column: some TableColumn) -> UnsafeBufferPointer<UInt8> { text(column.rawValue) }
}
