import Foundation

/// Wakes the control thread from `poll`, with the connections concerned.
// Sendable: the variables are read and written only under `lock`; the descriptors never change.
final class WakePipe: @unchecked Sendable {
  /// The descriptor to poll for reading.
  let descriptor: Int32

  private let writeEnd: Int32
  private let lock = NSLock()
  private var numbers: Set<Int> = []
  private var isStopping = false
  private var isRung = false

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError("pipe") }
    for end in ends { Socket.prepare(end) }
    (descriptor, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writeEnd)
  }

  /// Wakes the thread for a connection that has bytes to send, or to end.
  func ring(_ number: Int? = nil, stopping: Bool = false) {
    lock.withLock {
      if let number { numbers.insert(number) }
      if stopping { isStopping = true }
      guard !isRung else { return }
      isRung = true
      var byte: UInt8 = 1
      _ = write(writeEnd, &byte, 1)
    }
  }

  /// Returns the connections that woke the thread since the last call.
  func answer() -> (numbers: Set<Int>, isStopping: Bool) {
    lock.withLock {
      defer {
        numbers = []
        isRung = false
      }
      var byte: UInt8 = 0
      if isRung { _ = read(descriptor, &byte, 1) }
      return (numbers, isStopping)
    }
  }
}
