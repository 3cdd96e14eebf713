import Foundation

extension Gateway {
  /// Accepts a rejected push as if it had passed the checks. Its valid headers apply, and the
  /// phone's own token replaces an invalid one. No token is registered.
  mutating func acceptByHand(_ push: RejectedRequest, apnsID: APNSID) -> [Effect] {
    guard push.obstacle == nil else { return [] }
    if Guests.owns(path: push.path) { return Guests.accept(push, id: apnsID, in: &self) }
    guard case .success(let payload) = Payload.read(push.body) else {
      return []
    }
    var headers = Self.readable(push.fields)
    var channel: BroadcastTransit?
    if let path = ChannelPath(push.path) {
      channel = BroadcastTransit(channel: push.channelID ?? "", storage: .mostRecent)
      (headers.topic, headers.pushType) = (
        Topic(BundleID(path.app), for: .liveactivity).text, .liveactivity
      )
    }
    let topic = headers.topic.flatMap { try? Topic($0) }
    let checked = CheckedRequest(
      headers: headers, credential: .none,
      topic: topic ?? Topic(BundleID(Self.defaultTopic), for: headers.pushType),
      topicWasMissing: topic == nil,
      token: push.token.flatMap { DeviceToken(hex: $0) } ?? .local, payload: payload,
      unknownHeader: APNSFields(push.fields).unknown, rejectedFor: push.reason, broadcast: channel)
    let request = PushRequest(
      path: push.path, fields: push.fields, body: push.body, payload: .success(payload),
      origin: push.origin, receivedAt: push.at, freshID: apnsID)
    return accept(checked, of: request, reply: nil)
  }

  /// Returns the headers that are individually valid. The sender's apns-id is omitted, since its
  /// request was already answered.
  static func readable(_ fields: [HeaderField]) -> PushHeaders {
    let names = [
      PushHeaders.Name.topic, PushHeaders.Name.pushType, PushHeaders.Name.priority,
      PushHeaders.Name.expiration, PushHeaders.Name.collapseID,
    ]
    let good = names.compactMap { name in fields.last { $0.name == name } }
      .filter { (try? PushHeaders(APNSFields([$0]))) != nil }
    return (try? PushHeaders(APNSFields(good))) ?? PushHeaders()
  }
}

extension RejectedRequest {
  /// A valid `apns-channel-id`; nil for none.
  fileprivate var channelID: String? {
    fields.last { $0.name == PushHeaders.Name.channelID }
      .flatMap { ChannelID.isValid($0.value) ? $0.value : nil }
  }

  /// The reason for which no phone could receive it, in a few words; nil if one could.
  public var obstacle: String? {
    if path.isEmpty {
      if body.isEmpty { return "no part of a push was received" }
      return truncation ?? "the received bytes are not a push"
    }
    if body.isEmpty { return "it has no payload" }
    if let truncation { return truncation }
    if let path = ChannelPath(path) {
      if path.isManagement { return "it manages channels" }
      if channelID == nil { return "it names no channel" }
    }
    if Guests.owns(path: path) { return Guests.obstacle(to: self) }
    guard case .success = Payload.read(body) else {
      return "its payload is not a JSON object"
    }
    return nil
  }
}
