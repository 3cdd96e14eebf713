/// The reason why no listener could be opened.
enum ListenError: Error, Equatable, Sendable {
  /// The resolver does not know the name.
  case unknownHost(String, message: String)
  /// Another program listens on the address; nil if it is not known which. With the option that
  /// names the address.
  case addressInUse(HostPort, by: PortOwner?, option: String = "--listen")
  /// Other machines can reach the address, which needs permission. With the option that names the
  /// address.
  case beyondThisMachine(HostPort, option: String = "--listen")
  /// A descriptor from a service manager is not a listening TCP socket.
  case notListening(descriptor: Int32)
  /// The certificate or its key cannot be used; the text is OpenSSL's.
  case identity(String)
  /// The path of a socket has more than ``LocalSocket/maximumPathLength`` bytes.
  case pathTooLong(String)
  /// Another program listens at a path; with its process number, if known.
  case pathInUse(String, by: Int32?)
  /// The path of the lock file does not hold a lock file of this user, and was left unchanged. The
  /// reason is half a sentence that follows the path.
  case unusableLock(String, reason: String)
  /// The path holds a file that is not a socket.
  case notASocket(String)
  /// Another failure, such as no permission or an address of another machine. `path` holds the
  /// address.
  case system(SystemError)
}
