import Foundation

/// The standard output and the standard error of this process.
final class StandardOutput {
  /// A Boolean value that indicates whether messages are left out (`--quiet`).
  var isQuiet = false
  /// The reason why results are incomplete; nil also when the reader has left, as `head` does.
  private(set) var failure: SystemError?
  private var isOver = false

  /// Writes a line to standard output, unchanged, and adds a line feed.
  func writeData(_ line: String) {
    Array((line + "\n").utf8).withUnsafeBytes(put)
  }

  /// Writes data in pieces, as far as there is a reader.
  @MainActor
  func writeData(pieces next: @escaping @MainActor () throws -> [UInt8]?) throws {
    while !isOver, let piece = try next() { piece.withUnsafeBytes(put) }
  }

  /// Writes a line to standard error, unchanged, and adds a line feed.
  func writeTalk(_ line: String) {
    if !isQuiet { StandardOutput.write(Array((line + "\n").utf8), to: STDERR_FILENO) }
  }

  /// Writes a message of the program to standard error, on any thread.
  static func report(_ message: String) {
    write(Array("pushinbox: \(message)\n".utf8), to: STDERR_FILENO)
  }

  /// Writes bytes. After a failure nothing more is written, since output after a gap would mislead.
  private func put(_ bytes: UnsafeRawBufferPointer) {
    guard !isOver, !StandardOutput.write(bytes, to: STDOUT_FILENO) else { return }
    isOver = true
    failure = StandardOutput.lastFailure()
  }

  /// Returns why the last ``write(_:to:)`` to standard output failed; nil when it has no reader any
  /// more.
  static func lastFailure() -> SystemError? {
    let error = SystemError("write", path: "standard output")
    return error.code == EPIPE ? nil : error
  }

  /// Writes all bytes, waiting for a slow reader; returns false on failure, with the reason in
  /// `errno`.
  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        Platform.wait(for: POLLOUT, on: descriptor)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
