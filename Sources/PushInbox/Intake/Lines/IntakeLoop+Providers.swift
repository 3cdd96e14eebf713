import InboxModel

// What the phone says to the providers whose offers it feeds on. From any thread.

extension IntakeLoop {
  /// Subscribes to an offer that a feed has found, if it is still there.
  ///
  /// - Parameter stream: the store from which the phone reports how pushes arrive.
  func subscribe(
    _ source: FeedSource, to feed: StreamID, last: [BundleID: Int], stream: String? = nil
  ) {
    let provider = feed.provider
    perform { [self] in
      for line in lineFeeds where line.source == source {
        line.write { $0.subscribe(feed.device, last, stream: stream, to: provider) }
      }
      guard let feed = self.feed(of: provider) else { return }
      let waiting = unasked.filter { $0.provider == provider }
      unasked.removeAll { $0.provider == provider }
      for request in waiting { feed.write { $0.ask(request) } }
    }
  }

  /// The phone goes by another identifier: it connects anew to each provider. What it has asked for was
  /// numbered for the old one, and nobody else can be asked for it.
  func subscribeAnew() {
    perform { [self] in
      unasked.removeAll()
      for line in lineFeeds { line.subscribeAnew() }
    }
  }

  /// Tells a provider what the phone keeps.
  func acknowledge(_ positions: [BundleID: Int], to provider: ProviderID) {
    perform { [self] in feed(of: provider)?.write { $0.acknowledge(positions) } }
  }

  /// Reports to a provider how pushes arrived; the answer is ``FeedItem/reported(_:through:)``. Nothing is kept for
  /// one that cannot be reached.
  func report(_ reports: [ArrivalReport], to feed: StreamID) {
    perform { [self] in
      for line in lineFeeds where line.isSubscribed(to: feed) { line.write { $0.report(reports) } }
    }
  }

  /// Asks a provider for pushes that did not come; the answer is ``FeedItem/repeatsAnswered(_:coming:)``. One
  /// that cannot be reached is asked when it is back.
  func ask(_ request: RepeatRequest) {
    perform { [self] in
      if let feed = request.provider.flatMap(feed) {
        feed.write { $0.ask(request) }
      } else {
        retain([request])
      }
    }
  }

  /// Retains requests that a provider has not answered, for when it is back; on the thread only.
  func retain(_ requests: [RepeatRequest]) {
    unasked = (unasked + requests).suffix(Self.mostUnasked)
  }

  private var lineFeeds: [LineFeed] { members.compactMap { $0 as? LineFeed } }

  private func feed(of provider: ProviderID) -> LineFeed? {
    lineFeeds.first { $0.isSubscribed(to: provider) }
  }
}
