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
struct StandardOutput: CommandOutput {
  /// `--quiet`: talk is left out.
  var isQuiet = false

  func result(_ line: String) {
    StandardOutput.write(Array((line + "\n").utf8), to: STDOUT_FILENO)
  }

  func result(bytes line: [UInt8]) {
    guard StandardOutput.write(line, to: STDOUT_FILENO) else { return }
    StandardOutput.write([UInt8(ascii: "\n")], to: STDOUT_FILENO)
  }

  func talk(_ line: String) {
    if !isQuiet { StandardOutput.write(Array((line + "\n").utf8), to: STDERR_FILENO) }
  }

  /// Writes all of it, waiting for a slow reader; false when there is no reader any more.
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
