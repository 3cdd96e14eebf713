import Dispatch
import Foundation

/// Reports work of one thread that does not end within a time limit, while it goes on.
///
/// A write to a disk that hangs blocks its thread, which cannot report that itself.
// Sendable: the variables are read and written only under `lock`.
final class HangWatch: @unchecked Sendable {
  /// Called on the thread of the watch, once for each piece of work over the limit. The watched
  /// thread does not return from the work meanwhile.
  var report: @Sendable () -> Void {
    get { lock.withLock { reporting } }
    set { lock.withLock { reporting = newValue } }
  }

  /// Seconds that work may take without a report.
  let limit: Double
  private let lock = NSLock()
  private let wake = DispatchSemaphore(value: 0)
  private var reporting: @Sendable () -> Void = {}
  /// Pieces of work that have begun inside each other.
  private var depth = 0
  /// The number of the outermost work, and when it began.
  private var number = 0
  private var began = DispatchTime.now()
  /// Whether the thread waits for ``wake`` without a time limit.
  private var isAsleep = true
  private var isStarted = false

  init(limit: Double = 5) {
    self.limit = limit
  }

  /// Performs work, which is reported if it takes longer than ``limit``.
  func watch<Value, Failure>(
    _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    begin()
    defer { lock.withLock { depth -= 1 } }
    return try work()
  }

  private func begin() {
    lock.lock()
    defer { lock.unlock() }
    depth += 1
    guard depth == 1 else { return }
    number += 1
    began = .now()
    guard isAsleep else { return }
    isAsleep = false
    if isStarted {
      wake.signal()
    } else {
      isStarted = true
      let thread = Thread { [self] in follow() }
      thread.name = "pushinbox hangs"
      thread.start()
    }
  }

  /// Follows the work of the process until it ends. Work that ends in time costs no switch to this
  /// thread but the first after a pause.
  private func follow() {
    var reported = 0
    while true {
      lock.lock()
      let deadline = began + limit
      if depth == 0 {
        isAsleep = true
        lock.unlock()
        wake.wait()
        continue
      }
      if number != reported, deadline <= .now() {
        reported = number
        reporting()
      }
      let next = number == reported ? DispatchTime.now() + limit : deadline
      lock.unlock()
      // Nothing signals it meanwhile: this is a pause.
      _ = wake.wait(timeout: next)
    }
  }
}
