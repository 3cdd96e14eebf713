import Foundation

/// An event for the outside: one line of the event stream.
public struct InboxEvent: IndirectFields, Equatable, Sendable {
  /// The fields of an event.
  public struct Fields: Equatable, Sendable {
    /// When.
    public var at: Date
    /// The push meant, if one is.
    public var id: NotificationID?
    /// Its app.
    public var app: BundleID?
    /// Its thread.
    public var thread: ThreadID?
    /// The kind of the event.
    public var kind: Kind
    /// The sound that the push asks for, with
    /// ``Kind/presented(outcome:reason:presented:title:body:requestID:apnsID:)``; nil when it is
    /// silent.
    public var sound: NotificationSound?
  }

  /// The fields behind one reference: events are handed on several times.
  public var contents: Indirect<Fields>

  /// Makes an event.
  public init(
    at: Date, id: NotificationID? = nil, app: BundleID? = nil, thread: ThreadID? = nil, kind: Kind
  ) {
    contents = Indirect(
      wrappedValue: Fields(at: at, id: id, app: app, thread: thread, kind: kind))
  }

  /// The event without what only its own moment needs: the body and the headers of a rejected push.
  public var row: InboxEvent {
    guard case .rejected(let rejected) = self.kind else { return self }
    var row = self
    row.kind = .rejected(rejected.row)
    return row
  }

  /// Whether whoever writes the event out adds the payload of its push, which the model does not
  /// keep.
  public var carriesPayload: Bool {
    switch self.kind {
    case .action: true
    case .app(_, _, let carriesPayload): carriesPayload
    default: false
    }
  }

  /// Whether that is the payload as the app's service extension left it: the delegate of
  /// notifications gets what is shown, the app's older methods, PushKit and background fetches what
  /// came.
  public var carriesContent: Bool {
    switch self.kind {
    case .action: true
    case .app(_, let delegate?, true):
      delegate == AppCall.willPresent.rawValue || delegate == AppCall.didReceive.rawValue
    default: false
    }
  }

  /// The kinds of events, with their further keys.
  public enum Kind: Equatable, Sendable {
    /// `shown`, `quiet`, `silent`, `held`, by the outcome; `none` too. Text as on the screen.
    case presented(
      outcome: Outcome, reason: ReasonCode, presented: PresentationOptions, title: String?,
      body: String?, requestID: RequestID, apnsID: APNSID, times: DeliveryTimes)
    /// `rejected`.
    case rejected(RejectedRequest)
    /// `action`. The payload is added by whoever writes the event out: the model does not keep it.
    case action(ActionIdentifier, userText: String?, foreground: Bool)
    /// `dismissed`.
    case dismissed(by: Actor)
    /// `read`; `isRead` false when it was marked unread again.
    case read(by: Actor, isRead: Bool)
    /// `removed`.
    case removed(by: Actor)
    /// `app`: a state change or a delegate call. `payload` is added by whoever writes the event out
    /// when `carriesPayload`.
    case app(state: AppRunState, delegate: String?, carriesPayload: Bool)
    /// `setting`.
    case setting(key: String, value: String?, was: String?)
    /// An event of another push system.
    case guest(Guests.News)
  }

  /// The actor of an event.
  public enum Actor: String, Sendable, CaseIterable {
    case user, app, collapse, remote, limit
  }
}
