import InboxModel

/// The lock screen and its selected stack.
struct LockScreenPage: KeptPage {
  /// The selected stack; nil for the top one.
  var selection: GroupKey?
  /// The expanded stack.
  var expanded: GroupKey?

  static let title = "Lock screen"
  static let command = Command.lockScreen
  static let closesByItsKey = true
  static let keys = KeyTable(
    commands: [.next, .previous, .first, .last, .tap, .why, .readGroup, .dismiss, .undo],
    meanings: [
      .unfold: "spread out", .fold: "stack again", .toggle: "one or other",
      .inspect: "open app", .read: "read", .lockScreen: "leave it", .follow: "",
    ],
    hints: [.lockScreen: "leave lock screen"])

  /// Returns the selected stack and its index.
  func selected(of cards: [LockCard]) -> (place: Int, card: LockCard)? {
    let place = cards.firstIndex { $0.key == selection } ?? 0
    return cards.isEmpty ? nil : (place, cards[place])
  }

  func target(in context: PageContext) -> PageTarget {
    selected(of: LockCard.all(of: context.device)).map { .push(.entry($0.card.top.id)) } ?? .none
  }

  mutating func selectRow(_ number: Int, in context: PageContext) -> Bool {
    let id = NotificationID(rawValue: number)
    let isSelected = target(in: context) == .push(.entry(id))
    selection = context.device.inbox.groupKey(of: id)
    return isSelected
  }

  mutating func perform(_ command: Command, in context: inout PageContext) {
    let cards = LockCard.all(of: context.device)
    let selected = selected(of: cards)
    switch command {
    case .next, .previous, .nextGroup, .previousGroup:
      let step = command == .next || command == .nextGroup ? 1 : -1
      if let selected {
        selection = cards[max(0, min(selected.place + step, cards.count - 1))].key
      }
    case .first: selection = cards.first?.key
    case .last: selection = cards.last?.key
    case .unfold: expanded = selected?.card.key
    case .fold: expanded = nil
    case .toggle:
      let key = selected?.card.key
      expanded = expanded == key ? nil : key
    case .inspect, .tap:
      if let id = selected?.card.top.id { Navigation.openApp(of: id, in: &context) }
    case .why, .read, .readGroup, .dismiss, .undo: context.perform(command)
    case _ where context.isEverywhere(command): context.perform(command)
    default: break
    }
  }

  func hints(_ maker: HintMaker) -> [Hint] {
    maker.own([.lockScreen])
      + maker.hints([.lock], maker.scene.isLocked ? "unlock" : nil)
      + maker.own([.previews, .doNotDisturb, .why, .help])
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    LockScreenView(scene: scene).draw(on: &screen)
  }
}
