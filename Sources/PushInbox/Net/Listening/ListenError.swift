/// Why no listener could be opened.
enum ListenError: Error, Equatable, Sendable {
  /// The name means nothing to the resolver.
  case unknownHost(String, message: String)
  /// Another program listens there, nil where it cannot be known which. With the option that names the address.
  case addressInUse(HostPort, by: PortOwner?, option: String = "--listen")
  /// Other machines can reach the address, and that is not allowed. With the option that names the address.
  case beyondThisMachine(HostPort, option: String = "--listen")
  /// The certificate or its key cannot be used; in OpenSSL's words.
  case identity(String)
  /// The path of a socket has more than ``LocalSocket/longestPath`` bytes.
  case pathTooLong(String)
  /// Another program listens at a path; its number, if it is known.
  case pathInUse(String, by: Int32?)
  /// The lock file's path does not hold a lock file of this user, and was left as it is; half a sentence
  /// that goes on after the path.
  case unusableLock(String, reason: String)
  /// Something that is no socket stands at a path.
  case notASocket(String)
  /// Another failure: no permission, no such address on this machine. `path` holds the address.
  case system(SystemError)
}
