#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Folders that are made where they are missing.
enum Folder {
  /// Makes a folder and those above it that are missing. Into one of ours only its owner may look.
  static func make(_ path: String, mode: mode_t = 0o700) throws(SystemError) {
    guard mkdir(path, mode) != 0 else { return }
    let failure = SystemError("mkdir", path: path)
    if failure.code == EEXIST { return }
    guard failure.code == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex
    else {
      throw failure
    }
    try make(String(path[..<slash]), mode: mode)
    guard mkdir(path, mode) == 0 || errno == EEXIST else { throw SystemError("mkdir", path: path) }
  }
}
