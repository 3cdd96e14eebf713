import Foundation

/// The provider's queue: it numbers the pushes of an app on a device consecutively and retains each
/// for a limited time, so that it can be sent again (`docs/reference/queue.md`).
struct SequencedQueue: Equatable, Sendable {
  /// The maximum number of retained pushes; beyond it the oldest are removed.
  static let limit = 10_000

  /// The result of enqueuing a push.
  enum Filing: Equatable {
    /// The push does not belong into a queue.
    case passed
    /// The folder has no subscription: the push is not numbered.
    case unsubscribed
    /// The push was numbered; those up to `gone` are no longer retained.
    case numbered(gone: NotificationID?)
  }

  private struct Entry: Equatable {
    var id: NotificationID
    var queue: QueueID
    var position: Int
    var receivedAt: Date
  }

  var settings = QueueSettings()
  /// The last sequence number of each queue.
  private(set) var positions: [QueueID: Int] = [:]
  private var retained: [QueueID: [Int: Delivery]] = [:]
  /// The retained pushes in the order of acceptance; the first `gone` ones were removed.
  private var entries: [Entry] = []
  private var gone = 0

  /// The number of retained pushes.
  var count: Int { entries.count - gone }

  /// Enqueues a push, if its app has a queue: it gets the next sequence number, and an identifier
  /// by which repeated deliveries replace it. A push without text is not numbered, since no
  /// extension would count it. Neither is a relayed push, since its provider numbers it or could
  /// not send it again.
  mutating func file(_ push: inout Delivery) -> Filing {
    guard settings.apps.contains(push.app), push.typeInForce == .alert, push.payload.hasAlert,
      !push.payload.isNumbered, push.transit.queue.streamOffset == nil
    else { return .passed }
    guard isWanted(push) else {
      push.transit.queue.awaitsSubscription = isAwaited(push)
      return .unsubscribed
    }
    let queue = QueueID(push)
    let position = positions[queue, default: 0] + 1
    push.payload = push.payload.numbered(position, deviceHash: DeviceHash.text(settings.deviceID))
    // The identifier of a feed's line may be repeated.
    let collapseID = push.headers.collapseID ?? CollapseID(push.apnsID)
    push.headers.collapseID = collapseID
    push.requestID = RequestID(collapseID)
    push.transit.queue.position = position
    store(push)
    return .numbered(gone: sweep(at: push.receivedAt))
  }

  /// Returns whether the folder of a push has a subscription.
  func isWanted(_ push: Delivery) -> Bool {
    let (account, folder) = push.payload.queueAddress
    guard let wanted = settings.subscriptions[push.app], let account else { return true }
    return Self.contains(account, folder, in: wanted)
  }

  /// Returns whether the app has subscribed to the folder while the phone was offline.
  private func isAwaited(_ push: Delivery) -> Bool {
    let (account, folder) = push.payload.queueAddress
    guard let pending = settings.pendingSubscriptions[push.app], let account else { return false }
    return Self.contains(account, folder, in: pending)
  }

  private static func contains(
    _ account: String, _ folder: String?, in wanted: [String: [String]]
  ) -> Bool {
    guard let folders = wanted[account] else { return false }
    return folder.map(folders.contains) ?? true
  }

  /// Retains a numbered push.
  private mutating func store(_ push: Delivery) {
    guard let position = push.transit.queue.position else { return }
    let queue = QueueID(push)
    positions[queue] = max(positions[queue, default: 0], position)
    retained[queue, default: [:]][position] = push
    entries.append(
      Entry(id: push.id, queue: queue, position: position, receivedAt: push.receivedAt))
  }

  /// Removes expired and excess pushes, oldest first; returns the last of them, nil for none.
  private mutating func sweep(at now: Date) -> NotificationID? {
    var last: NotificationID?
    while gone < entries.count, count > Self.limit || isPast(entries[gone].receivedAt, at: now) {
      let entry = entries[gone]
      retained[entry.queue]?[entry.position] = nil
      last = entry.id
      gone += 1
    }
    if gone > 1000, gone * 2 > entries.count {
      entries.removeFirst(gone)
      gone = 0
    }
    return last
  }

  private func isPast(_ receivedAt: Date, at now: Date) -> Bool {
    receivedAt.addingTimeInterval(settings.ttl) <= now
  }

  /// Returns the requested pushes that can be sent again, with their original numbers (XIV-16,
  /// XIV-17, XIV-20).
  mutating func repeats(of request: RepeatRequest, at now: Date) -> [Delivery] {
    request.positions.compactMap { position in
      guard let push = retained[request.queue]?[position], !isPast(push.receivedAt, at: now),
        !push.isPast(at: now)
      else { return nil }
      retained[request.queue]?[position]?.transit.queue.repeats += 1
      return retained[request.queue]?[position]
    }
  }

  // MARK: Storing

  /// The retained pushes, oldest first.
  var oldestFirst: [Delivery] { entries[gone...].compactMap { retained[$0.queue]?[$0.position] } }

  /// Restores a stored state.
  mutating func restore(_ positions: [QueueID: Int], _ pushes: [Delivery]) {
    self.positions.merge(positions) { max($0, $1) }
    for push in pushes { store(push) }
  }
}

/// The scope of one sequence: an app on a device, with all its accounts (XIV-12 to XIV-14).
public struct QueueID: Hashable, Sendable {
  /// The device, identified by the app's token.
  public var token: DeviceToken
  /// The app.
  public var app: BundleID

  /// Makes the identifier of a queue.
  public init(token: DeviceToken, app: BundleID) {
    self.token = token
    self.app = app
  }

  /// Makes the identifier of a push's queue. The provider numbers relayed pushes, whatever their
  /// token.
  init(_ push: Delivery) {
    let provider = push.transit.queue.provider.flatMap { DeviceToken(hex: $0.text) }
    self.init(token: provider ?? push.token, app: push.app)
  }

  /// Orders by app, then by token.
  public static func < (left: QueueID, right: QueueID) -> Bool {
    (left.app.text, left.token.hex) < (right.app.text, right.token.hex)
  }
}

/// A phone's request for missing pushes.
public struct RepeatRequest: Equatable, Sendable {
  /// The push that revealed the gap, which waits for the response.
  public var id: NotificationID
  /// The queue.
  public var queue: QueueID
  /// The missing sequence numbers, ascending.
  public var positions: [Int]
  /// The provider to ask, for relayed pushes; nil for the local gateway.
  public var provider: ProviderID?
}
