import Foundation

// The Expo push service: its requests have up to 100 notifications, each of which goes to APNs by
// itself (Expo, "Send notifications with the Expo Push Service").

extension Gateway {
  /// Handles a request to the Expo push service.
  ///
  /// - Parameters:
  ///   - known: The apps of tokens.
  ///   - receipts: The receipts of earlier requests, to which those of this one are added.
  mutating func receive(
    _ request: PushRequest, _ expo: ExpoRequest, known: ExpoSettings,
    _ receipts: inout ExpoReceipts, reply: ResponseHandle?
  ) -> [Effect] {
    do throws(ExpoError) {
      switch try expo.content.get() {
      case .send(let messages, let isSingle):
        return try send(messages, isSingle: isSingle, of: request, known, &receipts, reply: reply)
      case .receipts(let ids):
        let document = receipts.document(for: ids, at: request.receivedAt)
        return Self.answer(document, status: 200, to: reply)
      }
    } catch {
      return Self.answer(error.document, status: error.code.httpStatus, to: reply)
        + [reject(request, error)]
    }
  }

  private static func answer(
    _ document: String, status: Int, by fault: Faults.Injection? = nil, to reply: ResponseHandle?
  ) -> [Effect] {
    guard let reply else { return [] }
    return [.answer(PushResponse(status: status, document: document).altered(by: fault), to: reply)]
  }

  private mutating func send(
    _ messages: [ExpoMessage], isSingle: Bool, of request: PushRequest, _ known: ExpoSettings,
    _ receipts: inout ExpoReceipts, reply: ResponseHandle?
  ) throws(ExpoError) -> [Effect] {
    var notifications = messages.flatMap { message in
      message.recipients.map { ExpoNotification(message: message, recipient: $0) }
    }
    try Self.checkProjects(of: notifications, known)
    for index in notifications.indices {
      guard let token = notifications[index].token else { continue }
      let fault = faults.inject(known.app(of: token), token, isAwaited: reply != nil)
      notifications[index].fault = fault
      // The service itself fails.
      if let fault, let reason = fault.rule.answer, reason.status >= 500 {
        throw ExpoError(Rejection(reason, by: fault, at: request.receivedAt))
      }
    }
    var tickets: [JSONValue] = []
    var effects: [Effect] = []
    for (index, notification) in notifications.enumerated() {
      var single = request
      if index > 0 { single.freshID = request.derivedID(index) }
      tickets.append(send(notification, of: single, known, &receipts, &effects))
    }
    let data = isSingle ? tickets[0] : .array(tickets)
    let fault = notifications.lazy.compactMap(\.fault).first { $0.rule.answer == nil }
    return Self.answer(JSONWriter.text(["data": data]), status: 200, by: fault, to: reply) + effects
  }

  /// Rejects a request with tokens of several apps.
  private static func checkProjects(
    of notifications: [ExpoNotification], _ known: ExpoSettings
  ) throws(ExpoError) {
    var tokens: [BundleID: [String]] = [:]
    for notification in notifications {
      guard let token = notification.token else { continue }
      tokens[known.app(of: token), default: []].append(notification.recipient)
    }
    guard tokens.count > 1 else { return }
    let apps = tokens.keys.sorted { $0 < $1 }
    var error = ExpoError(
      .tooManyProjects,
      "All notifications of a request must be for one project, not for "
        + apps.map(\.text).joined(separator: ", ") + ".",
      fix: "Send one request for each project; expo.tokens names the apps of tokens.")
    error.tokens = apps.map { ($0, tokens[$0] ?? []) }
    throw error
  }

  /// Sends one notification to APNs; returns its ticket.
  private mutating func send(
    _ notification: ExpoNotification, of request: PushRequest, _ known: ExpoSettings,
    _ receipts: inout ExpoReceipts, _ effects: inout [Effect]
  ) -> JSONValue {
    guard let token = notification.token else {
      let error = ExpoError(
        .deviceNotRegistered,
        "\(quoted(notification.recipient)) is not a registered push notification recipient.",
        fix: "Send the token that the app received, ExponentPushToken[…].")
      effects.append(reject(request, error, notification))
      return error.result
    }
    let app = known.app(of: token)
    var failure: ExpoError?
    do throws(ExpoError) {
      let push = try notification.message.push(at: request.receivedAt)
      if let end = tokenEnd(token, of: app, wire: .expo, at: request.receivedAt) {
        if let change = end.change { effects.append(.store(.token(change))) }
        throw ExpoError(Rejection(end, of: app))
      }
      try checkRate(of: token, at: request.receivedAt)
      if let fault = notification.fault, let reason = fault.rule.answer {
        throw ExpoError(Rejection(reason, by: fault, at: request.receivedAt))
      }
      effects += accept(
        Self.checked(push, to: token, of: app), of: request, by: notification.fault, reply: nil)
    } catch {
      failure = error
      effects.append(reject(request, error, notification, app: app))
    }
    receipts.add(request.freshID, failure, at: request.receivedAt)
    return ["status": "ok", "id": .string(request.freshID.text)]
  }

  private mutating func checkRate(of token: DeviceToken, at now: Date) throws(ExpoError) {
    guard let rate = settings.tokenRate else { return }
    do throws(Rejection) {
      try tokenRates.count(.token(token), at: now, most: rate)
    } catch {
      throw ExpoError(error)
    }
  }

  private static func checked(
    _ push: ExpoMessage.Push, to token: DeviceToken, of app: BundleID
  ) -> CheckedRequest {
    CheckedRequest(
      headers: push.headers, credential: .none, topic: Topic(app, for: nil),
      topicWasMissing: false, token: token, payload: push.payload)
  }

  // MARK: Rejected

  /// Lists a rejected request, or one of its notifications.
  private mutating func reject(
    _ request: PushRequest, _ error: ExpoError, _ notification: ExpoNotification? = nil,
    app: BundleID? = nil
  ) -> Effect {
    var push = RejectedRequest(
      origin: request.origin, at: request.receivedAt, reason: error.code.rawValue,
      status: error.code.httpStatus, because: error.message, fix: error.fix,
      body: notification?.body ?? request.body,
      size: notification == nil ? request.bodySize : nil, app: app,
      token: notification.map { $0.token?.hex ?? cut($0.recipient, to: 200) }, path: request.path,
      fields: request.fields)
    push.fault = notification?.fault?.number
    if notification?.token != nil { push.apnsID = request.freshID }
    return reject(push)
  }

  /// Accepts a rejected notification, to any token and without a fault.
  mutating func acceptNotification(
    _ rejected: RejectedRequest, id: APNSID, known: ExpoSettings
  ) -> [Effect] {
    guard let message = ExpoRequest.onlyMessage(of: rejected),
      let push = try? message.push(at: rejected.at)
    else { return [] }
    let token = ExpoToken(message.recipients[0])?.device
    var checked = Self.checked(
      push, to: token ?? .local, of: token.map { known.app(of: $0) } ?? known.app)
    checked.rejectedFor = rejected.reason
    let request = PushRequest(
      ExpoRequest(path: rejected.path, body: rejected.body), path: rejected.path,
      fields: rejected.fields, body: rejected.body, origin: rejected.origin,
      receivedAt: rejected.at, freshID: id)
    return accept(checked, of: request, reply: nil)
  }
}

extension ExpoRequest {
  /// Returns the message of a rejected request that has one message to one token; nil for others.
  static func onlyMessage(of rejected: RejectedRequest) -> ExpoMessage? {
    guard rejected.path == sendPath,
      case .success(.send(let messages, _)) = ExpoRequest(path: sendPath, body: rejected.body)
        .content,
      messages.count == 1, messages[0].recipients.count == 1
    else { return nil }
    return messages[0]
  }

  /// Returns the reason for which a rejected request cannot be accepted by a user; nil if it can.
  static func obstacle(to rejected: RejectedRequest) -> String? {
    guard let message = onlyMessage(of: rejected) else {
      return "it is not one message to one token that Expo accepts"
    }
    do throws(ExpoError) {
      _ = try message.push(at: rejected.at)
      return nil
    } catch {
      return "its payload is too big for an iPhone"
    }
  }
}

/// One message to one recipient.
private struct ExpoNotification {
  var message: ExpoMessage
  /// The token as sent.
  var recipient: String
  /// The fault that affects it; nil for none.
  var fault: Faults.Injection?

  /// The token of the phone; nil for an invalid one.
  var token: DeviceToken? { ExpoToken(recipient)?.device }

  /// The message to this recipient only.
  var body: [UInt8] {
    var json = message.json
    json["to"] = .string(recipient)
    return Array(JSONWriter.text(.object(json)).utf8)
  }
}
