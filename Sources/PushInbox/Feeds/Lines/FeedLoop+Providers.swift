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
      guard let feed = feed(of: provider) else { return }
      let waiting = unasked.filter { $0.provider == provider }
      unasked.removeAll { $0.provider == provider }
      for request in waiting { feed.write { $0.ask(request) } }
    }
  }

  /// Tells a provider what the phone keeps.
  func acknowledge(_ positions: [BundleID: Int], to provider: String) {
    perform { [self] in feed(of: provider)?.write { $0.acknowledge(positions) } }
  }

  /// Asks a provider for pushes that did not come; the answer is ``FeedItem/repeatsAnswered(_:coming:)``. One
  /// that cannot be reached is asked when it is back.
  func ask(_ request: RepeatRequest) {
    perform { [self] in
      if let feed = request.provider.flatMap(feed) {
        feed.write { $0.ask(request) }
      } else {
        keep([request])
      }
    }
  }

  /// Keeps what a provider was asked, or could not be, for when it is back; on the thread only.
  func keep(_ requests: [RepeatRequest]) {
    unasked = (unasked + requests).suffix(Self.mostUnasked)
  }

  private var lineFeeds: [LineFeed] { members.compactMap { $0 as? LineFeed } }

  private func feed(of provider: String) -> LineFeed? {
    lineFeeds.first { $0.isSubscribed(to: provider) }
  }
}
