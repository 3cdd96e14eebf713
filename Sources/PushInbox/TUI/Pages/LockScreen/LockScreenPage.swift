import InboxModel

/// The lock screen and its selected item.
struct LockScreenPage: KeptPage {
  /// The selected item; nil for the top one.
  var selection: LockItem.Key?
  /// The index of the selected item, which the next one has when it disappears.
  private var place = 0
  /// The expanded stack.
  var expanded: LockItem.Key?

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

  /// Returns the selected item and its index.
  func selected(of items: [LockItem]) -> (place: Int, item: LockItem)? {
    let place = items.firstIndex { $0.key == selection } ?? 0
    return items.isEmpty ? nil : (place, items[place])
  }

  /// Returns the Live Activity that is selected; nil for a stack.
  func selectedCard(on device: Phone) -> ActivityCard? {
    guard case .activity(let card)? = selected(of: LockItem.all(of: device))?.item else {
      return nil
    }
    return card
  }

  /// Selects the next item when the selected one disappears.
  mutating func settle(in context: PageContext) {
    guard let selection else {
      place = 0
      return
    }
    let items = LockItem.all(of: context.device)
    if let index = items.firstIndex(where: { $0.key == selection }) {
      place = index
    } else {
      place = max(0, min(place, items.count - 1))
      self.selection = items.isEmpty ? nil : items[place].key
    }
  }

  func target(in context: PageContext) -> PageTarget {
    selected(of: LockItem.all(of: context.device)).map { .push(.entry($0.item.push)) } ?? .none
  }

  mutating func selectRow(_ number: Int, in context: PageContext) -> Bool {
    let items = LockItem.all(of: context.device)
    let isSelected = selected(of: items)?.item.number == number
    selection = items.first { $0.number == number }?.key
    return isSelected
  }

  mutating func perform(_ command: Command, in context: inout PageContext) {
    let items = LockItem.all(of: context.device)
    let selected = selected(of: items)
    if case .activity(let card)? = selected?.item, perform(command, on: card, in: &context) {
      return
    }
    switch command {
    case .next, .previous, .nextGroup, .previousGroup:
      let step = command == .next || command == .nextGroup ? 1 : -1
      if let selected {
        selection = items[max(0, min(selected.place + step, items.count - 1))].key
      }
    case .first: selection = items.first?.key
    case .last: selection = items.last?.key
    case .unfold: expanded = selected?.item.key
    case .fold: expanded = nil
    case .toggle:
      let key = selected?.item.key
      expanded = expanded == key ? nil : key
    case .inspect, .tap:
      if let id = selected?.item.push { Navigation.openApp(of: id, in: &context) }
    case .why, .read, .readGroup, .dismiss, .undo: context.perform(command)
    case _ where context.isEverywhere(command): context.perform(command)
    default: break
    }
  }

  /// Performs a command on a Live Activity; returns false for those that mean the same on a stack.
  private func perform(
    _ command: Command, on card: ActivityCard, in context: inout PageContext
  ) -> Bool {
    switch command {
    case .unfold, .toggle:
      context.changePages { pages, _ in pages[ActivityPage.self].selection = card.id }
      context.press(.activities)
    case .inspect, .tap: CardActions.perform(.tap, on: card, in: &context)
    case .dismiss, .appState: CardActions.perform(command, on: card, in: &context)
    default: return false
    }
    return true
  }

  func hints(_ maker: HintMaker) -> [Hint] {
    let isOnCard = selectedCard(on: maker.scene.device) != nil
    return maker.own([.lockScreen])
      + (isOnCard ? maker.hints([.activities], "card") + maker.hints([.dismiss], "remove") : [])
      + maker.hints([.lock], maker.scene.isLocked ? "unlock" : nil)
      + maker.own([.previews, .doNotDisturb, .why, .help])
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    LockScreenView(scene: scene).draw(on: &screen)
  }
}
