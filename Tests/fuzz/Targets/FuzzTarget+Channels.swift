import Foundation

@testable import InboxModel
@testable import PushInbox

// Broadcast channels: requests that manage them, broadcasts, push lines to a channel.

extension FuzzTarget {
  static let channels = [channelRequests, channelLine]

  private static let keys = #""push-type":"LiveActivity""#

  /// The requests of a sender, each a line `METHOD PATH`, then its header fields and its body, a
  /// line each. A body begins with a brace. Further requests are ignored.
  private static let channelRequests = FuzzTarget(
    "channel requests",
    [
      "POST /1/apps/com.a/channels\n{\"message-storage-policy\":1,\(keys)}\n"
        + "GET /1/apps/com.a/channels\napns-channel-id: \(channelID(1))\n"
        + "GET /1/apps/com.a/all-channels\n"
        + "DELETE /1/apps/com.a/channels\napns-channel-id: \(channelID(1))\n"
        + "GET /1/apps/com.a/channels\napns-channel-id: \(channelID(1))\n",
      "POST /1/apps/com.a/channels\napns-request-id: 123e4567-e89b-12d3-a456-426614174000\n"
        + "{\"message-storage-policy\":0,\(keys)}\n" + broadcast(to: channelID(1), until: "0"),
      broadcast(to: "c2g=", until: "1776003600") + "POST /3/device/\(DeviceToken.local.hex)\n"
        + "apns-topic: com.a.push-type.liveactivity\napns-push-type: liveactivity\n"
        + start(following: "c2g=") + "\n" + broadcast(to: "c2g=", until: "0"),
    ], words: ofChannels, stepsPerByte: 100_000
  ) { input in
    var isAccepted = false
    for isStrict in [false, true] {
      var bench = ChannelBench(isStrict: isStrict)
      for request in requests(in: input).prefix(ChannelBench.limit) {
        if try bench.sends(request) { isAccepted = true }
      }
      try bench.expectSameWhenStored()
    }
    return isAccepted
  }

  /// The number with which the bench counts is the identifier of the request.
  static func freshID(_ number: Int) -> APNSID { APNSID(upper: 0xA, UInt64(number)) }

  private static func channelID(_ number: Int) -> String {
    BroadcastChannel.id(from: freshID(number))
  }

  private static func broadcast(to channel: String, until expiration: String) -> String {
    "POST /4/broadcasts/apps/com.a\napns-channel-id: \(channel)\napns-push-type: liveactivity\n"
      + "apns-expiration: \(expiration)\n" + update + "\n"
  }

  private static let update =
    #"{"aps":{"event":"update","timestamp":1776000001,"content-state":{"home":1}}}"#

  private static func start(following channel: String) -> String {
    #"{"aps":{"event":"start","timestamp":1776000000,"input-push-channel":"\#(channel)","#
      + #""attributes-type":"Match","attributes":{},"content-state":{"home":0},"alert":"Go"}}"#
  }

  private static func requests(in input: [UInt8]) -> [PushRequest] {
    var requests: [PushRequest] = []
    for line in input.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self)
      let parts = text.split(separator: " ", maxSplits: 1)
      if parts.count == 2, parts[1].hasPrefix("/") {
        requests.append(
          PushRequest(
            method: String(parts[0]), path: String(parts[1]), fields: [], body: [],
            origin: Origin(wire: .h2, connection: 1), receivedAt: now,
            freshID: freshID(requests.count + 1)))
      } else if let last = requests.indices.last {
        if line.first == UInt8(ascii: "{") {
          requests[last] = requests[last].with(body: Array(line))
        } else {
          let sides = text.split(separator: ":", maxSplits: 1)
          requests[last].fields.append(
            HeaderField(
              sides[0].lowercased(),
              sides.count > 1 ? sides[1].trimmingCharacters(in: .whitespaces) : ""))
        }
      }
    }
    return requests
  }

  /// A push line, while Live Activities follow one of the channels that lines may name.
  private static let channelLine = FuzzTarget(
    "push line to a channel",
    [
      #"{"bundleId":"com.a","channel":"c2g=","payload":\#(update)}"#,
      #"{"channel":"c2g=","headers":{"apns-topic":"com.a","apns-expiration":"1776003600"},"payload":\#(update)}"#,
      #"{"bundleId":"com.a.push-type.liveactivity","channel":"c2g=","headers":{"apns-priority":"5"},"#
        + #""payload":{"aps":{"event":"end","timestamp":1776000001,"dismissal-date":1776000009,"#
        + #""content-state":{"home":2},"alert":{"title":"T"}}}}"#,
    ],
    words: PushLine.fields.map { "\"\($0.name)\":" } + ofChannels, stepsPerByte: 50_000
  ) { input in
    var system = PushSystem(device: Phone(settings: PhoneSettings()))
    let first = PushRequest(
      path: "/3/device/" + DeviceToken.local.hex,
      fields: [
        HeaderField("apns-topic", "com.a.push-type.liveactivity"),
        HeaderField("apns-push-type", "liveactivity"),
      ], body: Array(start(following: "c2g=").utf8), origin: Origin(wire: .h2), receivedAt: now,
      freshID: freshID(1))
    _ = system.handle(.gateway(.pushReceived(first, reply: nil)), at: now)
    let request: PushRequest
    do throws(RejectedRequest) {
      request = try PushLine.request(
        from: input, number: 1, source: "fuzz", receivedAt: now, freshID: freshID(2))
    } catch {
      try expectHolds(!error.because.isEmpty && !error.fix.isEmpty, "no reason is given")
      return false
    }
    let reply = ResponseHandle(connection: 1, stream: 1)
    var (responses, isBroadcast) = (0, false)
    for effect in system.handle(.gateway(.pushReceived(request, reply: reply)), at: now) {
      try expectSafe(effect)
      switch effect {
      case .answer: responses += 1
      case .store(.phone(.insert(let record))):
        try lists(record)
        if let broadcast = record.delivery.broadcast {
          isBroadcast = true
          try expectHolds(
            ChannelID.isValid(broadcast.channel)
              && ChannelPath(request.path)?.app == record.delivery.app.text,
            "the broadcast is one of another channel or app: \(request.path)")
        }
      default: break
      }
    }
    try expectHolds(responses == 1, "\(responses) responses")
    return isBroadcast
  }
}

/// A gateway with its channels, and what its responses have to be.
private struct ChannelBench {
  /// The number of requests of an input.
  static let limit = 12

  /// A channel that exists.
  private struct Channel: Equatable {
    var id: String
    /// Its storage policy; nil for one that a broadcast made.
    var policy: Int?
  }

  private var system: PushSystem
  private var channels: [String: [Channel]] = [:]
  private let isStrict: Bool
  private var count = 100

  init(isStrict: Bool) {
    self.isStrict = isStrict
    system = PushSystem(
      gateway: Gateway(settings: GatewaySettings(isStrict: isStrict)),
      device: Phone(settings: PhoneSettings()))
  }

  /// Sends a request; returns whether it was accepted. Throws unless its response is a documented
  /// one, and the channels are those that its responses and the earlier ones say.
  mutating func sends(_ request: PushRequest) throws -> Bool {
    var request = request
    if isStrict, !request.fields.contains(where: { $0.name == "authorization" }) {
      request.fields.append(HeaderField("authorization", "bearer " + FuzzTarget.token))
    }
    let response = try answer(to: request)
    guard let path = ChannelPath(request.path) else { return response.reason == nil }
    let named = request.fields.last { $0.name == PushHeaders.Name.channelID }?.value
    try expectIsDocumented(response, to: request)
    let isAccepted = response.reason == nil
    if isAccepted {
      switch (path.resource, request.method) {
      case (.channel, "POST"):
        guard response.status == 201, let id = response.channelID else {
          throw BrokenProperty(description: "a channel was created without its identifier")
        }
        try expectHolds(ChannelID.isValid(id), "\(id) is not base64")
        let body = try JSONReader.read(request.body).root.object
        // An earlier broadcast may have made it, since identifiers are counted here.
        channels[path.app, default: []].removeAll { $0.id == id }
        channels[path.app, default: []].append(
          Channel(id: id, policy: body?["message-storage-policy"]?.int))
      case (.channel, "DELETE"):
        let before = channels[path.app] ?? []
        channels[path.app] = before.filter { $0.id != named }
        try expectHolds(
          channels[path.app]?.count == before.count - 1, "a channel that did not exist is deleted")
        try expectHolds(response.status == 204, "the status is \(response.status)")
      case (.broadcast, _):
        if let named, channels[path.app]?.contains(where: { $0.id == named }) != true {
          try expectHolds(!isStrict, "a broadcast to no channel is accepted")
          channels[path.app, default: []].append(Channel(id: named))
        }
      default: break
      }
    }
    try expectLists(path.app)
    return isAccepted
  }

  private mutating func answer(to request: PushRequest) throws -> PushResponse {
    var responses: [PushResponse] = []
    let reply = ResponseHandle(connection: 1, stream: 1)
    for effect in system.handle(
      .gateway(.pushReceived(request, reply: reply)), at: request.receivedAt)
    {
      try FuzzTarget.expectSafe(effect)
      if case .answer(let response, _) = effect { responses.append(response) }
      if case .store(.phone(.insert(let record))) = effect { try FuzzTarget.lists(record) }
    }
    guard let response = responses.first, responses.count == 1 else {
      throw BrokenProperty(description: "\(responses.count) responses")
    }
    return response
  }

  /// Throws unless the status, reason, fields and body are those of `docs/reference/http.md`.
  private func expectIsDocumented(_ response: PushResponse, to request: PushRequest) throws {
    let http = HTTPResponse(response)
    // Of a header that is given twice, which is an error, either is sent back.
    let sent = request.fields.filter { $0.name == PushHeaders.Name.requestID }.map(\.value)
    let id = http.fields.first { $0.name == PushHeaders.Name.requestID }?.value
    try expectHolds(
      id.map { ([request.freshID.text] + sent).contains($0) } ?? false,
      "apns-request-id is \(id ?? "missing")")
    try expectHolds(!http.fields.contains { $0.name == "apns-id" }, "the response has apns-id")
    if let reason = response.reason {
      try expectHolds(
        RejectionReason.all.contains(reason) && reason.status == response.status
          && (400..<500).contains(response.status),
        "\(response.status) \(reason.rawValue) is not documented")
      let body = try JSONReader.read(http.body).root.object
      try expectHolds(body?["reason"]?.string == reason.rawValue, "the body has another reason")
    } else {
      try expectHolds(
        [200, 201, 204].contains(response.status), "the status is \(response.status)")
      try expectHolds(
        (response.status == 201) == (response.channelID != nil), "the channel is not named")
      try expectHolds(response.status != 204 || http.body.isEmpty, "204 has a body")
    }
  }

  /// Throws unless the list of an app's channels has those that exist, and each can be read.
  private mutating func expectLists(_ app: String) throws {
    guard let expected = channels[app] else { return }
    let list = try document(at: "all-channels", of: app)
    try expectHolds(
      list["channels"]?.array?.compactMap(\.string) == expected.map(\.id),
      "the channels are \(expected), the list has \(list)")
    for channel in expected {
      let read = try document(at: "channels", of: app, channel.id)
      try expectHolds(
        read["push-type"]?.string == "LiveActivity"
          && read["message-storage-policy"]?.int == channel.policy ?? 1,
        "the channel \(channel) is \(read)")
    }
  }

  private mutating func document(
    at resource: String, of app: String, _ channel: String? = nil
  ) throws -> JSONObject {
    count += 1
    var request = PushRequest(
      method: "GET", path: "/1/apps/\(app)/\(resource)",
      fields: channel.map { [HeaderField(PushHeaders.Name.channelID, $0)] } ?? [], body: [],
      origin: Origin(wire: .h2, connection: 2), receivedAt: FuzzTarget.now,
      freshID: FuzzTarget.freshID(count))
    if isStrict {
      request.fields.append(HeaderField("authorization", "bearer " + FuzzTarget.token))
    }
    let response = try answer(to: request)
    guard response.status == 200,
      let object = try JSONReader.read(Array(response.body.utf8)).root.object
    else { throw BrokenProperty(description: "\(request.path) is \(response)") }
    return object
  }

  /// Throws unless a system that begins with the stored state has the same channels.
  func expectSameWhenStored() throws {
    let again = PushSystem(
      gateway: GatewaySettings(), phone: PhoneSettings(), snapshot: system.snapshot)
    try expectHolds(
      again.gateway.channels == system.gateway.channels, "stored channels are others")
  }
}

extension PushRequest {
  /// Returns the request with a body.
  fileprivate func with(body: [UInt8]) -> PushRequest {
    PushRequest(
      method: self.method, path: self.path, fields: self.fields, body: body, origin: self.origin,
      receivedAt: receivedAt, freshID: self.freshID)
  }
}
