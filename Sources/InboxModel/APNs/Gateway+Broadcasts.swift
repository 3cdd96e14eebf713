import Foundation

// Broadcasts to the followers of a channel (Apple, "Sending broadcast push notification requests to
// APNs").

extension Gateway {
  /// Handles a broadcast.
  mutating func broadcast(
    _ path: ChannelPath, _ request: PushRequest, _ fields: APNSFields, reply: ResponseHandle?
  ) -> [Effect] {
    do throws(Rejection) {
      let checked = try checkBroadcast(path, request, fields)
      if let rate = settings.tokenRate, let channel = checked.broadcast?.channel {
        let owner = BroadcastChannel.Owner(checked.topic.app, settings.environment)
        let key = BroadcastChannel.Key(owner, channel)
        try tokenRates.count(.channel(key), at: request.receivedAt, most: rate)
      }
      return pass(checked, of: request, fields, nil, reply: reply)
    } catch {
      return reject(request, fields, error, reply: reply)
    }
  }

  private mutating func checkBroadcast(
    _ path: ChannelPath, _ request: PushRequest, _ fields: APNSFields
  ) throws(Rejection) -> CheckedRequest {
    let sender = try checkSender(path, request, fields)
    guard fields.pushType?.isEmpty == false else {
      throw Rejection(.missingPushType, because: "apns-push-type is missing.")
    }
    var headers = try Self.broadcastHeaders(fields)
    headers.id = fields.requestID.map { APNSID($0) }
    guard headers.pushType == .liveactivity else {
      throw Self.wrongType(fields)
    }
    guard headers.priority != .minimal else { throw Self.wrongPriority(fields) }
    guard let expiration = headers.expiration else {
      throw Rejection(
        .badExpirationDate, because: "apns-expiration is missing; a broadcast needs it.")
    }
    let key = try channelKey(fields, sender.owner)
    let payload = try Self.broadcastPayload(of: request)
    let (channel, isLearned) = try channel(key)
    if channel.storage == .none, expiration != .once {
      throw Rejection(
        .badExpirationDate,
        because: "The channel stores no messages, and apns-expiration is "
          + "\(expiration.rawValue), not 0.",
        fix: "Send apns-expiration: 0, or create a channel with message-storage-policy 1.")
    }
    var transit = BroadcastTransit(channel: key.id, storage: channel.storage)
    transit.isLearned = isLearned
    return CheckedRequest(
      headers: headers, credential: sender.credential,
      topic: Topic(sender.owner.app, for: .liveactivity), topicWasMissing: false, token: .local,
      payload: payload, unknownHeader: fields.unknown, broadcast: transit)
  }

  /// Parses the headers; those that have fewer values than in a push get sentences of their own.
  private static func broadcastHeaders(_ fields: APNSFields) throws(Rejection) -> PushHeaders {
    do throws(Rejection) {
      return try PushHeaders(fields)
    } catch {
      switch error.reason {
      case .badPriority: throw wrongPriority(fields)
      case .invalidPushType: throw wrongType(fields)
      default: throw error
      }
    }
  }

  private static func wrongPriority(_ fields: APNSFields) -> Rejection {
    Rejection(
      .badPriority,
      because: "The priority of a broadcast is 10 or 5, not \(cut(fields.priority ?? "")).",
      fix: "Send apns-priority 10 or 5.")
  }

  private static func wrongType(_ fields: APNSFields) -> Rejection {
    Rejection(
      .invalidPushType,
      because: "apns-push-type is \(quoted(fields.pushType ?? "")), not liveactivity.",
      fix: "Send apns-push-type: liveactivity; broadcasts are for Live Activities only.")
  }

  private static func broadcastPayload(of request: PushRequest) throws(Rejection) -> Payload {
    do throws(Rejection) {
      return try payload(of: request, limit: BroadcastTransit.payloadLimit)
    } catch {
      var rejection = error
      if rejection.reason != .payloadTooLarge {
        let seconds = Int(request.receivedAt.timeIntervalSince1970)
        rejection.fix =
          #"Send a JSON object such as {"aps":{"event":"update","timestamp":\#(seconds),"#
          + #""content-state":{}}}."#
      }
      throw rejection
    }
  }

  /// Returns an existing channel. Lenient validation assumes one that stores the most recent
  /// message, as it accepts any device token.
  private func channel(
    _ key: BroadcastChannel.Key
  ) throws(Rejection) -> (channel: BroadcastChannel, isLearned: Bool) {
    guard channels[key] == nil, !settings.isStrict, channels.deletion(of: key) == nil,
      channels.hasRoom(for: key.owner)
    else { return (try registered(key), false) }
    return (BroadcastChannel(key, number: 0, storage: .mostRecent), true)
  }

  /// Stores an accepted broadcast in its channel. It replaces the stored one, also if it is not
  /// stored itself.
  mutating func storeInChannel(_ push: inout Delivery, _ effects: inout [Effect]) {
    guard var transit = push.broadcast else { return }
    let owner = BroadcastChannel.Owner(push.app, settings.environment)
    let key = BroadcastChannel.Key(owner, transit.channel)
    let known = channels[key]
    var channel = known ?? channels.create(key, transit.storage)
    if transit.storage == .mostRecent, push.isStorable { transit.storedUntil = push.endOfStay }
    push.transit.broadcast = Indirect(wrappedValue: transit)
    guard known == nil || transit.storedUntil != nil || channel.message != nil else { return }
    channel.message = transit.storedUntil == nil ? nil : Indirect(wrappedValue: push)
    channels.insert(channel)
    effects.append(.store(.channel(channel, isForgotten: false)))
    if known == nil { effects.append(.report(channel, .created)) }
  }

  /// Returns the stored message of a channel for a new follower, unless it waits for the phone
  /// anyway.
  func message(in channel: String, of app: BundleID, at now: Date) -> Delivery? {
    let owner = BroadcastChannel.Owner(app, settings.environment)
    guard isDeviceOnline,
      let message = channels[BroadcastChannel.Key(owner, channel)]?.message(at: now),
      !queue.contains(message)
    else { return nil }
    return message
  }
}
