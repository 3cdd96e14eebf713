import InboxModel

/// Returns the next piece of long data, which ends between two characters; nil after the last one.
typealias DataPieces = @MainActor () throws -> [UInt8]?

/// The two output streams of a command: results, and messages about them. On a terminal they are
/// standard output and standard error; over the control socket they are its two kinds of lines.
///
/// Text for people is written by ``result(_:)``, ``talk(_:)`` and ``report(_:)``, which escape
/// control characters. Data for programs is written unchanged.
protocol CommandOutput {
  /// Writes a line of data, without its line feed, unchanged: JSON, a script, a path, a drawn
  /// screen.
  func writeData(_ line: String)
  /// Writes data in pieces, unchanged, the last one with a line feed. A running inbox makes a piece
  /// when the reader has those before, and serves others meanwhile. At most once per command.
  @MainActor
  func writeData(pieces next: @escaping DataPieces) throws
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

  @MainActor
  func writeData(pieces next: @escaping DataPieces) throws {
    var data: [UInt8] = []
    while let piece = try next() { data += piece }
    if !data.isEmpty { writeData(String(decoding: data.dropLast(), as: UTF8.self)) }
  }
}

extension StandardOutput: CommandOutput {}
