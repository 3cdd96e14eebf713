/// The counts of some entries of the list.
public struct InboxCounts: Equatable, Sendable {
  /// The number of entries.
  public private(set) var count = 0
  /// The number of unread entries.
  public private(set) var unread = 0
  /// The number of entries that arrived without banner, light or sound.
  public private(set) var quiet = 0
  /// The number of entries that a Focus silenced.
  public private(set) var silenced = 0
  /// The number of items that the entries stand for, 1 or more each.
  public private(set) var items = 0
  /// The entries that the lock screen shows.
  public private(set) var onLockScreen = NotificationGroup.Stack()

  /// Makes the counts of no entries.
  public init() {}

  /// Makes the counts of entries with equal fields, which stand for a number of items together.
  public init(
    count: Int, isRead: Bool, outcome: Outcome, reason: ReasonCode, level: InterruptionLevel,
    items: Int
  ) {
    self.count = count
    self.items = items
    if !isRead { unread = count }
    if outcome == .quiet {
      quiet = count
      // A passive push would be quiet without a Focus too.
      if reason.isOfFocus, level != .passive { silenced = count }
    } else if !isRead, reason != .channelSecret {
      onLockScreen = NotificationGroup.Stack(count: count, items: items)
    }
  }

  /// Adds other counts.
  public static func += (left: inout InboxCounts, right: InboxCounts) {
    left.add(right, times: 1)
  }

  static func -= (left: inout InboxCounts, right: InboxCounts) {
    left.add(right, times: -1)
  }

  private mutating func add(_ other: InboxCounts, times sign: Int) {
    count += sign * other.count
    unread += sign * other.unread
    quiet += sign * other.quiet
    silenced += sign * other.silenced
    items += sign * other.items
    onLockScreen.count += sign * other.onLockScreen.count
    onLockScreen.items += sign * other.onLockScreen.items
  }
}

/// The part of a list that a store returns before the whole list is loaded: the entries at the top,
/// and the counts of all.
public struct InboxOverview: Sendable {
  /// The listed pushes at the top, all held pushes, and the last presented banner, in the order of
  /// ``Phone/State/entries``.
  public var entries: [Phone.State.Entry] = []
  /// The counts of the groups of those entries.
  public var groups: [GroupKey: InboxCounts] = [:]
  /// The counts of the whole list.
  public var counts = InboxCounts()
  /// The number of groups.
  public var groupCount = 0

  /// Makes an overview of an empty list.
  public init() {}
}
