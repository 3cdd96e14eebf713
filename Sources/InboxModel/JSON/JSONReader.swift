/// Why a text is not JSON, and where.
public struct JSONError: Error, Equatable, Sendable {
  /// What is wrong there, as half a sentence: `a comma may not stand before “]”`.
  public var problem: String
  /// Byte offset from the start of the text.
  public var offset: Int
  /// Line, from 1.
  public var line: Int
  /// Column in bytes, from 1.
  public var column: Int

  /// Makes an error at a place.
  public init(problem: String, offset: Int, line: Int, column: Int) {
    self.problem = problem
    self.offset = offset
    self.line = line
    self.column = column
  }
}
