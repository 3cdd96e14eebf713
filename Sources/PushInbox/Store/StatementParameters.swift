import CSQLite
import InboxModel

/// The parameters of a prepared statement. Texts and blobs are collected in one buffer, which is
/// reused for each row. SQLite reads them there, without a copy.
final class StatementParameters {
  private let statement: OpaquePointer
  private var bytes: [UInt8] = []
  /// The texts and blobs, each beginning at the end of the previous one.
  private var texts: [(index: Int32, end: Int, isText: Bool)] = []

  init(of statement: OpaquePointer) {
    self.statement = statement
  }

  // MARK: Values

  func set(_ number: Int, at index: Int32) {
    check(sqlite3_bind_int64(statement, index, Int64(number)))
  }

  func set(_ number: Double, at index: Int32) {
    check(sqlite3_bind_double(statement, index, number))
  }

  func setNull(at index: Int32) {
    check(sqlite3_bind_null(statement, index))
  }

  /// Sets a text in UTF-8, or a blob, to the bytes that `append` adds to the buffer.
  func set(at index: Int32, isText: Bool, _ append: (inout [UInt8]) -> Void) {
    append(&bytes)
    texts.append((index, bytes.count, isText))
  }

  // MARK: Running

  /// Runs `body` while the texts and blobs are bound to the buffer, then clears them for the next
  /// row.
  func withTexts(_ body: () -> Int32) -> Int32 {
    guard !texts.isEmpty else { return body() }
    defer {
      // The bound texts point into the buffer.
      sqlite3_clear_bindings(statement)
      removeTexts()
    }
    return bytes.withUnsafeBufferPointer { bytes in
      bind(bytes, isCopied: false)
      return body()
    }
  }

  /// Binds copies of the texts and blobs, for a statement that returns several rows.
  func bindTexts() {
    guard !texts.isEmpty else { return }
    bytes.withUnsafeBufferPointer { bind($0, isCopied: true) }
    removeTexts()
  }

  private func bind(_ bytes: UnsafeBufferPointer<UInt8>, isCopied: Bool) {
    var start = 0
    for text in texts {
      let part = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start..<text.end]))
      start = text.end
      check(
        csqlite_bind(
          statement, text.index, part.baseAddress, Int32(clamping: part.count),
          text.isText, isCopied))
    }
  }

  private func removeTexts() {
    bytes.removeAll(keepingCapacity: bytes.count < 1 << 20)
    texts.removeAll(keepingCapacity: true)
  }

  /// Checks a result of binding. It fails when memory is short, which the next step reports, or
  /// through a programming error: an index out of range, or a statement that was not reset.
  private func check(_ code: Int32) {
    assert(code != SQLITE_MISUSE && code != SQLITE_RANGE, "a statement is bound wrongly")
  }
}

/// A value of a parameter.
protocol StatementValue {
  func add(to parameters: StatementParameters, at index: Int32)
}

extension Int: StatementValue {
  func add(to parameters: StatementParameters, at index: Int32) { parameters.set(self, at: index) }
}

extension Bool: StatementValue {
  func add(to parameters: StatementParameters, at index: Int32) {
    parameters.set(self ? 1 : 0, at: index)
  }
}

extension Double: StatementValue {
  func add(to parameters: StatementParameters, at index: Int32) { parameters.set(self, at: index) }
}

extension String: StatementValue {
  func add(to parameters: StatementParameters, at index: Int32) {
    parameters.set(at: index, isText: true) { $0.append(contentsOf: utf8) }
  }
}

extension [UInt8]: StatementValue {
  func add(to parameters: StatementParameters, at index: Int32) {
    parameters.set(at: index, isText: false) { $0.append(contentsOf: self) }
  }
}

/// UTF-8 bytes that are stored as a text.
struct StatementText: StatementValue {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  func add(to parameters: StatementParameters, at index: Int32) {
    parameters.set(at: index, isText: true) { $0.append(contentsOf: bytes) }
  }
}

extension Optional: StatementValue where Wrapped: StatementValue {
  func add(to parameters: StatementParameters, at index: Int32) {
    if let self { self.add(to: parameters, at: index) } else { parameters.setNull(at: index) }
  }
}

extension StatementValue where Self: TextIdentifier {
  func add(to parameters: StatementParameters, at index: Int32) {
    text.add(to: parameters, at: index)
  }
}

extension Identifier: StatementValue {}

extension CompactIdentifier: StatementValue {
  func add(to parameters: StatementParameters, at index: Int32) {
    parameters.set(at: index, isText: true) { appendText(to: &$0) }
  }
}

extension PayloadText: StatementValue {
  func add(to parameters: StatementParameters, at index: Int32) {
    parameters.set(at: index, isText: true) { appendStored(to: &$0) }
  }
}
