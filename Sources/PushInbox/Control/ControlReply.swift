import Foundation
import InboxModel

/// The response to one request. It can be written on any thread without waiting.
///
/// Bytes that the client has not read wait here. A client that is more than ``maximumBacklog``
/// behind gets no more: its response ends with an error line and exit code 1. Data that may be long
/// is made in pieces, each when the client has read those before: ``out(pieces:)``.
// Sendable: the variables are read and written only under `lock`; `wake`, `closing` and the source
// of the pieces are called outside of it.
final class ControlReply: @unchecked Sendable {
  /// The maximum number of unread bytes: 4 MiB.
  static let maximumBacklog = 4 << 20
  /// The number of unread bytes below which the next piece is made.
  private static let lowBacklog = 64 << 10

  /// A piece of long data.
  enum Piece {
    /// Bytes that end between two characters.
    case data([UInt8])
    /// The reason why the data ends early, for standard error, and the exit code.
    case failure(text: String, code: Int32)
  }

  /// Returns the next piece; nil after the last one.
  typealias Pieces = @MainActor () -> Piece?

  private let lock = NSLock()
  private let wake: @Sendable () -> Void
  private var waiting: [UInt8] = []
  private var unsent = 0
  private var isFinished = false
  /// The source of the pieces; nil if there are none or all were made.
  private var pieces: Pieces?
  /// The lines that follow the last piece, and the exit code; nil if the response continues.
  private var end: (lines: [UInt8], exit: Int32?) = ([], nil)
  /// Whether pieces are about to be made.
  private var isMaking = false
  private var hasBegun = false
  private var isClosed = false
  private var closing: (@Sendable () -> Void)?

  /// Makes an empty response.
  ///
  /// - Parameter wake: Called when bytes wait after there were none, and by ``begin()``.
  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  // MARK: Writing

  /// Appends text for the command's standard output.
  func out(_ text: String) { append(.out(text)) }

  /// Appends text for the command's standard error.
  func err(_ text: String) { append(.err(text)) }

  /// Appends data for the command's standard output in pieces, at most once. Text that is appended
  /// meanwhile follows the last piece, also if the response was ended before.
  @MainActor
  func out(pieces: @escaping Pieces) {
    lock.withLock { if !isClosed { self.pieces = pieces } }
    makePieces()
  }

  /// Ends the response, after the last piece; later text is dropped.
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
      if pieces != nil {
        if case .exit(let code) = line { end.exit = code } else { line.append(to: &end.lines) }
        return false
      }
      let wasEmpty = waiting.isEmpty
      if case .exit = line {
        line.append(to: &waiting)
        isFinished = true
      } else if waiting.count + unsent > Self.maximumBacklog {
        ControlLine.err("the reader was too slow: the rest is left out.\n").append(to: &waiting)
        ControlLine.exit(1).append(to: &waiting)
        isFinished = true
      } else {
        line.append(to: &waiting)
      }
      return wasEmpty && !waiting.isEmpty
    }
    if mustWake { wake() }
  }

  // MARK: Pieces

  /// Makes two pieces at most, so that short data is complete at once.
  @MainActor
  private func makePieces() {
    lock.withLock { isMaking = false }
    for _ in 0..<2 {
      guard let next = lock.withLock({ isLow ? pieces : nil }) else { return }
      switch next() {
      case .data(let bytes): add(bytes)
      case .failure(let text, let code):
        err(text)
        exit(code)
        add(nil)
      case nil: add(nil)
      }
    }
    makeMore()
  }

  /// Schedules the next pieces if few bytes wait; the main thread serves others before them.
  private func makeMore() {
    let mustMake = lock.withLock {
      guard pieces != nil, isLow, !isMaking else { return false }
      isMaking = true
      return true
    }
    if mustMake { onMain { self.makePieces() } }
  }

  /// Whether the client has read nearly all. Read under the lock.
  private var isLow: Bool { waiting.count + unsent < Self.lowBacklog }

  /// Adds a piece, or with nil the end of the pieces.
  private func add(_ piece: [UInt8]?) {
    let mustWake = lock.withLock {
      guard pieces != nil else { return false }
      let wasEmpty = waiting.isEmpty
      if let piece {
        ControlLine.out(String(decoding: piece, as: UTF8.self)).append(to: &waiting)
      } else {
        waiting += end.lines
        if let code = end.exit {
          ControlLine.exit(code).append(to: &waiting)
          isFinished = true
        }
        pieces = nil
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
    makeMore()
  }

  /// Handles the end of the connection.
  func close() {
    let closing = lock.withLock {
      defer {
        isClosed = true
        waiting = []
        pieces = nil
        self.closing = nil
      }
      return self.closing
    }
    closing?()
  }
}
