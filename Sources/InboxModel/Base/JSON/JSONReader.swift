/// The reader of JSON, strictly after RFC 8259, or of JSON5, from UTF-8 bytes.
public enum JSONReader {
  /// The language of a text.
  public enum Dialect: Sendable {
    /// RFC 8259, strictly.
    case json
    /// JSON5 1.0.0 (spec.json5.org): comments, trailing commas, unquoted keys and so on.
    case json5
  }

  /// Parses a whole text.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8; for JSON without a byte order mark.
  ///   - maximumDepth: The maximum nesting of arrays and objects.
  /// - Throws: ``JSONError`` for the first syntax error.
  public static func read(
    _ bytes: [UInt8], dialect: Dialect = .json, maximumDepth: Int = maximumDepth
  ) throws(JSONError) -> JSONDocument {
    try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
      var parser = JSONParser(buffer, dialect: dialect, maximumDepth: maximumDepth)
      let index = try parser.index()
      return index.nodes.withUnsafeBufferPointer { nodes in
        var place = 0
        let root = JSONTree(bytes: buffer, nodes: nodes, dialect: dialect).value(at: &place)
        return JSONDocument(root: root, index: index)
      }
    }
  }

  /// The default maximum nesting of arrays and objects.
  public static let maximumDepth = 64
}

/// A parsed text.
public struct JSONDocument: Equatable, Sendable {
  /// The value.
  public var root: JSONValue
  /// The positions of all values.
  let index: JSONIndex

  /// Warnings about valid but probably unintended text, in the order of the text.
  public var warnings: [JSONWarning] { index.warnings }
}

/// A warning about valid but probably unintended text.
public struct JSONWarning: Equatable, Sendable {
  /// The kind of the problem.
  public enum Problem: Equatable, Sendable {
    /// The key is repeated; the last one counts.
    case duplicateKey(String)
    /// An escaped half of a surrogate pair, which became U+FFFD.
    case loneSurrogate
  }

  /// The kind of the problem.
  public var problem: Problem
  /// The position of the repeated key, or of the escape.
  public var position: JSONPosition

  /// Makes a warning.
  public init(problem: Problem, position: JSONPosition) {
    self.problem = problem
    self.position = position
  }
}

/// A syntax error with its position.
public struct JSONError: Error, Equatable, Sendable {
  /// The problem as half a sentence: `a comma is not allowed before “]”`.
  public var problem: String
  /// The byte offset from the start of the text.
  public var offset: Int
  /// The line, from 1.
  public var line: Int
  /// The column in bytes, from 1.
  public var column: Int

  /// Makes an error.
  public init(problem: String, offset: Int, line: Int, column: Int) {
    self.problem = problem
    self.offset = offset
    self.line = line
    self.column = column
  }
}

/// A position in a text.
public struct JSONPosition: Equatable, Sendable {
  /// The byte offset from the start of the text.
  public var offset: Int
  /// The line, from 1; lines end with LF, CR or both.
  public var line: Int
  /// The column in bytes, from 1.
  public var column: Int

  /// Makes a position.
  public init(offset: Int = 0, line: Int = 1, column: Int = 1) {
    self.offset = offset
    self.line = line
    self.column = column
  }

  /// Makes the position of a byte of a text; the text's end for offsets beyond it.
  public init(offset: Int, in bytes: [UInt8]) {
    self.init()
    bytes.withUnsafeBufferPointer { advance(to: offset, in: $0) }
  }

  /// Advances to a later position in the same text.
  mutating func advance(to end: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    let end = min(end, bytes.count)
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      let isBeforeLineFeed = offset < bytes.count && bytes[offset] == 0x0A
      if byte == 0x0A || byte == 0x0D && !isBeforeLineFeed {
        line += 1
        column = 1
      } else {
        column += 1
      }
    }
  }
}
