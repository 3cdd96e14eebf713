import CSystem

/// A descriptor that becomes readable when a file changes, or when its path may name another file:
/// the file and the folders that decide which one it is are watched by inotify(7) or kqueue(2).
final class FileWatch {
  /// The changes of content that are reported, where the system tells them apart.
  enum Content {
    /// Each write.
    case writes
    /// The closing of a file that was open for writing.
    case finishedWrites
  }

  /// The descriptor to poll.
  let descriptor: Int32
  /// Whether every change is reported; the file has to be looked at from time to time otherwise.
  private(set) var isComplete = true
  /// The descriptors that kqueue needs open.
  private var watched: [Int32] = []

  /// Makes a watch; nil when the system has no more of them.
  init?() {
    descriptor = csys_watch_open()
    guard descriptor >= 0 else { return nil }
  }

  deinit {
    for file in watched + [descriptor] { close(file) }
  }

  /// Watches what decides about a path. Changes before this call are not reported, so look at the
  /// file after it; call it again when ``drain()`` returns true.
  ///
  /// - Parameter descriptor: An open file that was watched before, and may have lost its name. It
  ///   is reported until it is closed.
  func watch(_ path: String, reading descriptor: Int32? = nil) {
    watch([path], .writes)
    if let descriptor { csys_watch_keep(self.descriptor, descriptor) }
  }

  /// Watches what decides about several paths. Changes before this call are not reported.
  func watch(_ paths: [String], _ content: Content) {
    for file in watched { close(file) }
    watched = []
    var folders: [String] = []
    // Again when a folder has appeared or gone before those above it were watched.
    while case let found = paths.flatMap(Self.folders), found != folders {
      isComplete = true
      for folder in found where !add(folder, CSYS_WATCH_NAMES) { isComplete = false }
      folders = found
    }
    let kind = content == .writes ? CSYS_WATCH_WRITES : CSYS_WATCH_FINISHED_WRITES
    for path in paths where !add(path, kind) {
      // A file that is not there, or may not be read, is reported by its folder.
      if ![ENOENT, ENOTDIR, EACCES].contains(errno) { isComplete = false }
    }
  }

  private func add(_ path: String, _ kind: csys_watch_kind) -> Bool {
    let file = csys_watch_add(descriptor, path, kind)
    if file > 0 { watched.append(file) }
    return file >= 0
  }

  /// Whether an open file is on a file system whose files other machines, or another program, may change
  /// without a report.
  static func isIncomplete(for descriptor: Int32) -> Bool { csys_is_remote(descriptor) != 0 }

  /// Removes the events that wait. Returns whether the path may name another file by now.
  func drain() -> Bool {
    csys_watch_drain(descriptor) != 0
  }

  /// The folders in which a new name, or one that goes, changes what an absolute path leads to: all
  /// in which a name of it is looked up, also by symbolic links, as far as they exist. In the last
  /// one the file stands.
  ///
  /// A folder that is removed or renamed is reported by the one it was in: its own event comes
  /// late, when no file of it is open any more, and never when a folder above it was renamed.
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
      // As many as the system follows (path_resolution(7)).
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
