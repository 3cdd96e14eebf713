import InboxModel

// What the phone says to the providers whose offers it feeds on. From any thread.

extension FeedLoop {
  /// Subscribes to an offer that a feed has found, if it is still there.
  func subscribe(
    _ source: FeedSource, to provider: String, as device: String, last: [BundleID: Int]
  ) {
    perform { [self] in
      for feed in lineFeeds where feed.source == source {
        feed.write { $0.subscribe(device, last, to: provider) }
      }
    }
  }

  /// Tells a provider what the phone keeps.
  func acknowledge(_ positions: [BundleID: Int], to provider: String) {
    perform { [self] in feed(of: provider)?.write { $0.acknowledge(positions) } }
  }

  /// Asks a provider for pushes that did not come; the answer is ``FeedItem/repeatsAnswered(_:coming:)``, at
  /// once when it cannot be reached.
  func ask(_ request: RepeatRequest) {
    perform { [self] in
      if let feed = request.provider.flatMap(feed) {
        feed.write { $0.ask(request) }
      } else {
        emit(.repeatsAnswered(request, coming: nil))
      }
    }
  }

  private var lineFeeds: [LineFeed] { members.compactMap { $0 as? LineFeed } }

  private func feed(of provider: String) -> LineFeed? {
    lineFeeds.first { $0.isSubscribed(to: provider) }
  }
}
