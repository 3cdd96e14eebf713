import Foundation
import Testing

@testable import InboxModel

/// Tokens and payloads in Apple's documents of 2012 (`docs/systems/legacy.md`). Their other rules
/// are tested with the parts they concern: the binary interface, the phone of 2012, strings.
@Suite struct OldAppleRuleTests {
  private let chat: BundleID = "com.example.chat"

  @Test func `APL-05 a token registered again after the moment of its tuple is valid`() throws {
    var system = PushSystem(device: Phone(settings: PhoneSettings()))
    func set(installed: Bool, at moment: Date) {
      var settings = system.device.settings
      settings.apps[chat, default: AppSettings()].installed = installed
      _ = system.handle(.device(.configured(settings)), at: moment)
    }
    func push(_ byte: String, at moment: Date) -> ReasonCode? {
      let path = "/3/device/" + String(repeating: byte, count: 32)
      let request = PushRequest.stub(path: path, wire: .legacy, at: moment)
      return system.handle(.gateway(.pushReceived(request, reply: nil)), at: request.receivedAt)
        .record?.notification.reason
    }
    #expect(push("ab", at: .pushMoment) == .shown)
    set(installed: false, at: .pushMoment + 60)
    let tuple = try #require(system.gateway.tokens.feedback.first)
    #expect(tuple.since == .pushMoment + 60)
    // Registered before it: stop.
    #expect(push("ab", at: .pushMoment + 90) == .appNotInstalled)
    // Registered after it, with a new token: continue.
    set(installed: true, at: .pushMoment + 120)
    #expect(push("cd", at: .pushMoment + 150) == .shown)
    #expect(system.gateway.tokens.feedback.map(\.token) == [tuple.token])
  }

  @Test(arguments: [
    ("", [] as [String]), (#""alert":"Hi""#, ["banner", "list"]), (#""badge":3"#, ["badge"]),
    (#""sound":"default""#, ["sound"]),
    (#""alert":"Hi","badge":3"#, ["badge", "banner", "list"]),
    (#""alert":"Hi","sound":"default""#, ["banner", "list", "sound"]),
    (#""badge":3,"sound":"default""#, ["badge", "sound"]),
    (#""alert":"Hi","badge":3,"sound":"default""#, ["badge", "banner", "list", "sound"]),
  ])
  func `APL-09 alert, badge and sound combine freely`(aps: String, presented: [String]) throws {
    var device = Phone.stub()
    let record = try #require(device.deliver(try .stub(1, aps: "{\(aps)}")).record)
    #expect(record.notification.presented.names == presented)
  }

  @Test func `APL-11 values beside aps have any type and reach the app unchanged`() throws {
    let custom =
      #","acme1":"bar","acme2":["bang","whiz"],"acme3":{"a":{"b":[]}},"acme4":-1.5e3,"acme5":false"#
    let push = try Delivery.stub(1, beside: custom)
    let fields = push.payload.custom
    #expect(fields.object.members.map(\.key) == ["acme1", "acme2", "acme3", "acme4", "acme5"])
    #expect(fields["acme1"] == "bar" && fields["acme2"] == ["bang", "whiz"])
    #expect(fields["acme3"] == ["a": ["b": []]] && fields["acme5"] == false)
    #expect(fields["acme4"]?.double == -1500)
    #expect(push.payload.findings == [])
    var device = Phone.stub()
    let record = try #require(device.deliver(push).record)
    #expect(String(decoding: record.contentPayload, as: UTF8.self).hasSuffix(custom + "}"))
  }

  @Test func `APL-13 white space changes only the size, which counts`() throws {
    let compact = #"{"aps":{"alert":"Message received from Bob"},"acme2":["bang","whiz"]}"#
    let printed = """
      {
          "aps" : { "alert" : "Message received from Bob" },
          "acme2" : [ "bang",  "whiz" ]
      }
      """
    let first = try Payload.read(Array(compact.utf8)).get()
    var second = try Payload.read(Array(printed.utf8)).get()
    #expect(second.bytes.count > first.bytes.count)
    second.bytes = first.bytes
    #expect(first == second)
    var gateway = Gateway()
    let room = 4096 - compact.utf8.count
    for (spaces, isTaken) in [(room, true), (room + 1, false)] {
      let body = compact + String(repeating: " ", count: spaces)
      #expect((gateway.deliveries(of: .stub(body: body)).count == 1) == isTaken)
    }
  }
}
