import InboxModel

/// Subscriptions to sources of push lines.
extension IntakeLoop {
  /// Subscribes to push lines. State changes arrive as ``FeedItem/state(_:)``.
  func subscribe(
    to source: FeedSource, _ options: FeedOptions = FeedOptions(),
    limits: ConnectionLimits = ConnectionLimits(),
    resolver: @escaping Dialer.Resolver = Dialer.system,
    makeWatch: @escaping @Sendable () -> FileWatch? = { FileWatch() }
  ) {
    perform { [unowned self] in
      switch source {
      case .file(let path):
        add(
          FileFeed(
            source, path: source.progressKey ?? path, options: options, limits: limits,
            makeWatch: makeWatch, loop: self))
      case .http(let address):
        add(
          HTTPFeed(
            source, address, options: options, limits: limits, resolver: resolver, loop: self))
      case .standardInput, .unix, .tcp:
        add(LineFeed(source, options: options, limits: limits, resolver: resolver, loop: self))
      }
    }
  }

  /// Continues the line numbers after the lines that earlier runs read.
  func resume(lineCount: Int) {
    perform { [self] in self.lineCount = max(self.lineCount, lineCount) }
  }
}
