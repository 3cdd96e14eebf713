import Foundation

/// Writes to a descriptor on a separate thread, so that a blocked reader blocks nothing else.
///
/// Nothing is dropped: callers check ``hasRoom`` and stop their own sources.
// Sendable: the variables are read and written only under the lock of `condition`.
final class OutputQueue: @unchecked Sendable {
  private let descriptor: Int32
  private let limit: Int
  private let onRoom: @Sendable () -> Void
  private let onEnd: @Sendable (SystemError?) -> Void
  private let condition = NSCondition()
  private var waiting: [UInt8] = []
  private var isWriting = false
  private var isGone = false

  /// Makes an empty queue for a descriptor.
  ///
  /// - Parameters:
  ///   - limit: The bytes from which ``hasRoom`` is false.
  ///   - onRoom: Called on the queue's thread when there is room again after there was none.
  ///   - onEnd: Called there once, when nothing can be written any more: with the reason, or with
  ///     nil when there is no reader.
  init(
    descriptor: Int32, limit: Int = 1 << 20, onRoom: @escaping @Sendable () -> Void,
    onEnd: @escaping @Sendable (SystemError?) -> Void
  ) {
    self.descriptor = descriptor
    self.limit = limit
    self.onRoom = onRoom
    self.onEnd = onEnd
    let thread = Thread { [self] in work() }
    thread.name = "pushinbox output"
    thread.start()
  }

  /// Whether more should be written now.
  var hasRoom: Bool {
    condition.withLock { isGone || waiting.count < limit }
  }

  /// Queues bytes without waiting.
  func write(_ bytes: [UInt8]) {
    condition.withLock {
      guard !isGone else { return }
      waiting += bytes
      condition.signal()
    }
  }

  /// Waits until all is written, at most `seconds`.
  func finish(within seconds: Double) {
    let end = Date(timeIntervalSinceNow: seconds)
    condition.withLock {
      while !isGone, !waiting.isEmpty || isWriting {
        if !condition.wait(until: end) { return }
      }
    }
  }

  private func work() {
    while true {
      let (bytes, wasFull) = condition.withLock {
        while waiting.isEmpty { condition.wait() }
        defer {
          waiting = []
          isWriting = true
        }
        return (waiting, waiting.count >= limit)
      }
      let isWritten = StandardOutput.write(bytes, to: descriptor)
      let failure = isWritten ? nil : StandardOutput.lastFailure()
      condition.withLock {
        isWriting = false
        isGone = !isWritten
        condition.broadcast()
      }
      guard isWritten else { return onEnd(failure) }
      if wasFull { onRoom() }
    }
  }
}
