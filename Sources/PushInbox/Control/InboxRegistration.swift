import Foundation
import InboxModel

/// A running inbox as commands of the same user find it: its name and its addresses.
struct InboxRegistration: Equatable, Sendable {
  /// The process number.
  var process: Int32
  /// The name for people: the folder of its store, `in memory` or `demo`.
  var name: String
  /// The absolute path of its control socket.
  var socket: String
  /// The folder of its store; nil for one in memory.
  var store: String?
  /// The address at which it receives pushes, `127.0.0.1:2197`.
  var address: String

  /// The option that selects it, and its description: `--socket /run/pushinbox.sock  in memory,
  /// 127.0.0.1:2197, pid 12`.
  var line: String {
    "--socket \(Quoting.shellWord(socket))  \(name), \(address), pid \(process)"
  }
}

// MARK: - The file

extension InboxRegistration {
  /// The contents of its file: one JSON object.
  var bytes: [UInt8] {
    let object: JSONObject = [
      "address": .string(address), "name": .string(name),
      "pid": .number(JSONNumber(Int(process))), "socket": .string(socket),
      "store": store.map { .string($0) } ?? .null, "v": .number(JSONNumber(1)),
    ]
    return Array(JSONWriter.text(.object(object)).utf8)
  }

  /// Parses the contents of a file; nil for anything but a registration with a socket that can be
  /// reached. Texts for people are shortened to fit a line.
  init?(_ bytes: [UInt8]) {
    guard let root = (try? JSONReader.read(bytes, maximumDepth: 4))?.root.object,
      root["v"]?.int == 1, let number = root["pid"]?.int, let process = Int32(exactly: number),
      process > 0, let socket = root["socket"]?.string, socket.hasPrefix("/"),
      !socket.utf8.contains(0), socket.utf8.count <= ControlPath.maximumLength,
      let name = root["name"]?.string, let address = root["address"]?.string
    else { return nil }
    self.init(
      process: process, name: String(name.prefix(200)), socket: socket,
      store: root["store"]?.string, address: String(address.prefix(80)))
  }
}

/// The folder in which running inboxes register, one file each (`docs/guides/inboxes.md`).
///
/// The process of an inbox locks its file while it runs (`flock(2)`), so a file that can be locked
/// is stale, however the process ended. Files that belong to another user, that others may write,
/// or that have other contents are ignored and left unchanged.
struct InboxRegistry {
  /// The path of the folder.
  let folder: String

  /// The maximum size of a registration in bytes.
  private static let maximumLength = 4096

  /// The reason why an inbox is not registered; half a sentence.
  struct Failure: Error, Equatable {
    var reason: String
  }

  /// Returns the running inboxes, sorted by name. Removes stale files.
  func running() -> [InboxRegistration] {
    guard let descriptor = try? opened() else { return [] }
    defer { close(descriptor) }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter(Self.isFileName).compactMap { running(named: $0, in: descriptor) }
      .sorted { ($0.name, $0.process) < ($1.name, $1.process) }
  }

  private func running(named name: String, in folder: Int32) -> InboxRegistration? {
    // Opening a FIFO does not block, and links are not followed.
    let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      facts.st_uid == geteuid(), facts.st_nlink == 1, facts.st_mode & 0o022 == 0
    else { return nil }
    guard flock(file, LOCK_SH | LOCK_NB) != 0 else {
      unlinkat(folder, name, 0)
      return nil
    }
    guard errno == EWOULDBLOCK else { return nil }
    let bytes = try? WholeFile.bytes(of: file, path: name, limit: Self.maximumLength + 1)
    return bytes.flatMap { $0.count <= Self.maximumLength ? InboxRegistration($0) : nil }
  }

  /// Registers an inbox of this process, until ``RegisteredInbox/remove()`` or the end of the
  /// process.
  func register(_ registration: InboxRegistration) throws(Failure) -> RegisteredInbox {
    guard registration.socket.utf8.count <= ControlPath.maximumLength else {
      throw Failure(
        reason: "the path of its control socket has over \(ControlPath.maximumLength) bytes")
    }
    do throws(SystemError) {
      // Another inbox that ends removes the folder when it is empty.
      for _ in 1...10 {
        do throws(SystemError) {
          return try RegisteredInbox(registration.bytes, in: self)
        } catch {
          guard error.code == ENOENT else { throw error }
        }
      }
      throw SystemError("open", path: folder, code: ENOENT)
    } catch {
      throw Failure(reason: "\(error.path ?? folder): \(error.reason)")
    }
  }

  /// Opens the folder, if it belongs to this user and others may not write to it.
  fileprivate func opened() throws(SystemError) -> Int32 {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open", path: folder) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_uid == geteuid(), facts.st_mode & 0o022 == 0
    else {
      close(descriptor)
      throw SystemError("open", path: folder, code: EPERM)
    }
    return descriptor
  }

  /// Returns a file name that no other process uses, for the file and its draft.
  fileprivate static func fileName() -> String {
    "inbox-\(getpid())-\(UInt64.random(in: 0...(.max))).json"
  }

  private static func isFileName(_ name: String) -> Bool {
    name.hasPrefix("inbox-") && name.hasSuffix(".json")
  }
}

/// The registration of an inbox of this process.
final class RegisteredInbox {
  private let registry: InboxRegistry
  private let name: String
  private var file: Int32

  /// Writes and locks a draft, then renames it, so that other processes never find the file
  /// unlocked or incomplete.
  fileprivate init(_ bytes: [UInt8], in registry: InboxRegistry) throws(SystemError) {
    self.registry = registry
    name = InboxRegistry.fileName()
    try Folder.make(registry.folder)
    let folder = try registry.opened()
    defer { close(folder) }
    let draft = name + ".tmp"
    file = openat(folder, draft, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError("open", path: registry.folder) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0, StandardOutput.write(bytes, to: file),
      renameat(folder, draft, folder, name) == 0
    else {
      let failure = SystemError("write", path: registry.folder)
      unlinkat(folder, draft, 0)
      close(file)
      file = -1
      throw failure
    }
  }

  /// Removes the registration, and the folder when it is then empty.
  func remove() {
    guard file >= 0 else { return }
    unlink(registry.folder + "/" + name)
    close(file)
    file = -1
    rmdir(registry.folder)
  }

  deinit { remove() }
}
