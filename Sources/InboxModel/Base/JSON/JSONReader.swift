/// Reads JSON strictly after RFC 8259, or JSON5, from UTF-8 bytes.
public enum JSONReader {
  /// Which language is read.
  public enum Dialect: Sendable {
    /// RFC 8259, to the letter.
    case json
    /// JSON5 1.0.0 (spec.json5.org): comments, trailing commas, unquoted keys and so on.
    case json5
  }

  /// Reads a whole text.
  ///
  /// - Parameters:
  ///   - bytes: the text in UTF-8, for JSON without a byte order mark.
  ///   - maximumDepth: how many arrays and objects may stand inside each other.
  /// - Throws: ``JSONError`` for the first place at which the text breaks the rules.
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

  /// The most arrays and objects that may stand inside each other where nothing else is said.
  public static let maximumDepth = 64
}

/// A text that was read.
public struct JSONDocument: Equatable, Sendable {
  /// The value.
  public var root: JSONValue
  /// The places of all values.
  let index: JSONIndex

  /// Warnings about text that is legal but surely not meant, in the order of the text.
  public var warnings: [JSONWarning] { index.warnings }
}

/// Something in a text that is legal but surely not meant.
public struct JSONWarning: Equatable, Sendable {
  /// The kind of the problem.
  public enum Problem: Equatable, Sendable {
    /// The key stands in the object already; the last one wins.
    case duplicateKey(String)
    /// An escaped half of a surrogate pair; it became U+FFFD.
    case loneSurrogate
  }

  /// The kind of the problem.
  public var problem: Problem
  /// Where: the repeated key, or the escape.
  public var position: JSONPosition

  /// Makes a warning.
  public init(problem: Problem, position: JSONPosition) {
    self.problem = problem
    self.position = position
  }
}

/// Why a text is not JSON, and where.
public struct JSONError: Error, Equatable, Sendable {
  /// The problem as half a sentence: `a comma may not stand before “]”`.
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

/// A place in a text.
public struct JSONPosition: Equatable, Sendable {
  /// Byte offset from the start of the text.
  public var offset: Int
  /// Line, from 1; lines end with LF, CR or both.
  public var line: Int
  /// Column in bytes, from 1.
  public var column: Int

  /// Makes a place.
  public init(offset: Int = 0, line: Int = 1, column: Int = 1) {
    self.offset = offset
    self.line = line
    self.column = column
  }

  /// The place of a byte of a text; the text's end for offsets beyond it.
  public init(offset: Int, in bytes: [UInt8]) {
    self.init()
    bytes.withUnsafeBufferPointer { advance(to: offset, in: $0) }
  }

  /// Goes on to a later place of the same text.
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
