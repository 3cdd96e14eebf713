import Foundation
import InboxModel

/// The answer to one request, written by whoever carries it out, from any thread and without waiting.
///
/// Bytes that the reader has not read yet wait here. A reader that is more than ``longestBacklog`` behind
/// gets no more: its answer ends with a line that says so, and exit code 1. One text of any size is taken
/// as long as the reader is not that far behind, so a long answer should be one text.
// Sendable: the variables are read and written under `lock` only; `wake` and `closing` are called outside of it.
final class ControlReply: @unchecked Sendable {
  /// The most bytes that a reader may be behind: 4 MiB.
  static let longestBacklog = 4 << 20

  private let lock = NSLock()
  private let wake: @Sendable () -> Void
  private var waiting: [UInt8] = []
  private var unsent = 0
  private var isFinished = false
  private var isClosed = false
  private var closing: (@Sendable () -> Void)?

  /// - Parameter wake: called when there is something to take after there was nothing.
  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  // MARK: For the one who answers

  /// Text for the command's standard output.
  func out(_ text: String) { append(.out(text)) }

  /// Text for the command's standard error.
  func err(_ text: String) { append(.err(text)) }

  /// Ends the answer; what is written after it is dropped.
  func exit(_ code: Int32) { append(.exit(code)) }

  /// Whether somebody still reads, and nobody has ended the answer.
  var isOpen: Bool { lock.withLock { !isClosed && !isFinished } }

  /// Called once when the connection ends, whoever ended it; at once if it has ended already. Called on
  /// the control thread or the setter's.
  var onClose: (@Sendable () -> Void)? {
    get { lock.withLock { closing } }
    set {
      let isLate = lock.withLock {
        if !isClosed { closing = newValue }
        return isClosed
      }
      if isLate { newValue?() }
    }
  }

  private func append(_ line: ControlLine) {
    let mustWake = lock.withLock {
      guard !isClosed, !isFinished else { return false }
      let wasEmpty = waiting.isEmpty
      if case .exit = line {
        line.append(to: &waiting)
        isFinished = true
      } else if waiting.count + unsent > Self.longestBacklog {
        ControlLine.err("The reader was too slow: the rest is left out.\n").append(to: &waiting)
        ControlLine.exit(1).append(to: &waiting)
        isFinished = true
      } else {
        line.append(to: &waiting)
      }
      return wasEmpty && !waiting.isEmpty
    }
    if mustWake { wake() }
  }

  // MARK: For the connection

  /// Removes and returns the bytes that wait; `unsent` is the number of earlier ones that are not sent yet.
  func drain(unsent: Int) -> (bytes: [UInt8], isLast: Bool) {
    lock.withLock {
      defer { waiting = [] }
      self.unsent = unsent + waiting.count
      return (waiting, isFinished)
    }
  }

  /// Updates the number of removed bytes that are not sent yet.
  func updateBacklog(unsent: Int) {
    lock.withLock { self.unsent = unsent }
  }

  /// The connection has ended.
  func close() {
    let closing = lock.withLock {
      defer {
        isClosed = true
        waiting = []
        self.closing = nil
      }
      return self.closing
    }
    closing?()
  }
}
