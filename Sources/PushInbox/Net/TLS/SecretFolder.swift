import Foundation

/// A folder of small files some of which are secret: written whole or not at all, with their mode from
/// the first byte on.
struct SecretFolder {
  typealias Failure = CertificateAuthority.Failure

  let path: String

  /// The path of a file in it.
  func file(_ name: String) -> String {
    path + "/" + name
  }

  /// Runs `body` while no other process is in here; waits for the one that is.
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

  /// Makes the folder if it is missing; of one of ours that others may open they lose the permission.
  func make() throws(Failure) {
    do throws(SystemError) { try Folder.make(path) } catch { throw .system(error) }
    Folder.restrict(path, to: 0o700)
  }

  /// The bytes of a file; nil when it is not there.
  func read(_ name: String) throws(Failure) -> [UInt8]? {
    let path = file(name)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let error = SystemError("open", path: path)
      if error.code == ENOENT { return nil }
      throw .system(error)
    }
    defer { close(descriptor) }
    // A certificate with its key is under two kilobytes; what is longer is something else.
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

  /// Puts a file in the place of the old one in one step.
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
