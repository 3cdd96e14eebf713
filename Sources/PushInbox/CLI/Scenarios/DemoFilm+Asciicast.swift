import Foundation
import InboxModel

/// A film as an asciicast, version 2 (asciinema documentation, "asciicast v2"): a header and the
/// output of a terminal with its times, a line of JSON each.
extension DemoFilm {
  func asciicast() -> String {
    guard let size = frames.first?.screen.size else { return "" }
    let header: JSONValue = [
      "version": 2, "width": JSONValue(size.columns),
      "height": JSONValue(size.rows),
      "title": .string("pushinbox demo \(name)"), "env": ["TERM": "xterm-256color"],
    ]
    var lines = [JSONWriter.text(header)]
    var (time, last): (TimeInterval, Screen?) = (0, nil)
    for frame in frames {
      lines.append(Self.output(frame.screen.sequences(after: last), at: time))
      time += frame.seconds
      last = frame.screen
    }
    // Without it a player would leave the last frame at once.
    lines.append(Self.output("\u{1B}[0m\u{1B}[?25h", at: time))
    return lines.joined(separator: "\n") + "\n"
  }

  private static func output(_ text: String, at time: TimeInterval) -> String {
    "[\(Decimals.text(time, places: 3)), \"o\", \(JSONWriter.text(.string(text)))]"
  }
}

extension Screen {
  /// The bytes that draw the screen on a terminal that shows another one: whole rows, those that
  /// differ. Without another one the terminal is cleared, and its cursor hidden.
  ///
  /// The sequences are those of ECMA-48 (CUP, ED, EL, SGR), with the private mode 25 of the cursor.
  func sequences(after previous: Screen?) -> String {
    var text = previous == nil ? "\u{1B}[?25l\u{1B}[0m\u{1B}[2J" : ""
    for row in 0..<size.rows {
      let cells = cells(inRow: row)
      guard previous.map({ $0.cells(inRow: row) != cells }) ?? !cells.allSatisfy(\.isBlank) else {
        continue
      }
      text += "\u{1B}[\(row + 1);1H\u{1B}[0m\u{1B}[K"
      // A blank end is there already.
      let end = cells.lastIndex { !$0.isBlank } ?? cells.startIndex - 1
      var look = Look()
      for cell in cells[cells.startIndex..<end + 1] {
        let next = Theme.standard.look(of: cell.style)
        if next != look { text += next.sequence }
        look = next
        text += cell.text
      }
      if look != Look() { text += Look().sequence }
    }
    return text
  }
}

extension Cell {
  fileprivate var isBlank: Bool { self == .blank }
}

extension Look {
  /// The sequence that sets this look and nothing else (ECMA-48 §8.3.117, SGR).
  fileprivate var sequence: String {
    var codes = ["0"]
    if isBold { codes.append("1") }
    if isDim { codes.append("2") }
    if isItalic { codes.append("3") }
    if isUnderlined { codes.append("4") }
    if isReversed { codes.append("7") }
    switch color {
    case .standard: break
    case .palette(let number) where number < 8: codes.append("\(30 + number)")
    case .palette(let number) where number < 16: codes.append("\(82 + number)")
    case .palette(let number): codes.append("38;5;\(number)")
    case .rgb(let red, let green, let blue): codes.append("38;2;\(red);\(green);\(blue)")
    }
    return "\u{1B}[" + codes.joined(separator: ";") + "m"
  }
}
