import Foundation
import Testing

@testable import InboxModel

/// A `set` command with several assignments is recorded as one step that has the same effect.
@Suite struct RecordedCommandTests {
  private static func settings(_ phone: inout PhoneSettings) {
    phone.focuses["work"] = FocusSettings()
    phone.summary.apps = ["com.example.news", "com.example.chat"]
    phone.categories["MAIL"] = Category(
      identifier: "MAIL",
      actions: [
        Action(identifier: "A", title: "One"), Action(identifier: "B", title: "Two"),
      ])
  }

  /// Makes a session with listed pushes, Live Activities and pushes that wait for the phone.
  private static func session() -> RecordedSession {
    var session = RecordedSession(settings)
    for id in ["a", "b"] {
      session.push(.stub([("apns-topic", "com.example.mail"), ("apns-collapse-id", id)]))
      session.push(
        .stub(
          [
            ("apns-topic", "com.example.match.push-type.liveactivity"),
            ("apns-push-type", "liveactivity"),
          ],
          body: #"{"aps":{"event":"start","timestamp":1,\#(ActivityPhone.startKeys(id))}}"#))
    }
    session.handle(.changed(.online(false)))
    session.push(.stub([("apns-topic", "com.example.mail"), ("apns-collapse-id", "b")]))
    session.record()
    return session
  }

  @Test(arguments: [
    ["focus.night.from=22:00", "focus.night.to=07:00"],
    ["focus.night.to=07:00", "lock=locked", "focus.night.from=22:00", "focus.night.days=mon,tue"],
    ["focus.night.from=22:00", "remove.com.example.mail=a", "focus.night.to=07:00"],
    [
      "focus.night.from=22:00", "remove.com.example.mail=a", "online=yes",
      "remove.com.example.mail=b", "focus.night.to=07:00",
    ],
    ["focus.night.allowApps+=com.a", "focus=night", "focus.night.allowApps+=com.example.mail"],
    ["focus=work", "focus.until=1h"], ["focus.until=1h", "focus=work", "focus.work.hideBadges=on"],
    ["dnd=until:23:30", "lock=locked"],
    ["summary.apps-=com.example.news", "summary.apps-=com.example.chat", "summary.times=23:00"],
    ["categories.MAIL.actions.0.title=Reply", "categories.MAIL.actions.1.title=Delete"],
    ["app.com.example.mail=foreground", "app.com.example.chat=forceQuit", "previews=never"],
    ["badge.com.example.mail=3", "apps.com.example.mail.badges=false", "badge.com.example.chat=4"],
    ["mute.com.example.mail=1h", "mute.com.example.chat=today"],
    ["language=fr", "device.languages+=de"], ["language=ru", "ringer=silent", "grouping=byApp"],
    ["activity.com.example.match=A1", "activity.com.example.match=A2"],
    ["tokens.com.example.match=new", "summary=now"],
    ["queue.apps+=com.example.mail", "queue.apps+=com.example.chat", "queue.loseNext=1"],
    [
      "subscribe.com.example.mail=ann@example.com/Inbox",
      "subscribe.com.example.mail=ann@example.com/Sent",
      "unsubscribe.com.example.mail=ann@example.com/Lists",
    ],
  ])
  func `a replayed command has the same effect`(words: [String]) throws {
    var session = Self.session()
    let system = session.system
    let reader = SettingChangeReader(now: system.now, phone: system.device.settings)
    session.handle(.changes(try reader.changes(words)))
    #expect(session.system.device != system.device)
    let steps = session.steps().filter { $0.contains(#""set":"#) }
    #expect(steps.count == 1, "\(steps)")
    session.handle(.changed(.online(true)), at: session.system.now + 1)
    // A day shows the schedules, ends and lists that are in force.
    for hour in 0..<24 {
      for app in ["mail", "chat", "news"] {
        session.push(
          .stub(
            [("apns-topic", "com.example." + app)],
            body: #"{"aps":{"alert":"Hi","badge":2,"category":"MAIL"}}"#,
            at: .pushMoment + Double(hour) * 3600 + 2))
      }
    }
    let replay = try session.replay()
    #expect(InboxJSON.text(of: replay) == InboxJSON.text(of: session.system))
    #expect(replay.device.settings.json == session.system.device.settings.json)
  }

  @Test func `a recorded set is an object, or words if a key occurs twice`() throws {
    func steps(_ words: String...) throws -> [String] {
      var session = Self.session()
      let reader = SettingChangeReader(
        now: session.system.now, phone: session.system.device.settings)
      session.handle(.changes(try reader.changes(words)))
      return session.steps().filter { $0.contains(#""set":"#) }
    }
    let object = try steps("summary.apps-=com.example.news", "summary.apps+=com.a", "lock=locked")
    #expect(object.count == 1)
    let apps = #"[\"com.example.chat\",\"com.a\"]"#
    #expect(
      object[0].contains(#""set":{"summary.apps":"\#(apps)","lock":"locked"}"#), "\(object)")
    let list = try steps("remove.com.example.mail=a", "remove.com.example.mail=b")
    #expect(list.count == 1)
    #expect(
      list[0].contains(#""set":["remove.com.example.mail=a","remove.com.example.mail=b"]"#),
      "\(list)")
  }
}
