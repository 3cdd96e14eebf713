import InboxModel

/// The tabs of a page, below its title.
struct TabBar {
  let scene: Scene
  let names: [String]
  let open: String
  /// The tabs that stay beside the current one if not all fit; nil for all.
  var needed: Set<String>?

  func draw(on screen: inout Screen) {
    let width = scene.layout.size.columns
    var column = 1
    for (number, name) in names.enumerated() {
      let isOpen = name == open
      if width < 58, !isOpen, needed?.contains(name) == false { continue }
      let word = SanitizedText(isOpen ? "[\(name)]" : " \(name) ")
      screen.clickable(.tab(number), row: 1, column: column, columns: word.columns)
      column += screen.draw(word, row: 1, column: column, style: isOpen ? .bold : .plain) + 1
    }
    let keys = [Command.previousTab, .nextTab]
      .compactMap { scene.keymap.key(of: $0)?.name }.joined(separator: " ")
    let hint = SanitizedText("\(keys) turn pages")
    if column + hint.columns + 1 < width {
      screen.draw(hint, row: 1, before: width - 1, style: .dim)
    }
  }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
  /// Returns the next tab, or the previous one for -1; after the last follows the first.
  func turned(by step: Int) -> Self {
    let tabs = Self.allCases
    let place = tabs.firstIndex(of: self) ?? 0
    return tabs[(place + step + tabs.count) % tabs.count]
  }
}
