import Foundation

/// A folder of small files, some of them secret. Files are written completely or not at all, and
/// have their mode from creation.
struct SecretFolder {
  typealias Failure = CertificateAuthority.Failure

  let path: String

  /// Returns the path of a file in the folder.
  func file(_ name: String) -> String {
    path + "/" + name
  }

  /// Runs `body` with the folder's lock; waits for other processes that hold it.
  func locked<Result: ~Copyable>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try make()
    let lock = try lock(at: file(".lock"))
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }

  private func lock(at path: String) throws(Failure) -> FileLock {
    do throws(FileLock.Failure) {
      return try FileLock(path: path, waits: true)
    } catch {
      switch error {
      case .unusable(let reason): throw .broken(path: path, message: "it " + reason)
      case .system(let error): throw .system(error)
      case .held: throw .system(SystemError("flock", path: path, code: EWOULDBLOCK))
      }
    }
  }

  /// Creates the folder if it is missing. Removes the permissions of other users from an existing
  /// folder of this user.
  func make() throws(Failure) {
    do throws(SystemError) { try Folder.make(path) } catch { throw .system(error) }
    Folder.restrict(path, to: 0o700)
  }

  /// Returns the bytes of a file; nil when it does not exist.
  func read(_ name: String) throws(Failure) -> [UInt8]? {
    let path = file(name)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let error = SystemError("open", path: path)
      if error.code == ENOENT { return nil }
      throw .system(error)
    }
    defer { close(descriptor) }
    // A certificate with its key is under two kilobytes; a longer file is something else.
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    var count = 0
    reading: while count < bytes.count {
      let result = bytes.withUnsafeMutableBytes {
        Socket.read(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
      }
      switch result {
      case .bytes(let more): count += more
      case .end, .nothingYet: break reading
      case .failed(let code): throw .system(SystemError("read", path: path, code: code))
      }
    }
    return Array(bytes[..<count])
  }

  /// Replaces a file atomically.
  func write(_ bytes: [UInt8], to name: String, mode: mode_t) throws(Failure) {
    let path = file(name)
    let temporary = file(".\(name).\(getpid())")
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .system(SystemError("open", path: temporary)) }
    let isWritten =
      fchmod(descriptor, mode) == 0 && StandardOutput.write(bytes, to: descriptor)
      && fsync(descriptor) == 0
    var failure = isWritten ? nil : SystemError("write", path: temporary)
    close(descriptor)
    if failure == nil, rename(temporary, path) != 0 { failure = SystemError("rename", path: path) }
    guard let failure else { return }
    unlink(temporary)
    throw .system(failure)
  }
}
