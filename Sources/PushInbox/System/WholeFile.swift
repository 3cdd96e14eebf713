import Foundation

/// A file that is replaced atomically: written beside its path, then renamed. FIFOs, devices and
/// `/dev/stdout` are written directly; a symbolic link stays one.
enum WholeFile {
  /// Checks whether a file can be written, as far as that is known without writing.
  static func checkWritable(_ path: String) throws(SystemError) {
    switch try place(path) {
    case .stream: if access(path, W_OK) != 0 { throw SystemError("write", path: path) }
    case .file(let path, _):
      if access(folder(of: path), W_OK | X_OK) != 0 { throw SystemError("write", path: path) }
    }
  }

  static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    switch try place(path) {
    case .stream:
      let stream = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
      guard stream >= 0 else { throw SystemError("open", path: path) }
      defer { close(stream) }
      try write(bytes, to: stream, path: path)
    case .file(let path, let mode): try replace(path, with: bytes, mode: mode)
    }
  }

  /// Creates a new file. An existing one, also a dangling link, is the error `EEXIST`.
  static func create(_ bytes: [UInt8], at path: String, mode: mode_t = 0o666) throws(SystemError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard file >= 0 else { throw SystemError("open", path: path) }
    defer { close(file) }
    do throws(SystemError) {
      try write(bytes, to: file, path: path)
    } catch {
      unlink(path)
      throw error
    }
  }

  /// The content at a path.
  enum Content: Equatable {
    case nothing
    case file([UInt8])
    /// A folder, a FIFO or a device: reading it could block indefinitely.
    case other
  }

  /// Reads a regular file, at most `limit` bytes of it.
  static func read(_ path: String, limit: Int = 16 << 20) throws(SystemError) -> Content {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      let failure = SystemError("open", path: path)
      if failure.code == ENOENT { return .nothing }
      throw failure
    }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw SystemError("stat", path: path) }
    guard facts.st_mode & S_IFMT == S_IFREG else { return .other }
    return .file(try bytes(of: file, path: path, limit: limit))
  }

  /// Reads a descriptor up to its end or a limit in bytes.
  static func bytes(of file: Int32, path: String, limit: Int) throws(SystemError) -> [UInt8] {
    var facts = stat()
    var bytes: [UInt8] = []
    if fstat(file, &facts) == 0 { bytes.reserveCapacity(min(Int(facts.st_size), limit)) }
    try read(file, path: path, limit: limit) { bytes += $0 }
    return bytes
  }

  /// Passes on the bytes of a descriptor up to its end, at most `limit`.
  static func read(
    _ file: Int32, path: String, limit: Int, _ receive: (UnsafeRawBufferPointer) -> Void
  ) throws(SystemError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var rest = limit
    while rest > 0 {
      let count = Foundation.read(file, buffer.baseAddress, min(buffer.count, rest))
      if count > 0 {
        receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        rest -= count
      } else if count == 0 {
        break
      } else if errno == EAGAIN {
        Platform.wait(for: POLLIN, on: file)
      } else if errno != EINTR {
        throw SystemError("read", path: path)
      }
    }
  }

  /// Returns the path of the file that a write creates or replaces, after links; nil for a file
  /// that is written directly.
  static func target(of path: String) throws(SystemError) -> String? {
    guard case .file(let path, let mode) = try place(path) else { return nil }
    guard mode == nil, let folder = realPath(folder(of: path)) else { return path }
    return folder + "/" + (path.split(separator: "/").last ?? "")
  }

  private enum Place {
    /// A regular file; with its mode if it exists.
    case file(String, mode: mode_t?)
    case stream
  }

  private static func place(_ path: String) throws(SystemError) -> Place {
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      let failure = SystemError("write", path: path)
      guard failure.code == ENOENT, !path.hasSuffix("/"), lstat(path, &facts) != 0 else {
        throw failure  // A missing folder, or a dangling link.
      }
      return .file(path, mode: nil)
    }
    switch facts.st_mode & S_IFMT {
    case S_IFREG where !path.hasPrefix("/dev/"):
      return .file(realPath(path) ?? path, mode: facts.st_mode & 0o777)
    case S_IFDIR: throw SystemError("write", path: path, code: EISDIR)
    default: return .stream
    }
  }

  private static func replace(
    _ path: String, with bytes: [UInt8], mode: mode_t?
  ) throws(SystemError) {
    let name = ".pushinbox-\(getpid())-\(UInt32.random(in: 0...(.max))).tmp"
    let draft = folder(of: path) + "/" + name
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw SystemError("write", path: path) }
    do throws(SystemError) {
      defer { close(file) }
      if let mode { fchmod(file, mode) }
      try write(bytes, to: file, path: path)
      guard rename(draft, path) == 0 else { throw SystemError("rename", path: path) }
    } catch {
      unlink(draft)
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to file: Int32, path: String) throws(SystemError) {
    guard StandardOutput.write(bytes, to: file) else { throw SystemError("write", path: path) }
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns a path without symbolic links; nil when there is no file.
  static func realPath(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
