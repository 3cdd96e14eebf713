import Foundation

/// A push as the phone's list holds it: what is needed to draw and to filter, nothing else. The
/// payload stays in the store (`ARCHITECTURE.md`, "What a push costs").
public struct DeliveredNotification: IndirectFields, Equatable, Sendable {
  /// All that it consists of.
  public struct Fields: Equatable, Sendable {
    /// Our number.
    public var id: NotificationID
    /// The apns-id the sender was told.
    public var apnsID: APNSID
    /// The apns-unique-id the sender was told; nil outside the development environment.
    public var uniqueID: APNSID?
    /// The identifier by which the app's next push with the same one replaces it on the phone (C1,
    /// C6).
    public var requestID: RequestID
    /// The app.
    public var app: BundleID
    /// The payload's `thread-id`; empty is the app's default group.
    public var threadIdentifier: ThreadID
    /// The payload's `category`.
    public var categoryIdentifier: CategoryID?
    /// The text after localisation, not hidden.
    public var content: Content
    /// The moment at which the gateway accepted it; of a push from another provider, at which that
    /// one did.
    public var receivedAt: Date
    /// The ordinal by which it reached the phone: its place in the list.
    public var arrival: Arrival
    /// The moment at which it reached the phone, before its app's service extension; nil if it
    /// never did.
    public var deliveredAt: Date?
    /// The level in force, after the app's permissions.
    public var level: InterruptionLevel
    /// The payload's badge.
    public var badge: Int?
    /// `apns-collapse-id`.
    public var collapseID: CollapseID?
    /// The number of entries that it replaced.
    public var replaced: Int
    /// The outcome.
    public var outcome: Outcome
    /// The rule that decided.
    public var reason: ReasonCode
    /// The places in which it appeared.
    public var presented: PresentationOptions
    /// Whether the person has read it.
    public var isRead: Bool
    /// The last action taken.
    public var acted: ActionIdentifier?
    /// `summary-arg`.
    public var summaryArgument: String?
    /// `summary-arg-count`.
    public var summaryArgumentCount: Int
    /// `relevance-score`.
    public var relevanceScore: Double
    /// The token it was sent to.
    public var token: DeviceToken
    /// The topic in force.
    public var topic: String
    /// `apns-push-type`.
    public var pushType: PushType?
    /// Bytes of the payload.
    public var payloadSize: Int
    /// A remark about the text worth a place in the list, for instance `text.key-missing`.
    public var textNote: ReasonCode?
    /// The text of its payload, to be searched.
    public var payloadText = PayloadText()
    /// The label of what opens the app; nil where the alert box of another year has no such button.
    public var openLabel: String? = DeliveredNotification.defaultOpenLabel
    var boxedSound: Indirect<NotificationSound>?
  }

  /// All that it consists of.
  public var contents: Indirect<Fields>

  init(contents: Indirect<Fields>) {
    self.contents = contents
  }

  /// The sound it asks for; nil when it is silent. What plays of it is in ``presented``.
  public var sound: NotificationSound? {
    get { self.boxedSound?.wrappedValue }
    set { self.boxedSound = newValue.map(Indirect.init) }
  }

  /// The default label of the action that opens the app.
  public static let defaultOpenLabel = "Open"

  /// Makes a notification; what is not given is as of a plain push that is shown at once, in the
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

  /// The moments of its way.
  public var times: DeliveryTimes {
    DeliveryTimes(receivedAt: self.receivedAt, deliveredAt: self.deliveredAt)
  }

  /// The moment the list, banners and day headings show (Apple, `UNNotification.date`).
  public var date: Date { times.date }

  /// Whether a person may call it so: by the apns-id or the apns-unique-id, in which case does not
  /// count, or by the request identifier.
  func isCalled(_ name: String) -> Bool {
    self.requestID.text == name || self.apnsID.text.isSame(as: name)
      || self.uniqueID?.text.isSame(as: name) == true
  }

  /// Title, subtitle and body as an app gave them; nil where there is none.
  public struct Content: Equatable, Sendable {
    /// `title`.
    public var title: String?
    /// `subtitle`.
    public var subtitle: String?
    /// `body`.
    public var body: String?
    /// Makes a content.
    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
      self.title = title
      self.subtitle = subtitle
      self.body = body
    }
  }
}
