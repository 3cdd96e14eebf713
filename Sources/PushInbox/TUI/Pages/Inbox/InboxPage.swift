import InboxModel

/// The inbox, below all other pages: the Live Activities, the list of groups, and the selected push
/// beside it.
struct InboxPage: SearchedPage {
  /// The selection and the window around it.
  var position = ListPosition()
  /// The expanded groups.
  var folds = Folds()
  /// Whether the selection stays on the newest push, until the user moves away from it.
  var follows = true
  /// The entries that match the filter; nil when there is none.
  var found: Inbox?
  /// The search for ``found`` that is still running while the filter is typed; nil when it is
  /// complete.
  var search: InboxSearch?
  /// The selected push beside the list.
  var pane = DetailPane()
  /// The Live Activities above the list.
  var cards = CardSection()

  static let title = "Inbox"
  static let keys = KeyTable.inbox
  /// The command that opens it.
  static let command = Command.inbox
  /// The view while the right pane has the focus.
  static let paneView = View(title: "Right pane", keys: .pane)
  /// The view while the section of Live Activities has the focus.
  static let cardsView = View(title: "Live Activities", keys: .cards)
  static let views = [view, paneView, cardsView]

  var view: View {
    pane.isFocused ? Self.paneView : cards.isFocused ? Self.cardsView : Self.view
  }

  // MARK: Rows

  /// Returns the rows with the current folds.
  func rows(in context: PageContext) -> InboxRows {
    let device = context.device
    return InboxRows(
      inbox: found ?? device.inbox, folds: folds,
      stackThreshold: device.settings.device.stackThreshold,
      days: Layout.hasDays(context.size) ? WallClock(zone: device.settings.device.timeZone) : nil,
      isHidden: device.hidesPreviews)
  }

  /// Returns the push of the selected row.
  func selectedPush(in context: PageContext) -> NotificationID? {
    position.selection.flatMap(rows(in: context).notification)
  }

  func target(in context: PageContext) -> PageTarget {
    if cards.isFocused {
      return selectedCard(on: context.device).map { .push(.entry($0.newestPush)) } ?? .none
    }
    return selectedPush(in: context).map { .push(.entry($0)) } ?? .none
  }

  /// Returns the entry of the shown list with a number: one of the phone's list, or a silent push
  /// while those are listed.
  func listed(_ id: NotificationID, on device: Phone) -> DeliveredNotification? {
    device.inbox[id] ?? found?[id]
  }

  /// Whether the group whose head is selected is expanded; nil if the selection is not on a head
  /// that folds.
  func selectedGroupIsOpen(in context: PageContext) -> Bool? {
    let rows = rows(in: context)
    guard case .group(let key)? = position.selection, let group = rows.inbox.group(key),
      rows.canFold(group)
    else { return nil }
    return rows.isOpen(group)
  }

  /// Selects an entry, if it is in the list.
  mutating func select(_ id: NotificationID, in rows: InboxRows) {
    guard let row = rows.row(of: id) else { return }
    position.select(row)
    follows = id == rows.inbox.newest
  }

  /// Expands the group of an entry, unless the entry is its newest.
  mutating func unfoldGroup(around id: NotificationID, in rows: InboxRows) {
    guard let key = rows.inbox.groupKey(of: id), rows.inbox.newest(in: key) != id else { return }
    folds.set(key, open: true)
  }

  mutating func settle(in context: PageContext) {
    let layout = settleCards(in: context)
    position.settle(in: rows(in: context), height: layout.list.rows)
    settlePane(in: context)
  }

  /// Returns the focus to the list. Returns false if the list has it.
  mutating func returnToList() -> Bool {
    guard pane.isFocused || cards.focus == .byHand else { return false }
    pane.isFocused = false
    if cards.focus == .byHand { cards.focus = .none }
    return true
  }

  // MARK: Following

  /// Turns following on or off depending on the selection, and moves the selection to the newest
  /// push while it is on. While it is off the selection stays on its push: a group that a newer
  /// push joins is expanded.
  ///
  /// - Parameter isBack: Whether the list is in front again, or shows all entries again.
  mutating func follow(
    in rows: InboxRows, isSelectedByHand: Bool, isBack: Bool, looksAtPush: Bool
  ) {
    guard rows.inbox.count > 0 else {
      follows = true
      return
    }
    let isOnNewest = position.selection.flatMap(rows.notification) == rows.inbox.newest
    if isSelectedByHand {
      follows = isOnNewest
    } else if isBack {
      follows = follows && isOnNewest
    }
    if follows, !looksAtPush {
      guard !isOnNewest, let row = rows.inbox.newest.flatMap(rows.row(of:)) else { return }
      position.select(row)
    } else if let id = position.overtaken(in: rows), let group = position.selection?.group {
      folds.set(group, open: true)
      position.select(.entry(id, in: group))
    }
  }

  // MARK: Commands

  mutating func perform(_ command: Command, in context: inout PageContext) {
    if performOnCards(command, in: &context) { return }
    if command == .otherPane { return focusOtherPane(&context) }
    if performOnPane(command, in: &context) || moveToCards(by: command, in: context)
      || moveSelection(by: command, in: &context)
    {
      return
    }
    switch command {
    case .follow:
      follows.toggle()
      context.show(.follows(follows))
    case .filter: context.ask(FilterPrompt(.inbox, context.filter(of: .inbox)))
    case .quiet: toggleQuiet(&context)
    default: context.perform(command)
    }
  }

  /// Lists only silenced pushes, or all again.
  private func toggleQuiet(_ context: inout PageContext) {
    let quiet = "is:quiet"
    let isOn = context.filter(of: .inbox).text == quiet
    guard case .success(let filter) = context.readFilter(isOn ? "" : quiet) else { return }
    context.setFilter(filter, of: .inbox)
    context.show(isOn ? .listAll : .listQuiet(quiet))
  }

  /// Performs a command that moves in the list or folds; returns false for others.
  private mutating func moveSelection(by command: Command, in context: inout PageContext) -> Bool {
    let rows = rows(in: context)
    let height = context.layout.list.rows
    switch command {
    case .next: position.move(by: 1, in: rows)
    case .previous: position.move(by: -1, in: rows)
    case .first:
      position.jump(toEnd: false, in: rows)
      follows = true
    case .last: position.jump(toEnd: true, in: rows)
    case .halfDown: position.page(by: max(1, height / 2), in: rows)
    case .halfUp: position.page(by: -max(1, height / 2), in: rows)
    case .pageDown: position.page(by: max(1, height - 1), in: rows)
    case .pageUp: position.page(by: -max(1, height - 1), in: rows)
    case .new: moveToMatch(down: true, in: rows, &context)
    case .previousMatch: moveToMatch(down: false, in: rows, &context)
    case .nextGroup: position.moveGroup(down: true, in: rows)
    case .previousGroup: position.moveGroup(down: false, in: rows)
    case .fold: fold(open: false, in: rows)
    case .unfold: fold(open: true, in: rows)
    case .toggle: fold(open: nil, in: rows)
    case .foldAll: foldAll(open: false)
    case .unfoldAll: foldAll(open: true)
    default: return false
    }
    return true
  }

  /// Moves to the next entry, and expands the group it leaves. The head of a group stands for its
  /// newest entry, so a step may be two or three rows.
  private mutating func moveToMatch(down: Bool, in rows: InboxRows, _ context: inout PageContext) {
    if down, case .group(let key)? = position.selection { folds.set(key, open: true) }
    var rows = rows
    rows.folds = folds
    let old = position.selection.flatMap(rows.notification)
    for _ in 0..<3 where position.selection.flatMap(rows.notification) == old {
      position.move(by: down ? 1 : -1, in: rows)
    }
    if position.selection.flatMap(rows.notification) == old {
      let isSearched = !context.filter(of: .inbox).filter.isEmpty
      context.show(!isSearched ? .noSearch : down ? .lastMatch : .firstMatch)
    }
  }

  /// Collapses or expands the selected group; nil toggles it.
  private mutating func fold(open: Bool?, in rows: InboxRows) {
    guard let key = position.selection?.group, let group = rows.inbox.group(key),
      rows.canFold(group)
    else { return }
    let open = open ?? !rows.isOpen(group)
    folds.set(key, open: open)
    if !open { position.select(.group(key)) }
  }

  private mutating func foldAll(open: Bool) {
    folds.setAll(open: open)
    if !open, let key = position.selection?.group { position.select(.group(key)) }
  }

  // MARK: Hints

  func hints(_ maker: HintMaker) -> [Hint] {
    pane.isFocused ? paneHints(maker) : cards.isFocused ? cardHints(maker) : listHints(maker)
  }

  private func paneHints(_ maker: HintMaker) -> [Hint] {
    maker.hints([.next, .previous]) + maker.hints([.previousTab, .nextTab])
      + maker.hints([.nextGroup, .previousGroup]) + maker.own([.otherPane, .filter])
      + (pane.tab == .why ? maker.hints([.inspect], "inspect, try") : maker.own([.inspect]))
      + maker.own([.reply, .actions, .dismiss]) + maker.wayOut()
  }

  /// Returns the hints for the selected push, the most useful first: those without room are dropped
  /// from the end.
  private func listHints(_ maker: HintMaker) -> [Hint] {
    let scene = maker.scene
    if scene.device.inbox.count == 0, !scene.state.filters.listsSilent {
      return maker.own([
        .undo, .testPush, .compose, .commandLine, .doNotDisturb, .back, .settings, .help,
      ])
    }
    let all = maker.listAll(.inbox)
    if found?.count == 0 {
      return maker.hints([.filter], "change the filter") + all
        + maker.own([.testPush, .commandLine, .help])
    }
    var hints = maker.own([.inspect]) + all
    if !all.isEmpty { hints += maker.hints([.new, .previousMatch]) }
    if scene.state.isPaused { hints += maker.own([.pause]) }
    hints += maker.own([.reply, .why, .doNotDisturb])
    if let isOpen = selectedGroupIsOpen(in: scene.context) {
      hints += maker.hints([.toggle], isOpen ? nil : "unfold")
    }
    return hints + maker.own([.actions, .dismiss, .read, .filter, .commandLine, .help])
  }

  // MARK: Drawing

  func draw(_ scene: Scene, on screen: inout Screen) {
    HeaderView(scene: scene).draw(on: &screen)
    let isEmpty = scene.device.inbox.count == 0 && !scene.state.filters.listsSilent
    if isEmpty, scene.state.demo != nil {
      LockScreenView(scene: scene, hasKeys: false).draw(on: &screen)
    } else {
      CardSectionView(scene: scene).draw(on: &screen)
      if isEmpty {
        EmptyView(scene: scene).draw(on: &screen)
      } else if found?.count == 0, scene.layout.cards.rows == 0 {
        NothingFoundView(scene: scene).draw(on: &screen)
      } else {
        InboxView(scene: scene).draw(on: &screen)
        SelectionView(scene: scene).draw(on: &screen)
      }
    }
  }
}
