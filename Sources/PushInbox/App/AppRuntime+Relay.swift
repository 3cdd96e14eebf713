import Foundation
import InboxModel

// Two processes, provider and phone (`docs/reference/relay.md`): requests of other phones,
// and messages of our phone to its providers.

extension AppRuntime {
  /// The number of pushes that a phone receives in one batch.
  private static let offerBatch = 100

  // MARK: The provider

  /// Responds to a phone that has subscribed, or converts its request to an event.
  func event(for request: RelayRequest) -> PushSystem.Event? {
    switch request.matter {
    case .subscribe(let last, let connected, let stream):
      handle([
        .gateway(
          .guest(
            .subscribed(
              request.device, last: last, connected: connected, stream: stream)))
      ])
      offer?.welcome(welcome(request.device, last), request.session)
    case .acknowledge(let positions):
      return .gateway(.guest(.acknowledged(request.device, positions)))
    case .report(let reports):
      return .gateway(.guest(.arrivalsReported(request.device, reports)))
    case .more(let last, let beyond):
      let (batch, gone) = batch(for: request.device, after: last, beyond: beyond)
      offer?.send(batch, to: request.session)
      if !gone.isEmpty { return .gateway(.guest(.relaysExpired(gone))) }
    case .again(let app, let numbers):
      offer?.send(
        again(for: request.device, of: app, numbers), of: app, asked: numbers, to: request.session)
    }
    return nil
  }

  private func welcome(_ phone: PhoneID, _ last: [BundleID: Int]) -> RelayWelcome {
    let gateway = system.gateway
    guard gateway.phones[phone] != nil else {
      return .refused(
        "\(Gateway.maximumPhones) phones are connected, which is the limit; "
          + "close one that is not needed")
    }
    let known = gateway.phones[phone]
    return .taken(
      begin: gateway.corrections(of: last, from: phone),
      reported: known?.stream.flatMap { _ in known?.reported })
  }

  /// Returns the next pushes for a phone, and the numbers of those that are no longer retained.
  private func batch(
    for phone: PhoneID, after last: NotificationID, beyond: [BundleID: Int]
  ) -> (RelayBatch, gone: [ExpiredRelay]) {
    do {
      let found = try store.offered(
        to: phone, after: last, beyond: beyond, limit: Self.offerBatch)
      let (offered, past) = offered(found.pushes)
      let now = system.now
      let gone =
        past.map { ExpiredRelay($0, sentAt: $1.receivedAt) }
        + found.gone.map { ExpiredRelay($0, sentAt: now) }
      return (RelayBatch(pushes: offered, last: found.last, isEnd: found.isEnd), gone)
    } catch {
      // The batch is requested again with the next push.
      frontend?.report(ErrorMessage(error).text)
      return (RelayBatch(last: last), [])
    }
  }

  private func again(for phone: PhoneID, of app: BundleID, _ numbers: [Int]) -> RelayBatch {
    var batch = RelayBatch(last: NotificationID(rawValue: 0))
    do {
      let found = try store.offered(to: phone, of: app, numbers: Set(numbers))
      batch.pushes = offered(found).pushes
    } catch {
      frontend?.report(ErrorMessage(error).text)
    }
    return batch
  }

  /// Separates pushes by whether their time has expired.
  private func offered(
    _ pushes: [(RelayedPush, Delivery)]
  ) -> (pushes: [RelayBatch.Offered], past: [(RelayedPush, Delivery)]) {
    let now = system.now
    let end = now.addingTimeInterval(-system.device.settings.queue.ttl)
    let isThere = { (push: Delivery) in push.receivedAt > end && !push.isPast(at: now) }
    return (
      pushes.filter { isThere($1) }.map { place, push in
        RelayBatch.Offered(
          place: place, push: push, waited: max(0, clock.now.timeIntervalSince(push.receivedAt)))
      }, pushes.filter { !isThere($1) }
    )
  }

  // MARK: The phone

  /// Subscribes to a provider that a feed has found, unless it is this inbox, whose pushes would
  /// arrive again and again.
  func subscribe(_ source: FeedSource, to provider: ProviderID, readsReports: Bool) {
    guard provider.text != store.identity else {
      frontend?.report("\(source): is the --offer of this inbox; name another one")
      return
    }
    let feed = StreamID(provider: provider, device: system.device.settings.queue.deviceID)
    subscribedAs = feed.device
    // Nothing is reported until the provider confirms which reports it has stored.
    idleProviders = idleProviders.filter { $0.provider != provider }
    handle([.system(.providerFound(provider, readsReports: readsReports))])
    feeds?.subscribe(
      source, to: feed, last: system.gateway.feedPositions(of: feed), stream: store.identity)
  }

  /// Handles a provider's confirmation of the reports up to a number, and sends the next ones.
  func confirmReports(to feed: StreamID, through number: Int) {
    handle([.system(.reportsConfirmed(feed, through: number))])
    idleProviders.insert(feed)
    report(to: feed)
  }

  /// Sends the next reports to a provider that has confirmed all earlier ones.
  private func report(to feed: StreamID) {
    let reports = system.reports(to: feed).prefix(RelayMessage.maximumReports)
    guard !reports.isEmpty, hasStoredAll, idleProviders.remove(feed) != nil else { return }
    feeds?.report(Array(reports), to: feed)
  }

  /// Lowers the phone's positions to those of a provider, which has never sent what the phone
  /// claims to have.
  func rewind(_ source: FeedSource, _ feed: StreamID, _ positions: [BundleID: Int])
    -> PushSystem.Event
  {
    let known = system.gateway.feedPositions(of: feed)
    for (app, position) in positions.sorted(by: { $0.key < $1.key }) {
      guard let last = known[app], last > position else { continue }
      frontend?.report(
        PlainText.clean(
          "\(source): has sent \(position) pushes of \(app), not \(last); "
            + "continuing from there"))
    }
    return .gateway(.guest(.streamRewound(feed, to: positions)))
  }

  /// Resubscribes to the providers when `queue.deviceID` changes.
  func followDeviceID() {
    guard let subscribedAs, subscribedAs != system.device.settings.queue.deviceID else { return }
    self.subscribedAs = nil
    feeds?.subscribeAnew()
  }

  // MARK: Both

  /// Notifies phones and providers of newly stored changes.
  func notifyFeeds(of changes: [StoreChange]) {
    guard offer != nil || !feedStates.bySource.isEmpty else { return }
    var kept: [ProviderID: [BundleID: Int]] = [:]
    var isOffered = false
    for change in changes {
      switch change {
      case .guest(.relay(.offered)): isOffered = true
      case .guest(.relay(.fed(let place))):
        kept[place.provider, default: [:]][place.app] = place.position
      case .guest(.relay(.phoneReported(let phone, let number))):
        offer?.confirm(phone, through: number)
      default: break
      }
    }
    if isOffered { offer?.wake() }
    for (provider, positions) in kept { feeds?.acknowledge(positions, to: provider) }
    for feed in idleProviders { report(to: feed) }
  }

  /// The outcomes of the pushes of all queues, except those relayed to phones that report nothing;
  /// and the number of these.
  var queueTotal: (known: QueueTally, unreported: Int) {
    let system = shown
    let phones = system.gateway.phones
    return system.queueCounts.reduce(into: (QueueTally(), 0)) { total, queue in
      if case .phone(let device, _) = queue.key, phones[device]?.stream == nil {
        total.1 += queue.value.sent
      } else {
        total.0 = total.0 + queue.value.total
      }
    }
  }
}
