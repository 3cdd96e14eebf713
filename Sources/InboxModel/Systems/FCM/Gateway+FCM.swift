import Foundation

// FCM HTTP v1: it has separate rules and responses, and shares numbers, queue and phone with APNs
// (Firebase, "REST Resource: projects.messages").

extension Gateway {
  /// Handles a message.
  ///
  /// - Parameter known: The projects, apps and topics that FCM knows.
  mutating func receive(
    _ request: PushRequest, _ fcm: FCMRequest, known: FCMSettings, reply: ResponseHandle?
  ) -> [Effect] {
    do throws(FCMError) {
      return try accept(request, fcm, known, reply: reply)
    } catch {
      return reject(request, fcm, error, reply: reply)
    }
  }

  private mutating func accept(
    _ request: PushRequest, _ fcm: FCMRequest, _ known: FCMSettings, reply: ResponseHandle?
  ) throws(FCMError) -> [Effect] {
    if case .failure(let error) = fcm.message, error.code == .notFound { throw error }
    let credential = try admit(fcm, known, at: request.receivedAt)
    let message = try fcm.message.get()
    let addressees = try addressees(of: message, in: fcm.project, known)
    var tokens = addressees
    if let token = message.liveActivityToken {
      tokens += addressees.prefix(1).map { Addressee(app: $0.app, token: token) }
    }
    for addressee in tokens {
      if let gone = rejectUnregistered(addressee, request, fcm, reply: reply) { return gone }
    }
    try checkRate(of: addressees, at: request.receivedAt)
    // A message without addressees is recorded with the project's app.
    let first = addressees.first ?? Addressee(app: known.app(of: fcm.project), token: .local)
    var pushes: [(Addressee, FCMMessage.Push?)] = []
    for addressee in addressees {
      let push = try push(of: message, to: addressee, at: request.receivedAt)
      do throws(Rejection) {
        if let push { try checkActivityPriority(push.headers) }
      } catch {
        throw .invalid("message.apns.headers", error.because, fix: error.fix)
      }
      pushes.append((addressee, push))
    }
    var fault: Faults.Injection?
    for addressee in addressees.isEmpty ? [first] : addressees where fault == nil {
      fault = faults.inject(addressee.app, addressee.token, isAwaited: reply != nil)
    }
    if let fault, let reason = fault.rule.answer {
      let rejection = Rejection(reason, by: fault, at: request.receivedAt)
      return reject(request, fcm, FCMError(rejection), by: fault, reply: reply)
    }
    if message.isOnlyChecked {
      let push = try message.push(isOnIPhone: false, at: request.receivedAt)
      pushes = [(first, pushes.first?.1 ?? push)]
    } else if pushes.isEmpty {
      pushes = [(first, try message.push(isOnIPhone: false, at: request.receivedAt))]
    }
    var effects: [Effect] = []
    var reply = reply
    for (addressee, push) in pushes {
      let dropped: ReasonCode? =
        message.isOnlyChecked
        ? .fcmOnlyChecked
        : message.isForBrowsersOnly
          ? .fcmWebPush
          : addressees.isEmpty ? .fcmNotSubscribed : push == nil ? .fcmNoAPNs : nil
      effects += accept(
        checked(addressee, push, credential), of: request.named, dropped: dropped, by: fault,
        reply: reply)
      reply = nil
    }
    return effects
  }

  private func checked(
    _ addressee: Addressee, _ push: FCMMessage.Push?, _ credential: Credential
  ) -> CheckedRequest {
    CheckedRequest(
      headers: push?.headers ?? PushHeaders(), credential: credential,
      topic: Topic(addressee.app, for: push?.activityToken == nil ? nil : .liveactivity),
      topicWasMissing: addressee.isGuessed, token: push?.activityToken ?? addressee.token,
      payload: push?.payload ?? Payload())
  }

  private func push(
    of message: FCMMessage, to addressee: Addressee, at now: Date
  ) throws(FCMError) -> FCMMessage.Push? {
    try message.push(isOnIPhone: appsOnIPhone.contains(addressee.app), at: now)
  }

  // MARK: Authentication

  /// Validates the sender. With strict validation every message needs an access token that this
  /// gateway issued; with lenient validation only such a token is validated.
  private func admit(
    _ fcm: FCMRequest, _ known: FCMSettings, at now: Date
  ) throws(FCMError) -> Credential {
    let fix =
      "Get one from POST /token with the service account of `pushinbox env --client "
      + "firebase-admin`; it lasts an hour."
    let problem =
      "Request had invalid authentication credentials. Expected OAuth 2 access token, "
      + "login cookie or other valid authentication credential."
    var credential = Credential.none
    switch fcm.sender {
    case .local: break
    case .account(let name, let until):
      guard now < until else { throw FCMError(.unauthenticated, problem, fix: fix) }
      credential = .account(name, until: until)
    case .unknown: if settings.isStrict { throw FCMError(.unauthenticated, problem, fix: fix) }
    case .unnamed:
      if settings.isStrict {
        throw FCMError(
          .unauthenticated,
          "Request is missing required authentication credential. Expected OAuth 2 access token.",
          fix: fix)
      }
    }
    guard let apps = known.apps(of: fcm.project), apps.isEmpty else { return credential }
    throw FCMError(
      .permissionDenied,
      "Permission 'cloudmessaging.messages.create' denied on resource "
        + "'//cloudresourcemanager.googleapis.com/projects/\(fcm.project)' (or it may not exist).",
      fix: "Name the project's apps in fcm.projects, or send for one that has some.")
  }

  // MARK: Addressees

  private func addressees(
    of message: FCMMessage, in project: String, _ known: FCMSettings
  ) throws(FCMError) -> [Addressee] {
    let activityApp = activityApp(of: message)
    guard case .token(let token) = message.target else {
      let apps = known.subscribers(of: message.target, in: project)
      if let activityApp, !apps.isEmpty { return [Addressee(app: activityApp, token: .local)] }
      return apps.filter { message.package ?? $0 == $0 }.map { Addressee(app: $0, token: .local) }
    }
    let owner = tokens.owner(of: token)
    if let owner, let package = message.package, package != owner {
      let field = "message.android.restricted_package_name"
      throw .invalid(
        field, "The registration token does not match the package name: '\(field)'",
        fix: "Send to a token of \(cut(package.text)), or name \(owner.text).")
    }
    let app = activityApp ?? owner ?? message.package ?? known.app(of: project)
    if let apps = known.apps(of: project), !apps.contains(app) {
      throw FCMError(
        .senderIDMismatch, "SenderId mismatch",
        fix: "The token belongs to \(cut(app.text)), which is not an app of this project "
          + "in fcm.projects: send by its own project.")
    }
    let isNamed = activityApp != nil || owner != nil || message.package != nil
    let isGuessed = !isNamed && known.apps(of: project) == nil
    return [Addressee(app: app, token: token, isGuessed: isGuessed)]
  }

  /// The app of a message to a Live Activity: that for which the phone created the token, else that
  /// of `apns-topic`. Nil for any other message, and if neither names an app.
  private func activityApp(of message: FCMMessage) -> BundleID? {
    guard let token = message.liveActivityToken else { return nil }
    return activityTokens.app(of: token) ?? message.appOfTopic
  }

  /// Rejects a message to an invalid token; topics have none.
  private mutating func rejectUnregistered(
    _ addressee: Addressee, _ request: PushRequest, _ fcm: FCMRequest, reply: ResponseHandle?
  ) -> [Effect]? {
    guard addressee.token != .local,
      let end = tokenEnd(addressee.token, of: addressee.app, wire: .fcm, at: request.receivedAt)
    else { return nil }
    let error = FCMError(Rejection(end, of: addressee.app))
    return reject(request, fcm, error, reply: reply)
      + (end.change.map { [.store(.token($0))] } ?? [])
  }

  private mutating func checkRate(of addressees: [Addressee], at now: Date) throws(FCMError) {
    guard let addressee = addressees.first, addressee.token != .local, let rate = settings.tokenRate
    else { return }
    do throws(Rejection) {
      try tokenRates.count(.token(addressee.token), at: now, most: rate)
    } catch {
      throw FCMError(error)
    }
  }

  // MARK: Rejected

  private mutating func reject(
    _ request: PushRequest, _ fcm: FCMRequest, _ error: FCMError, by fault: Faults.Injection? = nil,
    reply: ResponseHandle?
  ) -> [Effect] {
    var push = RejectedRequest(
      origin: request.origin, at: request.receivedAt, reason: error.code.rawValue,
      status: error.code.httpStatus, because: error.message, fix: error.fix, body: request.body,
      size: request.bodySize, path: request.path, fields: request.fields)
    push.fault = fault?.number
    if case .success(let message) = fcm.message {
      push.app = activityApp(of: message) ?? message.package
      if case .token(let token) = message.target {
        push.token = token.hex
        push.app = push.app ?? tokens.owner(of: token)
      }
    } else if let message = (try? JSONReader.read(request.body))?.root.object?["message"]?.object {
      // The addressee is recorded whatever the error.
      push.token = message["token"]?.string.map { cut($0, to: 200) }
      push.app = push.token.flatMap { DeviceToken($0) }.flatMap { tokens.owner(of: $0) }
    }
    var effects: [Effect] = []
    if let reply {
      let answer = PushResponse(status: error.code.httpStatus, document: error.document)
      effects.append(.answer(answer.altered(by: fault), to: reply))
    }
    effects.append(reject(push))
    return effects
  }

  /// Accepts a rejected message without validating its sender or its token.
  mutating func acceptMessage(
    _ push: RejectedRequest, id: APNSID, known: FCMSettings
  ) -> [Effect] {
    let fcm = FCMRequest(path: push.path, body: push.body)
    guard case .success(let message) = fcm.message else { return [] }
    var addressee = Addressee(app: push.app ?? known.app(of: fcm.project), token: .local)
    if case .token(let token) = message.target { addressee.token = token }
    guard let content = try? self.push(of: message, to: addressee, at: push.at) else {
      return []
    }
    var checked = checked(addressee, content, .none)
    checked.rejectedFor = push.reason
    let request = PushRequest(
      fcm, path: push.path, fields: push.fields, body: push.body, origin: push.origin,
      receivedAt: push.at, freshID: id)
    return accept(checked, of: request, reply: nil)
  }
}

/// An app that receives a message.
private struct Addressee {
  var app: BundleID
  var token: DeviceToken
  /// Whether the app is a default, since the message does not name it.
  var isGuessed = false
}

extension PushRequest {
  /// The request with the name that FCM gives it.
  fileprivate var named: PushRequest {
    var request = self
    request.freshID = fcmMessageID
    return request
  }
}
