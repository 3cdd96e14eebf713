/// Where push lines come from: the value of `--feed` (`design/contract.md` §2).
enum FeedSource: Hashable, Sendable, CustomStringConvertible {
  /// `-`
  case standardInput
  /// A path; a FIFO is followed, a regular file is read once to its end.
  case file(String)
  /// `unix:PATH`, a socket to connect to.
  case unix(String)
  /// `tcp:HOST:PORT`, a socket to connect to.
  case tcp(host: String, port: UInt16)

  /// Reads the option's value; nil when it names nothing that can be read: an empty path, a wrong port.
  init?(_ text: String) {
    if text == "-" {
      self = .standardInput
    } else if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      guard !path.isEmpty else { return nil }
      self = .unix(path)
    } else if text.hasPrefix("tcp:") {
      guard let address = HostPort(String(text.dropFirst(4))), address.port != 0 else {
        return nil
      }
      self = .tcp(host: address.host, port: address.port)
    } else if !text.isEmpty {
      self = .file(text)
    } else {
      return nil
    }
  }

  /// As written on the command line.
  var description: String {
    switch self {
    case .standardInput: "-"
    case .file(let path): path
    case .unix(let path): "unix:\(path)"
    case .tcp(let host, let port): "tcp:\(HostPort(host: host, port: port))"
    }
  }
}

/// What became of a line feed.
struct FeedState: Equatable, Sendable {
  /// How it stands.
  enum Condition: Equatable, Sendable {
    /// Trying to open or connect.
    case connecting
    /// Lines may come.
    case connected
    /// The connection was lost or could not be made; tried again after so many seconds.
    case cut(error: String, retryIn: Double)
    /// Nothing more will come: how many lines there were, how many of them bad.
    case ended(lines: Int, bad: Int)
    /// It cannot be read at all, and trying again would not help.
    case failed(error: String)
  }

  /// Which feed.
  var source: FeedSource
  /// How it stands now.
  var condition: Condition
}
