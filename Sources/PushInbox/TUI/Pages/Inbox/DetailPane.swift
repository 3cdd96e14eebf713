import InboxModel

/// The right pane: the selected push beside the list.
struct DetailPane: Equatable, Sendable {
  /// Whether it has the keys.
  var isFocused = false
  /// Its page. The summary goes on with an extract of the others.
  var tab = InspectorPage.Tab.summary {
    didSet { if tab != oldValue { scroll = 0 } }
  }
  /// How many lines of the page are above the window.
  var scroll = 0
  /// The push that is shown.
  var id: NotificationID?
}

extension AppState {
  /// Whether there is a right pane with a push in it, and nothing over it.
  private func hasPane(_ device: Phone) -> Bool {
    layers.isEmpty && Layout(self, device).detail.columns > 0 && rows(device).inbox.count > 0
  }

  /// Gives the keys to the right pane, or back to the list; false where there is no pane.
  mutating func focusPane(_ isFocused: Bool, _ device: Phone) -> Bool {
    guard hasPane(device) else { return false }
    pane.isFocused = isFocused
    search = nil
    return true
  }

  /// Carries out a command that means the right pane while it has the keys; nil for others.
  mutating func performOnPane(_ command: Command, _ device: Phone) -> [Intent]? {
    guard layers.isEmpty, pane.isFocused else { return nil }
    switch command {
    case .otherPane, .back: pane.isFocused = false
    case .nextTab, .unfold: pane.tab = pane.tab.turned(by: 1)
    case .previousTab, .fold: pane.tab = pane.tab.turned(by: -1)
    case .why: pane.tab = .why
    case .inspect:
      guard let id = target(device) else { return [] }
      open(InspectorPage(id: id, tab: pane.tab))
    case .nextGroup: position.move(by: 1, in: rows(device))
    case .previousGroup: position.move(by: -1, in: rows(device))
    case .foldAll, .unfoldAll: break
    default:
      guard scrollPane(by: command, device) else { return nil }
    }
    return []
  }

  /// Scrolls the right pane by a moving command; false for others.
  @discardableResult
  mutating func scrollPane(by command: Command, _ device: Phone) -> Bool {
    let rows = PanePages.rows(Layout(self, device))
    guard let scroll = PageMetrics.scroll(pane.scroll, by: command, size: size, rows: rows) else {
      return false
    }
    pane.scroll = scroll
    return true
  }

  /// Keeps the pane inside its page; another push begins at its top.
  mutating func settlePane(_ device: Phone) {
    guard layers.isEmpty || pane.isFocused || pane.scroll != 0 else { return }
    let id = position.selection.flatMap(rows(device).notification)
    if id != pane.id {
      pane.id = id
      pane.scroll = 0
    }
    if pane.isFocused, id == nil || Layout(self, device).detail.columns == 0 {
      pane.isFocused = false
    }
    guard pane.scroll != 0 else { return }
    let most = PanePages.lines(self, device).count - PanePages.rows(Layout(self, device))
    pane.scroll = max(0, min(pane.scroll, most))
  }
}

/// The text of the right pane.
enum PanePages {
  /// The lines over a page: what the push is, a rule.
  static let top = 2

  /// Columns of the text.
  static func width(_ layout: Layout) -> Int { max(1, layout.detail.columns - 1) }

  /// How many lines of a page are seen; one at the end says how many there are below.
  static func rows(_ layout: Layout) -> Int { max(1, layout.detail.rows - top) }

  /// The lines of the page; none where nothing is selected.
  static func lines(_ state: AppState, _ device: Phone) -> [StyledLine] {
    let width = width(Layout(state, device))
    guard let id = state.position.selection.flatMap(state.rows(device).notification),
      let notification = state.listed(id, device)
    else { return [] }
    var pages = state.context(device).inspectorPages(id, width: width)
    let lines: [StyledLine]
    switch state.pane.tab {
    case .summary: lines = digest(of: notification, pages, state)
    case .payload, .raw:
      if device.visibleText(of: notification).isHidden {
        let key = state.keymap.entry(.inspect)?.keys.first?.name ?? ""
        lines = [
          StyledLine("The payload is hidden with the preview.", .dim),
          StyledLine(SanitizedText("\(key) shows it."), .dim),
        ]
      } else {
        lines = pages.lines(state.pane.tab)
      }
    case let tab:
      if tab == .timeline { pages.events = state.records.events.events(of: id) }
      lines = pages.lines(tab)
    }
    return PageMetrics.marked(
      lines, state.layers.isEmpty || state.pane.isFocused ? state.search : nil)
  }

  /// The pages of the inspector one after the other, as far as they say something about this push.
  private static func digest(
    of notification: DeliveredNotification, _ pages: InspectorPages, _ state: AppState
  ) -> [StyledLine] {
    var page = PageText(width: pages.width)
    pages.summary(of: notification, to: &page)
    if let trace = pages.detail?.trace { why(trace, state, to: &page) }
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
  private static func why(_ trace: Trace, _ state: AppState, to page: inout PageText) {
    let telling = trace.steps.filter { $0.result == .stop || $0.result == .note }
    guard !telling.isEmpty else { return }
    let key = state.keymap.entry(.why)?.keys.first?.name ?? ""
    page.heading("WHY  (\(key) for all \(trace.steps.count) steps)")
    for step in telling {
      page.field(
        step.name.rawValue, step.because + (step.code.map { "  [\($0.rawValue)]" } ?? ""),
        style: step.result == .stop ? .bold : .plain)
    }
  }
}
