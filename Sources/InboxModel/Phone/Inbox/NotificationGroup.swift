/// The current state of a group, cheap to make and to pass on. ``Inbox/notifications(in:)`` returns
/// its entries.
public struct NotificationGroup: Equatable, Sendable {
  /// The key of the group.
  public let key: GroupKey
  /// The number of entries, 1 or more.
  public let count: Int
  /// The number of unread entries.
  public let unread: Int
  /// The number of items that the entries other than the newest stand for: the sum of their
  /// `summary-arg-count`, 1 or more each (`docs/rules.md` §3.3).
  public let otherItems: Int
  /// The entries that the lock screen shows.
  public let onLockScreen: Stack
  private let leader: Inbox.Entry

  /// The leading notification (G4).
  public var newest: DeliveredNotification { leader.notification }

  /// The counts of some entries of a group.
  public struct Stack: Equatable, Sendable {
    /// The number of entries.
    public internal(set) var count = 0
    /// The number of items that they stand for: the sum of their `summary-arg-count`, 1 or more
    /// each.
    public internal(set) var items = 0
  }

  init(
    key: GroupKey, count: Int, unread: Int, otherItems: Int, onLockScreen: Stack,
    leader: Inbox.Entry
  ) {
    self.key = key
    self.count = count
    self.unread = unread
    self.otherItems = otherItems
    self.onLockScreen = onLockScreen
    self.leader = leader
  }
}

/// The key that the notifications of a group share (`docs/rules.md`, G1, G2).
///
/// Threads, like request identifiers, are compared by Swift's string equality: an é is the same
/// whether a sender writes it as one scalar or as two. Each notification keeps its original
/// spelling.
public struct GroupKey: Hashable, Sendable {
  /// The criterion of a group.
  public enum Kind: Hashable, Sendable {
    /// Grouped by thread.
    case thread
    /// Grouped by app.
    case app
    /// Not grouped: the notification is separate.
    case single(NotificationID)
  }

  /// The app. Equal threads of two apps are different groups.
  public var app: BundleID
  /// The thread: empty for the app's default group and for groups by app; the notification's own if
  /// it is not grouped.
  public var thread: ThreadID
  /// The criterion of the group.
  public var kind: Kind

  /// Makes a key.
  public init(app: BundleID, thread: ThreadID, kind: Kind) {
    self.app = app
    self.thread = thread
    self.kind = kind
  }

  /// Makes the key of a notification's group under a setting.
  public init(of notification: DeliveredNotification, grouping: GroupingSetting) {
    self.init(
      of: notification.id, thread: notification.threadIdentifier, app: notification.app,
      grouping: grouping)
  }

  /// Makes the key of the group of a notification with a number.
  public init(
    of id: NotificationID, thread: ThreadID, app: BundleID, grouping: GroupingSetting
  ) {
    switch grouping {
    case .automatic: self.init(app: app, thread: thread, kind: .thread)
    case .byApp: self.init(app: app, thread: "", kind: .app)
    case .off: self.init(app: app, thread: thread, kind: .single(id))
    }
  }
}

extension DeliveredNotification {
  /// Whether the lock screen shows it: it is unread, lit the screen, and its channel is not secret.
  public var isOnLockScreen: Bool {
    !self.isRead && self.outcome != .quiet && self.reason != .channelSecret
  }

  /// The number of items that it stands for in a summary line: 1 or more, limited so that no sender
  /// can make the sum overflow.
  public var items: Int { Self.items(self.summaryArgumentCount) }

  /// Returns the number of items for a `summary-arg-count`.
  public static func items(_ summaryArgumentCount: Int) -> Int {
    min(max(summaryArgumentCount, 1), 1_000_000)
  }
}
