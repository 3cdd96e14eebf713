import Foundation
import InboxModel

/// The ports and feeds of an inbox, from its command line and configuration.
struct InboxOptions {
  /// The addresses for senders.
  var listener: Listener.Options
  /// The feeds to subscribe to, each once.
  var feeds: [FeedSource]
  /// The first line to read of files without stored progress.
  var feedStart: FeedStart
  /// The path of the socket on which pushes are relayed to other phones.
  var offerPath: String?

  init(
    _ arguments: Arguments, _ configuration: Configuration, _ environment: [String: String],
    isDemo: Bool
  ) throws {
    listener = try Self.listening(arguments, configuration, isDemo: isDemo)
    if !isDemo { listener.inherited = InheritedSocket.announced(in: environment) }
    feeds = try Self.feedSources(arguments)
    feedStart =
      try arguments.value(
        of: "feed-from", FeedStart.allCases.map(\.rawValue).joined(separator: " or ")
      ) { FeedStart(rawValue: $0) } ?? .beginning
    offerPath = try arguments.value(of: "offer", "unix:PATH") { text in
      if case .unix(let path) = FeedSource(text) { path } else { nil }
    }
  }

  /// Returns the addresses to listen on. A demo uses any free port, because it needs no sender and
  /// the default port may belong to another inbox.
  private static func listening(
    _ arguments: Arguments, _ configuration: Configuration, isDemo: Bool
  ) throws -> Listener.Options {
    var options = Listener.Options()
    if isDemo { options.address.port = 0 }
    options.allowsNetwork = arguments.has("allow-network")
    options.address = try place("listen", arguments, for: 2197) ?? options.address
    let legacySettings = configuration.legacy
    options.legacy = try place("legacy", arguments, or: legacySettings.address, for: 2195)
    options.feedback = try place(
      "feedback", arguments, or: legacySettings.feedbackAddress, for: 2196)
    options.legacyTopic = legacySettings.topic
    options.limits.startsWithOneStream = configuration.gateway.streams == .apple
    options.proxy = configuration.proxy
    options.names = configuration.certificateNames
    return options
  }

  private static func place(
    _ option: String, _ arguments: Arguments, or configured: String? = nil, for port: Int
  ) throws -> HostPort? {
    guard let text = arguments[option] ?? configured else { return nil }
    guard let place = HostPort(listening: text) else {
      throw Arguments.Failure.value(
        option: "--" + option, value: text, expected: "HOST:PORT, for instance 127.0.0.1:\(port)")
    }
    return place
  }

  private static func feedSources(_ arguments: Arguments) throws -> [FeedSource] {
    let sources = try arguments.all("feed").map { text in
      guard let source = FeedSource(text) else {
        throw Arguments.Failure.value(
          option: "--feed", value: text,
          expected: "FILE, -, unix:PATH, tcp:HOST:PORT or http://HOST:PORT/PATH")
      }
      if case .file(let path) = source { try checkFile(path) }
      return source
    }
    // A source that is given twice is one feed, even in two spellings.
    var seen: Set<String> = []
    return sources.filter { seen.insert($0.progressKey ?? $0.description).inserted }
  }

  /// Checks that a file exists or can appear. A missing folder is an error.
  private static func checkFile(_ path: String) throws(ErrorMessage) {
    if case .folder = FollowedFile.inspect(at: path) { throw .feedIsFolder(path) }
    let folder = WholeFile.folder(of: path)
    switch FollowedFile.inspect(at: folder) {
    case .folder: return
    case .file, .other: throw .notFolder(folder, ofFeed: path)
    // A folder without permission is reported as the feed's state.
    case .failed(let code) where code != ENOENT && code != ENOTDIR: return
    case .failed: throw .noFolder(folder, ofFeed: path)
    }
  }
}
