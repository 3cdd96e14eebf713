import InboxModel

/// The pushes that the scheduled summary holds and those that were snoozed, in the order of the summary.
struct HeldPage: KeptPage {
  var place = ListPlace()

  static let title = "Held"
  static let command = Command.held
  static let keys = KeyTable(
    moves: KeyTable.rows,
    meanings: [
      .toggle: "page down", .inspect: "inspect", .why: "why: the trace", .undo: "undo",
      .edit: "edit + resend", .resend: "resend", .save: "save as .apns", .pipe: "pipe payload",
      .copy: "copy p i t c C v", .mark: "mark, to diff", .unfoldAll: "diff with mark",
      .follow: "",
    ])

  func target(in context: PageContext) -> PageTarget {
    place.selection.map { .push(.entry(NotificationID(rawValue: $0))) } ?? .none
  }

  mutating func settle(in context: PageContext) {
    place.settle(
      in: Self.numbers(context.device), height: ListLayout.held(context.size).list.rows,
      growth: .top)
  }

  mutating func selectRow(_ number: Int, in context: PageContext) -> Bool {
    place.select(number)
  }

  mutating func perform(_ command: Command, in context: inout PageContext) {
    switch command {
    case .inspect, .why, .undo, .edit, .resend, .save, .pipe, .copy, .mark:
      context.perform(command)
    case _ where context.isEverywhere(command): context.perform(command)
    default:
      let numbers = Self.numbers(context.device)
      let page = max(1, ListLayout.held(context.size).list.rows)
      if let count = ListPlace.steps(of: command, page: page, of: numbers.count) {
        place.move(by: count, in: numbers, growth: .top)
      }
    }
  }

  private static func numbers(_ device: Phone) -> [Int] {
    device.heldByRelevance.map(\.notification.id.rawValue)
  }

  func hints(_ maker: HintMaker) -> [Hint] {
    maker.own([.inspect, .why, .showSummary, .undo, .commandLine, .help])
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    HeldView(scene: scene, place: place).draw(on: &screen)
  }
}

extension Phone {
  /// Whether the scheduled summary holds a push; what was snoozed is not its.
  var summaryHoldsAny: Bool {
    heldCount > 0 && held.contains { $0.notification.reason == .summaryHeld }
  }
}
