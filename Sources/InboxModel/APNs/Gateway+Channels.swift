import Foundation

// The management of broadcast channels (Apple, "Sending channel management requests to APNs", and
// "Handling error responses from Apple Push Notification service").

/// The sender of a valid request about channels.
struct ChannelSender {
  var credential: Credential
  var owner: BroadcastChannel.Owner
  /// The `apns-request-id` of the response.
  var requestID: APNSID
}

extension Gateway {
  /// The maximum size of the body that creates a channel, bytes.
  static let channelBodyLimit = 4096
  /// `push-type` of a channel.
  private static let channelType = "LiveActivity"

  /// A valid management request.
  private enum ChannelAction {
    case list
    case create(ChannelStorage)
    case read(BroadcastChannel)
    case delete(BroadcastChannel)
  }

  /// Handles a request that creates, reads, lists or deletes channels.
  mutating func manage(
    _ path: ChannelPath, _ request: PushRequest, _ fields: APNSFields, reply: ResponseHandle?
  ) -> [Effect] {
    do throws(Rejection) {
      let sender = try checkSender(path, request, fields)
      let action = try checkedAction(path, request, fields, sender.owner)
      let fault = faults.inject(sender.owner.app, .local, isAwaited: reply != nil)
      if let fault, let reason = fault.rule.answer {
        let rejection = Rejection(reason, by: fault, at: request.receivedAt)
        return reject(request, fields, rejection, by: fault, reply: reply)
      }
      var effects: [Effect] = []
      var answer = carryOut(action, of: sender, request, &effects)
      answer.isAboutChannel = true
      if let reply { effects.append(.answer(answer.altered(by: fault), to: reply)) }
      return effects
    } catch {
      return reject(request, fields, error, reply: reply)
    }
  }

  private mutating func carryOut(
    _ action: ChannelAction, of sender: ChannelSender, _ request: PushRequest,
    _ effects: inout [Effect]
  ) -> PushResponse {
    var answer = PushResponse(status: 200, apnsID: sender.requestID)
    switch action {
    case .list:
      answer.document = channels.list(of: sender.owner)
    case .create(let storage):
      let id = BroadcastChannel.id(from: request.freshID)
      let channel = channels.create(BroadcastChannel.Key(sender.owner, id), storage)
      (answer.status, answer.channelID) = (201, id)
      effects.append(.store(.channel(channel, isForgotten: false)))
      effects.append(.report(channel, .created))
    case .read(let channel):
      answer.document = JSONWriter.text(
        .object([
          "message-storage-policy": JSONValue(channel.storage.rawValue),
          "push-type": .string(Self.channelType),
        ]))
    case .delete(let channel):
      answer.status = 204
      let (deleted, forgotten) = channels.delete(channel, at: request.receivedAt)
      effects.append(.store(.channel(deleted, isForgotten: false)))
      effects.append(.report(deleted, .deleted))
      if let forgotten { effects.append(.store(.channel(forgotten, isForgotten: true))) }
    }
    return answer
  }

  // MARK: Checks

  private func checkedAction(
    _ path: ChannelPath, _ request: PushRequest, _ fields: APNSFields,
    _ owner: BroadcastChannel.Owner
  ) throws(Rejection) -> ChannelAction {
    switch request.method {
    case _ where path.resource == .list: return .list
    case "POST": return .create(try storage(of: request, owner))
    case "DELETE": return .delete(try registered(try channelKey(fields, owner)))
    default: return .read(try registered(try channelKey(fields, owner)))
    }
  }

  /// Validates the parts that all requests about channels have: method, headers, credentials, app.
  mutating func checkSender(
    _ path: ChannelPath, _ request: PushRequest, _ fields: APNSFields
  ) throws(Rejection) -> ChannelSender {
    let methods =
      switch path.resource {
      case .broadcast: ["POST"]
      case .list: ["GET"]
      case .channel: ["POST", "GET", "DELETE"]
      }
    guard methods.contains(request.method) else {
      throw Rejection(
        .methodNotAllowed,
        because: "The method is \(quoted(request.method)); this path has "
          + methods.alternatives + ".",
        fix: "Send \(methods.alternatives) to \(request.path).")
    }
    if let name = fields.repeated {
      throw Rejection(.duplicateHeaders, because: "The header \(quoted(name)) is given twice.")
    }
    let credential = try authenticate(request, fields.authorization)
    if let text = fields.requestID, !PushHeaders.isUUID(text) {
      throw Rejection(
        .badMessageID, because: "apns-request-id \(quoted(text)) is not a UUID.")
    }
    let app = try channelApp(path, credential)
    return ChannelSender(
      credential: credential, owner: BroadcastChannel.Owner(app, settings.environment),
      requestID: fields.requestID.map { APNSID($0) } ?? request.freshID)
  }

  /// Returns the app of a path if the sender may use its channels.
  private func channelApp(
    _ path: ChannelPath, _ credential: Credential
  ) throws(Rejection) -> BundleID {
    guard path.app.utf8.count <= Topic.maximumLength, path.app.utf8.allSatisfy(Topic.allows),
      Topic.impliedType(of: path.app) == nil
    else {
      throw Rejection(
        .badRequestParams,
        because: "\(quoted(path.app)) in the path is not a bundle id.",
        fix: "Send the bundle id alone, without the suffix of a topic.")
    }
    let app = BundleID(path.app)
    let topics = [path.app, Topic(app, for: .liveactivity).text]
    guard topics.contains(where: settings.allows) else {
      throw Rejection(
        .topicDisallowed,
        because: "The app \(quoted(path.app)) belongs to no listed device, key or certificate.",
        fix: "List it in the configuration, send another, or leave gateway.topics at any.")
    }
    switch credential {
    case .certificate(let certificate):
      guard topics.contains(where: certificate.topics.contains) else {
        throw Rejection(
          .topicMismatch,
          because: "The client certificate is for \(quoted(certificate.topics)), not for "
            + quoted(path.app) + ".")
      }
    case .token(let token):
      guard let key = token.key, !key.topics.isEmpty else { break }
      guard topics.contains(where: key.topics.contains) else {
        throw Rejection(
          .topicDisallowed,
          because: "The key \(quoted(key.id.text)) is for \(quoted(key.topics)), not for "
            + "\(quoted(path.app)), the app in the path.",
          fix: "Sign with a key for this app, or add the app to the key in gateway.keys.")
      }
    case .none, .account: break
    }
    if settings.withoutBroadcast.contains(app) {
      throw Rejection(
        .featureNotEnabled,
        because: "gateway.withoutBroadcast lists \(quoted(path.app)).",
        fix: "Turn on the Broadcast Capability of the bundle id; here, remove it from "
          + "gateway.withoutBroadcast.")
    }
    return app
  }

  /// Returns the storage policy of a new channel.
  private func storage(
    of request: PushRequest, _ owner: BroadcastChannel.Owner
  ) throws(Rejection) -> ChannelStorage {
    do throws(Rejection) {
      _ = try Self.payload(of: request, limit: Self.channelBodyLimit)
    } catch {
      var rejection = error
      rejection.fix = #"Send {"message-storage-policy":1,"push-type":"LiveActivity"} as the body."#
      throw rejection
    }
    let body = (try? JSONReader.read(request.body).root.object) ?? [:]
    guard let policy = body["message-storage-policy"]?.int.flatMap(ChannelStorage.init(rawValue:))
    else {
      let found = body["message-storage-policy"].map { "is \(JSONWriter.text($0))" } ?? "is missing"
      throw Rejection(
        .badRequestParams, because: "message-storage-policy \(cut(found)); it is 0 or 1.",
        fix: "Send 0 for no storage, or 1 to store the most recent message.")
    }
    guard let type = body["push-type"], !type.isNull else {
      throw Rejection(.missingPushType, because: "push-type is missing in the body.")
    }
    guard type.string == Self.channelType else {
      throw Rejection(
        .invalidPushType, because: "push-type is \(cut(JSONWriter.text(type))), not LiveActivity.",
        fix: #"Send "push-type":"LiveActivity", the only type of channels."#)
    }
    guard channels.hasRoom(for: owner) else {
      let count = channels.count(of: owner)
      throw Rejection(
        .cannotCreateChannelConfig,
        because: count < ChannelBook.ownerLimit
          ? "All apps together have \(ChannelBook.limit) channels."
          : "The app \(quoted(owner.app.text)) has \(count) channels, as many as it can have.")
    }
    return policy
  }

  /// Returns the identity of the channel that `apns-channel-id` names.
  func channelKey(
    _ fields: APNSFields, _ owner: BroadcastChannel.Owner
  ) throws(Rejection) -> BroadcastChannel.Key {
    guard let id = fields.channelID, !id.isEmpty else { throw Rejection(.missingChannelID) }
    guard ChannelID.isValid(id) else {
      throw Rejection(
        .badChannelID,
        because: "apns-channel-id \(quoted(id)) is not base64 of at most "
          + "\(ChannelID.limit) bytes.")
    }
    return BroadcastChannel.Key(owner, id)
  }

  /// Returns an existing channel.
  func registered(_ key: BroadcastChannel.Key) throws(Rejection) -> BroadcastChannel {
    if let channel = channels[key] { return channel }
    let place = key.owner.environment.map { " in \($0.rawValue)" } ?? ""
    throw Rejection(
      .channelNotRegistered,
      because: channels.deletion(of: key).map {
        "The channel \(quoted(key.id)) was deleted at \(Timestamp.text($0))."
      } ?? "\(key.owner.app.text) has no channel \(quoted(key.id))\(place).")
  }
}
