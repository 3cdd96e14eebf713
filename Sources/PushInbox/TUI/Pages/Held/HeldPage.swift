import InboxModel

/// The held pushes: those in the scheduled summary and the snoozed ones, in order of delivery.
struct HeldPage: ListPage {
  var place = ListPlace()

  static let title = "Held"
  static let command = Command.held
  static let keys = KeyTable(
    commands: KeyTable.rows.union([.inspect, .why, .undo, .edit, .resend, .save, .pipe, .mark]),
    meanings: [
      .toggle: "page down", .copy: "copy p i t c C v", .unfoldAll: "diff with mark", .follow: "",
    ])

  static func layout(_ size: Size) -> ListLayout {
    ListLayout(size, detailRows: size.rows < 12 ? 0 : size.rows < 20 ? 3 : 6)
  }

  func numbers(in context: PageContext) -> [Int] {
    context.device.heldByRelevance.map(\.notification.id.rawValue)
  }

  func target(in context: PageContext) -> PageTarget {
    place.selection.map { .push(.entry(NotificationID(rawValue: $0))) } ?? .none
  }

  mutating func perform(_ command: Command, in context: inout PageContext) {
    switch command {
    case .inspect, .why, .undo, .edit, .resend, .save, .pipe, .copy, .mark:
      context.perform(command)
    case _ where context.isEverywhere(command): context.perform(command)
    default: move(by: command, in: context)
    }
  }

  func hints(_ maker: HintMaker) -> [Hint] {
    maker.own([.inspect, .why, .showSummary, .undo, .commandLine, .help])
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    HeldView(scene: scene, place: place).drawList(on: &screen)
  }
}

extension Phone {
  /// Whether the scheduled summary holds a push; snoozed pushes do not count.
  var summaryHoldsAny: Bool {
    heldCount > 0 && held.contains { $0.notification.reason == .summaryHeld }
  }
}
