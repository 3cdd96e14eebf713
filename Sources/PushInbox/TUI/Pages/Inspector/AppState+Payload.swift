import InboxModel

/// The Payload page of the inspector: a line is stood on, and what is on it folds.
extension AppState {
  /// The inspector after a command that means the payload; nil for others.
  func move(_ inspector: Inspector, by command: Command, _ device: Phone) -> Inspector? {
    var inspector = inspector
    let pages = Pages.inspectorPages(
      inspector.id, self, device, width: inspector.area(size).columns)
    let page = max(1, Layout.pageRows(size))
    switch command {
    case .toggle:
      let lines = pages.payload(inspector.toggled)
      guard lines.indices.contains(inspector.line), let fold = lines[inspector.line].fold else {
        return inspector
      }
      inspector.toggled.formSymmetricDifference([fold])
      // The line it began on stays under the cursor.
      inspector.line =
        pages.payload(inspector.toggled).firstIndex { $0.fold == fold } ?? inspector.line
    case .foldAll, .unfoldAll:
      inspector.toggled = pages.payloadFolds(open: command == .unfoldAll)
      inspector.line = 0
    default:
      guard let count = steps(of: command, page: page, of: pages.payload(inspector.toggled).count)
      else { return nil }
      inspector.line += count
    }
    return inspector
  }
}

extension Inspector {
  /// Keeps the line stood on inside the page, and the page around it.
  mutating func keepLineInView(of count: Int, height: Int) {
    line = max(0, min(line, count - 1))
    scroll = max(min(scroll, line), line - max(1, height) + 1)
    scroll = max(0, min(scroll, count - height))
  }
}
