import InboxModel

/// The lines of a scenario in order. The file is held in pieces of whole lines, which are parsed
/// ahead on other threads and freed after that.
@MainActor
struct ScenarioLines {
  /// The length of a piece in bytes: long enough for a task, short enough that the pieces parsed
  /// ahead use little memory, up to ten times their length.
  static let pieceLength = 1 << 18
  private static let maximumAhead = 4

  /// The unparsed pieces, the last one first, each with the number of its first line.
  private var pieces: [(line: Int, bytes: [UInt8])] = []
  private let fileName: String
  private let files: SettingsFiles
  private var ahead: [Task<[ScenarioReader.Line], Never>] = []
  /// Whether a line may be an expectation. The key may contain an escape, so words with such
  /// escapes count too; a false positive only costs memory.
  private(set) var mayExpect = false

  /// Reads a file of at most `limit` bytes.
  ///
  /// - Parameter length: The bytes from which a piece is split off.
  /// - Throws: ``ErrorMessage`` that names the file and the problem.
  init(
    of path: String, limit: Int, files: SettingsFiles, inPiecesOf length: Int = pieceLength
  ) throws {
    fileName = path
    self.files = files
    var cutter = LinePieces(size: length, maximumLineLength: limit)
    var (found, mayExpect): ([(Int, [UInt8])], Bool) = ([], false)
    let receive = { (line: Int, bytes: [UInt8]) in
      mayExpect = mayExpect || bytes.withUnsafeBytes(ExpectingWords.occur)
      found.append((line, bytes))
    }
    try InputFile.read(path, limit: limit) { cutter.receive($0, receive) }
    cutter.end(receive)
    pieces = found.reversed()
    self.mayExpect = mayExpect
  }

  /// Whether there is no further piece.
  var isAtEnd: Bool { ahead.isEmpty && pieces.isEmpty }

  /// Returns the lines of the next piece; nil after the last.
  mutating func next() async -> [ScenarioReader.Line]? {
    while ahead.count < Self.maximumAhead, let piece = pieces.popLast() {
      let (fileName, files) = (fileName, files)
      ahead.append(
        Task.detached {
          ScenarioReader.lines(
            of: piece.bytes[...], firstLine: piece.line, fileName: fileName, files: files)
        })
    }
    return ahead.isEmpty ? nil : await ahead.removeFirst().value
  }
}

/// The words of which each line with an expectation contains one.
private enum ExpectingWords {
  private static let words = [#""expect"#, #""screen""#, #"\u006"#, #"\u007"#]
    .map { Array($0.utf8) }

  /// The pairs of bytes with which a word begins, which exclude most of a large file quickly.
  private static let begins: [Bool] = {
    var begins = [Bool](repeating: false, count: 1 << 16)
    for word in words { begins[Int(word[0]) << 8 | Int(word[1])] = true }
    return begins
  }()

  /// Whether one of the words occurs.
  static func occur(in bytes: UnsafeRawBufferPointer) -> Bool {
    let (begins, words) = (begins, words)
    var last = 0
    for index in bytes.indices {
      last = (last << 8 | Int(bytes[index])) & 0xFFFF
      if begins[last] {
        let rest = bytes[max(0, index - 1)...]
        if words.contains(where: { rest.starts(with: $0) }) { return true }
      }
    }
    return false
  }
}
