/// A change of the numbered queues for the store.
public indirect enum QueueChange: Equatable, Sendable {
  /// A push was numbered and can be sent again.
  case numbered(Delivery)
  /// The numbered pushes up to this one are no longer retained.
  case retainedRemoved(through: NotificationID)
  /// The state of an app's extension about a queue changed.
  case missed(QueueID, GapDetector)
  /// The outcomes of a queue changed; nil removes them.
  case counts(CountedQueue, QueueCounts?)
  /// A counted push has not arrived, by its queue and its number; nil if it has.
  case outstanding(CountedQueue, number: Int, OutstandingPush?)
}
