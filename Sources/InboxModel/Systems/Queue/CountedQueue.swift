import Foundation

/// The pushes that are counted together.
public enum CountedQueue: Hashable, Sendable {
  /// Those that are numbered here for an app on a device.
  case local(QueueID)
  /// Those of an app that a provider elsewhere offers this phone.
  case feed(StreamID, BundleID)
  /// Those of an app that are offered to a phone elsewhere.
  case phone(PhoneID, BundleID)

  /// The app.
  public var app: BundleID {
    switch self {
    case .local(let queue): queue.app
    case .feed(_, let app), .phone(_, let app): app
    }
  }

  /// Its parts as texts: what tells it from others, for a store.
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

  /// By app, then by kind and by what it is for.
  public static func < (left: CountedQueue, right: CountedQueue) -> Bool {
    if left.app != right.app { return left.app.text < right.app.text }
    return left.parts.lexicographicallyPrecedes(right.parts)
  }

  /// As one text, for a store.
  public var stored: String { String(decoding: jsonText, as: UTF8.self) }

  /// Reads what ``stored`` wrote; nil for anything else.
  public init?(stored text: String) { self.init(jsonText: Array(text.utf8)) }
}

/// `["local","com.example.mail","00fc"]`
extension CountedQueue: JSONField {
  func append(to bytes: inout [UInt8]) { parts.append(to: &bytes) }

  init?(json: JSONValue) {
    guard let parts = [String](json: json) else { return nil }
    self.init(parts: parts)
  }
}

/// A counted push that has not arrived, or in whose place the number of missing ones stands.
public struct OutstandingPush: Equatable, Sendable {
  /// Its state, as far as it is known.
  public enum State: String, Sendable {
    /// It is on its way, waits for the phone, or was lost.
    case missing
    /// It is missing, and another push shows a number of which it is a part.
    case reported
    /// It arrived, and the number of missing ones stands in its place.
    case unreadable
  }

  /// The queue.
  public var queue: CountedQueue
  /// The number in its payload, by which it is sent again.
  public var number: Int
  /// Its position among all pushes of the queue; the number, where it was numbered here.
  public var position: Int
  /// When it was accepted.
  public var sentAt: Date
  /// Its state, as far as it is known.
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

  /// As JSON, for a store.
  public var stored: [UInt8] { jsonText }

  /// Reads what ``stored`` wrote; nil for anything else.
  public init?(stored text: [UInt8]) { self.init(jsonText: text) }
}

extension OutstandingPush.State: JSONField {}
