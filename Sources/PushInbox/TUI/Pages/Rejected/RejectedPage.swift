import InboxModel

/// The list of rejected pushes: the newest first, or by reason.
struct RejectedPage: ListPage {
  var place = ListPlace()
  /// Whether the rows are grouped by reason.
  var isByReason = false
  /// The reasons whose group is expanded; of the others only the newest push is listed.
  var openReasons: Set<String> = []

  static let title = "Rejected"
  static let command = Command.rejected
  static let keys = KeyTable(
    commands: KeyTable.rows.union([
      .inspect, .filter, .foldAll, .unfoldAll, .accept, .edit, .resend, .save, .copy, .mark,
      .clearAll,
    ]),
    meanings: [
      .why: "why and the fix", .grouping: "by reason", .new: "next", .previousMatch: "previous",
      .nextGroup: "next reason", .previousGroup: "previous reason", .unfold: "unfold reason",
      .fold: "fold reason", .toggle: "fold, page down", .pipe: "pipe body", .dismiss: "remove",
      .undo: "undo a removal", .appState: "", .mute: "", .follow: "",
    ],
    hints: [.edit: "edit", .grouping: "by reason", .dismiss: "remove", .cancel: "list all"],
    headings: [.grouping: .item])

  static func layout(_ size: Size) -> ListLayout {
    ListLayout(
      size, detailRows: size.rows < 14 ? 0 : size.rows < 20 ? 3 : size.rows / 2 - 3,
      hasReasons: size.columns >= Layout.wideColumns && size.rows >= 20)
  }

  var filteredList: FilteredList? { .rejected }

  func target(in context: PageContext) -> PageTarget {
    place.selection.map { .push(.rejected($0)) } ?? .none
  }

  // MARK: Rows

  /// Returns the listed rows: newest first, or grouped by reason, with only the newest push of a
  /// collapsed group.
  func rows(of list: RejectedList, _ filter: Filter) -> [RejectedRequest] {
    let matching = list.matching(filter)
    guard isByReason else { return matching }
    return RejectedGroup.all(of: matching).flatMap { group in
      openReasons.contains(group.reason) ? group.newestFirst : [group.newestFirst[0]]
    }
  }

  func rows(in context: PageContext) -> [RejectedRequest] {
    rows(of: context.records.rejected, context.filter(of: .rejected).filter)
  }

  func numbers(in context: PageContext) -> [Int] { rows(in: context).map(\.number) }

  /// Returns the listed groups, by the numbers of their newest push; empty if the rows are not
  /// grouped.
  func heads(in context: PageContext) -> [Int: RejectedGroup] {
    guard isByReason else { return [:] }
    return RejectedGroup.all(of: context.matchingRejected).reduce(into: [:]) { heads, group in
      heads[group.newestFirst[0].number] = group
    }
  }

  /// Returns the reason of the selected collapsed group with several pushes; nil otherwise.
  func closedReason(in context: PageContext) -> String? {
    guard let head = place.selection.flatMap({ heads(in: context)[$0] }), head.count > 1,
      !openReasons.contains(head.reason)
    else { return nil }
    return head.reason
  }

  /// Returns the numbers of the pushes that are removed with the selected one: all of a collapsed
  /// group, if its head is selected.
  func removal(of number: Int, in context: PageContext) -> Set<Int> {
    guard let reason = closedReason(in: context) else { return [number] }
    return Set(context.matchingRejected.filter { $0.reason == reason }.map(\.number))
  }

  // MARK: Commands

  /// Selects the announced push, if there is one.
  mutating func prepareToOpen(in context: PageContext) {
    if context.records.rejected.unseen > 0 { place = ListPlace() }
  }

  mutating func perform(_ command: Command, in context: inout PageContext) {
    switch command {
    case .inspect:
      if closedReason(in: context) == nil { openRequest(&context) } else { fold(false, context) }
    case .why: openRequest(&context)
    case .unfold, .fold: fold(command == .fold, context)
    case .toggle where isByReason: fold(closedReason(in: context) == nil, context)
    case .foldAll, .unfoldAll: foldAll(command == .foldAll, context)
    case .nextGroup, .previousGroup: moveToReason(down: command == .nextGroup, context)
    case .new, .previousMatch:
      // The pushes of a collapsed group become visible.
      if command == .new { fold(false, context) }
      place.move(by: command == .new ? 1 : -1, in: numbers(in: context), growth: Self.growth)
    case .grouping:
      isByReason.toggle()
      context.show(isByReason ? .byReason : .newestFirst)
    case .filter:
      context.ask(FilterPrompt(.rejected, context.filter(of: .rejected)))
    case _ where context.isEverywhere(command) || command.meansRejected: context.perform(command)
    case .undo: context.request(.restoreRejected)
    case .clearAll:
      if !context.matchingRejected.isEmpty { context.ask(Question(subject: .removeRejected)) }
    case .dismiss:
      if let number = place.selection {
        context.request(.removeRejected(removal(of: number, in: context)))
      }
    case _ where command.needsPhone: PushActions.explainRejection(in: &context)
    default: move(by: command, in: context)
    }
  }

  private func openRequest(_ context: inout PageContext) {
    if let number = place.selection { context.open(RequestPage(number: number)) }
  }

  /// Expands or collapses the selected group; the selection in a collapsed one moves to its head.
  private mutating func fold(_ isClosing: Bool, _ context: PageContext) {
    guard isByReason,
      let push = rows(in: context).first(where: { $0.number == place.selection })
    else { return }
    if !isClosing {
      openReasons.insert(push.reason)
    } else if openReasons.remove(push.reason) != nil,
      let head = heads(in: context).first(where: { $0.value.reason == push.reason })
    {
      place.select(head.key)
    }
  }

  private mutating func foldAll(_ isClosing: Bool, _ context: PageContext) {
    guard isByReason else { return }
    if isClosing { fold(true, context) }
    openReasons = isClosing ? [] : Set(context.records.rejected.counts.keys)
  }

  /// Moves to the newest push of the next or previous reason.
  private mutating func moveToReason(down: Bool, _ context: PageContext) {
    let heads = heads(in: context)
    let numbers = numbers(in: context)
    guard let selection = place.selection, let index = numbers.firstIndex(of: selection)
    else { return }
    let rest = down ? Array(numbers[(index + 1)...]) : numbers[..<index].reversed()
    if let next = rest.first(where: { heads[$0] != nil }) { place.select(next) }
  }

  /// Reports that rejected pushes were removed or restored, while the list is open.
  static func reportRemoval(of numbers: [Int], isRemoved: Bool, in context: inout PageContext) {
    guard context.pages.layers.contains(.kept(command)) else { return }
    context.show(.rejectedMarked(numbers, isRemoved: isRemoved, context.keymap))
  }

  func hints(_ maker: HintMaker) -> [Hint] {
    let selected = { (commands: [Command], words: String?) in
      place.selection == nil ? [] : maker.hints(commands, words)
    }
    let isClosed = closedReason(in: maker.scene.context) != nil
    return selected([.inspect], isClosed ? "unfold" : nil) + maker.listAll(.rejected)
      + selected([.accept], nil) + selected([.copy], nil) + selected([.edit], nil)
      + maker.own([.grouping, .filter]) + selected([.dismiss], nil)
      + maker.own([.commandLine, .help])
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    RejectedView(scene: scene, page: self).drawList(on: &screen)
  }
}

extension PageContext {
  /// The rejected pushes that the removal of all refers to: nil for all, or those that match the
  /// filter.
  var rejectedToRemove: Set<Int>? {
    filter(of: .rejected).isEmpty ? nil : Set(matchingRejected.map(\.number))
  }

  /// The rejected pushes that match the filter, newest first.
  fileprivate var matchingRejected: [RejectedRequest] {
    records.rejected.matching(filter(of: .rejected).filter)
  }
}

extension Command {
  /// Whether the command needs a push that is on the phone.
  var needsPhone: Bool {
    switch self {
    case .tap, .reply, .actions, .read, .readGroup, .snooze: true
    default: false
    }
  }

  /// Whether the command can apply to a rejected push.
  var meansRejected: Bool {
    switch self {
    case .accept, .copy, .edit, .resend, .save, .pipe, .mark: true
    default: false
    }
  }
}
