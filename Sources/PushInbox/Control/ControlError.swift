/// Why the control socket cannot be opened, reached or used.
enum ControlError: Error, Equatable {
  /// No process listens at the path.
  case noInstance(path: String)
  /// The path has more than ``ControlPath/longest`` bytes.
  case pathTooLong(path: String)
  /// Another instance listens there.
  case inUse(path: String, pid: Int32?)
  /// Something that is no socket stands at the path.
  case notASocket(path: String)
  /// The lock file's path does not hold a lock file of this user, and was left as it is; half a sentence
  /// that goes on after the path.
  case unusableLock(path: String, reason: String)
  /// A process of another user listens at the path; nothing was sent to it.
  case foreignInstance(path: String)
  /// The request has more than ``ControlRequest/largest`` bytes.
  case requestTooLarge
  /// The instance lives and does not answer, as one that was suspended; its number, if it is known.
  case silent(pid: Int32?)
  /// The instance went away before it had answered.
  case lost
  /// The answer cannot be written.
  case output(SystemError)
  /// A call of the system failed.
  case system(SystemError)

  /// Of the instance that has the socket of this path.
  static func silent(at path: String) -> ControlError {
    .silent(pid: FileLock.holder(of: path + ".lock"))
  }
}
