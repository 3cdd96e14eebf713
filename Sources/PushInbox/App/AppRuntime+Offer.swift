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
    case .subscribe(let last):
      return .gateway(.subscribed(request.device, last: last, at: clock.now))
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
    let end = system.now.addingTimeInterval(-system.device.settings.queue.ttl)
    return pushes.compactMap { place, push in
      push.receivedAt > end ? OfferBatch.Offered(place: place, push: push) : nil
    }
  }

  // MARK: The phone

  /// Subscribes to an offer that a feed has found, unless it is our own: each push would come again and again.
  func subscribe(_ source: FeedSource, to provider: String) {
    guard provider != store.identity else {
      frontend?.say("\(source): offers what this very inbox accepts; name another")
      return
    }
    feeds?.subscribe(
      source, to: provider, as: system.device.settings.queue.deviceID,
      last: system.gateway.feedPositions(of: provider))
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
