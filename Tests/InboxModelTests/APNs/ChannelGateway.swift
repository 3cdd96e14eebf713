import Foundation

@testable import InboxModel

/// A gateway with the requests about broadcast channels of one app.
struct ChannelGateway {
  static let app: BundleID = "com.example.match"

  /// A valid request.
  enum Path: Sendable { case create, read, list, delete, broadcast }

  var gateway = Gateway()
  /// The effects of the last request.
  private(set) var effects: [Gateway.Effect] = []
  private var count: UInt64 = 0

  /// The row of the last request in Rejected.
  var rejected: RejectedRequest? {
    effects.lazy.compactMap { if case .reject(let row) = $0 { row } else { nil } }.first
  }

  /// The channels that the last request stored.
  var stored: [BroadcastChannel] {
    effects.compactMap {
      if case .store(.channel(let channel, false)) = $0 { channel } else { nil }
    }
  }

  mutating func request(
    _ path: Path, _ channel: String? = nil, storage: Int = 1, expiration: Int = 1_776_194_100,
    at now: Date = .pushMoment
  ) -> PushRequest {
    count += 1
    let apps = "/1/apps/\(Self.app.text)/"
    var (method, place, body, fields) = ("GET", apps + "channels", "", [(String, String)]())
    switch path {
    case .create:
      (method, body) =
        ("POST", #"{"message-storage-policy":\#(storage),"push-type":"LiveActivity"}"#)
    case .read: break
    case .list: place = apps + "all-channels"
    case .delete: method = "DELETE"
    case .broadcast:
      (method, place) = ("POST", "/4/broadcasts/apps/\(Self.app.text)")
      body =
        #"{"aps":{"event":"update","timestamp":1776190500,"content-state":{"home":1,"away":0}}}"#
      fields = [("apns-push-type", "liveactivity"), ("apns-expiration", String(expiration))]
    }
    if let channel, path != .list, path != .create { fields.append(("apns-channel-id", channel)) }
    return PushRequest(
      method: method, path: place, fields: fields.map { HeaderField($0.0, $0.1) },
      body: Array(body.utf8), origin: Origin(wire: .h2), receivedAt: now,
      freshID: APNSID(upper: 0xA, count))
  }

  mutating func answer(to request: PushRequest) -> PushResponse? {
    effects = gateway.handle(
      .pushReceived(request, reply: ResponseHandle(connection: 1, stream: 1)),
      at: request.receivedAt)
    return effects.lazy.compactMap { if case .answer(let answer, _) = $0 { answer } else { nil } }
      .first
  }

  mutating func answer(
    _ path: Path, _ channel: String? = nil, expiration: Int = 1_776_194_100
  ) -> PushResponse? {
    answer(to: request(path, channel, expiration: expiration))
  }

  /// Returns the response, which there must be.
  mutating func required(_ path: Path, _ channel: String? = nil) throws -> PushResponse {
    try required(to: request(path, channel))
  }

  /// Returns the response to a request, which there must be.
  mutating func required(to request: PushRequest) throws -> PushResponse {
    guard let answer = answer(to: request) else { throw Failure() }
    return answer
  }

  /// Creates a channel and returns its identifier.
  mutating func create(storage: Int = 1) throws -> String {
    guard let answer = answer(to: request(.create, storage: storage)), answer.status == 201,
      let id = answer.channelID
    else { throw Failure() }
    return id
  }

  /// The channel was not created.
  struct Failure: Error {}
}

extension PushRequest {
  /// Removes a header.
  mutating func remove(_ name: String) { self.fields.removeAll { $0.name == name } }

  /// Replaces a header.
  mutating func set(_ name: String, _ value: String) {
    remove(name)
    self.fields.append(HeaderField(name, value))
  }
}
