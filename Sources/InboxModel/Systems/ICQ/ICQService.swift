import Foundation

/// The ICQ server as a machine: it holds sessions and waiting events of users, and sends pushes
/// about them like any sender (`docs/systems/icq.md`).
public struct ICQService: Equatable, Sendable {
  /// An event that the service handles.
  enum Event: Equatable {
    /// A request was received. The response goes to `reply`; nil if no client waits for one.
    case requested(ICQRequest, reply: ResponseHandle?)
    /// The set of apps on the phone's screen changed to this.
    case appsInFront(Set<BundleID>)
    /// Time passed: sessions may end.
    case timePassed
  }

  /// An effect that the service requests.
  enum Effect: Equatable {
    case answer(PushResponse, to: ResponseHandle)
    case push(PushRequest)
    case report(ICQNews, app: BundleID?, at: Date)
    case store(Change)
    case reject(RejectedRequest)
  }

  /// A change for the store.
  public enum Change: Equatable, Sendable {
    /// The state of a user without the waiting events; nil removes it.
    case account(UIN, ICQAccount?)
    /// An event was appended to those that wait for a user.
    case waits(UIN, ICQEvent)
    /// The waiting events of a user were delivered.
    case handed(UIN)
  }

  /// The stored state of the server: the users, sorted by UIN.
  public typealias State = [ICQAccount]

  /// The known users.
  public private(set) var accounts: [UIN: ICQAccount] = [:]
  /// The apps on the phone's screen, whose clients are running.
  private(set) var front: Set<BundleID> = []
  /// The moment at which the next session ends; nil if none does.
  private(set) var nextMoment: Date?

  /// The maximum size of a request body in bytes.
  static let bodyLimit = 4096
  /// The maximum number of users.
  static let maximumAccounts = 1000
  /// The maximum number of events that wait for a user.
  static let maximumWaiting = 1000

  /// Makes a server without users.
  init() {}

  /// Returns the users whose phone session belongs to an app, sorted by UIN.
  public func accounts(of app: BundleID) -> [ICQAccount] {
    accounts.values.filter { $0.session?.parameters.iPhoneBundleId == app }
      .sorted { $0.uin < $1.uin }
  }

  /// Returns whether the client of a session is on the phone's screen.
  public func isOpen(_ session: ICQSession) -> Bool {
    session.parameters.iPhoneBundleId.map(front.contains) ?? false
  }

  /// Restores a stored state into the current one, on a phone with these apps on the screen.
  mutating func restore(_ state: State, front: Set<BundleID>) {
    for account in state { accounts[account.uin] = account }
    self.front = front
    setMoment()
  }

  /// The state to store.
  var state: State { accounts.values.sorted { $0.uin < $1.uin } }

  /// Handles an event at a moment and returns its effects, in the order in which they are to be
  /// carried out.
  mutating func handle(_ event: Event, at now: Date) -> [Effect] {
    var effects: [Effect] = []
    switch event {
    case .requested(var request, let reply):
      request.receivedAt = now
      let answer = self.answer(to: request, &effects)
      if let reply { effects.append(.answer(answer, to: reply)) }
    case .appsInFront(let apps): bringToFront(apps, at: now, &effects)
    case .timePassed:
      guard let nextMoment, nextMoment <= now else { return [] }
      endSessions(at: now, &effects)
    }
    setMoment()
    return effects
  }

  private mutating func setMoment() {
    nextMoment = accounts.values.compactMap { account in
      account.session.flatMap { $0.isOnline && !isOpen($0) ? $0.end : nil }
    }.min()
  }

  // MARK: Requests

  private mutating func answer(to request: ICQRequest, _ effects: inout [Effect]) -> PushResponse {
    do throws(ICQProblem) {
      return try serve(request, &effects)
    } catch {
      effects.append(.reject(error.rejection(of: request)))
      return PushResponse(status: error.status, document: error.document)
    }
  }

  private mutating func serve(
    _ request: ICQRequest, _ effects: inout [Effect]
  ) throws(ICQProblem) -> PushResponse {
    guard request.body.count <= Self.bodyLimit else {
      throw ICQProblem(
        status: 413, code: "too-large", because: "The body has more than \(Self.bodyLimit) bytes.",
        fix: "Send at most \(Self.bodyLimit) bytes.")
    }
    switch request.matter {
    case .session: return try serveSession(request, &effects)
    case .event: return try serveEvent(request, &effects)
    case .state(let uin?): return PushResponse(status: 200, document: try state(of: uin))
    case .state(nil):
      throw ICQProblem(
        code: "bad-path", because: "The text after `/icq/session/` is not a UIN.",
        fix: "Request `/icq/session/222222`, with \(UIN.form).")
    case .method(let method):
      throw ICQProblem(
        status: 405, code: "bad-method", because: "The method is \(quoted(method)), not POST.",
        fix: "Send sessions and events with POST, ask with GET for `/icq/session/UIN`.")
    }
  }

  private func state(of uin: UIN) throws(ICQProblem) -> String {
    guard let account = accounts[uin] else {
      throw ICQProblem(
        status: 404, code: "unknown", because: "There is no account \(uin.rawValue).",
        fix: "Log in with POST to `/icq/session`.")
    }
    return account.document(isOpen: account.session.map(isOpen) ?? false)
  }

  private mutating func serveSession(
    _ request: ICQRequest, _ effects: inout [Effect]
  ) throws(ICQProblem) -> PushResponse {
    let login: ICQLogin
    do throws(SettingsError) {
      login = try ICQLogin.read(request.body) { accounts[$0]?.session?.parameters }
    } catch {
      throw ICQProblem(error)
    }
    var account = try account(of: login.uin)
    let handed = account.accept(
      login, isOpen: login.parameters.iPhoneBundleId.map(front.contains) ?? false,
      at: request.receivedAt)
    store(account, handed: handed.events.count, &effects)
    report(handed.news, of: account, at: request.receivedAt, &effects)
    return PushResponse(
      status: 200,
      document: account.document(
        isOpen: account.session.map(isOpen) ?? false, handed: handed.events))
  }

  private mutating func serveEvent(
    _ request: ICQRequest, _ effects: inout [Effect]
  ) throws(ICQProblem) -> PushResponse {
    let sent: ICQEvent.Sent
    do throws(SettingsError) {
      let source = SettingsSource(bytes: request.body)
      sent = try ICQEvent.read(try source.root(.json), source, at: request.receivedAt)
    } catch {
      throw ICQProblem(error)
    }
    var account = try account(of: sent.to)
    let isOpen = account.session.map(isOpen) ?? false
    let fate = account.receive(sent.event, isOpen: isOpen)
    if fate.kind != .delivered {
      guard account.waiting.count <= Self.maximumWaiting else {
        throw .full(
          "\(Self.maximumWaiting) events wait for \(sent.to.rawValue) already.",
          fix: "Log in with a client, which receives the waiting events.")
      }
      effects.append(.store(.waits(sent.to, sent.event)))
    }
    store(account, &effects)
    report([fate], of: account, at: request.receivedAt, &effects)
    let waiting = account.waitingCount(of: sent.event.kind)
    var warning: String?
    if fate.kind == .pushed, let payload = account.payload(of: sent.event, waiting),
      let push = request.push(payload, of: sent.event, to: account)
    {
      effects.append(.push(push))
      if payload.locKey == nil { warning = ICQPayload.missingKeyWarning }
    }
    return PushResponse(
      status: 200,
      document: JSONMembers.text { json in
        json.add("because", fate.because)
        json.add("became", fate.kind.rawValue)
        json.add("waiting", waiting)
        if let warning { json.add("warning", warning) }
      })
  }

  private func account(of uin: UIN) throws(ICQProblem) -> ICQAccount {
    if let account = accounts[uin] { return account }
    guard accounts.count < Self.maximumAccounts else {
      throw .full(
        "\(Self.maximumAccounts) accounts exist already.",
        fix: "Log some of them in and out with a client, which receives their waiting events.")
    }
    return ICQAccount(uin: uin)
  }

  // MARK: The phone and the clock

  private mutating func bringToFront(
    _ apps: Set<BundleID>, at now: Date, _ effects: inout [Effect]
  ) {
    let (opened, left) = (apps.subtracting(front), front.subtracting(apps))
    front = apps
    for var account in state {
      guard let app = account.session?.parameters.iPhoneBundleId else { continue }
      if opened.contains(app) {
        let handed = account.open(at: now)
        store(account, handed: handed.events.count, &effects)
        report(handed.news, of: account, at: now, &effects)
      } else if left.contains(app) {
        let news = account.leave(at: now)
        store(account, &effects)
        report(news, of: account, at: now, &effects)
      }
    }
  }

  private mutating func endSessions(at now: Date, _ effects: inout [Effect]) {
    for var account in state {
      guard let session = account.session, session.isOnline, !isOpen(session), session.end <= now
      else { continue }
      let news = account.goOffline(.timeout)
      store(account, &effects)
      report(news, of: account, at: now, &effects)
    }
  }

  // MARK: Effects

  private mutating func store(
    _ account: ICQAccount, handed: Int = 0, _ effects: inout [Effect]
  ) {
    let uin = account.uin
    if handed > 0 { effects.append(.store(.handed(uin))) }
    guard accounts[uin] ?? ICQAccount(uin: uin) != account else { return }
    accounts[uin] = account.isVoid ? nil : account
    effects.append(.store(.account(uin, accounts[uin])))
  }

  private func report(
    _ news: [ICQNews], of account: ICQAccount, at now: Date, _ effects: inout [Effect]
  ) {
    for its in news {
      effects.append(.report(its, app: account.session?.parameters.iPhoneBundleId, at: now))
    }
  }
}

extension ICQAccount {
  /// Returns the payload of an event's push; nil without a session.
  fileprivate func payload(of event: ICQEvent, _ waiting: Int) -> ICQPayload? {
    session.map { ICQPayload(event, to: uin, waiting: waiting, $0.parameters) }
  }
}

extension ICQRequest {
  /// Returns the push of an event, as a sender's request over the binary interface of that time.
  fileprivate func push(
    _ payload: ICQPayload, of event: ICQEvent, to account: ICQAccount
  ) -> PushRequest? {
    guard let parameters = account.session?.parameters, let token = parameters.iPhoneDevToken,
      let app = parameters.iPhoneBundleId
    else { return nil }
    return PushRequest(
      path: "/3/device/\(token.hex)", fields: [HeaderField(PushHeaders.Name.topic, app.text)],
      body: payload.bytes, origin: Origin(ofICQ: "ICQ \(event.from.rawValue)"),
      receivedAt: receivedAt, freshID: freshID)
  }
}

extension Origin {
  private static let icqTransport = "ICQ"
  /// The name of the binary interface, whether or not the model includes it.
  private static var binary: Wire { Wire(name: "legacy") }

  /// Makes the origin of a push of the ICQ server over the binary interface.
  fileprivate init(ofICQ client: String) {
    self.init(wire: Self.binary, transport: Self.icqTransport, client: client)
  }

  /// Whether the ICQ server sent the push.
  var isOfICQ: Bool { wire == Self.binary && transport == Self.icqTransport }
}
