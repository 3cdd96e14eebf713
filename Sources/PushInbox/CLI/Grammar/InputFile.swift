import Foundation

/// A file named on the command line; `-` is standard input.
enum InputFile {
  /// Reads a file whole.
  ///
  /// - Parameter limit: the most bytes; by default more than any push may have, less than what would hurt.
  /// - Throws: ``ErrorMessage`` that names the file and what is wrong with it.
  static func read(_ path: String, limit: Int = 16 << 20) throws(ErrorMessage) -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try contents(of: path, limit: limit + 1)
    } catch {
      throw ErrorMessage("\(path.isEmpty ? "“”" : path): \(error.reason)", .badInput)
    }
    guard bytes.count <= limit else {
      throw ErrorMessage("\(path): larger than \(limit >> 20) MiB", .badInput)
    }
    return bytes
  }

  private static func contents(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
    if path == "-" { return try WholeFile.bytes(of: STDIN_FILENO, path: path, limit: limit) }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SystemError("open", path: path) }
    defer { close(file) }
    return try WholeFile.bytes(of: file, path: path, limit: limit)
  }
}

extension Arguments {
  /// The file whose bytes go with the command; nil for a command that reads none.
  var inputFile: String? { command?.input == .file ? words.last : nil }
}
