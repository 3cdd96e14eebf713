import Foundation
import Testing

@testable import InboxModel

/// The effects of settings that are changed on the running phone.
@Suite struct DeviceSettingTests {
  private let chat = BundleID("com.example.chat")

  private func change(_ device: inout Phone, _ words: String...) throws -> [Phone.Effect] {
    let reader = SettingChangeReader(now: Moment.start, phone: device.settings)
    return try reader.changes(words).flatMap { device.handle(.changed($0), at: Moment.start) }
  }

  @Test func `a changed setting is stored, and its event has the old and the new value`() throws {
    var device = Phone.stub()
    #expect(
      try change(&device, "device.stackThreshold=3") == [
        .store(.setting(key: "device.stackThreshold", value: "3")),
        .emit(
          InboxEvent(
            at: Moment.start, kind: .setting(key: "device.stackThreshold", value: "3", was: "2"))),
      ])
    #expect(device.settings.device.stackThreshold == 3)
    #expect(
      try change(&device, "apps.com.example.chat.present=banner,list").events == [
        .setting(
          key: "apps.com.example.chat.present", value: #"["banner","list"]"#, was: nil)
      ])
  }

  @Test func `an app's grouping setting rebuilds its groups`() throws {
    var device = Phone.stub()
    device.deliver(
      try .stub(1, aps: #"{"alert":"a","thread-id":"x"}"#),
      try .stub(2, aps: #"{"alert":"b","thread-id":"y"}"#))
    #expect(Array(device.inbox.groups).count == 2)
    _ = try change(&device, "apps.com.example.chat.grouping=byApp")
    #expect(Array(device.inbox.groups).count == 1)
    _ = try change(&device, "apps.com.example.chat.grouping=null")
    #expect(Array(device.inbox.groups).count == 2)
  }

  @Test func `uninstalling an app removes its entries`() throws {
    var device = Phone.stub()
    device.deliver(try .stub(1, aps: #"{"alert":"a","badge":2}"#))
    let effects = try change(&device, "apps.com.example.chat.installed=false")
    #expect(effects.events.last == .removed(by: .app))
    #expect(device.inbox.count == 0)
    #expect(device.badges == [:])
  }

  @Test func `a running schedule that is added takes effect immediately`() throws {
    var device = Phone.stub()
    _ = device.handle(.timePassed, at: Moment.start)
    let effects = try change(&device, "focus.late.from=17:00", "focus.late.to=19:00")
    #expect(device.focusInForce?.name == "late")
    #expect(effects.events.last == .setting(key: "focus", value: "late", was: nil))
    #expect(device.deliver(try .stub()).record?.notification.reason == .focusRule)
    _ = try change(&device, "focus.late.allowApps+=com.example.chat")
    #expect(device.deliver(try .stub(2)).record?.notification.outcome == .shown)
  }

  @Test func `changed summary times take effect immediately`() throws {
    var device = Phone.stub { $0.summary.apps = ["com.example.chat"] }
    device.deliver(try .stub())
    #expect(device.held.map(\.until) == [Moment.at("2026-04-15T08:00:00Z")])
    _ = try change(&device, "summary.times=18:30")
    device.deliver(try .stub(2))
    #expect(device.held.map(\.until) == [Moment.start + 1800, Moment.start + 1800])
  }

  @Test func `the user's changes override files, and reset drops them`() throws {
    var device = Phone.stub { $0.device.previews = .never }
    _ = try change(
      &device, "previews=always", "apps.com.example.chat.banners=false", "language=ru", "dnd=on",
      "mute.com.example.chat=1h")
    var files = PhoneSettings()
    files.device.stackThreshold = 5
    files.device.previews = .whenAuthenticated
    _ = device.handle(.configured(files), at: Moment.start)
    #expect(device.settings.device.previews == .always)
    #expect(device.settings.device.stackThreshold == 5)
    #expect(device.settings.app(chat).banners == false)

    let effects = device.handle(
      .reset(["previews", "focus", "mute.com.example.chat", "nothing"]), at: Moment.start)
    #expect(
      effects.stored == [
        .setting(key: "previews", value: nil), .setting(key: "focus", value: nil),
        .setting(key: "mute.com.example.chat", value: nil),
      ])
    #expect(
      effects.events.first == .setting(key: "previews", value: "whenAuthenticated", was: "always"))
    #expect(device.focusInForce == nil)
    #expect(device.settings.device.previews == .whenAuthenticated)
    #expect(device.changes.inOrder.map(\.key) == ["apps.com.example.chat.banners", "language"])
    _ = device.handle(
      .reset(device.changes.inOrder.map(\.key)), at: Moment.start)
    #expect(device.settings == files)
    #expect(device.handle(.reset(["lock"]), at: Moment.start) == [])
  }

  @Test func `changes have the same effect after a restart`() throws {
    var device = Phone.stub()
    var effects = try change(
      &device, "device.languages=de,en", "language=ru", "focus.late.from=17:00",
      "focus.late.to=19:00", "focus.late.allowApps=a.b", "focus=late")
    effects += try change(
      &device, "device.languages=fr", "language=it", "focus.late.silenceApps=a.c",
      "apps.a.b.name=true", "lock=locked")
    var snapshot = Snapshot()
    var rows: [(String, String)] = []
    for case .setting(let key, let value) in effects.stored {
      rows.removeAll { $0.0 == key }
      if let value { rows.append((key, value)) }
    }
    snapshot.phone.changes = rows.compactMap { SettingChange(key: $0, storedValue: $1) }
    #expect(snapshot.phone.changes.count == rows.count)
    var again = Phone(settings: PhoneSettings(), snapshot: snapshot)
    _ = again.handle(.timePassed, at: Moment.start)
    #expect(again.settings == device.settings)
    #expect(again.changes == device.changes)
    #expect(again.focusInForce == device.focusInForce)
    #expect(again.settings.device.languages == ["it", "fr"])
  }

  @Test func `removing a Focus turns it off`() throws {
    var device = Phone.stub()
    _ = try change(&device, "focus.late.allowTimeSensitive=false", "focus=late")
    #expect(device.focusInForce?.name == "late")
    _ = device.handle(.reset(["focus.late.allowTimeSensitive"]), at: Moment.start)
    #expect(device.focusInForce == nil)
  }

  @Test func `resetting the link takes the phone online`() throws {
    var system = PushSystem(device: .stub())
    _ = system.handle(.changed(.online(false)), at: Moment.start)
    #expect(!system.gateway.isDeviceOnline)
    _ = system.handle(.device(.reset(["online"])), at: Moment.start)
    #expect(system.gateway.isDeviceOnline)
  }
}
