import InboxModel

/// The tab Payload, which has a selected line and folds.
extension InspectorPage {
  /// Performs a command that moves or folds in the payload; returns false for others, and on other
  /// tabs.
  mutating func moveInPayload(by command: Command, in context: PageContext) -> Bool {
    guard tab == .payload else { return false }
    let pages = context.inspectorText(id, width: area(context.size).columns)
    switch command {
    case .toggle:
      let lines = pages.payload(toggled)
      guard lines.indices.contains(line), let fold = lines[line].fold else { return true }
      toggled.formSymmetricDifference([fold])
      // The first line of the fold stays selected.
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

  /// Limits the selected line to the text, and scrolls so that it is visible.
  mutating func scrollToLine(of count: Int, height: Int) {
    line = max(0, min(line, count - 1))
    scroll = PageMetrics.top(scroll, showing: line, of: count, height: height)
  }
}
