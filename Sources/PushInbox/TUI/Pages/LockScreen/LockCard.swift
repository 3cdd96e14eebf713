import InboxModel

/// A stack of the lock screen: what is unread of a group and came with light.
struct LockCard: Equatable {
  var key: GroupKey
  /// The newest of them, on top.
  var top: DeliveredNotification
  /// All of them.
  var stack: NotificationGroup.Stack

  /// The number of notifications under the newest.
  var others: Int { stack.count - 1 }
}

extension LockCard {
  /// The most stacks that are made, and entries that are examined for them: more than any screen shows.
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
