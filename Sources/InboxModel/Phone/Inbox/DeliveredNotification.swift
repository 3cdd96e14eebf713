import Foundation

/// A push as the phone's list holds it: the fields that drawing and filtering need. The payload
/// stays in the store (`ARCHITECTURE.md`, "What a push costs").
public struct DeliveredNotification: IndirectFields, Equatable, Sendable {
  /// All fields of a notification.
  public struct Fields: Equatable, Sendable {
    /// The number that PushInbox gave the push.
    public var id: NotificationID
    /// The apns-id returned to the sender.
    public var apnsID: APNSID
    /// The apns-unique-id returned to the sender; nil outside the development environment.
    public var uniqueID: APNSID?
    /// The request identifier: the app's next push with the same one replaces the notification (C1,
    /// C6).
    public var requestID: RequestID
    /// The app.
    public var app: BundleID
    /// The payload's `thread-id`; empty for the app's default group.
    public var threadIdentifier: ThreadID
    /// The payload's `category`; nil for none.
    public var categoryIdentifier: CategoryID?
    /// The localized text, not hidden.
    public var content: Content
    /// The moment at which the gateway accepted the push; for a relayed push, at which its
    /// provider's gateway did.
    public var receivedAt: Date
    /// The ordinal of its arrival, which is its position in the list.
    public var arrival: Arrival
    /// The moment at which it reached the phone, before its app's service extension; nil if it
    /// never did.
    public var deliveredAt: Date?
    /// The effective level, limited by the app's entitlements.
    public var level: InterruptionLevel
    /// The payload's badge; nil for none.
    public var badge: Int?
    /// `apns-collapse-id`; nil for none.
    public var collapseID: CollapseID?
    /// The number of entries that it replaced.
    public var replaced: Int
    /// The outcome.
    public var outcome: Outcome
    /// The code of the deciding rule.
    public var reason: ReasonCode
    /// The places where it appeared.
    public var presented: PresentationOptions
    /// Whether the user has read it.
    public var isRead: Bool
    /// The last action; nil for none.
    public var acted: ActionIdentifier?
    /// `summary-arg`; nil for none.
    public var summaryArgument: String?
    /// `summary-arg-count`.
    public var summaryArgumentCount: Int
    /// `relevance-score`.
    public var relevanceScore: Double
    /// The device token that the push was sent to.
    public var token: DeviceToken
    /// The effective topic.
    public var topic: String
    /// `apns-push-type`; nil if absent.
    public var pushType: PushType?
    /// The size of the payload in bytes.
    public var payloadSize: Int
    /// A remark about the text that the list shows, for instance `text.key-missing`; nil for none.
    public var textNote: ReasonCode?
    /// The searchable text of its payload.
    public var payloadText = PayloadText()
    /// The label of the button that opens the app; nil if the alert box of an older generation has
    /// no such button.
    public var openLabel: String? = DeliveredNotification.defaultOpenLabel
    var boxedSound: Indirect<NotificationSound>?
  }

  /// All fields of the notification.
  public var contents: Indirect<Fields>

  init(contents: Indirect<Fields>) {
    self.contents = contents
  }

  /// The sound that the push requests; nil if it is silent. ``presented`` contains the part of it
  /// that plays.
  public var sound: NotificationSound? {
    get { self.boxedSound?.wrappedValue }
    set { self.boxedSound = newValue.map(Indirect.init) }
  }

  /// The default label of the action that opens the app.
  public static let defaultOpenLabel = "Open"

  /// Makes a notification. Defaults are those of a plain push that is shown immediately, in the
  /// order of its number.
  public init(
    id: NotificationID, apnsID: APNSID, requestID: RequestID, app: BundleID,
    threadIdentifier: ThreadID = "", categoryIdentifier: CategoryID? = nil,
    content: Content = Content(),
    receivedAt: Date, level: InterruptionLevel = .active, badge: Int? = nil,
    collapseID: CollapseID? = nil, replaced: Int = 0, outcome: Outcome = .shown,
    reason: ReasonCode = .shown, presented: PresentationOptions = [], isRead: Bool = false,
    acted: ActionIdentifier? = nil, summaryArgument: String? = nil, summaryArgumentCount: Int = 1,
    relevanceScore: Double = 0, token: DeviceToken = .local, topic: String,
    pushType: PushType? = nil,
    payloadSize: Int = 0, textNote: ReasonCode? = nil
  ) {
    contents = Indirect(
      wrappedValue: Fields(
        id: id, apnsID: apnsID, requestID: requestID, app: app, threadIdentifier: threadIdentifier,
        categoryIdentifier: categoryIdentifier, content: content, receivedAt: receivedAt,
        arrival: Arrival(inOrder: id), deliveredAt: receivedAt, level: level, badge: badge,
        collapseID: collapseID, replaced: replaced, outcome: outcome, reason: reason,
        presented: presented, isRead: isRead, acted: acted, summaryArgument: summaryArgument,
        summaryArgumentCount: summaryArgumentCount, relevanceScore: relevanceScore, token: token,
        topic: topic, pushType: pushType, payloadSize: payloadSize, textNote: textNote))
  }

  /// The times of its stages.
  public var times: DeliveryTimes {
    DeliveryTimes(receivedAt: self.receivedAt, deliveredAt: self.deliveredAt)
  }

  /// The moment that the list, banners and day headings show (Apple, `UNNotification.date`).
  public var date: Date { times.date }

  /// Returns whether a name refers to the notification: its apns-id or apns-unique-id, ignoring
  /// case, or its request identifier.
  func isCalled(_ name: String) -> Bool {
    self.requestID.text == name || self.apnsID.text.isSame(as: name)
      || self.uniqueID?.text.isSame(as: name) == true
  }

  /// The title, subtitle and body from the app; nil for absent ones.
  public struct Content: Equatable, Sendable {
    /// `title`; nil for none.
    public var title: String?
    /// `subtitle`; nil for none.
    public var subtitle: String?
    /// `body`; nil for none.
    public var body: String?
    /// Makes a content.
    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
      self.title = title
      self.subtitle = subtitle
      self.body = body
    }
  }
}
