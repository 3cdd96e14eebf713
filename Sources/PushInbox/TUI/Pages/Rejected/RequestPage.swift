import InboxModel

/// A rejected push with all its details: its explanation, or its bytes as received.
struct RequestPage: TextPage, SearchedPage {
  /// The tabs, in their order.
  enum Tab: String, CaseIterable, Sendable {
    case request = "Request"
    case raw = "Raw"
  }

  var number: Int
  var tab = Tab.request { didSet { if tab != oldValue { scroll = 0 } } }
  /// The number of lines above the window.
  var scroll = 0

  static let title = "Rejected push"
  static let keys = KeyTable(
    commands: KeyTable.rows.union([
      .previousMatch, .result, .compose, .accept, .edit, .resend, .save, .copy, .mark,
    ]), sections: [.views, .terminal],
    meanings: [
      .filter: "search the page", .new: "next match", .toggle: "page down",
      .nextTab: "Request or Raw", .previousTab: "Request or Raw", .otherPane: "Request or Raw",
      .fold: "Request or Raw", .unfold: "Request or Raw", .why: "to Request",
      .nextGroup: "next request", .previousGroup: "previous request", .pipe: "pipe body",
      .unfoldAll: "diff with mark", .dismiss: "remove", .undo: "undo a removal",
    ],
    hints: [.cancel: "back"], headings: [.result: .item, .compose: .item])

  var searchPlace: PageSearch.Place? {
    PageSearch.Place(title: Self.title, number: number, tab: tab.rawValue)
  }

  func target(in context: PageContext) -> PageTarget { .push(.rejected(number)) }

  mutating func openTab(_ place: Int) {
    tab = Tab.allCases[place]
  }

  func lines(in context: PageContext) -> [StyledLine] {
    guard let text = context.requestText(number, width: PageMetrics.width(context.size)) else {
      return [StyledLine("This request is no longer stored.", .dim)]
    }
    return PageMetrics.marked(text.lines(tab), context.search)
  }

  mutating func perform(_ command: Command, in context: inout PageContext) {
    switch command {
    case .undo: context.request(.restoreRejected)
    case .dismiss:
      context.close()
      let list = context.pages[RejectedPage.self]
      context.request(
        .removeRejected(
          context.beneath == RejectedPage.view ? list.removal(of: number, in: context) : [number]))
    // With two tabs, both directions lead to the other one.
    case .nextTab, .previousTab, .otherPane, .unfold, .fold: tab = tab == .raw ? .request : .raw
    case .why: tab = .request
    case .nextGroup, .previousGroup: turn(by: command == .nextGroup ? 1 : -1, &context)
    case _ where command.needsPhone: PushActions.explainRejection(in: &context)
    case _ where command.meansRejected: context.perform(command)
    default: performOnText(command, in: &context)
    }
  }

  /// Shows the next or previous rejected push of the list, on the same tab.
  private mutating func turn(by step: Int, _ context: inout PageContext) {
    let numbers = context.pages[RejectedPage.self].rows(in: context).map(\.number)
    guard let place = numbers.firstIndex(of: number), numbers.indices.contains(place + step)
    else { return }
    let tab = tab
    self = RequestPage(number: numbers[place + step])
    self.tab = tab
    context.changePages { [number] pages, _ in pages[RejectedPage.self].place.select(number) }
  }

  func hints(_ maker: HintMaker) -> [Hint] {
    maker.hints([.next, .previous]) + maker.own([.accept, .copy, .edit, .resend]) + maker.wayOut()
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    PageFrame(scene: scene, lines: lines(in: scene.context), scroll: scroll).draw(on: &screen)
    let width = scene.layout.size.columns
    guard let push = scene.context.requestText(number, width: width)?.push else { return }
    let time = SanitizedText(scene.clock.precise(push.at))
    screen.draw(time, row: 0, before: width - 1)
    let app = push.app.map { "   " + scene.device.appName($0) } ?? ""
    screen.draw(
      scene.line(" R\(number)  REJECTED\(app)"), row: 0, column: 0, cutTo: width - time.columns - 3,
      style: .bold)
    guard Layout.pageTop(scene.layout.size) > 1 else { return }
    TabBar(scene: scene, names: Tab.allCases.map(\.rawValue), open: tab.rawValue)
      .draw(on: &screen)
  }
}
