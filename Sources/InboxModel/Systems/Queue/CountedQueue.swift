import Foundation

/// A queue whose pushes are counted together.
public enum CountedQueue: Hashable, Sendable {
  /// The pushes that this gateway numbers for an app on a device.
  case local(QueueID)
  /// The pushes of an app that a provider in another process relays to this phone.
  case feed(StreamID, BundleID)
  /// The pushes of an app that are relayed to a phone in another process.
  case phone(PhoneID, BundleID)

  /// The app.
  public var app: BundleID {
    switch self {
    case .local(let queue): queue.app
    case .feed(_, let app), .phone(_, let app): app
    }
  }

  /// The components as strings, which identify the queue in a store.
  private var parts: [String] {
    switch self {
    case .local(let queue): ["local", queue.app.text, queue.token.hex]
    case .feed(let feed, let app):
      ["feed", app.text, feed.provider.text, feed.device.text]
    case .phone(let device, let app): ["phone", app.text, device.text]
    }
  }

  private init?(parts: [String]) {
    guard parts.count > 2 else { return nil }
    let app = BundleID(parts[1])
    switch (parts[0], parts.count) {
    case ("local", 3):
      guard let token = DeviceToken(parts[2]) else { return nil }
      self = .local(QueueID(token: token, app: app))
    case ("feed", 4):
      self = .feed(
        StreamID(
          provider: ProviderID(parts[2]), device: PhoneID(parts[3])), app)
    case ("phone", 3): self = .phone(PhoneID(parts[2]), app)
    default: return nil
    }
  }

  /// Orders by app, then by kind and the remaining components.
  public static func < (left: CountedQueue, right: CountedQueue) -> Bool {
    if left.app != right.app { return left.app.text < right.app.text }
    return left.parts.lexicographicallyPrecedes(right.parts)
  }

  /// The stored form, one text.
  public var stored: String { String(decoding: jsonText, as: UTF8.self) }

  /// Parses ``stored``; nil for anything else.
  public init?(stored text: String) { self.init(jsonText: Array(text.utf8)) }
}

/// The queue as JSON: `["local","com.example.mail","00fc"]`
extension CountedQueue: JSONField {
  func append(to bytes: inout [UInt8]) { parts.append(to: &bytes) }

  init?(json: JSONValue) {
    guard let parts = [String](json: json) else { return nil }
    self.init(parts: parts)
  }
}

/// A counted push that has not arrived, or whose text was replaced by the number of missing ones.
public struct OutstandingPush: Equatable, Sendable {
  /// The known state of the push.
  public enum State: String, Sendable {
    /// In transit, waiting for the phone, or lost.
    case missing
    /// Missing, and included in the number that another push shows.
    case reported
    /// Arrived, with the number of missing pushes in place of its text.
    case unreadable
  }

  /// The queue.
  public var queue: CountedQueue
  /// The sequence number in its payload, by which it is sent again.
  public var number: Int
  /// Its position among all pushes of the queue; equal to the number if this gateway numbered it.
  public var position: Int
  /// The moment of its acceptance.
  public var sentAt: Date
  /// The known state of the push.
  public var state = State.missing
}

extension OutstandingPush: JSONFieldList {
  init() {
    self.init(queue: .phone("", ""), number: 0, position: 0, sentAt: Date(timeIntervalSince1970: 0))
  }

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("queue", &queue)
    fields.field("number", &number)
    fields.field("position", &position)
    fields.field("sentAt", &sentAt)
    fields.field("state", &state, unless: .missing)
  }

  /// The stored form, JSON.
  public var stored: [UInt8] { jsonText }

  /// Parses ``stored``; nil for anything else.
  public init?(stored text: [UInt8]) { self.init(jsonText: text) }
}

extension OutstandingPush.State: JSONField {}
