import InboxModel

/// One push with all its details, one tab at a time, or two side by side.
struct InspectorPage: TextPage, SearchedPage {
  /// The tabs, in their order.
  enum Tab: String, CaseIterable, Sendable {
    case summary = "Summary"
    case why = "Why"
    case payload = "Payload"
    case headers = "Headers"
    case timeline = "Timeline"
    case raw = "Raw"
  }

  private(set) var id: NotificationID
  /// The tab with the focus.
  var tab: Tab {
    didSet { if tab != .payload { beside = tab } }
  }
  /// The tab beside the payload if there is room for two: the last selected tab other than Payload.
  private(set) var beside: Tab
  private var scrolls: [Tab: Int] = [:]
  /// The selected line of the payload, and the folds that differ from their initial state.
  var line = 0
  var toggled: Set<FoldedJSON.Path> = []
  /// The selected line of the tab Why, its open folds and its tried changes.
  var why = WhyPlace()

  static let title = "Inspector"
  static let keys = KeyTable(
    commands: KeyTable.rows.union([.foldAll, .unfoldAll, .whatIf, .previousMatch]),
    sections: [.item, .phone, .feed, .views, .terminal],
    meanings: [
      .nextGroup: "next push", .previousGroup: "previous push", .otherPane: "pane or page",
      .fold: "previous page", .unfold: "next page", .inspect: "try a change",
      .accept: "apply a change", .toggle: "fold, unfold", .clearAll: "", .follow: "",
      .filter: "search the page", .new: "next match",
    ],
    hints: [.nextTab: "page", .nextGroup: "push", .cancel: "back"])

  init(id: NotificationID, tab: Tab = .summary) {
    self.id = id
    self.tab = tab
    beside = tab == .payload ? .why : tab
  }

  // MARK: Position

  /// The number of lines above the window.
  var scroll: Int {
    get { scroll(of: tab) }
    set { scrolls[tab] = newValue == 0 ? nil : newValue }
  }

  func scroll(of tab: Tab) -> Int { scrolls[tab] ?? 0 }

  var pushID: NotificationID? { id }

  func target(in context: PageContext) -> PageTarget { .push(.entry(id)) }

  /// Shows another push on the same tabs.
  mutating func turn(to id: NotificationID) {
    var other = InspectorPage(id: id, tab: beside)
    other.tab = tab
    self = other
  }

  mutating func openTab(_ place: Int) {
    tab = Tab.allCases[place]
  }

  /// Returns the visible tabs and their areas.
  func panes(_ size: Size) -> [(tab: Tab, area: Area)] {
    guard let (left, right) = Layout.panes(size) else { return [(tab, Layout.page(size))] }
    return [(beside, left), (.payload, right)]
  }

  /// Returns the area of the tab with the focus.
  func area(_ size: Size) -> Area {
    panes(size).first { $0.tab == tab }?.area ?? Layout.page(size)
  }

  // MARK: Text

  func lines(in context: PageContext) -> [StyledLine] {
    lines(of: tab, in: context, width: area(context.size).columns)
  }

  func lines(of tab: Tab, in context: PageContext, width: Int) -> [StyledLine] {
    var pages = context.inspectorText(id, width: width)
    pages.toggled = toggled
    pages.whyPlace = why
    if tab == .timeline { pages.events = context.records.events.events(of: id) }
    return PageMetrics.marked(pages.lines(tab), tab == self.tab ? context.search : nil)
  }

  // MARK: Search

  var searchPlace: PageSearch.Place? { Self.searchPlace(of: id, tab) }

  /// Returns the identity of a text about a push, here or in the right pane of the inbox.
  static func searchPlace(of id: NotificationID, _ tab: Tab) -> PageSearch.Place {
    PageSearch.Place(title: title, number: id.rawValue, tab: tab.rawValue)
  }

  /// Returns ` but on Payload: Tab goes there` if the other visible tab contains the word.
  func remarkOnOtherText(with word: FoldedText, in context: PageContext) -> String {
    guard let panes = Layout.panes(context.size) else { return "" }
    let other = tab == .payload ? beside : .payload
    let columns = other == .payload ? panes.right.columns : panes.left.columns
    let found = lines(of: other, in: context, width: columns)
      .contains { !word.ranges(in: $0.glyphTexts).isEmpty }
    return found ? ScreenMessage.onOtherTab(other.rawValue, context.keymap) : ""
  }

  var firstLine: Int { tab == .payload ? line : scroll }

  mutating func show(_ line: Int, in context: PageContext) {
    let rows = Layout.pageRows(context.size)
    if tab == .payload {
      self.line = line
      scrollToLine(of: lines(in: context).count, height: rows)
    } else {
      scroll = PageSearch.scroll(scroll, showing: line, rows: rows)
    }
  }

  // MARK: Commands

  mutating func settle(in context: PageContext) {
    if tab == .why { return settleWhy(in: context) }
    let (count, rows) = (lines(in: context).count, Layout.pageRows(context.size))
    if tab == .payload { return scrollToLine(of: count, height: rows) }
    scroll = max(0, min(scroll, max(0, count - rows)))
  }

  mutating func perform(_ command: Command, in context: inout PageContext) {
    if performOnWhy(command, in: &context) || moveInPayload(by: command, in: context) { return }
    switch command {
    case .otherPane where Layout.panes(context.size) != nil:
      tab = tab == .payload ? beside : .payload
    case .nextTab, .otherPane, .unfold: tab = tab.turned(by: 1)
    case .previousTab, .fold: tab = tab.turned(by: -1)
    case .why: tab = .why
    case .nextGroup, .previousGroup: inspectNext(down: command == .nextGroup, &context)
    case .inspect, .toggle, .foldAll, .unfoldAll: break
    default:
      if let scroll = PageMetrics.scroll(scroll, by: command, size: context.size) {
        self.scroll = scroll
      } else {
        context.perform(command)
      }
    }
  }

  /// Inspects the push of the next or previous row of the inbox.
  private mutating func inspectNext(down: Bool, _ context: inout PageContext) {
    var position = context.pages.inbox.position
    let rows = context.inboxRows
    // The head of an expanded group stands for the same push as its first entry: two steps are
    // enough.
    for _ in 0..<2 {
      position.move(by: down ? 1 : -1, in: rows)
      guard let id = position.selection.flatMap(rows.notification), id != self.id else { continue }
      turn(to: id)
      break
    }
    context.changePages { [position] pages, _ in pages.inbox.position = position }
  }

  func hints(_ maker: HintMaker) -> [Hint] {
    (Layout.panes(maker.scene.layout.size) == nil ? [] : maker.own([.otherPane]))
      + maker.hints([.previousTab, .nextTab]) + whyHints(maker)
      + ([.payload, .why].contains(tab)
        ? maker.own([.toggle]) : maker.hints([.next, .previous]))
      + maker.hints([.nextGroup, .previousGroup]) + (tab == .why ? [] : maker.own([.why]))
      + maker.own([.reply, .actions])
      + (maker.scene.device.inbox[id] == nil ? [] : maker.own([.read, .dismiss]))
      + maker.own([.copy, .edit, .resend]) + maker.wayOut()
  }

  /// Returns the hints for the changes that would have shown the push, on the tab Why.
  private func whyHints(_ maker: HintMaker) -> [Hint] {
    guard tab == .why,
      maker.scene.state.records.detail(of: id)?.trace.wouldShowIf.isEmpty == false
    else { return [] }
    return maker.hints([.inspect], "try") + maker.hints([.accept], "apply")
      + maker.hints([.whatIf], "past pushes")
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    InspectorView(scene: scene, inspector: self).draw(on: &screen)
  }
}

extension PageContext {
  /// Returns the texts about a push.
  func inspectorText(_ id: NotificationID, width: Int) -> InspectorText {
    InspectorText(
      id: id, detail: records.detail(of: id),
      view: records.expansion.flatMap { $0.id == id ? $0.view : nil }, device: device,
      clock: clock, width: width, symbols: symbols, filter: filter(of: .inbox).filter)
  }
}
