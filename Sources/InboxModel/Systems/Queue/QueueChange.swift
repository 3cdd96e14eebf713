/// A change of the numbered queues that a store keeps.
public indirect enum QueueChange: Equatable, Sendable {
  /// A push got its number in its queue, and can be sent again.
  case numbered(Delivery)
  /// Numbered pushes up to this one are kept no longer.
  case retainedRemoved(through: NotificationID)
  /// The memory of an app's extension about a queue.
  case missed(QueueID, GapDetector)
  /// The outcomes of the pushes of a queue; nil forgets them.
  case counts(CountedQueue, QueueCounts?)
  /// A counted push that has not arrived, by its queue and its number; nil for one that has.
  case outstanding(CountedQueue, number: Int, OutstandingPush?)
}
