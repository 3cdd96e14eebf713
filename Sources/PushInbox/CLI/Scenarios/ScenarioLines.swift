import InboxModel

/// The lines of a scenario in their order, read ahead on other threads, a piece of the file at a time.
@MainActor
struct ScenarioLines {
  /// Long enough to be worth a task, short enough that those read ahead fill little.
  private static let pieceLength = 1 << 18
  private static let mostAhead = 4

  private let bytes: [UInt8]
  private let fileName: String
  private let files: SettingsFiles
  private var offset = 0
  private var lineNumber = 1
  private var ahead: [Task<[ScenarioReader.Line], Never>] = []

  init(_ bytes: [UInt8], fileName: String, files: SettingsFiles) {
    self.bytes = bytes
    self.fileName = fileName
    self.files = files
  }

  /// Whether there is no further piece.
  var isAtEnd: Bool { ahead.isEmpty && offset == bytes.count }

  /// Whether a line may be one that asks what happened. A letter of its key could be written as an escape;
  /// whoever has such words elsewhere only pays with memory.
  var mayExpect: Bool {
    let words = [#""expect"#, #""screen""#, #"\u006"#, #"\u007"#].map { Array($0.utf8) }
    return bytes.withUnsafeBytes { Self.has(words, in: $0) }
  }

  /// Words of two bytes and more; by these it passes over most of a large file.
  private nonisolated static func has(
    _ words: [[UInt8]], in bytes: UnsafeRawBufferPointer
  ) -> Bool {
    var isBegin = [Bool](repeating: false, count: 1 << 16)
    for word in words { isBegin[Int(word[0]) << 8 | Int(word[1])] = true }
    var last = 0
    for index in bytes.indices {
      last = (last << 8 | Int(bytes[index])) & 0xFFFF
      if isBegin[last] {
        let rest = bytes[max(0, index - 1)...]
        if words.contains(where: { rest.starts(with: $0) }) { return true }
      }
    }
    return false
  }

  /// The lines of the next piece; nil after the last.
  mutating func next() async -> [ScenarioReader.Line]? {
    while ahead.count < Self.mostAhead, offset < bytes.count { readAhead() }
    return ahead.isEmpty ? nil : await ahead.removeFirst().value
  }

  private mutating func readAhead() {
    let rest = bytes[offset...].dropFirst(Self.pieceLength)
    let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    let piece = bytes[offset..<end]
    let (firstLine, fileName, files) = (lineNumber, fileName, files)
    ahead.append(
      Task.detached {
        ScenarioReader.lines(of: piece, firstLine: firstLine, fileName: fileName, files: files)
      })
    lineNumber += Self.lineEnds(in: piece)
    offset = end
  }

  /// On no actor, which would be asked for at every byte.
  private nonisolated static func lineEnds(in piece: ArraySlice<UInt8>) -> Int {
    piece.count { $0 == 0x0A }
  }
}
