import InboxModel

/// One Live Activity with all its details: content state, tokens, budgets, events.
struct ActivityPage: KeptPage, TextPage, SearchedPage {
  /// The card that is shown; nil for the first one.
  var selection: ActivityID? { didSet { if selection != oldValue { scroll = 0 } } }
  /// The number of lines above the window.
  var scroll = 0

  static let title = "Live Activity"
  static let command = Command.activities
  static let keys = KeyTable(
    commands: KeyTable.rows.union([
      .previousMatch, .why, .edit, .resend, .save, .pipe, .copy, .mark,
    ]),
    meanings: [
      .filter: "search the page", .new: "next match", .toggle: "page down",
      .nextGroup: "next card", .previousGroup: "previous card", .unfold: "next card",
      .fold: "previous card", .inspect: "the newest push", .tap: "open app",
      .dismiss: "remove the card", .unfoldAll: "diff with mark", .follow: "", .mute: "",
    ],
    hints: [.nextGroup: "next card", .inspect: "its push", .dismiss: "remove", .cancel: "back"])

  /// Returns the cards: those of the lock screen in its order, then the others, newest first.
  static func cards(of device: Phone) -> [ActivityCard] {
    device.activities.onLockScreen + device.activities.newestFirst.filter(\.isDismissed)
  }

  /// Returns the shown card and its index.
  func shown(of cards: [ActivityCard]) -> (place: Int, card: ActivityCard)? {
    guard let place = cards.firstIndex(where: { $0.id == selection }) ?? cards.indices.first
    else { return nil }
    return (place, cards[place])
  }

  private func card(on device: Phone) -> ActivityCard? { shown(of: Self.cards(of: device))?.card }

  func target(in context: PageContext) -> PageTarget {
    card(on: context.device).map { .push(.entry($0.newestPush)) } ?? .none
  }

  /// Shows the card that is selected in the inbox or on the lock screen.
  mutating func prepareToOpen(in context: PageContext) {
    let card =
      if context.pages.topmost is LockScreenPage {
        context.pages[LockScreenPage.self].selectedCard(on: context.device)
      } else if !context.isCovered {
        context.pages.inbox.selectedCard(on: context.device)
      } else {
        ActivityCard?.none
      }
    if let card { selection = card.id }
  }

  var searchPlace: PageSearch.Place? {
    PageSearch.Place(title: Self.title, number: selection?.rawValue ?? 0)
  }

  func lines(in context: PageContext) -> [StyledLine] {
    var page = PageText(width: PageMetrics.width(context.size))
    guard let card = card(on: context.device) else {
      page.text("No Live Activity was started.")
      page.text(
        "A push of the type liveactivity with \"event\": \"start\" creates a card.", style: .dim)
      return page.lines
    }
    ActivityText(card, in: context).write(to: &page)
    return PageMetrics.marked(page.lines, context.search)
  }

  mutating func settle(in context: PageContext) {
    // The frame limits the scroll position, so that the lines are built once for each frame.
    if selection == nil { selection = card(on: context.device)?.id }
  }

  mutating func perform(_ command: Command, in context: inout PageContext) {
    switch command {
    case .nextGroup, .unfold: turn(by: 1, in: context.device)
    case .previousGroup, .fold: turn(by: -1, in: context.device)
    case .tap, .dismiss, .appState:
      guard let card = card(on: context.device) else { return }
      CardActions.perform(command, on: card, in: &context)
    case .inspect, .why, .edit, .resend, .save, .pipe, .copy, .mark: context.perform(command)
    case _ where context.isEverywhere(command): context.perform(command)
    default: move(by: command, in: context)
    }
  }

  /// Scrolls within the text.
  private mutating func move(by command: Command, in context: PageContext) {
    let most = max(0, lines(in: context).count - Layout.pageRows(context.size))
    let place = PageMetrics.scroll(min(scroll, most), by: command, size: context.size)
    if let place { scroll = max(0, min(place, most)) }
  }

  private mutating func turn(by step: Int, in device: Phone) {
    let cards = Self.cards(of: device)
    guard let shown = shown(of: cards), cards.indices.contains(shown.place + step) else { return }
    selection = cards[shown.place + step].id
  }

  func hints(_ maker: HintMaker) -> [Hint] {
    guard card(on: maker.scene.device) != nil else { return maker.wayOut() }
    return maker.hints([.next, .previous]) + maker.hints([.nextGroup, .previousGroup])
      + maker.own([.inspect, .why, .tap, .dismiss]) + maker.wayOut()
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    PageFrame(scene: scene, lines: lines(in: scene.context), scroll: scroll).draw(on: &screen)
    let width = scene.layout.size.columns
    let cards = Self.cards(of: scene.device)
    guard let (place, card) = shown(of: cards) else {
      screen.draw(" Live Activities", row: 0, column: 0, style: .bold)
      return
    }
    let text = CardText(card, in: scene.context, clock: scene.clock)
    let status = text.status ?? .init(text: "RUNNING", style: Palette.good)
    let age = "  " + text.age
    screen.draw(age, row: 0, before: width - 1)
    let right = width - 1 - age.columns - status.text.columns
    screen.draw(status.text, row: 0, column: right, style: status.style)
    // Parts are drawn one by one: a name that is written from right to left does not move the
    // others.
    var title = StyledLine(SanitizedText(" \(card.id.text)  "), .bold)
    title.append(text.title, .bold)
    title.append("   ")
    title.append(text.app)
    let room = max(0, right - 1)
    screen.draw(
      title.truncated(to: room, ellipsis: scene.symbols.ellipsis), row: 0, column: 0, columns: room)
    guard Layout.pageTop(scene.layout.size) > 1 else { return }
    let words = " Live Activity \(place + 1) of \(cards.count)"
    screen.draw(SanitizedText(words), row: 1, column: 0, style: .dim)
  }
}
