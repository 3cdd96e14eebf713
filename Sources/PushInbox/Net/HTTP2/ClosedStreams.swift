/// The streams of an HTTP/2 connection that are closed, which includes every number below the highest one
/// that a client used or passed over (RFC 9113 §5.1, §5.1.1).
///
/// The size does not grow with the number of streams.
struct ClosedStreams {
  /// The meaning of a frame for a stream number.
  enum State: Equatable {
    /// No stream had the number yet, or this frame opens one.
    case unused
    /// The client used a larger number before and never this one.
    case passedOver
    /// We reset the stream: what the client sent before it knew is ignored.
    case reset
    /// A stream had the number; whether it is open still is not known here.
    case closed
  }

  /// The highest number of a stream that a client opened.
  private var highest: Int32 = -1
  /// The numbers that were passed over, the latest few.
  private var passedOver: [ClosedRange<Int32>] = []
  /// The streams that we reset, the latest ones, in the order of the resets.
  private var resets: [Int32] = []
  private let limit: Int

  /// - Parameter limit: The streams a client may have open at a time: so many can it have sent frames for
  ///   before it knows that they were reset.
  init(limit: Int) {
    self.limit = limit
  }

  /// Classifies the number of a stream for which HEADERS or DATA came. HEADERS for a new number open
  /// a stream.
  mutating func state(of id: Int32, isHeaders: Bool) -> State {
    if id > highest {
      guard isHeaders else { return .unused }
      if id > highest + 2 { passedOver = passedOver.suffix(15) + [highest + 1...id - 1] }
      highest = id
      return .unused
    }
    if passedOver.contains(where: { $0.contains(id) }) { return .passedOver }
    return resets.contains(id) ? .reset : .closed
  }

  /// Records that we reset a stream.
  mutating func recordReset(_ id: Int32) {
    guard resets.last != id else { return }
    if resets.count >= 2 * limit { resets.removeFirst(limit) }
    resets.append(id)
  }
}
