import InboxModel
import Testing

@testable import PushInbox

/// Points 3 and 4 of the corpus' README: what reaches the terminal because of a sender's text.
@MainActor @Suite(.serialized, .patient) struct InjectionTests {
  private func draw(_ lines: [SanitizedText], size: Size) -> Screen {
    var screen = Screen(size: size)
    screen.box(row: 0, column: 0, width: size.columns, height: size.rows)
    for (row, line) in lines.flatMap({ $0.wrapped(to: size.columns - 2) }).enumerated() {
      screen.draw(line, row: row + 1, column: 1, columns: size.columns - 2)
    }
    screen.box(row: 0, column: 0, width: size.columns, height: size.rows)
    return screen
  }

  /// The bytes for a screen on a terminal of its own.
  private func paint(_ screen: Screen) throws -> (bytes: [UInt8], shown: VirtualScreen) {
    let size = screen.size
    let pty = try PseudoTerminal(columns: size.columns, rows: size.rows)
    defer { pty.close() }
    let terminal = try Terminal(
      input: pty.descriptor, output: pty.descriptor, type: "xterm-256color", locale: "C.UTF-8")
    terminal.paint(screen)
    let bytes = try pty.drain()
    return (bytes, pty.screen)
  }

  @Test(arguments: InjectionCase.all)
  func `text from outside never controls the terminal`(_ injection: InjectionCase) throws {
    for columns in [20, 80] {
      let size = Size(columns: columns, rows: 24)
      let lines = injection.texts.flatMap { SanitizedText.lines(of: $0) }
      let screen = draw(lines, size: size)
      let (bytes, shown) = try paint(screen)

      #expect(shown.violations.isEmpty)
      #expect(!shown.printed.contains(where: isForbidden))
      for forbidden in injection.forbidden { #expect(!contains(bytes, forbidden)) }
      // The frame is complete, so the text did not move the cursor.
      for row in 1..<size.rows - 1 {
        #expect(shown[row, 0] == "│")
        #expect(shown[row, columns - 1] == "│")
      }

      // The same text as the gate would show it, in the same styles, is the same screen: the same
      // bytes.
      var again = draw(lines.map { SanitizedText($0.text) }, size: size)
      for row in 0..<size.rows {
        for column in 0..<size.columns {
          let style = screen[row, column].style
          again.restyle(row: row, column: column, columns: 1) { $0 = style }
        }
      }
      #expect(again == screen)
    }
  }

  @Test func `plain text escapes every scalar that the corpus forbids`() throws {
    let file = try JSONReader.read(Array(Fixture.data(named: "terminal-injection.json"))).root
    let ranges = (file["invariant"]?["neverFromContent"]?.array ?? [])
      .compactMap { $0["range"]?.string }
    #expect(ranges.count == 13)
    var forbidden: [UInt32] = []
    for range in ranges {
      switch range {
      case "nonchar":
        forbidden += 0xFDD0...0xFDEF
        forbidden += (0...16).flatMap { [$0 << 16 | 0xFFFE, $0 << 16 | 0xFFFF] }
      case "invalid UTF-8": break
      default:
        let ends = range.split(separator: "-").compactMap { UInt32($0, radix: 16) }
        forbidden += try #require(ends.first)...(try #require(ends.last))
      }
    }
    for scalar in forbidden.compactMap(Unicode.Scalar.init) {
      let text = PlainText.clean("a\(Character(scalar))\u{301}b")
      #expect(!text.unicodeScalars.contains(scalar), "U+\(String(scalar.value, radix: 16))")
      #expect(text.hasPrefix("a\\"))
    }
  }

  private func contains(_ bytes: [UInt8], _ sequence: [UInt8]) -> Bool {
    guard let first = sequence.first, bytes.count >= sequence.count else { return false }
    return bytes.indices.dropLast(sequence.count - 1).contains { index in
      bytes[index] == first && bytes[index..<index + sequence.count].elementsEqual(sequence)
    }
  }
}
