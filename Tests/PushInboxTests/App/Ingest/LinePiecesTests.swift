import Testing

@testable import PushInbox

@Suite struct LinePiecesTests {
  private struct Piece: Equatable {
    var line: Int
    var text: String
  }

  /// Splits a text that arrives in steps of `step` bytes.
  private func pieces(
    of text: String, by step: Int, size: Int = 4, longest: Int = 100
  ) -> [Piece] {
    var cutter = LinePieces(size: size, maximumLineLength: longest)
    var pieces: [Piece] = []
    let keep = { (line: Int, bytes: [UInt8]) in
      pieces.append(Piece(line: line, text: String(decoding: bytes, as: UTF8.self)))
    }
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: step) {
      cutter.receive(bytes[start..<min(start + step, bytes.count)], keep)
    }
    cutter.end(keep)
    return pieces
  }

  @Test(arguments: 1...9)
  func `pieces have whole lines and the number of their first line`(step: Int) {
    let text = "a\nbb\n\nccc\ndddd\ne"
    let pieces = pieces(of: text, by: step)
    #expect(pieces.map(\.text).joined() == text)
    for piece in pieces.dropLast() { #expect(piece.text.hasSuffix("\n")) }
    var before = ""
    for piece in pieces {
      #expect(piece.line == before.filter { $0 == "\n" }.count + 1)
      before += piece.text
    }
  }

  @Test(arguments: [1, 3, 50])
  func `a line over the limit is passed on only up to one byte after the limit`(step: Int) {
    let long = String(repeating: "x", count: 40)
    let pieces = pieces(of: "a\n\(long)\nb\n", by: step, longest: 10)
    if step < 50 {
      #expect(
        pieces == [
          Piece(line: 1, text: "a\n"), Piece(line: 2, text: String(repeating: "x", count: 12)),
          Piece(line: 3, text: "b\n"),
        ])
    } else {
      #expect(pieces == [Piece(line: 1, text: "a\n\(long)\nb\n")])
    }
  }

  @Test func `an empty source has no piece`() {
    #expect(pieces(of: "", by: 1).isEmpty)
  }
}
