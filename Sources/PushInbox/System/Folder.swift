/// Creation of folders, and restriction of permissions.
enum Folder {
  /// Creates a folder and missing folders above it. By default only its owner has access.
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

  /// Creates a folder with a unique name in another one, accessible only to this user. Returns its
  /// path.
  static func makeTemporary(in parent: String) throws(SystemError) -> String {
    var template = Array((parent + "/pushinbox-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp", path: parent) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes the permissions beyond a mode from a file or folder of this user; a missing one, or
  /// another user's, is not changed.
  static func restrict(_ path: String, to mode: mode_t) {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_uid == geteuid() else { return }
    let permissions = facts.st_mode & 0o777
    if permissions & ~mode != 0 { fchmod(descriptor, permissions & mode) }
  }

  /// Whether users other than the owner may write to a file or folder; false if it is missing.
  static func isWritableByOthers(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & 0o022 != 0
  }

  /// Whether a file or folder belongs to another user and others have access to it; false if it is
  /// missing.
  static func isForeignAndShared(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_uid != geteuid() && facts.st_mode & 0o077 != 0
  }
}
