import Foundation

/// Waits until one of some files changes: is written, replaced, made or removed. On Linux by inotify(7) on
/// their folders, elsewhere, and where the system has no watches left, by a look at them twice a second.
// Sendable: the variables are read and written under `lock` only; the descriptor never changes.
final class FileChanges: @unchecked Sendable {
  /// The facts that tell one state of a file from another; nil for one that is not there.
  private struct State: Equatable {
    var file: UInt64
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    init?(_ path: String) {
      var facts = Foundation.stat()
      guard stat(path, &facts) == 0 else { return nil }
      let changed = facts.changed
      (file, size) = (UInt64(facts.st_ino), Int(facts.st_size))
      (seconds, nanoseconds) = (changed.tv_sec, changed.tv_nsec)
    }
  }

  private let lock = NSLock()
  /// The files and how they were when they were added.
  private var states: [String: State?] = [:]
  /// The same files as they were named; links lead to others.
  private var added: Set<String> = []
  /// Whether the system reports every change.
  private var isReported = true

  #if os(Linux)
    private let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    /// The watched folders by the numbers of their watches.
    private var folders: [Int32: String] = [:]
    private static let mask = UInt32(
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE)
  #endif

  deinit {
    #if os(Linux)
      if descriptor >= 0 { close(descriptor) }
    #endif
  }

  /// The number of watched files.
  var count: Int { lock.withLock { added.count } }

  /// Watches no file any more.
  func removeAll() {
    lock.withLock { (states, added) = ([:], []) }
  }

  /// Watches a file from now on: add it before it is read. A link is watched with what it leads to.
  func add(_ path: String) {
    let path = URL(filePath: path).path
    let paths = [path, WholeFile.realPath(path)].compactMap(\.self)
    lock.withLock {
      added.insert(path)
      for path in paths where states[path] == nil {
        watchFolder(of: path)
        states[path] = .some(State(path))
      }
    }
  }

  private func watchFolder(of path: String) {
    #if os(Linux)
      let folder = WholeFile.folder(of: path)
      guard !folders.values.contains(folder) else { return }
      let watch = descriptor < 0 ? -1 : inotify_add_watch(descriptor, folder, Self.mask)
      if watch >= 0 { folders[watch] = folder } else { isReported = false }
    #else
      isReported = false
    #endif
  }

  /// Waits for a change since the files were added, and until what changes them pauses.
  func wait() {
    while !hasChanged(within: isReported ? -1 : 500) {}
    // An editor may write a file in several steps.
    while hasReport(within: 50) {}
  }

  private func hasChanged(within milliseconds: Int32) -> Bool {
    if hasReport(within: milliseconds) { return true }
    return lock.withLock { !isReported && states.contains { State($0.key) != $0.value } }
  }

  /// Waits for reports of the system, and returns whether one is about a file.
  private func hasReport(within milliseconds: Int32) -> Bool {
    #if os(Linux)
      guard descriptor >= 0 else {
        poll(nil, 0, milliseconds)
        return false
      }
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, milliseconds) > 0 else { return false }
      let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 64 << 10, alignment: MemoryLayout<inotify_event>.alignment)
      defer { buffer.deallocate() }
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      guard count > 0 else { return false }
      return lock.withLock { isAboutFile(UnsafeRawBufferPointer(buffer)[..<count]) }
    #else
      poll(nil, 0, milliseconds)
      return false
    #endif
  }

  #if os(Linux)
    private func isAboutFile(_ reports: Slice<UnsafeRawBufferPointer>) -> Bool {
      var isAbout = false
      var reports = reports
      let header = MemoryLayout<inotify_event>.size
      while reports.count >= header {
        let event = UnsafeRawBufferPointer(rebasing: reports.prefix(header))
          .loadUnaligned(as: inotify_event.self)
        // So many that some were dropped (`IN_Q_OVERFLOW`).
        if event.wd < 0 { isAbout = true }
        let name = reports.dropFirst(header).prefix(Int(event.len)).prefix { $0 != 0 }
        if let folder = folders[event.wd] {
          let slash = folder == "/" ? "" : "/"
          let path = folder + slash + String(decoding: name, as: UTF8.self)
          if states[path] != nil { isAbout = true }
        }
        reports = reports.dropFirst(header + Int(event.len))
      }
      return isAbout
    }
  #endif
}
