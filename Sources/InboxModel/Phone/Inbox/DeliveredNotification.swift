import Foundation

/// A push as the phone's list holds it: what is needed to draw and to filter, nothing else. The payload
/// stays in the store (`ARCHITECTURE.md`, "What an event costs").
public struct DeliveredNotification: Equatable, Sendable {
  /// Our number.
  public var id: NotificationID
  private var compactAPNSID: CompactID
  private var compactUniqueID: CompactID?
  /// The request identifier where it is not the apns-id.
  private var ownRequestID: RequestID?
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
  /// The moment at which it reached the phone, before its app's service extension; nil if it never
  /// did.
  public var deliveredAt: Date?
  /// The level in force, after the app's permissions.
  public var level: InterruptionLevel
  /// The payload's badge.
  public var badge: Int?
  /// `apns-collapse-id`.
  public var collapseID: CollapseID?
  /// How many entries it took the place of.
  public var replaced: Int
  /// How it came out.
  public var outcome: Outcome
  /// The rule that decided.
  public var reason: ReasonCode
  /// Where it appeared.
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
  public var openLabel: String? = defaultOpenLabel

  /// The sound it asks for; nil when it is silent. What plays of it is in ``presented``.
  public var sound: NotificationSound? {
    get { boxedSound?.wrappedValue }
    set { boxedSound = newValue.map(Indirect.init) }
  }
  private var boxedSound: Indirect<NotificationSound>?

  /// What opens the app, where nothing else is said.
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
    self.id = id
    compactAPNSID = CompactID(apnsID.text)
    ownRequestID = requestID.text == apnsID.text ? nil : requestID
    self.app = app
    self.threadIdentifier = threadIdentifier
    self.categoryIdentifier = categoryIdentifier
    self.content = content
    self.receivedAt = receivedAt
    deliveredAt = receivedAt
    arrival = Arrival(inOrder: id)
    self.level = level
    self.badge = badge
    self.collapseID = collapseID
    self.replaced = replaced
    self.outcome = outcome
    self.reason = reason
    self.presented = presented
    self.isRead = isRead
    self.acted = acted
    self.summaryArgument = summaryArgument
    self.summaryArgumentCount = summaryArgumentCount
    self.relevanceScore = relevanceScore
    self.token = token
    self.topic = topic
    self.pushType = pushType
    self.payloadSize = payloadSize
    self.textNote = textNote
  }

  /// The moments of its way.
  public var times: DeliveryTimes {
    DeliveryTimes(receivedAt: receivedAt, deliveredAt: deliveredAt)
  }

  /// The moment the list, banners and day headings show (Apple, `UNNotification.date`).
  public var date: Date { times.date }

  /// The apns-id the sender was told.
  public var apnsID: APNSID {
    get { APNSID(compactAPNSID.text) }
    set {
      if ownRequestID == nil { ownRequestID = RequestID(apnsID) }
      compactAPNSID = CompactID(newValue.text)
    }
  }

  /// The apns-unique-id the sender was told; nil outside the development environment.
  public var uniqueID: APNSID? {
    get { (compactUniqueID?.text).map { APNSID($0) } }
    set { compactUniqueID = newValue.map { CompactID($0.text) } }
  }

  /// Whether a person may call it so: by the apns-id or the apns-unique-id, in which case does not count, or by the
  /// request identifier.
  func isCalled(_ name: String) -> Bool {
    requestID.text == name || apnsID.text.isSame(as: name)
      || uniqueID?.text.isSame(as: name) == true
  }

  /// What a replacement is known by on the phone, together with the app (C1, C6).
  public var requestID: RequestID {
    get { ownRequestID ?? RequestID(compactAPNSID.text) }
    set { ownRequestID = newValue.text == compactAPNSID.text ? nil : newValue }
  }

  /// The same, to look it up by.
  var requestKey: CompactID { ownRequestID.map { CompactID($0.text) } ?? compactAPNSID }

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
