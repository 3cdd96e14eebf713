import InboxModel

/// The right pane: the selected push beside the list.
struct DetailPane: Equatable, Sendable {
  /// Whether it has the keys.
  var isFocused = false
  /// Its page. The summary goes on with an extract of the others.
  var tab = InspectorPage.Tab.summary {
    didSet { if tab != oldValue { scroll = 0 } }
  }
  /// The number of lines of the page above the window.
  var scroll = 0
  /// The push that is shown.
  var id: NotificationID?

  /// The lines over a page: what the push is, a rule.
  static let top = 2

  /// Columns of the text.
  static func width(_ layout: Layout) -> Int { max(1, layout.detail.columns - 1) }

  /// The number of visible lines of a page; the last one states how many there are below.
  static func rows(_ layout: Layout) -> Int { max(1, layout.detail.rows - top) }
}

extension InboxPage {
  /// Whether there is a right pane with a push in it, and nothing over it.
  func hasPane(in context: PageContext) -> Bool {
    !context.isCovered && context.layout.detail.columns > 0 && rows(in: context).inbox.count > 0
  }

  /// Gives the keys to the right pane. Returns false where there is none.
  mutating func focusPane(_ context: inout PageContext) -> Bool {
    guard hasPane(in: context) else { return false }
    pane.isFocused = true
    context.request(.setSearch(nil))
    return true
  }

  /// Gives the keys to the right pane, or back to the list.
  mutating func focusOtherPane(_ context: inout PageContext) {
    if pane.isFocused {
      pane.isFocused = false
    } else if !focusPane(&context), context.layout.detail.columns == 0 {
      context.showMessage("The right pane needs \(Layout.wideColumns) columns.")
    }
  }

  // MARK: Search

  /// The text of the right pane while it has the keys.
  var searchPlace: PageSearch.Place? {
    pane.isFocused ? InspectorPage.searchPlace(of: pane.id ?? 0, pane.tab) : nil
  }

  var firstLine: Int { pane.scroll }

  mutating func show(_ line: Int, in context: PageContext) {
    let rows = DetailPane.rows(context.layout)
    // Its first and its last row may say how much is not seen.
    pane.scroll = max(0, PageSearch.scroll(pane.scroll + 1, showing: line, rows: rows - 2) - 1)
  }

  // MARK: Commands

  /// Carries out a command that means the right pane while it has the keys; false for others.
  mutating func performOnPane(_ command: Command, in context: inout PageContext) -> Bool {
    guard pane.isFocused else { return false }
    switch command {
    case .nextTab, .unfold: pane.tab = pane.tab.turned(by: 1)
    case .previousTab, .fold: pane.tab = pane.tab.turned(by: -1)
    case .why: pane.tab = .why
    case .inspect:
      if let id = selectedPush(in: context) { context.open(InspectorPage(id: id, tab: pane.tab)) }
    case .nextGroup: position.move(by: 1, in: rows(in: context))
    case .previousGroup: position.move(by: -1, in: rows(in: context))
    case .foldAll, .unfoldAll: break
    default: return scrollPane(by: command, in: context)
    }
    return true
  }

  /// Scrolls the right pane by a moving command; false for others.
  @discardableResult
  mutating func scrollPane(by command: Command, in context: PageContext) -> Bool {
    let rows = DetailPane.rows(context.layout)
    guard
      let scroll = PageMetrics.scroll(pane.scroll, by: command, size: context.size, rows: rows)
    else { return false }
    pane.scroll = scroll
    return true
  }

  /// Keeps the pane inside its page; another push begins at its top.
  mutating func settlePane(in context: PageContext) {
    guard !context.isCovered || pane.isFocused || pane.scroll != 0 else { return }
    let id = selectedPush(in: context)
    if id != pane.id {
      pane.id = id
      pane.scroll = 0
    }
    if pane.isFocused, id == nil || context.layout.detail.columns == 0 { pane.isFocused = false }
    guard pane.scroll != 0 else { return }
    let most = lines(in: context).count - DetailPane.rows(context.layout)
    pane.scroll = max(0, min(pane.scroll, most))
  }

  /// The text of the right pane; none where nothing is selected.
  func lines(in context: PageContext) -> [StyledLine] {
    guard let id = selectedPush(in: context), let push = listed(id, on: context.device)
    else { return [] }
    return PageMetrics.marked(
      pane.lines(about: push, in: context),
      !context.isCovered || pane.isFocused ? context.search : nil)
  }
}

extension DetailPane {
  fileprivate func lines(
    about push: DeliveredNotification, in context: PageContext
  ) -> [StyledLine] {
    var pages = context.inspectorText(push.id, width: Self.width(context.layout))
    switch tab {
    case .summary: return Self.digest(of: push, pages, context.keymap)
    case .payload, .raw:
      guard context.device.visibleText(of: push).isHidden else { return pages.lines(tab) }
      let key = context.keymap.keyName(of: .inspect)
      return [
        StyledLine("The payload is hidden with the preview.", .dim),
        StyledLine(SanitizedText("\(key) shows it."), .dim),
      ]
    case .timeline: pages.events = context.records.events.events(of: push.id)
    case .why, .headers: break
    }
    return pages.lines(tab)
  }

  /// The pages of the inspector one after the other, as far as they say something about this push.
  private static func digest(
    of notification: DeliveredNotification, _ pages: InspectorText, _ keymap: Keymap
  ) -> [StyledLine] {
    var page = PageText(width: pages.width)
    pages.summary(of: notification, to: &page)
    if let trace = pages.detail?.trace { why(trace, keymap, to: &page) }
    if pages.detail != nil, !pages.device.visibleText(of: notification).isHidden {
      page.heading("PAYLOAD  \(Words.number(notification.payloadSize)) B")
      let count = page.lines.count
      for line in pages.payload([]) { page.add(line.line) }
      page.mark(pages.words(in: .payload), after: count)
    }
    if let delivery = pages.detail?.record.delivery {
      page.heading("HEADERS")
      pages.headers(delivery, to: &page)
    }
    return page.lines
  }

  /// The steps that decided or changed something, and how to see the others.
  private static func why(_ trace: Trace, _ keymap: Keymap, to page: inout PageText) {
    let telling = trace.steps.filter { $0.result == .stop || $0.result == .note }
    guard !telling.isEmpty else { return }
    let key = keymap.keyName(of: .why)
    page.heading("WHY  (\(key) for all \(trace.steps.count) steps)")
    for step in telling {
      page.field(
        step.name.rawValue, step.because + (step.code.map { "  [\($0.rawValue)]" } ?? ""),
        style: step.result == .stop ? .bold : .plain)
    }
  }
}
