import Foundation
import InboxModel

/// The source of push lines: the value of `--feed` (`docs/guides/feeds.md`).
enum FeedSource: Hashable, Sendable, CustomStringConvertible {
  /// Standard input: `-`.
  case standardInput
  /// A path: a regular file that is followed, or a FIFO.
  case file(String)
  /// `unix:PATH`, a socket to connect to.
  case unix(String)
  /// `tcp:HOST:PORT`, a socket to connect to.
  case tcp(host: String, port: UInt16)
  /// `http://HOST:PORT/PATH` or `https:`, a stream of lines or events to subscribe to.
  case http(HTTPAddress)

  /// Parses the option's value; nil for an empty path, an invalid port or an address with another
  /// scheme.
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

  /// Whether a text begins with a scheme and `://`, for instance `ws://` (RFC 3986 §3.1).
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

  /// The value as written on the command line.
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

/// The options of a feed.
struct FeedOptions: Sendable {
  /// The first line to read of a file that ``progress`` does not cover.
  var start = FeedStart.beginning
  /// The position that an earlier run reached; nil if there was none.
  var progress: FeedProgress?
  /// Whether a `tcp:`, `http:` or `https:` source may be on another machine.
  var allowsNetwork = false
}

/// The state of a line feed.
struct FeedState: Equatable, Sendable {
  /// The condition of a line feed.
  enum Condition: Equatable, Sendable {
    /// The feed is being opened or connected.
    case connecting
    /// The feed is connected, and lines can arrive.
    case connected
    /// A file is open and read as it grows.
    case following(Following)
    /// No file can be read, with the reason.
    case waiting(String)
    /// The connection was lost or could not be made; the next attempt follows after `retryIn`
    /// seconds.
    case cut(error: String, retryIn: Double)
    /// The feed is at its end, with the number of lines and of invalid ones.
    case ended(lines: Int, bad: Int)
    /// The feed cannot be read, and retrying would not help.
    case failed(error: String)
  }

  /// The position at which reading of a file starts, and the reason.
  enum Following: Equatable, Sendable {
    /// The beginning of the file.
    case beginning
    /// The position that an earlier run reached, with this line.
    case stored(line: Int)
    /// The end that the file had when the program started, with this line.
    case end(line: Int)
    /// The beginning, because the part already read is no longer in the file.
    case rewritten
    /// The beginning, because the file replaced another one.
    case replaced
  }

  var source: FeedSource
  var condition: Condition

  /// Whether no file can be read at present.
  var isWaiting: Bool {
    if case .waiting = condition { true } else { false }
  }
}
