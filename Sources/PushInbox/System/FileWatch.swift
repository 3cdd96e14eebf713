import CSystem

/// A descriptor that becomes readable when a file changes, or when its path may name another file.
/// The file and the folders of its path are watched by inotify(7) or kqueue(2).
final class FileWatch {
  /// The changes of content that are reported, where the system distinguishes them.
  enum Content {
    /// Each write.
    case writes
    /// The closing of a file that was open for writing.
    case finishedWrites
  }

  /// The descriptor to poll.
  let descriptor: Int32
  /// Whether every change is reported; otherwise the file must be checked periodically.
  private(set) var isComplete = true
  /// The descriptors that kqueue needs open.
  private var watched: [Int32] = []

  /// Creates a watch; nil when the system has no more of them.
  init?() {
    descriptor = csys_watch_open()
    guard descriptor >= 0 else { return nil }
  }

  deinit {
    for file in watched + [descriptor] { close(file) }
  }

  /// Watches a file and the folders of its path. Changes before this call are not reported, so
  /// check the file after it. Call it again when ``drain()`` returns true.
  ///
  /// - Parameter descriptor: An open file that was watched before and may have lost its name. Its
  ///   changes are reported until it is closed.
  func watch(_ path: String, reading descriptor: Int32? = nil) {
    watch([path], .writes)
    if let descriptor { csys_watch_keep(self.descriptor, descriptor) }
  }

  /// Watches several files and the folders of their paths. Changes before this call are not
  /// reported.
  func watch(_ paths: [String], _ content: Content) {
    for file in watched { close(file) }
    watched = []
    var folders: [String] = []
    // Repeated if a folder appeared or disappeared before those above it were watched.
    while case let found = paths.flatMap(Self.folders), found != folders {
      isComplete = true
      for folder in found where !add(folder, CSYS_WATCH_NAMES) { isComplete = false }
      folders = found
    }
    let kind = content == .writes ? CSYS_WATCH_WRITES : CSYS_WATCH_FINISHED_WRITES
    for path in paths where !add(path, kind) {
      // A file that is missing or not readable is reported by its folder.
      if ![ENOENT, ENOTDIR, EACCES].contains(errno) { isComplete = false }
    }
  }

  private func add(_ path: String, _ kind: csys_watch_kind) -> Bool {
    let file = csys_watch_add(descriptor, path, kind)
    if file > 0 { watched.append(file) }
    return file >= 0
  }

  /// Whether an open file is on a file system where other machines or programs may change files
  /// without a report.
  static func isIncomplete(for descriptor: Int32) -> Bool { csys_is_remote(descriptor) != 0 }

  /// Removes the pending events. Returns whether the path may name another file now.
  func drain() -> Bool {
    csys_watch_drain(descriptor) != 0
  }

  /// Returns the existing folders in which a new or removed name changes the target of an absolute
  /// path: those in which its names are looked up, also through symbolic links. The last one
  /// contains the file.
  ///
  /// The removal or renaming of a folder is reported by its parent. Its own event comes late, after
  /// its files are closed, and never if a folder above it was renamed.
  static func folders(deciding path: String) -> [String] {
    var folders: [String] = []
    var (at, rest) = ("", path.split(separator: "/")[...])
    var links = 0
    while let name = rest.popFirst() {
      let next = at + "/" + name
      var facts = stat()
      let isThere = lstat(next, &facts) == 0
      let isLink = isThere && facts.st_mode & S_IFMT == S_IFLNK
      let folder = at.isEmpty ? "/" : at
      if folders.last != folder { folders.append(folder) }
      if !isThere { break }
      guard isLink else {
        at = next
        continue
      }
      links += 1
      // The system's limit of links (path_resolution(7)).
      guard links <= 40, let target = target(of: next) else { break }
      rest = target.split(separator: "/") + rest
      if target.hasPrefix("/") { at = "" }
    }
    return folders
  }

  private static func target(of link: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(link, start, buffer.count)
      guard count >= 0 else { return nil }
      return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}
