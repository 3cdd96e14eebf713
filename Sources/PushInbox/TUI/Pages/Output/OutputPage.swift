import InboxModel

/// A page for a text that is too long for one line.
struct OutputPage: NarrowedPage {
  enum Kind: Equatable, Sendable {
    /// The output of a command, or the reason why it failed.
    case answer, failure
    /// Lines that begin with `-` and `+`.
    case difference
    /// The manual, whose headings are at the left edge.
    case manual
  }

  static let title = HelpPage.title
  static let hasHelp = false
  static let keys = KeyTable.text

  /// The maximum size of the text in bytes.
  static let limit = 256 << 10

  /// The typed line.
  let title: String
  /// The purpose of the command.
  let summary: String
  let kind: Kind
  /// The number of lines above the window.
  var scroll = 0
  /// The words that each shown line contains.
  private(set) var words = ""
  /// The drawn lines, wrapped to the width of the page.
  private(set) var rows: [StyledLine] = []
  private let lines: [String]
  private var width: Int

  init(title: String, summary: String, lines: [String], kind: Kind, width: Int) {
    self.title = title
    self.summary = summary
    self.kind = kind
    self.width = width
    var left = Self.limit
    var kept: [String] = []
    for line in lines {
      guard left > 0 else { break }
      kept.append(line.utf8.count <= left ? line : String(line.unicodeScalars.prefix(left)))
      left -= line.utf8.count + 1
    }
    if left < 0 { kept.append("The rest is left out here: a shell gets all of it.") }
    self.lines = kept
    layOut()
  }

  mutating func resize(to size: Size) {
    width = PageMetrics.width(size)
    layOut()
  }

  /// Shows only the lines that contain some words; of the manual also their headings.
  mutating func find(_ words: String) {
    self.words = words
    scroll = 0
    layOut()
  }

  func lines(in context: PageContext) -> [StyledLine] { rows }

  mutating func perform(_ command: Command, in context: inout PageContext) {
    if command == .manual, kind == .manual {
      context.close()
    } else {
      performOnText(command, in: &context)
    }
  }

  func hints(_ maker: HintMaker) -> [Hint] {
    maker.hints([.next, .previous]) + maker.own([.filter, .commandLine]) + maker.wayOut()
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    PageFrame(scene: scene, lines: rows, scroll: scroll).draw(on: &screen)
    let width = scene.layout.size.columns
    screen.draw(
      scene.line(" " + title) + scene.found(words), row: 0, column: 0, cutTo: width, style: .bold)
    guard Layout.pageTop(scene.layout.size) > 1 else { return }
    screen.draw(SanitizedText(" " + summary), row: 1, column: 0, cutTo: width, style: .dim)
  }

  private mutating func layOut() {
    var page = PageText(width: width)
    for line in found {
      // Wrapped lines are indented, except those that surely fit.
      let indent = kind == .manual ? line.prefix { $0 == " " }.count : min(4, width / 10)
      page.text(line, hanging: line.utf8.count <= width ? 0 : indent, style: style(of: line))
    }
    rows = page.lines
    if rows.isEmpty, !words.isEmpty { rows = [StyledLine("No line has these words.", .dim)] }
  }

  private var found: [String] {
    guard !words.isEmpty else { return lines }
    var (found, heading): ([String], String?) = ([], nil)
    for line in lines {
      if kind == .manual, !line.isEmpty, line.first != " " { heading = line }
      guard line.hasWords(words) else { continue }
      if let above = heading, above != line { found.append(above) }
      heading = nil
      found.append(line)
    }
    return found
  }

  private func style(of line: String) -> Style {
    switch kind {
    case .answer: .plain
    case .failure: Palette.bad
    case .manual: line.first == " " ? .plain : .bold
    case .difference:
      switch line.first {
      case "-": Palette.bad
      case "+": Palette.good
      case " ": .dim
      default: .bold
      }
    }
  }
}

extension OutputPage {
  /// The manual, as `pushinbox man` prints it.
  static func manual(width: Int) -> OutputPage {
    OutputPage(
      title: "Manual", summary: "pushinbox \(Version.number), as `pushinbox man` prints it",
      lines: ManualPage.lines(), kind: .manual, width: width)
  }
}

extension String {
  /// Whether the text contains some words, ignoring case.
  func hasWords(_ words: String) -> Bool {
    lowercased().contains(words.lowercased())
  }
}
