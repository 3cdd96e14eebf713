import InboxModel

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
