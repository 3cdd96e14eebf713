import InboxModel

/// The two output streams of a command: results, and messages about them. On a terminal they are
/// standard output and standard error; over the control socket they are its two kinds of lines.
///
/// Text for people is written by ``result(_:)``, ``talk(_:)`` and ``report(_:)``, which escape
/// control characters. Data for programs is written unchanged.
protocol CommandOutput {
  /// Writes a line of data, without its line feed, unchanged: JSON, a script, a path, a drawn
  /// screen.
  func writeData(_ line: String)
  /// Writes a line of data in pieces, the last one with the line feed. `write` receives a function
  /// that writes a piece.
  func writeData(pieces write: (@escaping (UnsafeRawBufferPointer) -> Void) -> Void)
  /// Writes a line of messages, without its line feed, unchanged; for ``talk(_:)`` and
  /// ``report(_:)``.
  func writeTalk(_ line: String)
}

extension CommandOutput {
  /// Writes a result for people as one line, escaped by ``PlainText``.
  func result(_ line: String) {
    writeData(PlainText.clean(line))
  }

  /// Writes a message as one line, escaped by ``PlainText``.
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
