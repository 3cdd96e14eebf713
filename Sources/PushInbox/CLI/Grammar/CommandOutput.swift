import InboxModel

/// The two streams of a command: results, and messages about them. In a terminal these are standard output and
/// standard error, over the control socket they are its two kinds of lines.
///
/// Text for people is written by ``result(_:)``, ``talk(_:)`` and ``report(_:)``, which escape
/// whatever controls a terminal. Data for programs is written unchanged.
protocol CommandOutput {
  /// Writes a line of data, without its line feed, unchanged: JSON, a script, a path, a drawn
  /// screen.
  func writeData(_ line: String)
  /// Writes a line of data in pieces, with its line feed: `write` is given the receiver of each.
  func writeData(pieces write: (@escaping (UnsafeRawBufferPointer) -> Void) -> Void)
  /// Writes a line of messages, without its line feed, unchanged; for ``talk(_:)`` and
  /// ``report(_:)``.
  func writeTalk(_ line: String)
}

extension CommandOutput {
  /// Writes a result for people as one line, escaped as ``PlainText`` does it.
  func result(_ line: String) {
    writeData(PlainText.clean(line))
  }

  /// Writes a message as one line, escaped as ``PlainText`` does it.
  func talk(_ line: String) {
    writeTalk(PlainText.clean(line))
  }

  /// Writes an error, which may have several lines.
  func report(_ error: ErrorMessage) {
    writeTalk("pushinbox: " + error.text)
  }

  func writeData(pieces write: (@escaping (UnsafeRawBufferPointer) -> Void) -> Void) {
    var line: [UInt8] = []
    write { line += $0 }
    writeData(String(decoding: line.dropLast(), as: UTF8.self))
  }
}

extension StandardOutput: CommandOutput {}
