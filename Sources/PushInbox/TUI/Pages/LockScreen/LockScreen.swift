import InboxModel

/// Where the person is on the lock screen.
struct LockScreen: Equatable, Sendable {
  /// The stack stood on; nil for the one at the top.
  var selection: GroupKey?
  /// The stack that is spread out.
  var expanded: GroupKey?
}

/// A stack of the lock screen: what is unread of a group and came with light.
struct LockCard: Equatable {
  var key: GroupKey
  /// The newest of them, on top.
  var top: DeliveredNotification
  /// All of them.
  var stack: NotificationGroup.Stack

  /// How many are under the newest.
  var others: Int { stack.count - 1 }
}

extension LockCard {
  /// How many stacks are made, and how many entries are looked at for them: more than any screen shows.
  private static let mostCards = 100
  private static let mostEntries = 1000

  /// The stacks, newest first. What came quietly is not among them, nor what was read.
  static func all(of device: Phone) -> [LockCard] {
    var cards: [LockCard] = []
    var left = mostEntries
    for group in device.inbox.groups {
      guard cards.count < mostCards, left > 0 else { break }
      left -= 1
      let stack = group.onLockScreen
      guard stack.count > 0, device.settings.app(group.key.app).lockScreen else { continue }
      for notification in device.inbox.notifications(in: group.key) {
        left -= 1
        if notification.isOnLockScreen {
          cards.append(LockCard(key: group.key, top: notification, stack: stack))
          break
        }
        if left <= 0 { break }
      }
    }
    return cards
  }
}

extension AppState {
  /// The stack stood on, and its place among all.
  func lockCard(_ cards: [LockCard]) -> (place: Int, card: LockCard)? {
    let place = cards.firstIndex { $0.key == lockScreen.selection } ?? 0
    return cards.isEmpty ? nil : (place, cards[place])
  }

  /// Answers a command while the lock screen is on top.
  mutating func walkLockScreen(by command: Command, _ device: Phone) -> [Intent] {
    let cards = LockCard.all(of: device)
    let selected = lockCard(cards)
    switch command {
    case .next, .previous, .nextGroup, .previousGroup:
      let step = command == .next || command == .nextGroup ? 1 : -1
      if let selected {
        lockScreen.selection = cards[max(0, min(selected.place + step, cards.count - 1))].key
      }
    case .first: lockScreen.selection = cards.first?.key
    case .last: lockScreen.selection = cards.last?.key
    case .unfold: lockScreen.expanded = selected?.card.key
    case .fold: lockScreen.expanded = nil
    case .toggle:
      let key = selected?.card.key
      lockScreen.expanded = lockScreen.expanded == key ? nil : key
    case .inspect, .tap:
      guard let id = selected?.card.top.id else { return [] }
      return open(id, device)
    case .why, .read, .readGroup, .dismiss, .undo: return carryOut(command, device: device)
    case _ where isEverywhere(command): return carryOut(command, device: device)
    default: break
    }
    return []
  }

  /// Unlocks the phone and goes to the app, back in the inbox.
  private mutating func open(_ id: NotificationID, _ device: Phone) -> [Intent] {
    guard let notification = device.inbox[id] else { return [] }
    sheets = []
    if let row = rows(device).row(of: id) { position.select(row) }
    var intents: [Intent] = []
    if device.settings.device.lock == .locked { intents.append(.change(.lock(.unlocked))) }
    if notification.openLabel != nil { intents.append(.act(id, .open, text: nil)) }
    return intents
  }
}
