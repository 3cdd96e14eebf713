import Foundation

/// An event of the event stream, written as one line.
public struct InboxEvent: IndirectFields, Equatable, Sendable {
  /// The fields of an event.
  public struct Fields: Equatable, Sendable {
    /// The moment of the event.
    public var at: Date
    /// The push of the event; nil for none.
    public var id: NotificationID?
    /// The app of the event; nil for none.
    public var app: BundleID?
    /// The thread of the event; nil for none.
    public var thread: ThreadID?
    /// The kind of the event.
    public var kind: Kind
    /// The sound that the push requests, with
    /// ``Kind/presented(outcome:reason:presented:title:body:requestID:apnsID:)``; nil if it is
    /// silent.
    public var sound: NotificationSound?
    /// The result of a broadcast, likewise; nil for any other push.
    public var broadcast: BroadcastReport?
  }

  /// The fields behind one reference, since events are passed on several times.
  public var contents: Indirect<Fields>

  /// Makes an event.
  public init(
    at: Date, id: NotificationID? = nil, app: BundleID? = nil, thread: ThreadID? = nil, kind: Kind
  ) {
    contents = Indirect(
      wrappedValue: Fields(at: at, id: id, app: app, thread: thread, kind: kind))
  }

  /// The event without the fields that are only needed when it is emitted: the body and the headers
  /// of a rejected push.
  public var row: InboxEvent {
    guard case .rejected(let rejected) = self.kind else { return self }
    var row = self
    row.kind = .rejected(rejected.row)
    return row
  }

  /// Whether the event is written with the payload of its push, which the writer adds: the model
  /// does not retain it.
  public var carriesPayload: Bool {
    switch self.kind {
    case .action: true
    case .app(_, _, let carriesPayload): carriesPayload
    default: false
    }
  }

  /// Whether that is the payload as changed by the app's service extension. The notification
  /// delegate gets the content that is shown; the app's older methods, PushKit and background
  /// fetches get the received payload.
  public var carriesContent: Bool {
    switch self.kind {
    case .action: true
    case .app(_, let delegate?, true):
      delegate == AppCall.willPresent.rawValue || delegate == AppCall.didReceive.rawValue
    default: false
    }
  }

  /// The kinds of events, with their additional keys.
  public enum Kind: Equatable, Sendable {
    /// `shown`, `quiet`, `silent`, `held` or `none`, by the outcome, with the text as on the
    /// screen.
    case presented(
      outcome: Outcome, reason: ReasonCode, presented: PresentationOptions, title: String?,
      body: String?, requestID: RequestID, apnsID: APNSID, times: DeliveryTimes)
    /// `rejected`.
    case rejected(RejectedRequest)
    /// `action`. The writer adds the payload, which the model does not retain.
    case action(ActionIdentifier, userText: String?, foreground: Bool)
    /// `dismissed`.
    case dismissed(by: Actor)
    /// `read`; `isRead` is false if the entry was marked unread.
    case read(by: Actor, isRead: Bool)
    /// `removed`.
    case removed(by: Actor)
    /// `app`: a state change or a delegate call. The writer adds `payload` if `carriesPayload`.
    case app(state: AppRunState, delegate: String?, carriesPayload: Bool)
    /// `setting`.
    case setting(key: String, value: String?, was: String?)
    /// `activity`: the card of a Live Activity changed; with the kind of the change.
    indirect case activity(ActivityCard, String)
    /// `token`: an app received an update token, or a push-to-start token (nil).
    indirect case activityToken(ActivityID?, DeviceToken)
    /// `channel`: a broadcast channel was created or deleted.
    indirect case channel(BroadcastChannel, ChannelChange)
    /// An event of another push system.
    case guest(Guests.News)
  }

  /// The actor of an event.
  public enum Actor: String, Sendable, CaseIterable {
    case user, app, collapse, remote, limit
  }
}
