import Foundation
import InboxModel

/// The source of push lines: the value of `--feed` (`docs/feeds.md`).
enum FeedSource: Hashable, Sendable, CustomStringConvertible {
  /// `-`
  case standardInput
  /// A path: a file that is followed, or a FIFO.
  case file(String)
  /// `unix:PATH`, a socket to connect to.
  case unix(String)
  /// `tcp:HOST:PORT`, a socket to connect to.
  case tcp(host: String, port: UInt16)
  /// `http://HOST:PORT/PATH` or `https:`, a stream of lines or events to subscribe to.
  case http(HTTPAddress)

  /// Reads the option's value; nil when it names nothing that can be read: an empty path, a wrong
  /// port, an address with another scheme.
  init?(_ text: String) {
    if text == "-" {
      self = .standardInput
    } else if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      guard !path.isEmpty else { return nil }
      self = .unix(path)
    } else if text.hasPrefix("tcp:") {
      guard let address = HostPort(String(text.dropFirst(4))), address.port != 0 else { return nil }
      self = .tcp(host: address.host, port: address.port)
    } else if text.hasPrefix("http:") || text.hasPrefix("https:") || Self.hasScheme(text) {
      guard let address = HTTPAddress(text) else { return nil }
      self = .http(address)
    } else if !text.isEmpty {
      self = .file(text)
    } else {
      return nil
    }
  }

  /// Whether a text begins like an address: `ws://` (RFC 3986 §3.1).
  private static func hasScheme(_ text: String) -> Bool {
    guard let end = text.firstRange(of: "://") else { return false }
    let scheme = text[..<end.lowerBound]
    return scheme.first?.isLetter == true
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  /// The key of its stored progress: the absolute path of a file, an HTTP address; nil for a source
  /// that cannot be continued.
  var progressKey: String? {
    switch self {
    case .file(let path): URL(filePath: path).path
    case .http(let address): address.description
    case .standardInput, .unix, .tcp: nil
    }
  }

  /// As written on the command line.
  var description: String {
    switch self {
    case .standardInput: "-"
    case .file(let path): path
    case .unix(let path): "unix:\(path)"
    case .tcp(let host, let port): "tcp:\(HostPort(host: host, port: port))"
    case .http(let address): address.description
    }
  }
}

/// The options of one feed.
struct FeedOptions: Sendable {
  /// The first line to read of a file that ``progress`` does not cover.
  var start = FeedStart.beginning
  /// The position that an earlier run has reached; nil when there was none.
  var progress: FeedProgress?
  /// Whether an HTTP stream may come from another machine.
  var allowsNetwork = false
}

/// The state of a line feed.
struct FeedState: Equatable, Sendable {
  /// The condition of a line feed.
  enum Condition: Equatable, Sendable {
    /// Trying to open or connect.
    case connecting
    /// Lines may come.
    case connected
    /// A file is open and read as it grows.
    case following(Following)
    /// There is no file to be read, and why.
    case waiting(String)
    /// The connection was lost or could not be made; tried again after so many seconds.
    case cut(error: String, retryIn: Double)
    /// Nothing more will come: how many lines there were, how many of them bad.
    case ended(lines: Int, bad: Int)
    /// It cannot be read at all, and trying again would not help.
    case failed(error: String)
  }

  /// The place at which a file is begun, and the reason.
  enum Following: Equatable, Sendable {
    /// At its beginning.
    case beginning
    /// After what an earlier run has read, with this line.
    case stored(line: Int)
    /// After what it had when the program started, with this line.
    case end(line: Int)
    /// At its beginning, since what was read of it is there no more.
    case rewritten
    /// At its beginning, since it took the place of another file.
    case replaced
  }

  var source: FeedSource
  var condition: Condition

  /// Whether there is no file to be read.
  var isWaiting: Bool {
    if case .waiting = condition { true } else { false }
  }
}
