import Foundation

/// Waits until one of several files is written, replaced, created or removed. Where the system does
/// not report every change (``FileWatch``), the files are checked twice a second.
// Sendable: the variables and the watch are used only under `lock`.
final class FileChanges: @unchecked Sendable {
  /// The facts that distinguish two states of a file; nil for a missing one.
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
  private let watch = FileWatch()
  /// The files and their states when they were added.
  private var states: [String: State?] = [:]
  /// The same files under the names they were added with, which may be links.
  private var added: Set<String> = []

  /// The number of watched files.
  var count: Int { lock.withLock { added.count } }

  /// Stops watching all files.
  func removeAll() {
    lock.withLock { (states, added) = ([:], []) }
  }

  /// Watches a file from now on; add it before it is read. Of a link, the target is watched too.
  func add(_ path: String) {
    let path = URL(filePath: path).path
    let paths = [path, WholeFile.realPath(path)].compactMap(\.self)
    lock.withLock {
      added.insert(path)
      for path in paths where states[path] == nil { states[path] = .some(State(path)) }
      watchFiles()
    }
  }

  private func watchFiles() {
    watch?.watch(Array(states.keys), .finishedWrites)
  }

  /// Waits for a change since the files were added, and then for a pause in the changes.
  func wait() {
    while !hasChanged { if hasNewContent(within: timeout) { break } }
    // An editor may write a file in several steps.
    while hasReport(within: 50) { drain() }
  }

  private var hasChanged: Bool {
    lock.withLock { states.contains { State($0.key) != $0.value } }
  }

  /// Milliseconds after which the files are checked without a report; -1 for never.
  private var timeout: Int32 {
    lock.withLock { watch?.isComplete == true ? -1 : 500 }
  }

  /// Waits for reports of the system. Returns whether they concern only the content of files; other
  /// reports may be about other files of the same folders.
  private func hasNewContent(within milliseconds: Int32) -> Bool {
    hasReport(within: milliseconds) && !drain()
  }

  private func hasReport(within milliseconds: Int32) -> Bool {
    guard let watch else {
      poll(nil, 0, milliseconds)
      return false
    }
    var polled = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, milliseconds) > 0
  }

  /// Removes the pending reports. Returns whether a path may lead to another file, which is then
  /// watched.
  @discardableResult
  private func drain() -> Bool {
    lock.withLock {
      guard watch?.drain() == true else { return false }
      watchFiles()
      return true
    }
  }
}
