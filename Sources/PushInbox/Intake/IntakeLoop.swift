import InboxModel

/// The feeds' thread: an event loop that passes the items its handlers read to the runtime, in
/// batches.
// Sendable: the variables are used only on the loop's thread; the intake and the counters have
// locks.
final class IntakeLoop: EventLoop, @unchecked Sendable {
  let intake: Intake
  let counters: Counters
  private var batch: [FeedItem] = []
  private var freshIDs = FreshIDs()
  /// The number of HTTP requests read.
  var requestCount = 0
  /// The number of lines that all line feeds have read.
  var lineCount = 0
  /// The requests for missed pushes from providers that cannot be reached, oldest first.
  var unasked: [RepeatRequest] = []
  /// The maximum number of retained requests; the oldest are dropped.
  static let mostUnasked = 1000

  /// Starts the thread.
  ///
  /// - Throws: When the process has no descriptors left.
  init(intake: Intake, counters: Counters = Counters(), clock: LoopClock = .system)
    throws(SystemError)
  {
    self.intake = intake
    self.counters = counters
    try super.init(name: "pushinbox feeds", clock: clock)
    intake.whenRoomReturns { [weak self] in self?.wake() }
  }

  /// Adds an item to the batch for the runtime; on the thread only.
  func emit(_ item: FeedItem) {
    batch.append(item)
  }

  /// Returns an identifier for a request without one; on the thread only.
  func freshID() -> APNSID {
    freshIDs.next()
  }

  override var hasRoom: Bool { intake.hasRoom }

  override func handOverBatch() -> Bool {
    guard !batch.isEmpty else { return false }
    intake.offer(batch)
    batch = []
    return true
  }
}
