import Foundation
import Testing

@testable import InboxModel

/// Device tokens after the removal of their app (`docs/reference/binary-interface.md`).
@Suite struct TokenBookTests {
  private let chat: BundleID = "com.example.chat"
  private let path = "/3/device/"
  private let old = String(repeating: "ab", count: 32)
  private let other = String(repeating: "cd", count: 32)
  private let reply = ResponseHandle(connection: 1, stream: 1)

  private func token(_ hex: String) throws -> DeviceToken { try #require(DeviceToken(hex: hex)) }

  private func system() -> PushSystem {
    PushSystem(device: Phone(settings: PhoneSettings()))
  }

  private func set(
    installed: Bool, _ system: inout PushSystem, at seconds: TimeInterval
  ) throws -> [Effect] {
    var settings = system.device.settings
    settings.apps[chat, default: AppSettings()].installed = installed
    return system.handle(.device(.configured(settings)), at: .pushMoment + seconds)
  }

  /// Handles a push; returns the response and the outcome.
  private func push(
    _ hex: String, _ system: inout PushSystem, at seconds: TimeInterval, wire: Origin.Wire = .h2
  ) -> (answer: PushResponse?, outcome: ReasonCode?, stored: [TokenRegistration]) {
    let request = PushRequest.stub(path: path + hex, wire: wire, at: .pushMoment + seconds)
    let effects = system.handle(
      .gateway(.pushReceived(request, reply: reply)), at: request.receivedAt)
    var (answer, outcome, stored): (PushResponse?, ReasonCode?, [TokenRegistration]) = (
      nil, nil, []
    )
    for effect in effects {
      switch effect {
      case .answer(let response, _): answer = response
      case .store(.phone(.insert(let record))): outcome = record.notification.reason
      case .store(.gateway(.token(let registration))): stored.append(registration)
      default: break
      }
    }
    return (answer, outcome, stored)
  }

  private func rejection(_ system: inout PushSystem) -> RejectedRequest? {
    for case .store(.gateway(.rejected(let push))) in system.handle(
      .gateway(.pushReceived(.stub(), reply: nil)), at: .pushMoment)
    {
      return push
    }
    return nil
  }

  @Test
  func `a token is unregistered permanently with its app, a token of the reinstalled app is valid`()
    throws
  {
    var system = system()
    #expect(push(old, &system, at: 0).answer?.status == 200)
    let gone = TokenRegistration(
      token: try token(old), app: chat, unregisteredSince: .pushMoment + 5,
      unreportedSince: .pushMoment + 5)
    let effects = try set(installed: false, &system, at: 5)
    #expect(effects.contains(.store(.gateway(.token(gone)))))
    let rejected = push(old, &system, at: 9).answer
    #expect(rejected?.status == 410 && rejected?.reason == .unregistered)
    #expect(rejected?.timestamp == .pushMoment + 5, "since when, and not now")
    _ = try set(installed: true, &system, at: 12)
    #expect(push(old, &system, at: 13).answer?.timestamp == .pushMoment + 5)
    let new = push(other, &system, at: 14)
    #expect(new.answer?.status == 200 && new.outcome == .shown)
  }

  @Test func `a new token of an uninstalled app is unregistered from its first push`() throws {
    var system = system()
    _ = try set(installed: false, &system, at: 0)
    let first = push(old, &system, at: 7)
    #expect(first.answer?.timestamp == .pushMoment + 7)
    #expect(first.stored.map(\.unregisteredSince) == [.pushMoment + 7])
    let second = push(old, &system, at: 8)
    #expect(second.answer?.timestamp == .pushMoment + 7)
    #expect(second.stored == [])
  }

  @Test func `a push without a token uses the app's current token`() throws {
    var system = system()
    let none = DeviceToken.local.hex
    _ = push(none, &system, at: 0)
    _ = try set(installed: false, &system, at: 1)
    #expect(push(none, &system, at: 2).answer?.timestamp == .pushMoment + 2)
    #expect(system.gateway.tokens.feedback == [])
    _ = try set(installed: true, &system, at: 3)
    #expect(push(none, &system, at: 4).outcome == .shown)
  }

  @Test func `a token of two apps is unregistered for the uninstalled one only`() throws {
    var system = system()
    _ = push(old, &system, at: 0)
    let mail = PushRequest.stub([("apns-topic", "com.example.mail")])
    _ = system.handle(.gateway(.pushReceived(mail, reply: nil)), at: mail.receivedAt)
    _ = try set(installed: false, &system, at: 1)
    let effects = system.handle(.gateway(.pushReceived(mail, reply: reply)), at: mail.receivedAt)
    #expect(effects.first == .answer(PushResponse(status: 200, apnsID: "fresh"), to: reply))
    #expect(push(old, &system, at: 2).answer?.status == 410)
  }

  @Test
  func `APL-01 an unregistered token is in the feedback list, and the binary interface accepts it`()
    throws
  {
    var system = system()
    _ = push(old, &system, at: 0)
    _ = try set(installed: false, &system, at: 1)
    let entry = FeedbackEntry(since: .pushMoment + 1, token: try token(old), app: chat)
    #expect(system.gateway.tokens.feedback == [entry])
    let silent = push(old, &system, at: 2, wire: .legacy)
    #expect(silent.answer?.status == 200 && silent.outcome == .appNotInstalled)
    #expect(system.gateway.tokens.feedback == [entry], "once, however often it was pushed to")
    // The reinstalled app would show the push, but the token is older.
    _ = try set(installed: true, &system, at: 3)
    #expect(push(old, &system, at: 4, wire: .legacy).outcome == .appNotInstalled)
  }

  @Test func `a reported token is reported again only after another push on the binary interface`()
    throws
  {
    var system = system()
    _ = push(old, &system, at: 0)
    _ = try set(installed: false, &system, at: 1)
    let reported = system.gateway.tokens.feedback
    _ = system.handle(.gateway(.guest(.feedbackSent(reported))), at: .pushMoment + 2)
    #expect(system.gateway.tokens.feedback == [])
    #expect(push(old, &system, at: 3).answer?.status == 410)
    #expect(system.gateway.tokens.feedback == [], "the sender received the reason over HTTP")
    _ = push(old, &system, at: 4, wire: .legacy)
    #expect(system.gateway.tokens.feedback == reported)
    // A list that was read before the app was uninstalled again does not confirm the newer entry.
    let older = reported.map { FeedbackEntry(since: $0.since - 9, token: $0.token, app: $0.app) }
    #expect(system.handle(.gateway(.guest(.feedbackSent(older))), at: .pushMoment + 5) == [])
    #expect(system.gateway.tokens.feedback == reported)
  }

  // MARK: Tokens that are listed as unregistered

  private func list(
    _ state: ListedDevice.State, since: Date? = nil, _ system: inout PushSystem
  ) throws {
    var settings = GatewaySettings()
    settings.devices[try token(old)] = ListedDevice(
      token: try token(old), topic: chat.text, state: state, since: since)
    _ = system.handle(.gatewayConfigured(settings), at: .pushMoment)
  }

  @Test(arguments: [nil, Date.pushMoment - 3600])
  func `a token listed as unregistered is accepted by the binary interface, and reported`(
    since: Date?
  ) throws {
    var system = system()
    try list(.unregistered, since: since, &system)
    #expect(push(old, &system, at: 1).answer?.status == 410)
    #expect(system.gateway.tokens.feedback == [], "the sender received the reason over HTTP")
    let silent = push(old, &system, at: 2, wire: .legacy)
    #expect(silent.answer?.status == 200 && silent.outcome == .appNotInstalled)
    let reported = [
      FeedbackEntry(since: since ?? .pushMoment + 2, token: try token(old), app: chat)
    ]
    #expect(system.gateway.tokens.feedback == reported)
    #expect(push(old, &system, at: 3, wire: .legacy).stored == [], "once")
    let again = Gateway(settings: system.gateway.settings, snapshot: system.snapshot)
    #expect(again.tokens.feedback == reported, "after a restart too")
    _ = system.handle(.gateway(.guest(.feedbackSent(reported))), at: .pushMoment + 4)
    #expect(system.gateway.tokens.feedback == [])
  }

  @Test(arguments: [ListedDevice.State.active, nil])
  func `a token that is no longer listed as unregistered is valid again`(
    state: ListedDevice.State?
  ) throws {
    var system = system()
    try list(.unregistered, &system)
    _ = push(old, &system, at: 1, wire: .legacy)
    if let state {
      try list(state, &system)
    } else {
      _ = system.handle(.gatewayConfigured(GatewaySettings()), at: .pushMoment)
    }
    #expect(push(old, &system, at: 2).answer?.status == 200)
    #expect(push(old, &system, at: 3, wire: .legacy).outcome == .shown)
  }

  @Test(
    arguments: [(.expired, 8), (.forbidden, 255), (.active, nil)]
      as [(ListedDevice.State, UInt8?)])
  func `the binary interface rejects tokens listed as expired or forbidden`(
    state: ListedDevice.State, status: UInt8?
  ) throws {
    var system = system()
    try list(state, &system)
    let reason = push(old, &system, at: 1, wire: .legacy).answer?.reason
    #expect(reason.map { LegacyStatus($0).rawValue } == status)
    #expect(system.gateway.tokens.feedback == [])
  }

  // MARK: Clients of the feedback service

  @Test(
    arguments: [
      (nil, ["ab", "cd"]), (["com.example.chat"], ["ab"]), (["com.example.mail"], ["cd"]),
      (["com.example.chat.voip", "com.example.mail"], ["ab", "cd"]), (["com.example.taxi"], []),
    ] as [([String]?, [String])])
  func `APL-02 a feedback client with a push certificate gets the tokens of its apps only`(
    topics: [String]?, tokens: [String]
  ) throws {
    var system = system()
    _ = push(old, &system, at: 0)
    _ = system.handle(
      .gateway(
        .pushReceived(.stub(path: path + other, [("apns-topic", "com.example.mail")]), reply: nil)),
      at: .pushMoment)
    var settings = system.device.settings
    for app in [chat, "com.example.mail"] {
      settings.apps[app, default: AppSettings()].installed = false
    }
    _ = system.handle(.device(.configured(settings)), at: .pushMoment + 1)
    let reported = try system.gateway.feedback(
      for: Origin(wire: .legacy), showing: topics.map { .stub($0) }, at: .pushMoment)
    #expect(reported.map { String($0.token.hex.prefix(2)) }.sorted() == tokens)
  }

  @Test func `a certificate that is rejected for a push is rejected by the feedback service`() {
    var settings = GatewaySettings()
    settings.environment = .production
    let gateway = Gateway(settings: settings)
    let client = Origin(wire: .legacy, transport: "feedback, TLS 1.2")
    for (certificate, reason) in [
      (ClientCertificate.stub(until: .pushMoment - 1), "BadCertificate"),
      (.stub(environments: [.development]), "BadCertificateEnvironment"),
    ] {
      let rejected = #expect(throws: RejectedRequest.self) {
        try gateway.feedback(for: client, showing: certificate, at: .pushMoment)
      }
      #expect(rejected?.reason == reason && rejected?.origin == client)
      #expect(rejected?.status == nil, "there is no answer")
    }
  }

  // MARK: The phone and the store

  @Test func `held pushes of an uninstalled app are dropped`() throws {
    var system = system()
    _ = system.handle(.changed(.online(false)), at: .pushMoment)
    _ = push(old, &system, at: 1)
    #expect(system.gateway.waitingCount == 1)
    let effects = try set(installed: false, &system, at: 2)
    let reasons = effects.compactMap { effect in
      if case .store(.phone(.insert(let record))) = effect {
        record.notification.reason
      } else {
        nil
      }
    }
    #expect(reasons == [.appNotInstalled])
    #expect(system.gateway.waitingCount == 0)
  }

  @Test func `token registrations survive a restart`() throws {
    var system = system()
    _ = push(old, &system, at: 0)
    _ = try set(installed: false, &system, at: 1)
    _ = push(other, &system, at: 2)
    var again = PushSystem(
      gateway: Gateway(snapshot: system.snapshot), device: Phone(settings: system.device.settings))
    #expect(again.gateway.tokens.feedback == system.gateway.tokens.feedback)
    #expect(again.gateway.tokens.feedback.count == 2)
    #expect(push(old, &again, at: 3).answer?.timestamp == .pushMoment + 1)
    // The form in recordings.
    var bytes: [UInt8] = []
    system.snapshot.append(to: &bytes)
    #expect(
      Snapshot(json: try JSONReader.read(bytes).root)?.gateway.tokens
        == system.snapshot.gateway.tokens)
  }

  @Test func `the rejection of an unregistered token states the moment and the correction`() throws
  {
    var system = system()
    _ = try set(installed: false, &system, at: 0)
    var rejected = rejection(&system)
    #expect(
      rejected?.because
        == "com.example.chat is not installed; known since 2026-04-14T18:15:00.000Z."
    )
    #expect(rejected?.fix.contains("apps.com.example.chat.installed") == true)
    _ = try set(installed: true, &system, at: 1)
    rejected = rejection(&system)
    #expect(rejected?.because.contains("after a reinstall it has a new token") == true)
  }

  @Test func `APL-04 a feedback tuple is seconds, length and token`() throws {
    let digits = (0..<32).map { String(format: "%02x", $0) }.joined()
    let entry = FeedbackEntry(
      since: try #require(Timestamp.date("2012-04-17T09:28:00Z")), token: try token(digits),
      app: chat)
    #expect(entry.tuple == [0x4F, 0x8D, 0x37, 0xA0, 0, 0x20] + (0..<32).map { UInt8($0) })
  }
}
