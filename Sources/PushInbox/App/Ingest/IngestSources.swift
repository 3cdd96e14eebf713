import Foundation
import InboxModel

/// The sources of `ingest`, read piece by piece, in order: files of push lines, files that are one
/// push each, folders of both.
struct IngestSources {
  /// The extensions of files that are one push each; all others have push lines.
  private static let singlePushes = ["apns", "json"]
  /// The extensions of the files that are read in a folder.
  private static let inFolders = singlePushes + ["jsonl", "ndjson"]

  /// The words of the command line.
  var names: [String]
  /// The maximum length of a line in bytes. Of a longer one only the beginning is passed on.
  var lineLimit = ConnectionLimits().lineBytes
  /// Reports a source that cannot be read; the others are read.
  var unreadable: (String) -> Void
  /// Receives a piece before the next one is read.
  var receive: (IngestPiece) throws -> Void

  /// Reads all sources.
  func read() throws {
    for name in names { try read(name) }
  }

  /// Reads a source; `isNamed` is whether the command line names it.
  private func read(_ name: String, isNamed: Bool = true) throws {
    if name == "-" { return try readLines(of: STDIN_FILENO, name) }
    var facts = stat()
    guard stat(name, &facts) == 0 else { return fail(SystemError("open", path: name)) }
    if facts.st_mode & S_IFMT == S_IFDIR {
      if try readFolder(name) == 0 {
        unreadable(PlainText.clean(ResultMessage.noPushFiles(in: name)))
      }
      return
    }
    // Opening a FIFO would block.
    guard isNamed || facts.st_mode & S_IFMT == S_IFREG else {
      return unreadable(PlainText.clean(ResultMessage.notRegular(name)))
    }
    let file = open(name, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return fail(SystemError("open", path: name)) }
    defer { close(file) }
    guard Self.singlePushes.contains(Self.kind(name)) else { return try readLines(of: file, name) }
    let bytes: [UInt8]
    do throws(SystemError) {
      // One byte more than a push may have shows that it is too long.
      bytes = try WholeFile.bytes(of: file, path: name, limit: ConnectionLimits().lineBytes + 1)
    } catch {
      return fail(error)
    }
    try receive(IngestPiece(source: name, firstLine: nil, bytes: bytes))
  }

  /// Reads the files of a folder and its subfolders, ordered by name in any locale. Hidden files
  /// and links to folders are skipped.
  ///
  /// - Returns: The number of files that were read or reported.
  private func readFolder(_ name: String) throws -> Int {
    let files: [String]
    do {
      files = try FileManager.default.contentsOfDirectory(atPath: name)
    } catch {
      unreadable(PlainText.clean(ResultMessage.unreadableFolder(name)))
      return 1
    }
    var count = 0
    for file in files.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    where !file.hasPrefix(".") {
      let path = name.hasSuffix("/") ? name + file : name + "/" + file
      var facts = stat()
      guard lstat(path, &facts) == 0 else { continue }
      if facts.st_mode & S_IFMT == S_IFDIR {
        count += try readFolder(path)
      } else if Self.inFolders.contains(Self.kind(file)) {
        count += 1
        try read(path, isNamed: false)
      }
    }
    return count
  }

  private func readLines(of file: Int32, _ name: String) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    var pieces = LinePieces(maximumLineLength: lineLimit)
    let deliver = { (line: Int, bytes: [UInt8]) in
      try receive(IngestPiece(source: name, firstLine: line, bytes: bytes))
    }
    while true {
      let count = Foundation.read(file, buffer.baseAddress, buffer.count)
      if count > 0 {
        try pieces.receive(buffer.prefix(count), deliver)
      } else if count == 0 {
        return try pieces.end(deliver)
      } else if errno == EAGAIN {
        Platform.wait(for: POLLIN, on: file)
      } else if errno != EINTR {
        fail(SystemError("read", path: name))
        return try pieces.end(deliver)
      }
    }
  }

  private func fail(_ error: SystemError) {
    unreadable(PlainText.clean(ResultMessage.unreadable(error.path ?? "-", error)))
  }

  /// Returns the extension of a file name, in lower case.
  private static func kind(_ name: String) -> String {
    (name as NSString).pathExtension.lowercased()
  }
}
