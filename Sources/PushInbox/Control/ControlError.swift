/// The reason why the control socket cannot be opened, reached or used.
enum ControlError: Error, Equatable {
  /// No process listens at the path; nil for the unknown path of an inbox in memory.
  case noInstance(path: String?)
  /// The path has more than ``ControlPath/maximumLength`` bytes.
  case pathTooLong(path: String)
  /// Another instance listens there.
  case inUse(path: String, pid: Int32?)
  /// The path holds a file that is not a socket.
  case notASocket(path: String)
  /// The path of the lock file does not hold a lock file of this user, and was left unchanged. The
  /// reason is half a sentence that follows the path.
  case unusableLock(path: String, reason: String)
  /// A process of another user listens at the path; nothing was sent to it.
  case foreignInstance(path: String)
  /// The request has more than ``ControlRequest/largest`` bytes.
  case requestTooLarge
  /// The instance runs but does not respond, for instance while suspended; with its number, if
  /// known.
  case silent(pid: Int32?)
  /// The connection ended before the response did.
  case lost
  /// The response cannot be written.
  case output(SystemError)
  /// A system call failed.
  case system(SystemError)

  /// Returns the error of an instance that does not respond at a path.
  static func silent(at path: String) -> ControlError {
    .silent(pid: FileLock.holder(of: path + ".lock"))
  }
}
