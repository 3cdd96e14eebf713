import Foundation

/// A file named on the command line; `-` is standard input.
enum InputFile {
  /// Reads a complete file.
  ///
  /// - Parameter limit: The maximum size in bytes; the default is larger than any push.
  /// - Throws: ``ErrorMessage`` that names the file and the problem.
  static func read(_ path: String, limit: Int = 16 << 20) throws(ErrorMessage) -> [UInt8] {
    var bytes: [UInt8] = []
    try read(path, limit: limit) { bytes += $0 }
    return bytes
  }

  /// Reads a file in pieces.
  ///
  /// - Throws: ``ErrorMessage`` that names the file and the problem.
  static func read(
    _ path: String, limit: Int, _ receive: (UnsafeRawBufferPointer) -> Void
  ) throws(ErrorMessage) {
    var count = 0
    do throws(SystemError) {
      let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { throw SystemError("open", path: path) }
      defer { if file != STDIN_FILENO { close(file) } }
      try WholeFile.read(file, path: path, limit: limit + 1) { bytes in
        count += bytes.count
        receive(bytes)
      }
    } catch {
      throw .unreadable(path, error)
    }
    guard count <= limit else { throw .tooLarge(path, limit: limit) }
  }
}

extension Arguments {
  /// The file whose bytes are sent with the command; nil for a command that reads none.
  var inputFile: String? { command?.input == .file ? words.last : nil }
}
