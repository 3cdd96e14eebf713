import Foundation

/// The provider's queue: numbers the pushes of an app on a device one after the other, and keeps
/// each for a while, so that it can be sent again (`docs/queue.md`).
struct SequencedQueue: Equatable, Sendable {
  /// The most pushes that are retained for repetition; beyond it the oldest are removed.
  static let limit = 10_000

  /// The handling of a push.
  enum Filing: Equatable {
    /// It is no concern of the queue.
    case passed
    /// Nobody wants it: it gets no number.
    case unsubscribed
    /// It was numbered; those up to this one are kept no longer.
    case numbered(gone: NotificationID?)
  }

  private struct Entry: Equatable {
    var id: NotificationID
    var queue: QueueID
    var position: Int
    var receivedAt: Date
  }

  var settings = QueueSettings()
  /// The last number given in each queue.
  private(set) var positions: [QueueID: Int] = [:]
  private var retained: [QueueID: [Int: Delivery]] = [:]
  /// The retained pushes in the order in which they came; those before `gone` went already.
  private var entries: [Entry] = []
  private var gone = 0

  /// The number of pushes that can be sent again.
  var count: Int { entries.count - gone }

  /// Moves a push to its queue, if its app has one: it gets the next number, and the identifier by
  /// which its repeats take its place. What shows no text is not numbered: no extension would be
  /// asked to count it. Nor is what came from a provider elsewhere, who numbers it or could not
  /// send it again.
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
    // The identifier of a feed's line may come again.
    let collapseID = push.headers.collapseID ?? CollapseID(push.apnsID)
    push.headers.collapseID = collapseID
    push.requestID = RequestID(collapseID)
    push.transit.queue.position = position
    store(push)
    return .numbered(gone: sweep(at: push.receivedAt))
  }

  /// Whether somebody subscribed to the folder it is about.
  func isWanted(_ push: Delivery) -> Bool {
    let (account, folder) = push.payload.queueAddress
    guard let wanted = settings.subscriptions[push.app], let account else { return true }
    return Self.contains(account, folder, in: wanted)
  }

  /// Whether the app has subscribed to the folder while the phone was offline.
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

  /// Takes a push that has its number.
  private mutating func store(_ push: Delivery) {
    guard let position = push.transit.queue.position else { return }
    let queue = QueueID(push)
    positions[queue] = max(positions[queue, default: 0], position)
    retained[queue, default: [:]][position] = push
    entries.append(
      Entry(id: push.id, queue: queue, position: position, receivedAt: push.receivedAt))
  }

  /// Lets go what is past its time or too much, the oldest first; gives the last of them.
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

  /// Returns the requested pushes that can be sent again, under their old numbers (XIV-16, XIV-17,
  /// XIV-20).
  mutating func repeats(of request: RepeatRequest, at now: Date) -> [Delivery] {
    request.positions.compactMap { position in
      guard let push = retained[request.queue]?[position], !isPast(push.receivedAt, at: now),
        !push.isPast(at: now)
      else { return nil }
      retained[request.queue]?[position]?.transit.queue.repeats += 1
      return retained[request.queue]?[position]
    }
  }

  // MARK: Keeping

  /// All that can be sent again, oldest first.
  var oldestFirst: [Delivery] { entries[gone...].compactMap { retained[$0.queue]?[$0.position] } }

  /// Takes back what was kept.
  mutating func restore(_ positions: [QueueID: Int], _ pushes: [Delivery]) {
    self.positions.merge(positions) { max($0, $1) }
    for push in pushes { store(push) }
  }
}

/// The scope of one numbering: an app on a device, whatever accounts it has (XIV-12 to XIV-14).
public struct QueueID: Hashable, Sendable {
  /// The device, by the app's token on it.
  public var token: DeviceToken
  /// The app.
  public var app: BundleID

  /// Names a queue.
  public init(token: DeviceToken, app: BundleID) {
    self.token = token
    self.app = app
  }

  /// The queue of a push. What came by a feed is numbered by its provider, whatever the token.
  init(_ push: Delivery) {
    let provider = push.transit.queue.provider.flatMap { DeviceToken(hex: $0.text) }
    self.init(token: provider ?? push.token, app: push.app)
  }

  /// By app, then by token.
  public static func < (left: QueueID, right: QueueID) -> Bool {
    (left.app.text, left.token.hex) < (right.app.text, right.token.hex)
  }
}

/// A phone asks for pushes that did not come.
public struct RepeatRequest: Equatable, Sendable {
  /// The push that showed the gap; it waits for the answer.
  public var id: NotificationID
  /// The queue.
  public var queue: QueueID
  /// The missing ones, ascending.
  public var positions: [Int]
  /// The provider that is asked, for what came by a feed; nil is the gateway beside the phone.
  public var provider: ProviderID?
}
