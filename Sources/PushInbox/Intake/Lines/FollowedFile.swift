import Foundation
import InboxModel

/// A regular file that is read from a position on, with the data by which it is recognised later.
final class FollowedFile {
  /// The numbers that distinguish two files while one of them is open.
  struct Identity: Equatable {
    var device: UInt64
    var inode: UInt64

    fileprivate init(_ facts: stat) {
      device = UInt64(truncatingIfNeeded: facts.st_dev)
      inode = UInt64(truncatingIfNeeded: facts.st_ino)
    }
  }

  /// The kind of file at a path.
  enum Found: Equatable {
    /// A regular file and its size in bytes.
    case file(Identity, size: Int)
    case folder
    /// A FIFO, a device or a socket.
    case other
    /// No file, or one that cannot be inspected; with `errno`.
    case failed(Int32)
  }

  let descriptor: Int32
  let identity: Identity
  /// The offset of the next byte to read.
  private(set) var offset = 0
  /// The first bytes of the file.
  private var head: [UInt8] = []

  /// The number of first bytes by which a file is recognised.
  private static let headLimit = 1024

  /// Opens a file at its beginning.
  ///
  /// - Throws: An error also for a file that is not regular.
  init(_ path: String) throws(SystemError) {
    // If a FIFO has just replaced the file, opening must not block the thread.
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open", path: path) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else {
      let failure = SystemError("stat", path: path)
      close(descriptor)
      throw failure
    }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw SystemError(
        "open", path: path, code: facts.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    identity = Identity(facts)
  }

  deinit {
    close(descriptor)
  }

  static func inspect(at path: String) -> Found {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return .failed(errno) }
    return switch facts.st_mode & S_IFMT {
    case S_IFREG: .file(Identity(facts), size: Int(facts.st_size))
    case S_IFDIR: .folder
    default: .other
    }
  }

  /// The size in bytes; 0 when it cannot be determined.
  var size: Int {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 ? Int(facts.st_size) : 0
  }

  /// Whether the system does not report all changes of the file, so that it is checked
  /// periodically.
  var isRemote: Bool { FileWatch.isIncomplete(for: descriptor) }

  // MARK: Reading

  /// Reads the next bytes.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Socket.Reading {
    let count = read(at: offset, into: buffer)
    if count < 0 { return .failed(errno) }
    if offset < Self.headLimit, head.count == offset {
      head += buffer.prefix(min(count, Self.headLimit - offset))
    }
    offset += count
    return count == 0 ? .end : .bytes(count)
  }

  /// Continues at a position at or before the current one.
  func rewind(to offset: Int) {
    self.offset = offset
    head = Array(head.prefix(offset))
  }

  private func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Reads the first bytes again, at most `count` of them.
  private func firstBytes(_ count: Int) -> [UInt8] {
    let count = min(count, Self.headLimit)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, read(at: 0, into: UnsafeMutableRawBufferPointer(buffer)))
    }
  }

  // MARK: Recognising

  /// Whether the bytes before an offset are unchanged since they were read, judged by the size and
  /// the first bytes.
  func isIntact(before offset: Int) -> Bool {
    let known = head.prefix(offset)
    return size >= offset && firstBytes(known.count).elementsEqual(known)
  }

  /// Returns the position to store.
  func position(_ offset: Int, isInsideLongLine: Bool) -> FilePosition {
    FilePosition(
      inode: identity.inode, offset: offset, fingerprint: Self.hash(head.prefix(offset)),
      isInsideLongLine: isInsideLongLine)
  }

  /// Continues at a stored position. Returns false if the position is not in this file.
  func resume(at position: FilePosition) -> Bool {
    guard identity.inode == position.inode, size >= position.offset else { return false }
    let head = firstBytes(position.offset)
    guard Self.hash(head[...]) == position.fingerprint else { return false }
    self.head = head
    offset = position.offset
    return true
  }

  /// Finds the file of a stored position beside a path, where rotation has moved it, and opens it
  /// at the position.
  static func find(_ position: FilePosition, beside path: String) -> FollowedFile? {
    let folders = FileWatch.folders(deciding: path).suffix(1) + [WholeFile.folder(of: path)]
    for folder in folders {
      guard let entries = opendir(folder) else { continue }
      defer { closedir(entries) }
      while let entry = readdir(entries) {
        guard UInt64(entry.pointee.d_ino) == position.inode else { continue }
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX)) { String(cString: $0) }
        }
        guard let file = try? FollowedFile(folder + "/" + name), file.resume(at: position) else {
          continue
        }
        return file
      }
    }
    return nil
  }

  /// Returns the 64-bit FNV-1a hash (Fowler, Noll, Vo).
  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
