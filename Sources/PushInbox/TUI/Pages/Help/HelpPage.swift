import InboxModel

/// The keys of the view below, optionally only those whose lines contain some words.
struct HelpPage: NarrowedPage {
  private(set) var words = ""
  var scroll = 0

  static let title = "Help, manual, answers"
  static let hasHelp = false
  static let keys = KeyTable.text

  mutating func find(_ words: String) {
    self = HelpPage(words: words)
  }

  func lines(in context: PageContext) -> [StyledLine] {
    HelpText(
      view: context.beneath, keymap: context.keymap, symbols: context.symbols,
      width: PageMetrics.width(context.size), words: words
    ).lines
  }

  mutating func perform(_ command: Command, in context: inout PageContext) {
    if command == .help {
      context.close()
    } else {
      performOnText(command, in: &context)
    }
  }

  func hints(_ maker: HintMaker) -> [Hint] {
    maker.hints([.next, .previous]) + maker.own([.filter, .cancel])
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    PageFrame(scene: scene, lines: lines(in: scene.context), scroll: scroll).draw(on: &screen)
    screen.draw(
      SanitizedText(" Help: \(scene.state.pages.view.title)") + scene.found(words), row: 0,
      column: 0, style: .bold)
    guard Layout.pageTop(scene.layout.size) > 1 else { return }
    let settings = scene.keymap.keys(of: .settings)
    screen.draw(
      SanitizedText(" Other views have other keys. \(settings), page Keys, changes them."), row: 1,
      column: 0, cutTo: scene.layout.size.columns, style: .dim)
  }
}

extension KeyTable {
  /// The keys of the help, the manual and answers.
  static let text = KeyTable(
    commands: rows.union([.result]), sections: [.views, .terminal],
    meanings: [.toggle: "page down", .filter: "find lines"],
    hints: [.filter: "find", .cancel: "close"])
}
