import InboxModel

/// The section above the list of the inbox: the cards of Live Activities, as on the lock screen.
struct CardSection: Equatable, Sendable {
  /// The reason for which the section has the keyboard focus.
  enum Focus {
    /// The list has it.
    case none
    /// The list is empty.
    case byDefault
    /// The user moved to the section.
    case byHand
  }

  /// Whether only its head is shown.
  var isFolded = false
  var focus = Focus.none
  /// The selected card; nil for the head of the section.
  var selection: ActivityID?
  /// The index of the first card in the window.
  private(set) var top = 0
  /// The cards that match the filter of the inbox; nil without one.
  var found: [ActivityID]?

  var isFocused: Bool { focus != .none }

  /// Returns the number of cards.
  func count(on device: Phone) -> Int { found?.count ?? device.activities.lockScreenCount }

  /// Returns the cards in their order.
  func cards(on device: Phone) -> [ActivityCard] {
    found?.compactMap { device.activities[$0] } ?? device.activities.onLockScreen
  }

  /// Moves the selection; the head is above the first card. Returns false beyond the ends.
  mutating func move(by count: Int, in cards: [ActivityCard]) -> Bool {
    let places = isFolded ? 0 : cards.count
    // The head has the index -1.
    let place = cards.firstIndex { $0.id == selection } ?? -1
    let target = place + count
    guard (-1..<places).contains(target) else { return false }
    selection = target < 0 ? nil : cards[target].id
    return true
  }

  /// Adjusts selection and window after a change.
  ///
  /// - Parameter rows: The number of cards in the window.
  mutating func settle(_ cards: [ActivityCard], isListEmpty: Bool, rows: Int) {
    guard !cards.isEmpty else {
      (focus, selection, top) = (.none, nil, 0)
      return
    }
    if isListEmpty, focus == .none {
      focus = .byDefault
    } else if !isListEmpty, focus == .byDefault {
      focus = .none
    }
    // Until the user moves, the most relevant cards are shown.
    if focus == .byDefault { selection = cards[0].id }
    var place = cards.firstIndex { $0.id == selection }
    if place == nil, selection != nil {
      place = min(top, cards.count - 1)
      selection = cards[place ?? 0].id
    }
    if isFolded || rows == 0 { selection = nil }
    let line = focus == .byHand ? place ?? top : 0
    top = PageMetrics.top(top, showing: line, of: cards.count, height: rows)
  }
}

// MARK: - Keys

extension KeyTable {
  /// The keys of the section of Live Activities.
  static let cards = KeyTable(
    commands: rows.union([
      .nextGroup, .previousGroup, .inspect, .why, .edit, .resend, .save, .pipe, .copy, .mark,
      .quiet,
    ]),
    meanings: [
      .nextGroup: "to the list", .previousGroup: "first", .fold: "fold section",
      .unfold: "unfold section", .toggle: "fold or unfold", .otherPane: "to the list",
      .inspect: "the whole card", .tap: "open app", .dismiss: "remove the card",
      .unfoldAll: "diff with mark", .filter: "filter", .follow: "", .mute: "",
    ],
    hints: [.inspect: "card", .otherPane: "list", .dismiss: "remove", .cancel: "list all"])
}

extension InboxPage {
  /// Returns the selected card while its section has the focus; nil otherwise.
  func selectedCard(on device: Phone) -> ActivityCard? {
    cards.isFocused ? cards.selection.flatMap { device.activities[$0] } : nil
  }

  /// Adjusts the section after a change; returns the areas of the screen with it.
  mutating func settleCards(in context: PageContext) -> Layout {
    let device = context.device
    guard device.activities.lockScreenCount > 0 || cards != CardSection() else {
      return context.layout
    }
    let filter = context.filter(of: .inbox).filter
    cards.found =
      filter.isEmpty
      ? nil : device.activities.onLockScreen.filter { filter.matches($0, on: device) }.map(\.id)
    let layout = Layout(context.state, device, section: cards)
    cards.settle(
      layout.cards.rows == 0 ? [] : cards.cards(on: device),
      isListEmpty: rows(in: context).first == nil, rows: layout.visibleCards)
    return layout
  }

  /// Moves the focus from the top of the list to the section above it; returns false if the
  /// selection is not at the top, or there is none.
  mutating func moveToCards(by command: Command, in context: PageContext) -> Bool {
    guard [.previous, .previousGroup].contains(command), context.layout.cards.rows > 0,
      position.selection == rows(in: context).first
    else { return false }
    let all = cards.cards(on: context.device)
    cards.focus = .byHand
    cards.selection = all.prefix(context.layout.visibleCards).last?.id
    return true
  }

  /// The commands by which the user moves in the section.
  private static let movements: Set<Command> = [
    .next, .previous, .first, .last, .previousGroup, .halfDown, .halfUp, .pageDown, .pageUp,
  ]

  private mutating func leaveCards(in context: PageContext) {
    guard position.selection != nil else { return }
    cards.focus = .none
    position.jump(toEnd: false, in: rows(in: context))
  }

  /// Performs a command of the section while it has the focus; returns false for others.
  mutating func performOnCards(_ command: Command, in context: inout PageContext) -> Bool {
    guard cards.isFocused else { return false }
    let all = cards.cards(on: context.device)
    let card = selectedCard(on: context.device)
    let page = max(1, context.layout.visibleCards)
    if Self.movements.contains(command) { cards.focus = .byHand }
    switch command {
    case .next, .nextGroup:
      if command == .nextGroup || !cards.move(by: 1, in: all) { leaveCards(in: context) }
    case .previous: _ = cards.move(by: -1, in: all)
    case .first, .previousGroup: cards.selection = cards.isFolded ? nil : all.first?.id
    case .last: cards.selection = cards.isFolded ? nil : all.last?.id
    case .halfDown, .pageDown: for _ in 0..<page { _ = cards.move(by: 1, in: all) }
    case .halfUp, .pageUp: for _ in 0..<page { _ = cards.move(by: -1, in: all) }
    case .fold: cards.isFolded = true
    case .unfold: cards.isFolded = false
    case .toggle: cards.isFolded.toggle()
    case .otherPane: leaveCards(in: context)
    case .inspect where card == nil: cards.isFolded.toggle()
    case .inspect: context.press(.activities)
    case .tap, .dismiss, .appState:
      guard let card else { return true }
      CardActions.perform(command, on: card, in: &context)
    case .filter, .quiet: return false
    default: context.perform(command)
    }
    return true
  }

  /// Selects a card by a click, or opens its page if it is selected; 0 is the head of the section.
  mutating func clickCard(_ number: Int, in context: inout PageContext) {
    let id = number == 0 ? nil : ActivityID(rawValue: number)
    let isSelected = cards.isFocused && cards.selection == id
    pane.isFocused = false
    cards.focus = .byHand
    cards.selection = id
    if id == nil { cards.isFolded.toggle() } else if isSelected { context.press(.inspect) }
  }

  func cardHints(_ maker: HintMaker) -> [Hint] {
    maker.own([.inspect, .why, .tap]) + maker.listAll(.inbox)
      + maker.hints([.toggle], cards.isFolded ? "unfold" : nil)
      + maker.own([.dismiss, .otherPane, .filter, .commandLine, .help])
  }
}

/// The user's actions on cards.
enum CardActions {
  /// Opens the app, changes its state or removes the card; ignores other commands.
  static func perform(_ command: Command, on card: ActivityCard, in context: inout PageContext) {
    switch command {
    case .tap:
      Navigation.unlock(in: &context)
      context.request(.change(.appState(card.app, .foreground)))
      context.show(.appState(context.device.appName(card.app), .foreground))
    case .appState: PhoneCommands.changeState(of: card.app, in: &context)
    case .dismiss:
      guard !card.isDismissed else {
        return context.show(.cardIsGone(card.id))
      }
      context.request(.change(.byApp(card.app, .removeActivity(card.id))))
      context.show(.cardRemoved(card.id))
    default: break
    }
  }
}
