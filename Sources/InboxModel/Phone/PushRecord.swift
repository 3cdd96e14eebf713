import Foundation

/// What a store has to keep, as data.
public indirect enum StoreChange: Equatable, Sendable {
  /// A push that was decided upon.
  case insert(PushRecord)
  /// An entry's state changed: read, acted, place.
  case update(NotificationID, isRead: Bool, acted: ActionIdentifier?, place: Place)
  /// An entry went into the list, or into what is held: a summary came, it was put off, that was taken back.
  /// It may have changed in how it came out, in its mark and its last action.
  case moved(DeliveredNotification, to: Place)
  /// Gone for good, by the limit.
  case delete(NotificationID)
  /// A refused push.
  case refused(RejectedRequest)
  /// Refused pushes, by their numbers, left their list or came back to it; `removedCount` of all there were
  /// are not in it since.
  case refusedMarked([Int], isRemoved: Bool, removedCount: Int)
  /// A setting changed by the person; nil takes the change back.
  case setting(key: String, value: String?)
  /// An icon's number.
  case badge(BundleID, Int)
  /// What background pushes have had an app do; empty is nothing.
  case fetches(BundleID, AppFetches)
  /// An accepted push that waits, for the phone to come online or for its app's extension; the
  /// ``insert(_:)`` with its number takes it out of the queue again.
  case queued(Delivery)
  /// What waited under this number does so no longer, and leaves no record.
  case unqueued(NotificationID)
  /// A push got its number in its queue, and can be sent again.
  case numbered(Delivery)
  /// Numbered pushes up to this one are kept no longer.
  case lettersGone(through: NotificationID)
  /// What an app's extension remembers of a queue is another.
  case missed(QueueID, GapDetector)
  /// The outcomes of the pushes of a queue; nil forgets them.
  case counts(CountedQueue, QueueCounts?)
  /// A counted push that has not arrived, by its queue and its number; nil for one that has.
  case outstanding(CountedQueue, number: Int, OutstandingPush?)
  /// A report for the provider of a feed.
  case report(StreamID, ArrivalReport)
  /// A provider has the reports up to this one.
  case reportsGone(StreamID, through: Int)
  /// A push got its position with a phone that has subscribed.
  case offered(RelayedPush)
  /// When a phone subscribed last; nil forgets it with all it was offered.
  case phone(String, seenAt: Date?)
  /// The push that a phone was offered under this number cannot be sent any more.
  case offerGone(String, NotificationID)
  /// The store a phone reports from, from now on; nil for one that reports nothing.
  case phoneStream(String, String?)
  /// A phone's reports are counted up to this one.
  case phoneReported(String, through: Int)
  /// How far a phone is with an app.
  case phoneCounts(String, BundleID, SubscribedPhone.Counts)
  /// A push came by a feed: the highest position of its app.
  case fed(StreamOffset)
  /// A live feed was read so far.
  case feedProgress(FeedProgress)
  /// A token seen for the first time, or of which something changed.
  case token(TokenRegistration)
  /// A change of the state of another push system.
  case guest(Guests.Change)
}

/// Where a push is now.
public enum Place: Equatable, Sendable {
  /// In the list.
  case listed
  /// Waiting until a moment.
  case held(until: Date)
  /// Taken out of the list by the person, a replacement or the app.
  case removed
  /// Never in the list: background pushes, badge only, not shown.
  case unlisted

  /// Whether it waits.
  var isHeld: Bool { if case .held = self { true } else { false } }
}

/// Everything a store keeps of a push.
public struct PushRecord: Equatable, Sendable {
  /// As the list holds it.
  public var notification: DeliveredNotification
  /// Where it is.
  public var place: Place
  /// As it came.
  public var delivery: Delivery
  /// As the phone was when it came.
  public var circumstances: PresentationContext

  /// Makes a record.
  public init(
    notification: DeliveredNotification, place: Place, delivery: Delivery,
    circumstances: PresentationContext
  ) {
    self.notification = notification
    self.place = place
    self.delivery = delivery
    self.circumstances = circumstances
  }

  /// Whether the summary kept it and has let it in since, at its time or before
  /// (`spec/ios-presentation.md` §5.4).
  var hasLeftSummary: Bool { notification.reason == .summaryHeld && notification.outcome == .quiet }
}
