/// The closed streams of an HTTP/2 connection. They include each number below the highest one that
/// the client used or skipped (RFC 9113 §5.1, §5.1.1).
///
/// The size does not grow with the number of streams.
struct ClosedStreams {
  /// The state of a stream number when a frame for it arrives.
  enum State: Equatable {
    /// No stream had the number yet, or this frame opens one.
    case unused
    /// The client skipped the number and used a larger one.
    case passedOver
    /// We reset the stream: frames the client sent before it received the reset are ignored.
    case reset
    /// A stream had the number; it may still be open.
    case closed
  }

  /// The highest number of a stream that a client opened.
  private var highest: Int32 = -1
  /// The numbers that the client skipped, the latest few.
  private var passedOver: [ClosedRange<Int32>] = []
  /// The latest streams that we reset, in the order of the resets.
  private var resets: [Int32] = []
  private let limit: Int

  /// Makes an empty record of closed streams.
  ///
  /// - Parameter limit: The maximum number of open streams. For this many the client may have sent
  ///   frames before it receives their resets.
  init(limit: Int) {
    self.limit = limit
  }

  /// Returns the state of a stream number for which HEADERS or DATA arrived. HEADERS for a new
  /// number open a stream.
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
