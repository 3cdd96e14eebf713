/// What came of a command typed on the screen.
struct CommandAnswer: Equatable, Sendable {
  /// What it said, results and talk in their order.
  var lines: [String]
  /// Whether it could not do what was asked.
  var isFailure: Bool
}

/// An answer too long for one line: a page that scrolls.
struct OutputPage: Equatable, Sendable {
  /// How many bytes a page keeps: more lines than anybody scrolls through.
  static let limit = 256 << 10

  /// What was typed.
  let title: String
  /// What the command is for.
  let summary: String
  let isFailure: Bool
  /// How many lines are above the window.
  var scroll = 0
  /// The text as it is drawn, broken to the width of the page.
  private(set) var rows: [StyledLine] = []
  private let lines: [String]

  init(title: String, summary: String, answer: CommandAnswer, width: Int) {
    self.title = title
    self.summary = summary
    isFailure = answer.isFailure
    var left = Self.limit
    var lines: [String] = []
    for line in answer.lines {
      guard left > 0 else { break }
      lines.append(line.utf8.count <= left ? line : String(line.unicodeScalars.prefix(left)))
      left -= line.utf8.count + 1
    }
    if left < 0 { lines.append("The rest is left out here: a shell gets all of it.") }
    self.lines = lines
    fit(width)
  }

  /// Breaks the text to a width.
  mutating func fit(_ width: Int) {
    var page = PageText(width: width)
    for line in lines {
      // What goes on under itself is set in, and what surely fits has the whole width.
      page.text(
        line, hanging: line.utf8.count <= width ? 0 : min(4, width / 10),
        style: isFailure ? Palette.bad : .plain)
    }
    rows = page.lines
  }
}
