import Foundation

/// Where a command writes: results to one side, talk to the other. In a terminal these are standard
/// output and standard error, over the control socket they are its two kinds of lines.
protocol CommandOutput {
  /// A line of the result, without its line feed.
  func result(_ line: String)
  /// The same of a line too long to be copied needlessly.
  func result(bytes line: [UInt8])
  /// A line of talk, without its line feed.
  func talk(_ line: String)
}

extension CommandOutput {
  func result(bytes line: [UInt8]) {
    result(String(decoding: line, as: UTF8.self))
  }
}

/// The streams of this process.
final class StandardOutput: CommandOutput {
  /// `--quiet`: talk is left out.
  var isQuiet = false
  /// Why results are incomplete; nil also when their reader has left, as `head` does.
  private(set) var failure: SystemError?
  private var isOver = false

  func result(_ line: String) {
    put(Array((line + "\n").utf8))
  }

  func result(bytes line: [UInt8]) {
    put(line)
    put([UInt8(ascii: "\n")])
  }

  func talk(_ line: String) {
    if !isQuiet { StandardOutput.write(Array((line + "\n").utf8), to: STDERR_FILENO) }
  }

  /// What comes after a gap would mislead: the first failure is the last.
  private func put(_ bytes: [UInt8]) {
    guard !isOver, !StandardOutput.write(bytes, to: STDOUT_FILENO) else { return }
    isOver = true
    failure = StandardOutput.lastFailure()
  }

  /// Why a ``write(_:to:)`` to standard output has failed just now; nil when there is no reader any more.
  static func lastFailure() -> SystemError? {
    let error = SystemError("write", path: "standard output")
    return error.code == EPIPE ? nil : error
  }

  /// Writes all of it, waiting for a slow reader; false when it cannot be written, and `errno` says why.
  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest.removeFirst(count)
      } else if errno == EAGAIN {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
