import Foundation
import Testing

@testable import InboxModel

/// Sessions, presence and clients (ICQ-01 to ICQ-11, ICQ-19 to ICQ-24).
@Suite struct ICQSessionTests {
  private var bench = ICQBench()

  @Test
  mutating func `ICQ-01 a message and an authorisation request cause a push, no other event does`()
    throws
  {
    try bench.logIn()
    #expect(try bench.message() == "pushed")
    #expect(try bench.authorisation(from: "111111") == "pushed")
    #expect(bench.pushes.count == 2)
    let answer = try bench.ask(.event, #"{"kind":"typing","from":"111111","to":"222222"}"#)
    #expect(answer.status == 400)
    #expect(answer.body["field"] == "kind")
    #expect(bench.pushes.count == 2)
  }

  @Test mutating func `ICQ-02 a session stays online in the background and after termination`()
    throws
  {
    bench.show(.foreground)
    #expect(try bench.logIn()["presence"] == "online")
    for state in [AppRunState.background, .terminated, .forceQuit] {
      bench.show(state)
      #expect(bench.account?.isOnline == true)
    }
  }

  @Test mutating func `ICQ-03 a session outlasts its client by a day, or by sessionTimeout`() throws
  {
    let answer = try bench.logIn()
    #expect(answer["session"]?.object?["until"] == "2026-04-15T18:00:00.000Z")
    bench.advance(86_399)
    #expect(bench.account?.isOnline == true)
    bench.advance(1)
    #expect(bench.account?.isOnline == false)
    try bench.logIn(["sessionTimeout": 60])
    bench.advance(60)
    #expect(bench.news == [.online, .offline, .online, .offline])
  }

  @Test mutating func `ICQ-03 the timeout runs from the moment the client was left`() throws {
    bench.show(.foreground)
    try bench.logIn(["sessionTimeout": 60])
    bench.advance(3600)
    #expect(bench.account?.isOnline == true)
    bench.show(.background)
    bench.advance(59)
    #expect(bench.account?.isOnline == true)
    // Changing parameters is activity too.
    try bench.logIn(["sessionTimeout": 60])
    bench.advance(59)
    #expect(bench.account?.isOnline == true)
    bench.advance(1)
    #expect(bench.account?.isOnline == false)
  }

  @Test mutating func `ICQ-04 an offline session causes no pushes, and events wait`() throws {
    try bench.logIn(["sessionTimeout": 1])
    bench.advance(1)
    #expect(try bench.message() == "stored")
    #expect(bench.pushes == [])
    #expect(bench.account?.waiting.count == 1)
    #expect(bench.account?.session?.absence == .timeout)
  }

  @Test mutating func `ICQ-05 a pushed event is not delivered and waits on the server`() throws {
    try bench.logIn()
    try bench.message()
    #expect(bench.account?.waiting.map(\.text) == ["some_text_here"])
  }

  @Test mutating func `ICQ-06 the first client that starts gets the waiting events, on any device`()
    throws
  {
    try bench.logIn()
    try bench.message("one")
    try bench.message("two")
    let events = try bench.start()["events"]?.array
    #expect(events?.map { $0.object?["text"] } == ["one", "two"])
    #expect(try bench.start()["events"] == [])
    #expect(bench.account?.waiting == [])
    try bench.start(logout: true)
    try bench.message("three")
    #expect(try bench.logIn()["events"]?.array?.count == 1)
    try bench.message("four")
    bench.show(.foreground)
    #expect(bench.account?.waiting == [])
    #expect(bench.news.filter { $0 == .handed }.count == 3)
  }

  @Test mutating func `ICQ-07 another client takes the phone's session offline`() throws {
    try bench.logIn()
    let answer = try bench.start()
    #expect(answer["session"]?.object?["state"] == "offline")
    #expect(answer["session"]?.object?["because"] == "another client was started")
    #expect(answer["presence"] == "online")
    #expect(answer["mobileIcon"] == false)
    #expect(bench.news == [.online, .otherClient, .offline])
  }

  @Test
  mutating func `ICQ-08 another client stops pushes until the phone logs in`()
    throws
  {
    try bench.logIn()
    try bench.start()
    #expect(try bench.message() == "delivered")
    #expect(bench.account?.waiting == [])
    try bench.start(logout: true)
    #expect(bench.account?.isOnline == false)
    #expect(try bench.message() == "stored")
    #expect(bench.pushes == [])
    try bench.logIn()
    #expect(try bench.message() == "pushed")
    #expect(bench.pushes.count == 1)
  }

  @Test mutating func `ICQ-08 opening the phone's client logs it in and ends the other client`()
    throws
  {
    try bench.logIn()
    try bench.start()
    bench.show(.foreground)
    #expect(bench.account?.otherClient == nil)
    #expect(bench.account?.isOnline == true)
    bench.show(.background)
    #expect(try bench.message() == "pushed")
  }

  @Test mutating func `ICQ-09 parameters are set when a session is created or changed`()
    throws
  {
    try bench.logIn(["notifyMode": "sendOnlyOne"])
    let answer = try bench.ask(.session, #"{"uin":222222,"notifyMode":"applePushNotification"}"#)
    #expect(answer.status == 200)
    let parameters = try #require(bench.account?.session?.parameters)
    #expect(parameters.notifyMode == .applePushNotification)
    #expect(parameters.iPhoneSound == "IM")
    // `null` resets a parameter to its default.
    try bench.ask(.session, #"{"uin":"222222","iPhoneSound":null,"mobile":null}"#)
    #expect(bench.account?.session?.parameters.iPhoneSound == nil)
    #expect(bench.account?.hasMobileIcon == false)
    #expect(bench.news == [.online, .changed, .changed])
  }

  @Test mutating func `ICQ-10 with mobile contacts see an icon while the session is online`()
    throws
  {
    #expect(try bench.logIn()["mobileIcon"] == true)
    #expect(try bench.logIn(["mobile": false])["mobileIcon"] == false)
    #expect(try bench.logIn(["sessionTimeout": 5])["mobileIcon"] == true)
    bench.advance(5)
    let uin = try #require(UIN(rawValue: "222222"))
    #expect(try bench.ask(.state(uin)).body["mobileIcon"] == false)
  }

  @Test mutating func `ICQ-11 pushes begin when the client is left`() throws {
    bench.show(.foreground)
    try bench.logIn()
    #expect(try bench.message() == "delivered")
    #expect(bench.pushes == [])
    #expect(bench.account?.waiting == [])
    bench.show(.background)
    #expect(try bench.message() == "pushed")
    #expect(bench.pushes.count == 1)
  }

  // MARK: Modes

  @Test(arguments: [
    ("ICQ-19 Disabled", "Disabled", ["stored", "stored", "stored"]),
    ("ICQ-20 sendOnlyOne", "sendOnlyOne", ["pushed", "counted", "counted"]),
    (
      "ICQ-21 sendOnePerConversation", "sendOnePerConversation", ["pushed", "counted", "pushed"]
    ),
    ("ICQ-22 applePushNotification", "applePushNotification", ["pushed", "pushed", "pushed"]),
  ])
  func `three messages of two senders cause the pushes of the mode`(
    name: String, mode: String, fates: [String]
  ) throws {
    var bench = ICQBench()
    try bench.logIn(["notifyMode": .string(mode)])
    let found = try ["111111", "111111", "333333"].map { try bench.message(from: $0) }
    #expect(found == fates)
    #expect(bench.pushes.count == fates.count { $0 == "pushed" })
    #expect(bench.account?.waiting.count == 3)
  }

  @Test mutating func `ICQ-19 a session without pushes ends with its client`() throws {
    #expect(try bench.logIn(["notifyMode": "Disabled"])["presence"] == "offline")
    bench.show(.foreground)
    #expect(bench.account?.isOnline == true)
    #expect(try bench.message() == "delivered")
    bench.show(.background)
    #expect(bench.account?.session?.absence == .disabled)
  }

  @Test(arguments: ["sendOnlyOne", "sendOnePerConversation"])
  func `ICQ-23 opening the client resets the counts`(mode: String) throws {
    var bench = ICQBench()
    try bench.logIn(["notifyMode": .string(mode)])
    #expect(try bench.message() == "pushed")
    #expect(try bench.message() == "counted")
    bench.show(.foreground)
    bench.show(.background)
    #expect(try bench.message() == "pushed")
    #expect(try bench.message() == "counted")
    // Opening a notification opens the client.
    let id = try #require(bench.system.device.inbox.newest)
    bench.handle(.device(.acted(on: id, .open, text: nil)), at: bench.now)
    bench.show(.background)
    #expect(try bench.message() == "pushed")
    #expect(bench.pushes.allSatisfy { $0.contains(#""badge":1"#) })
  }

  @Test mutating func `ICQ-24 an authorisation request counts for its sender like a message`()
    throws
  {
    try bench.logIn(["notifyMode": "sendOnePerConversation"])
    #expect(try bench.message(from: "111111") == "pushed")
    #expect(try bench.authorisation(from: "111111") == "counted")
    #expect(try bench.authorisation(from: "333333") == "pushed")
  }

  // MARK: Other tests

  @Test mutating func `a logged-out user is removed unless events wait`() throws {
    try bench.logIn()
    let answer = try bench.ask(.session, #"{"uin":"222222","logout":true}"#)
    #expect(answer.body["session"] == JSONValue.null)
    #expect(bench.account == nil)
    let uin = try #require(UIN(rawValue: "222222"))
    #expect(try bench.ask(.state(uin)).status == 404)
    #expect(try bench.message() == "stored")
    #expect(bench.account?.waiting.count == 1)
  }

  @Test mutating func `the state is the same after a restart`() throws {
    try bench.logIn(["notifyMode": "sendOnePerConversation", "sessionTimeout": 100])
    try bench.message(from: "111111")
    try bench.authorisation(from: "333333", ["nick": "parparon5"])
    bench.advance(50)
    var again = ICQBench(restarting: bench)
    #expect(again.system.icq == bench.system.icq)
    #expect(try again.message(from: "111111") == "counted")
    #expect(try again.message(from: "444444") == "pushed")
    again.advance(50)
    #expect(again.account?.isOnline == false)
  }

  @Test mutating func `stored changes restore the same users`() throws {
    try bench.logIn()
    try bench.message("one")
    try bench.start()
    try bench.start(logout: true)
    try bench.message("two")
    try bench.ask(.event, #"{"kind":"message","from":"1","to":"5","text":"x"}"#)
    var (accounts, waiting) = ([UIN: [UInt8]](), [UIN: [ICQEvent]]())
    for change in bench.effects.stored {
      switch change {
      case .guest(.icq(.account(let uin, let account))): accounts[uin] = account?.stored
      case .guest(.icq(.waits(let uin, let event))): waiting[uin, default: []].append(event)
      case .guest(.icq(.handed(let uin))): waiting[uin] = nil
      default: break
      }
    }
    let kept = try accounts.sorted { $0.key < $1.key }.map { uin, stored in
      try #require(ICQAccount(stored: stored, waiting: waiting[uin] ?? []))
    }
    #expect(kept == bench.system.icq.state)
  }

  @Test mutating func `a push that APNs rejects is listed, and its event waits`() throws {
    var settings = GatewaySettings()
    settings.isStrict = true
    bench.handle(.gatewayConfigured(settings), at: bench.now)
    try bench.logIn(["iPhoneDevToken": "00fc"])
    #expect(try bench.message() == "pushed")
    #expect(bench.rejections.map(\.reason) == ["BadDeviceToken"])
    #expect(bench.account?.waiting.count == 1)
  }
}
