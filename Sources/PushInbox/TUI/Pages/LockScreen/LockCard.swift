import InboxModel

/// An item of the lock screen: the Live Activities, then the stacks.
enum LockItem: Equatable {
  case activity(ActivityCard)
  case stack(LockCard)

  /// The identity of an item.
  enum Key: Hashable {
    case activity(ActivityID)
    case stack(GroupKey)
  }

  var key: Key {
    switch self {
    case .activity(let card): .activity(card.id)
    case .stack(let card): .stack(card.key)
    }
  }

  /// The push that commands refer to.
  var push: NotificationID {
    switch self {
    case .activity(let card): card.newestPush
    case .stack(let card): card.top.id
    }
  }

  /// The number of its row for the mouse: negative for a Live Activity.
  var number: Int {
    switch self {
    case .activity(let card): -card.id.rawValue
    case .stack(let card): card.top.id.rawValue
    }
  }

  /// Whether it precedes others when the room is short.
  var isUrgent: Bool {
    switch self {
    case .activity: true
    case .stack(let card): card.top.level == .critical
    }
  }

  /// Returns the items in their order.
  static func all(of device: Phone) -> [LockItem] {
    device.activities.onLockScreen.map(LockItem.activity)
      + LockCard.all(of: device).map(LockItem.stack)
  }
}

/// A stack of the lock screen: the unread notifications of a group that were presented there.
struct LockCard: Equatable {
  var key: GroupKey
  /// The newest notification, on top.
  var top: DeliveredNotification
  /// All notifications of the stack.
  var stack: NotificationGroup.Stack

  /// The number of notifications below the newest.
  var others: Int { stack.count - 1 }
}

extension LockCard {
  /// The maximum numbers of stacks, and of entries that are examined for them: more than a screen
  /// shows.
  private static let maximumCards = 100
  private static let maximumEntries = 1000

  /// Returns the stacks, newest first, without quiet and read notifications.
  static func all(of device: Phone) -> [LockCard] {
    var cards: [LockCard] = []
    var left = maximumEntries
    for group in device.inbox.groups {
      guard cards.count < maximumCards, left > 0 else { break }
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
