import InboxModel

/// The right pane: the selected push beside the list.
struct DetailPane: Equatable, Sendable {
  /// Whether it has the keyboard focus.
  var isFocused = false
  /// The tab that is shown. The summary is followed by an extract of the others.
  var tab = InspectorPage.Tab.summary {
    didSet { if tab != oldValue { scroll = 0 } }
  }
  /// The number of lines above the window.
  var scroll = 0
  /// The push that is shown.
  var id: NotificationID?

  /// The number of lines above the text: the push's title and a rule.
  static let top = 2

  /// Returns the width of the text in columns.
  static func width(_ layout: Layout) -> Int { max(1, layout.detail.columns - 1) }

  /// Returns the number of visible lines; the last one states how many there are below.
  static func rows(_ layout: Layout) -> Int { max(1, layout.detail.rows - top) }
}

extension InboxPage {
  /// Whether the right pane is visible and shows a push.
  func hasPane(in context: PageContext) -> Bool {
    !context.isCovered && context.layout.detail.columns > 0 && rows(in: context).inbox.count > 0
  }

  /// Moves the focus to the right pane. Returns false if there is none.
  mutating func focusPane(_ context: inout PageContext) -> Bool {
    guard hasPane(in: context) else { return false }
    pane.isFocused = true
    context.request(.setSearch(nil))
    return true
  }

  /// Moves the focus to the right pane, or back to the list.
  mutating func focusOtherPane(_ context: inout PageContext) {
    if pane.isFocused {
      pane.isFocused = false
    } else if !focusPane(&context), context.layout.detail.columns == 0 {
      context.show(.paneNeedsColumns)
    }
  }

  // MARK: Search

  /// The identity of the right pane's text while it has the focus; nil otherwise.
  var searchPlace: PageSearch.Place? {
    pane.isFocused ? InspectorPage.searchPlace(of: pane.id ?? 0, pane.tab) : nil
  }

  var firstLine: Int { pane.scroll }

  mutating func show(_ line: Int, in context: PageContext) {
    let rows = DetailPane.rows(context.layout)
    // The first and the last row may show how many lines are hidden.
    pane.scroll = max(0, PageSearch.scroll(pane.scroll + 1, showing: line, rows: rows - 2) - 1)
  }

  // MARK: Commands

  /// Performs a command of the right pane while it has the focus; returns false for others.
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

  /// Scrolls the right pane by a movement command; returns false for others.
  @discardableResult
  mutating func scrollPane(by command: Command, in context: PageContext) -> Bool {
    let rows = DetailPane.rows(context.layout)
    guard
      let scroll = PageMetrics.scroll(pane.scroll, by: command, size: context.size, rows: rows)
    else { return false }
    pane.scroll = scroll
    return true
  }

  /// Limits the scroll position to the text; resets it for another push.
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

  /// The text of the right pane; empty if nothing is selected.
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

  /// Returns the tabs of the inspector one after the other, without empty ones.
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

  /// Writes the steps that decided or changed something, and how to see the others.
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
