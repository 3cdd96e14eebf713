import Foundation
import InboxModel

/// The response to one request. It can be written on any thread without waiting.
///
/// Bytes that the client has not read wait here. A client that is more than ``maximumBacklog``
/// behind gets no more: its response ends with an error line and exit code 1. A single text of any
/// size is accepted while the client is not that far behind, so a long response should be one text.
// Sendable: the variables are read and written only under `lock`; `wake` and `closing` are called
// outside of it.
final class ControlReply: @unchecked Sendable {
  /// The maximum number of unread bytes: 4 MiB.
  static let maximumBacklog = 4 << 20

  private let lock = NSLock()
  private let wake: @Sendable () -> Void
  private var waiting: [UInt8] = []
  private var unsent = 0
  private var isFinished = false
  private var hasBegun = false
  private var isClosed = false
  private var closing: (@Sendable () -> Void)?

  /// - Parameter wake: Called when bytes wait after there were none, and by ``begin()``.
  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  // MARK: Writing

  /// Appends text for the command's standard output.
  func out(_ text: String) { append(.out(text)) }

  /// Appends text for the command's standard error.
  func err(_ text: String) { append(.err(text)) }

  /// Ends the response; later text is dropped.
  func exit(_ code: Int32) { append(.exit(code)) }

  /// Marks that the command was accepted, and lasts until the client leaves.
  func begin() {
    lock.withLock { hasBegun = true }
    wake()
  }

  /// Whether the command was accepted and lasts.
  var isStream: Bool { lock.withLock { hasBegun } }

  /// Whether the client still reads and the response has not ended.
  var isOpen: Bool { lock.withLock { !isClosed && !isFinished } }

  /// Called once when the connection ends for any reason; immediately if it has already ended.
  /// Called on the control thread or the setter's.
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
      } else if waiting.count + unsent > Self.maximumBacklog {
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

  // MARK: Sending

  /// Removes and returns the waiting bytes; `unsent` is the number of earlier ones that are not
  /// sent yet.
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

  /// Handles the end of the connection.
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
