import InboxModel

// Messages of the phone to the providers it subscribes to. Can be called on any thread.

extension IntakeLoop {
  /// Subscribes to a provider that a feed has found, if it is still connected.
  ///
  /// - Parameter stream: The identifier of the store from which arrival reports are sent.
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

  /// Reconnects to each provider after the phone's identifier changed. Pending requests for missed
  /// pushes are dropped: they have numbers of the old identifier's queue.
  func subscribeAnew() {
    perform { [self] in
      unasked.removeAll()
      for line in lineFeeds { line.subscribeAnew() }
    }
  }

  /// Reports to a provider the positions up to which pushes are stored.
  func acknowledge(_ positions: [BundleID: Int], to provider: ProviderID) {
    perform { [self] in feed(of: provider)?.write { $0.acknowledge(positions) } }
  }

  /// Reports the arrival of pushes to a provider; its response is
  /// ``FeedItem/reported(_:through:)``. Dropped if the provider is not connected.
  func report(_ reports: [ArrivalReport], to feed: StreamID) {
    perform { [self] in
      for line in lineFeeds where line.isSubscribed(to: feed) { line.write { $0.report(reports) } }
    }
  }

  /// Requests missed pushes from a provider; its response is
  /// ``FeedItem/repeatsAnswered(_:coming:)``. A provider that is not connected is asked after it
  /// reconnects.
  func ask(_ request: RepeatRequest) {
    perform { [self] in
      if let feed = request.provider.flatMap(feed) {
        feed.write { $0.ask(request) }
      } else {
        retain([request])
      }
    }
  }

  /// Retains requests that a provider has not answered until it reconnects; on the thread only.
  func retain(_ requests: [RepeatRequest]) {
    unasked = (unasked + requests).suffix(Self.mostUnasked)
  }

  private var lineFeeds: [LineFeed] { members.compactMap { $0 as? LineFeed } }

  private func feed(of provider: ProviderID) -> LineFeed? {
    lineFeeds.first { $0.isSubscribed(to: provider) }
  }
}
