/// A group as it is now, cheap to make and to pass on; its entries are read from
/// ``Inbox/notifications(in:)``.
public struct NotificationGroup: Equatable, Sendable {
  /// Which one.
  public let key: GroupKey
  /// The number of entries, 1 or more.
  public let count: Int
  /// The number of unread entries.
  public let unread: Int
  /// The number of items for which the entries other than the newest stand: the sum of their
  /// `summary-arg-count`, 1 or more each (`docs/rules.md` §3.3).
  public let otherItems: Int
  /// Those of its entries that the lock screen shows.
  public let onLockScreen: Stack
  private let leader: Inbox.Entry

  /// The leading notification (G4).
  public var newest: DeliveredNotification { leader.notification }

  /// Some entries of a group, counted.
  public struct Stack: Equatable, Sendable {
    /// The number of entries.
    public internal(set) var count = 0
    /// The number of items for which they stand: the sum of their `summary-arg-count`, 1 or more
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

/// The key that notifications of one group share (`docs/rules.md`, G1, G2).
///
/// Threads, like request identifiers, are one when Swift takes the texts for equal: an é is an é,
/// whether a sender writes it as one scalar or as two. Each notification keeps the spelling it came
/// with.
public struct GroupKey: Hashable, Sendable {
  /// By what a group is held together.
  public enum Kind: Hashable, Sendable {
    /// The app's thread.
    case thread
    /// The app.
    case app
    /// Nothing: grouping is off, each stands alone.
    case single(NotificationID)
  }

  /// The app; equal threads of two apps never mix.
  public var app: BundleID
  /// The thread: empty for the app's default group and for groups by app, the notification's own
  /// where it stands alone.
  public var thread: ThreadID
  /// By what it is held together.
  public var kind: Kind

  /// Makes a key.
  public init(app: BundleID, thread: ThreadID, kind: Kind) {
    self.app = app
    self.thread = thread
    self.kind = kind
  }

  /// The group a notification belongs to under a setting.
  public init(of notification: DeliveredNotification, grouping: GroupingSetting) {
    self.init(
      of: notification.id, thread: notification.threadIdentifier, app: notification.app,
      grouping: grouping)
  }

  /// The group of the notification with a number.
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
  /// Whether the lock screen shows it: it is unread, came with light, and its channel is not
  /// secret.
  public var isOnLockScreen: Bool {
    !self.isRead && self.outcome != .quiet && self.reason != .channelSecret
  }

  /// The number of items for which it counts in a summary line: 1 or more, and no sender can make
  /// the sum overflow.
  public var items: Int { Self.items(self.summaryArgumentCount) }

  /// Returns the number of items for a `summary-arg-count`.
  public static func items(_ summaryArgumentCount: Int) -> Int {
    min(max(summaryArgumentCount, 1), 1_000_000)
  }
}
