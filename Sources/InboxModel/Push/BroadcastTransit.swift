import Foundation

/// The channel of a broadcast, and its storage there.
public struct BroadcastTransit: Equatable, Sendable {
  /// The identifier of the channel, `apns-channel-id`.
  public var channel: String
  /// The storage policy of the channel.
  public var storage: ChannelStorage
  /// Whether the channel was unknown, so that lenient validation assumed it.
  public var isLearned = false
  /// The end of the storage for Live Activities that follow the channel later; nil if it is not
  /// stored.
  public var storedUntil: Date?

  /// Makes the transit of a broadcast that is not stored.
  public init(channel: String, storage: ChannelStorage) {
    (self.channel, self.storage) = (channel, storage)
  }

  /// The longest time a broadcast is stored, in seconds (Apple, "Sending broadcast push
  /// notification requests to APNs").
  static let maximumStorageTime: TimeInterval = 8 * 3600

  /// The maximum payload size of a broadcast in bytes.
  public static let payloadLimit = 5120
}

/// `message-storage-policy`: the messages that a channel stores (Apple, "Sending channel management
/// requests to APNs").
public enum ChannelStorage: Int, Sendable {
  /// None: a broadcast reaches the present followers.
  case none = 0
  /// The most recent one, for phones that follow later or are offline.
  case mostRecent = 1
}

/// The form of channel identifiers, `apns-channel-id`.
enum ChannelID {
  /// The maximum length, bytes. Those that APNs assigns have 24.
  static let limit = 1024

  /// Returns whether a text is one: base64 with padding (RFC 4648 §4), not empty.
  static func isValid(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= limit && Data(base64Encoded: text) != nil
  }
}

extension Delivery {
  /// The channel of a broadcast; nil for any other push.
  public var broadcast: BroadcastTransit? { self.transit.broadcast?.wrappedValue }

  /// The maximum payload size in bytes.
  public var payloadLimit: Int {
    self.transit.broadcast == nil ? self.headers.payloadLimit : BroadcastTransit.payloadLimit
  }
}
