import Foundation
import InboxModel

// Two processes, provider and phone (`docs/queue.md`, "Two processes"): what other phones want of us, and what
// our phone says to the providers it feeds on.

extension AppRuntime {
  /// How many pushes a phone gets at a time.
  private static let offerBatch = 100

  // MARK: The provider

  /// Answers a phone that has subscribed, or turns what it says into an event.
  func event(for request: OfferRequest) -> PushSystem.Event? {
    switch request.matter {
    case .subscribe(let last, let connected):
      handle([
        .gateway(
          .subscribed(request.device, last: last, connected: connected, at: clock.now))
      ])
      offer?.welcome(welcome(request.device, last), request.session)
    case .acknowledge(let positions):
      return .gateway(.acknowledged(request.device, positions, at: clock.now))
    case .more(let last, let beyond):
      offer?.give(batch(for: request.device, after: last, beyond: beyond), to: request.session)
    case .again(let app, let numbers):
      offer?.give(
        again(for: request.device, of: app, numbers), of: app, asked: numbers, to: request.session)
    }
    return nil
  }

  private func welcome(_ phone: String, _ last: [BundleID: Int]) -> OfferWelcome {
    let gateway = system.gateway
    guard gateway.phones[phone] != nil else {
      return .refused(
        "\(Gateway.mostPhones) phones are connected, and no more can be; "
          + "close one that is not needed")
    }
    return .taken(begin: gateway.corrections(of: last, from: phone))
  }

  private func batch(
    for phone: String, after last: NotificationID, beyond: [BundleID: Int]
  ) -> OfferBatch {
    do {
      let found = try store.offered(
        to: phone, after: last, beyond: beyond, limit: Self.offerBatch)
      return OfferBatch(pushes: offered(found.pushes), last: found.last, isEnd: found.isEnd)
    } catch {
      // Asked for again with the next push.
      frontend?.say(ErrorMessage(error).text)
      return OfferBatch(last: last)
    }
  }

  private func again(for phone: String, of app: BundleID, _ numbers: [Int]) -> OfferBatch {
    var batch = OfferBatch(last: NotificationID(rawValue: 0))
    do {
      let found = try store.offered(to: phone, of: app, numbers: Set(numbers))
      batch.pushes = offered(found)
    } catch {
      frontend?.say(ErrorMessage(error).text)
    }
    return batch
  }

  /// Those that are not past their time.
  private func offered(_ pushes: [(OfferedPush, Delivery)]) -> [OfferBatch.Offered] {
    let now = system.now
    let end = now.addingTimeInterval(-system.device.settings.queue.ttl)
    return pushes.compactMap { place, push in
      guard push.receivedAt > end, !push.isPast(at: now) else { return nil }
      return OfferBatch.Offered(place: place, push: push)
    }
  }

  // MARK: The phone

  /// Subscribes to an offer that a feed has found, unless it is our own: each push would come again and again.
  func subscribe(_ source: FeedSource, to provider: String) {
    guard provider != store.identity else {
      frontend?.say("\(source): offers what this very inbox accepts; name another")
      return
    }
    let feed = FeedID(provider: provider, device: system.device.settings.queue.deviceID)
    subscribedAs = feed.device
    feeds?.subscribe(source, to: feed, last: system.gateway.feedPositions(of: feed))
  }

  /// A provider has never given what the phone has of it, or so the phone says: what comes next is taken.
  func goBack(_ source: FeedSource, _ feed: FeedID, _ positions: [BundleID: Int])
    -> PushSystem.Event
  {
    let known = system.gateway.feedPositions(of: feed)
    for (app, position) in positions.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard let last = known[app], last > position else { continue }
      frontend?.say(
        PlainText.clean(
          "\(source): has given \(position) pushes of \(app.rawValue), not \(last); "
            + "it goes on from there"))
    }
    return .gateway(.feedSetBack(feed, to: positions, at: clock.now))
  }

  /// With another identifier the phone is another one to its providers.
  func followDeviceID() {
    guard let subscribedAs, subscribedAs != system.device.settings.queue.deviceID else { return }
    self.subscribedAs = nil
    feeds?.subscribeAnew()
  }

  // MARK: Both

  /// Tells phones and providers what is kept from now on.
  func tellFeeds(of changes: [StoreChange]) {
    guard offer != nil || !feedStates.isEmpty else { return }
    var kept: [String: [BundleID: Int]] = [:]
    var isOffered = false
    for change in changes {
      switch change {
      case .offered: isOffered = true
      case .fed(let place): kept[place.provider, default: [:]][place.app] = place.position
      default: break
      }
    }
    if isOffered { offer?.wake() }
    for (provider, positions) in kept { feeds?.acknowledge(positions, to: provider) }
  }
}
