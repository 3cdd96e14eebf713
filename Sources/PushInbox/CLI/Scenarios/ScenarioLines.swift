import InboxModel

/// The lines of a scenario in their order. The file is kept in pieces of whole lines, which are read ahead on other
/// threads and given up once they are read.
@MainActor
struct ScenarioLines {
  /// Long enough to be worth a task, short enough that those read ahead fill little: each has up to ten times its
  /// length in memory.
  static let pieceLength = 1 << 18
  private static let mostAhead = 4

  /// The pieces that are not read yet, the last one first, each with the number of its first line.
  private var pieces: [(line: Int, bytes: [UInt8])] = []
  private let fileName: String
  private let files: SettingsFiles
  private var ahead: [Task<[ScenarioReader.Line], Never>] = []
  /// Whether a line may be one that asks what happened. A letter of its key could be written as an escape;
  /// whoever has such words elsewhere only pays with memory.
  private(set) var mayExpect = false

  /// Reads a file of at most `limit` bytes.
  ///
  /// - Parameter length: Bytes from which on a piece is cut off.
  /// - Throws: ``ErrorMessage`` that names the file and what is wrong with it.
  init(
    of path: String, limit: Int, files: SettingsFiles, inPiecesOf length: Int = pieceLength
  ) throws {
    fileName = path
    self.files = files
    var cutter = LinePieces(size: length, longestLine: limit)
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

  /// The lines of the next piece; nil after the last.
  mutating func next() async -> [ScenarioReader.Line]? {
    while ahead.count < Self.mostAhead, let piece = pieces.popLast() {
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

/// The words of which one stands in each line that asks what happened.
private enum ExpectingWords {
  private static let words = [#""expect"#, #""screen""#, #"\u006"#, #"\u007"#]
    .map { Array($0.utf8) }

  /// Whether two bytes begin a word: by these most of a large file is passed over.
  private static let begins: [Bool] = {
    var begins = [Bool](repeating: false, count: 1 << 16)
    for word in words { begins[Int(word[0]) << 8 | Int(word[1])] = true }
    return begins
  }()

  /// Whether a word occurs.
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
