/// A socket that a service manager opened for this process (sd_listen_fds(3), "Notes").
struct InheritedSocket: Equatable, Sendable {
  var descriptor: Int32
  /// The name that the service manager gave it (`FileDescriptorName=`); empty for none.
  var name: String

  /// The first descriptor that is handed over.
  private static let firstDescriptor: Int32 = 3

  /// Returns the sockets that the environment announces, in their order; none when it announces
  /// those of another process.
  static func announced(
    in environment: [String: String], to process: Int32 = getpid()
  ) -> [InheritedSocket] {
    guard environment["LISTEN_PID"] == String(process),
      let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), 1...1024 ~= count
    else { return [] }
    let names = (environment["LISTEN_FDNAMES"] ?? "")
      .split(separator: ":", omittingEmptySubsequences: false)
    return (0..<count).map { index in
      let name = names.indices.contains(Int(index)) ? String(names[Int(index)]) : ""
      return InheritedSocket(descriptor: firstDescriptor + index, name: name)
    }
  }
}
