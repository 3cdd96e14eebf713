/// The requests of an HTTP/2 connection that were not complete when their first bytes were parsed,
/// with their time limits.
struct SlowRequests {
  /// Streams that began in the current call of `receive`.
  private var begun: [Int32] = []
  /// Streams that were not complete at the end of a call, oldest first, with their time limit.
  private var streams: [(id: Int32, limit: Double)] = []
  /// The place of the first of them that still counts.
  private var head = 0

  /// Adds a stream that begins in this call of `receive`.
  mutating func begin(_ id: Int32) {
    begun.append(id)
  }

  /// Assigns a time limit to the streams that began in this call and are not complete.
  mutating func add(before limit: Double, isIncomplete: (Int32) -> Bool) {
    for id in begun where isIncomplete(id) { streams.append((id, limit)) }
    begun.removeAll(keepingCapacity: true)
    removeFinished(isIncomplete)
  }

  /// Returns whether a stream satisfies a condition.
  func contains(where isWanted: (Int32) -> Bool) -> Bool {
    streams[head...].contains { isWanted($0.id) }
  }

  /// The next time limit; nil for none.
  var deadline: Double? { head < streams.count ? streams[head].limit : nil }

  /// Removes and returns the next stream whose time limit has passed.
  mutating func removeLate(_ now: Double) -> Int32? {
    guard let deadline, deadline <= now else { return nil }
    defer { head += 1 }
    return streams[head].id
  }

  /// Removes the streams at the start that are complete or closed.
  mutating func removeFinished(_ isIncomplete: (Int32) -> Bool) {
    while head < streams.count, !isIncomplete(streams[head].id) { head += 1 }
    if head == streams.count || head > 1024 {
      streams.removeFirst(head)
      head = 0
    }
  }
}
