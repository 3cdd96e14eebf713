/// A descriptor or a deadline that an event loop waits for.
protocol EventLoopHandler: AnyObject {
  /// The descriptor to poll; nil while there is none.
  var descriptor: Int32? { get }
  /// `POLLIN`, `POLLOUT` or both; 0 waits for neither.
  var interest: Int16 { get }
  /// The time at which ``timePassed(_:)`` is needed, in ``LoopClock/seconds``; nil for never.
  var deadline: Double? { get }
  /// Whether the loop removes the handler at the end of the round.
  var isDone: Bool { get }
  /// Handles the `poll` events of the descriptor.
  func ready(_ events: Int16)
  /// Handles a reached deadline.
  func timePassed(_ now: Double)
}
