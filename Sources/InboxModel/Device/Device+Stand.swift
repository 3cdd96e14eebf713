import Foundation

/// A push kept back until a moment.
public struct HeldPush: Equatable, Sendable {
  /// The push.
  public var notification: DeliveredNotification
  /// When it enters the list.
  public var until: Date

  /// Describes a push kept back.
  public init(notification: DeliveredNotification, until: Date) {
    self.notification = notification
    self.until = until
  }
}

/// What the screen shows of a notification now (`spec/ios-presentation.md` §4.2).
public struct VisibleText: Equatable, Sendable {
  /// The title; nil where there is none or it is hidden.
  public var title: String?
  /// The subtitle; nil where there is none or it is hidden.
  public var subtitle: String?
  /// The body, or what stands in its place.
  public var body: String?
  /// Whether the preview is hidden.
  public var isHidden: Bool

  /// Makes a text.
  public init(title: String?, subtitle: String?, body: String?, isHidden: Bool) {
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.isHidden = isHidden
  }
}

extension Device {
  /// A phone as it was left.
  public init(settings: PhoneSettings, snapshot: Snapshot = Snapshot()) {
    self.settings = settings
    badges = snapshot.badges
    silentCount = snapshot.silentCount
  }

  /// Takes one event and says what is to be done because of it.
  public mutating func handle(_ event: Event) -> [Effect] { [] }

  /// Pushes kept for the scheduled summary, oldest first.
  public var held: [HeldPush] { [] }

  /// The Focus that is on.
  public var focusInForce: FocusInForce? { nil }

  /// When ``Event/timePassed(_:)`` is needed next: a Focus starts or ends, a summary is due, a mute ends;
  /// nil is never.
  public var nextMoment: Date? { nil }

  /// An entry of the list, a held push, or the push last presented, which need not be in the list.
  public func notification(_ id: NotificationID) -> DeliveredNotification? { inbox[id] }

  /// An app's name: the settings', else the last part of its identifier with a capital.
  public func appName(_ app: BundleID) -> String { settings.app(app).name ?? app.rawValue }

  /// The text as the screen shows it now, after the preview rules.
  public func visibleText(of notification: DeliveredNotification) -> VisibleText {
    let content = notification.content
    return VisibleText(
      title: content.title, subtitle: content.subtitle, body: content.body, isHidden: false)
  }

  /// The registered category a notification names.
  public func category(of notification: DeliveredNotification) -> Category? {
    settings.category(notification.categoryIdentifier, of: notification.app)
  }

  /// The line under the leading notification of a group; nil for a group of one.
  public func summaryLine(of group: NotificationGroup) -> String? {
    group.count > 1 ? "\(group.otherItems) more notifications" : nil
  }
}
