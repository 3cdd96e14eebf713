import InboxModel

/// The page Payload: a line is stood on, and what is on it folds.
extension InspectorPage {
  /// Carries out a command that moves or folds in the payload; false for others, and on other pages.
  mutating func moveInPayload(by command: Command, in context: PageContext) -> Bool {
    guard tab == .payload else { return false }
    let pages = context.inspectorText(id, width: area(context.size).columns)
    switch command {
    case .toggle:
      let lines = pages.payload(toggled)
      guard lines.indices.contains(line), let fold = lines[line].fold else { return true }
      toggled.formSymmetricDifference([fold])
      // The line it began on stays under the cursor.
      line = pages.payload(toggled).firstIndex { $0.fold == fold } ?? line
    case .foldAll, .unfoldAll:
      toggled = pages.payloadFolds(open: command == .unfoldAll)
      line = 0
    default:
      let count = pages.payload(toggled).count
      let page = Layout.pageRows(context.size)
      guard let steps = ListPlace.steps(of: command, page: page, of: count) else { return false }
      line += steps
    }
    return true
  }

  /// Keeps the line stood on inside the page, and the page around it.
  mutating func scrollToLine(of count: Int, height: Int) {
    line = max(0, min(line, count - 1))
    scroll = PageMetrics.top(scroll, showing: line, of: count, height: height)
  }
}
