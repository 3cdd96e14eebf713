import InboxModel

/// The page of the events, one line each, or of the counts of the numbered queues.
struct LogPage: ListPage {
  var place = ListPlace()
  /// The number of queue lines above the window; nil while the events are listed.
  var queuesTop: Int?

  static let title = "Log"
  static let command = Command.log
  static let keys = KeyTable(
    commands: KeyTable.rows.union([.filter]),
    sections: [.item, .phone, .feed, .views, .terminal],
    meanings: [
      .follow: "follow or stay", .grouping: "numbered queues", .toggle: "page down",
      .unfoldAll: "diff with mark", .clearAll: "", .previousTab: "", .nextTab: "", .otherPane: "",
    ],
    hints: [.grouping: "queues", .cancel: "list all"],
    headings: [.follow: .item, .grouping: .item])

  static let growth = ListPlace.Growth.bottom

  static func layout(_ size: Size) -> ListLayout {
    ListLayout(size, detailRows: size.rows >= 14 ? 3 : 0)
  }

  func numbers(in context: PageContext) -> [Int] { context.records.events.lines.map(\.number) }

  /// Whether the window follows new lines.
  var follows: Bool { place.selection == nil }

  var filteredList: FilteredList? { .log }

  /// Returns the selected event; nil while the queues are shown.
  func selectedEvent(in records: Records) -> InboxEvent? {
    guard queuesTop == nil else { return nil }
    let lines = records.events.lines
    return lines.indices.contains(place.place) ? lines[place.place].event : nil
  }

  func target(in context: PageContext) -> PageTarget {
    guard let event = selectedEvent(in: context.records) else { return .none }
    if case .rejected(let push) = event.kind { return .push(.rejected(push.number)) }
    return event.id.map { .push(.entry($0)) } ?? .none
  }

  mutating func selectRow(_ number: Int, in context: PageContext) -> Bool {
    let lines = context.records.events.lines
    let isSelected = lines.dropFirst(place.place).first?.number == number
    if !isSelected { place.select(number) }
    return isSelected
  }

  mutating func perform(_ command: Command, in context: inout PageContext) {
    if command == .grouping {
      queuesTop = queuesTop == nil ? 0 : nil
      return context.show(queuesTop == nil ? .eventsListed : .queuesListed)
    }
    if let top = queuesTop, !context.isEverywhere(command) {
      return scrollQueues(from: top, by: command, &context)
    }
    switch command {
    case .inspect, .why: inspectSelected(command, &context)
    case .follow: toggleFollowing(&context)
    case .filter: context.ask(FilterPrompt(.log, context.filter(of: .log)))
    case .undo: context.perform(command)
    case .dismiss where target(in: context).rejected != nil:
      if let number = target(in: context).rejected { context.request(.removeRejected([number])) }
    case _ where command == .dismiss || command.meansRejected || command.needsPhone:
      performOnSelected(command, &context)
    case _ where context.isEverywhere(command): context.perform(command)
    default: move(by: command, in: context)
    }
  }

  private mutating func scrollQueues(
    from top: Int, by command: Command, _ context: inout PageContext
  ) {
    let count = Self.queueLines(in: context).count
    let page = max(1, Self.layout(context.size).list.rows)
    if let steps = ListPlace.steps(of: command, page: page, of: count) {
      queuesTop = min(max(0, top + steps), max(0, count - page))
    } else {
      context.show(.queuesCoverEvents(context.keymap))
    }
  }

  private mutating func toggleFollowing(_ context: inout PageContext) {
    if follows, let newest = context.records.events.lines.last {
      place.select(newest.number)
    } else {
      place.follow()
    }
    context.show(.logFollows(follows))
  }

  static func queueLines(in context: PageContext) -> [String] {
    let levels = context.usesASCII ? QueueOutput.marks : QueueOutput.blocks
    return QueueOutput.lines(
      context.runtime.queues, phones: context.runtime.phones,
      width: max(24, context.size.columns - 2), levels: levels)
  }

  /// Performs a command on the push of the selected event, or shows why it is not available.
  private func performOnSelected(_ command: Command, _ context: inout PageContext) {
    switch target(in: context) {
    case .push(.rejected) where command.needsPhone: PushActions.explainRejection(in: &context)
    case .push: context.perform(command)
    case .none, .beneath: context.show(.noPushOfEvent)
    }
  }

  private func inspectSelected(_ command: Command, _ context: inout PageContext) {
    guard let event = selectedEvent(in: context.records) else { return }
    if case .rejected(let push) = event.kind {
      context.open(RequestPage(number: push.number))
    } else if let id = event.id {
      context.open(InspectorPage(id: id, tab: command == .why ? .why : .summary))
    } else {
      context.show(.noPushOfEvent)
    }
  }

  func hints(_ maker: HintMaker) -> [Hint] {
    guard queuesTop == nil else {
      return maker.hints([.next, .previous]) + maker.hints([.grouping], "events")
        + maker.own([.commandLine, .help])
    }
    return maker.own([.inspect]) + maker.listAll(.log)
      + maker.own([
        .why, .filter, .follow, .grouping, .copy, .edit, .resend, .commandLine, .help,
      ])
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    LogView(scene: scene, page: self).draw(on: &screen)
  }
}
