/// Why no listener could be opened.
enum ListenError: Error, Equatable, Sendable {
  /// The name means nothing to the resolver.
  case unknownHost(String, message: String)
  /// Another program listens there, nil where it cannot be known which, and we wanted to for this.
  case addressInUse(HostPort, by: PortHolder?, for: Service = .push)
  /// The certificate or its key cannot be used; in OpenSSL's words.
  case identity(String)
  /// Another failure: no permission, no such address on this machine. `path` holds the address.
  case system(SystemError)
}
