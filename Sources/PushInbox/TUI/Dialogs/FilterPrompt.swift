import InboxModel

/// The prompt for a filter, after `/`. The list changes while it is typed.
struct FilterPrompt: Dialog {
  var list: FilteredList
  var line = CommandPrompt()
  /// The filter that is restored when the prompt is cancelled.
  var before: ListFilter

  init(_ list: FilteredList, _ filter: ListFilter) {
    self.list = list
    before = filter
    line.field = TextField(filter.text)
  }

  static let acceptsText = true

  /// Handles a key. Enter marks the error of an invalid filter; until then the list keeps the last
  /// valid one.
  mutating func receive(_ key: Key, in context: inout PageContext) -> Bool {
    line.note = nil
    switch key {
    case .escape:
      context.close()
      context.setFilter(before, of: list)
      return true
    case .enter: break
    case .tab:
      let typed = line.field.characters[..<line.field.cursor]
      line.complete(Completion(filter: typed, CommandWords(in: context)))
    // The prompt stays open when the line is empty, so that the next letters are not read as
    // commands.
    default: _ = line.edit(key, history: context.state.history[.filter])
    }
    switch context.readFilter(line.field.text) {
    case .success(let filter):
      context.setFilter(filter, of: list)
      guard key == .enter else { break }
      context.close()
      if !filter.text.allSatisfy(\.isWhitespace) {
        context.request(.remember(filter.text, .filter))
      }
    case .failure(let error):
      let start = min(error.column - 1, line.field.characters.count)
      let end = min(start + error.word.count, line.field.characters.count)
      if key == .enter { line.note = .problem(error.sentence, start..<end) }
    }
    return true
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    CommandLineView(scene: scene, prompt: line, label: "/").draw(on: &screen)
  }
}
