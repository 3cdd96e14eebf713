import Foundation

/// A broadcast channel of an app in one environment (Apple, "Sending channel management requests to
/// APNs").
public struct BroadcastChannel: Equatable, Sendable {
  /// The identity of a channel.
  public struct Key: Hashable, Sendable {
    /// The app and the environment that own it.
    public var owner: Owner
    /// The identifier, base64.
    public var id: String

    /// Makes an identity.
    public init(_ owner: Owner, _ id: String) { (self.owner, self.id) = (owner, id) }
  }

  /// The owner of channels: an app in an environment; nil for a gateway of both.
  public struct Owner: Hashable, Sendable {
    /// The app.
    public var app: BundleID
    /// The environment.
    public var environment: PushEnvironment?

    /// Makes an owner.
    public init(_ app: BundleID, _ environment: PushEnvironment?) {
      (self.app, self.environment) = (app, environment)
    }
  }

  /// The identity.
  public var key: Key
  /// Its number in the order of creation, from 1.
  public var number: Int
  /// The storage policy.
  public var storage: ChannelStorage
  /// The time of its deletion; nil while it exists.
  public var deletedAt: Date?
  /// The most recent message; nil if none is stored. It may have expired.
  public var message: Indirect<Delivery>?

  /// Makes a channel without a message.
  public init(_ key: Key, number: Int, storage: ChannelStorage) {
    (self.key, self.number, self.storage) = (key, number, storage)
  }

  /// Returns the stored message unless it has expired.
  func message(at now: Date) -> Delivery? {
    guard let message = message?.wrappedValue, !message.isPast(at: now) else { return nil }
    return message
  }

  /// Returns the identifier of a new channel: 16 bytes in base64, those of the request's
  /// identifier.
  static func id(from requestID: APNSID) -> String {
    guard let (high, low, _) = requestID.halves else {
      return Data(requestID.text.utf8).base64EncodedString()
    }
    let bytes = [high, low].flatMap { half in
      (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) }
    }
    return Data(bytes).base64EncodedString()
  }
}

/// The changes of a broadcast channel.
public enum ChannelChange: String, Sendable, CaseIterable {
  /// The channel was created, by a request or, with lenient checks, by a broadcast.
  case created
  /// The channel was deleted.
  case deleted
}

/// The broadcast channels that the gateway knows, also those deleted last.
public struct ChannelBook: Equatable, Sendable {
  /// The maximum number of channels of an app in each environment (Apple, "Sending channel
  /// management requests to APNs").
  public static let ownerLimit = 10_000
  /// The maximum number of channels of all apps.
  public static let limit = 100_000
  /// The maximum number of remembered deletions.
  public static let deletedLimit = 1000

  private var channels: [BroadcastChannel.Key: BroadcastChannel] = [:]
  private var counts: [BroadcastChannel.Owner: Int] = [:]
  /// The deleted channels, the first deleted one first.
  private var deleted: [BroadcastChannel.Key] = []
  private var lastNumber = 0
  /// The lists that were requested since the last change of an owner's channels.
  private var lists = Lists()

  /// The responses to requests for all channels of an owner, which are not compared.
  private struct Lists: Equatable {
    var texts: [BroadcastChannel.Owner: String] = [:]

    static func == (left: Lists, right: Lists) -> Bool { true }
  }

  /// Makes an empty book.
  public init() {}

  /// All channels, deleted ones too, in the order of their creation.
  public var all: [BroadcastChannel] { channels.values.sorted { $0.number < $1.number } }

  /// The number of existing channels.
  public var count: Int { channels.count - deleted.count }

  /// The existing channel with an identity; nil for none.
  public subscript(key: BroadcastChannel.Key) -> BroadcastChannel? {
    channels[key].flatMap { $0.deletedAt == nil ? $0 : nil }
  }

  /// Returns the time at which a channel was deleted; nil for one that exists or is unknown.
  func deletion(of key: BroadcastChannel.Key) -> Date? { channels[key]?.deletedAt }

  /// Returns the number of existing channels of an owner.
  func count(of owner: BroadcastChannel.Owner) -> Int { counts[owner] ?? 0 }

  /// Returns the existing channels of an owner, in the order of their creation.
  public func channels(of owner: BroadcastChannel.Owner) -> [BroadcastChannel] {
    guard count(of: owner) > 0 else { return [] }
    return channels.values.filter { $0.key.owner == owner && $0.deletedAt == nil }
      .sorted { $0.number < $1.number }
  }

  /// Returns the response to a request for all channels of an owner: a JSON object with their
  /// identifiers. It is made once after each change: a small request could otherwise cost as much
  /// as thousands of pushes.
  mutating func list(of owner: BroadcastChannel.Owner) -> String {
    if let list = lists.texts[owner] { return list }
    let ids = channels(of: owner).map { JSONValue.string($0.key.id) }
    let list = JSONWriter.text(.object(["channels": .array(ids)]))
    if !ids.isEmpty { lists.texts[owner] = list }
    return list
  }

  /// Whether an owner can have another channel.
  func hasRoom(for owner: BroadcastChannel.Owner) -> Bool {
    count(of: owner) < Self.ownerLimit && count < Self.limit
  }

  /// Adds a new channel.
  mutating func create(_ key: BroadcastChannel.Key, _ storage: ChannelStorage) -> BroadcastChannel {
    let channel = BroadcastChannel(key, number: lastNumber + 1, storage: storage)
    insert(channel)
    return channel
  }

  /// Adds a channel, or replaces the one with its identity.
  public mutating func insert(_ channel: BroadcastChannel) {
    let old = channels.updateValue(channel, forKey: channel.key)
    lastNumber = max(lastNumber, channel.number)
    let (was, exists) = (old.map { $0.deletedAt == nil }, channel.deletedAt == nil)
    guard was != exists else { return }
    lists.texts[channel.key.owner] = nil
    if was == true { counts[channel.key.owner, default: 0] -= 1 }
    if was == false { deleted.removeAll { $0 == channel.key } }
    if exists { counts[channel.key.owner, default: 0] += 1 } else { deleted.append(channel.key) }
  }

  /// Deletes an existing channel with its message.
  ///
  /// - Returns: The deleted channel, and the one that is forgotten because too many are remembered.
  mutating func delete(
    _ channel: BroadcastChannel, at now: Date
  ) -> (deleted: BroadcastChannel, forgotten: BroadcastChannel?) {
    var channel = channel
    (channel.deletedAt, channel.message) = (now, nil)
    insert(channel)
    guard deleted.count > Self.deletedLimit else { return (channel, nil) }
    return (channel, channels.removeValue(forKey: deleted.removeFirst()))
  }

  /// Adds the channels of another book.
  mutating func merge(_ other: ChannelBook) {
    for channel in other.all { insert(channel) }
  }

  /// Returns whether both books have the same channels.
  public static func == (left: ChannelBook, right: ChannelBook) -> Bool {
    left.channels == right.channels
  }
}
