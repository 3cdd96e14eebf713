#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Folders of ours: only their owner may look into them.
enum Folder {
  /// Makes a folder, mode 0700, and those above it that are missing.
  static func make(_ path: String) throws(SystemError) {
    guard mkdir(path, 0o700) != 0 else { return }
    let failure = SystemError("mkdir", path: path)
    if failure.code == EEXIST { return }
    guard failure.code == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex
    else {
      throw failure
    }
    try make(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError("mkdir", path: path) }
  }
}
