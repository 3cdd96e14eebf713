import Foundation
import Testing

@testable import InboxModel

@Suite struct DeviceDeliveryTests {
  private let chat: BundleID = "com.example.chat"

  @Test func `an ordinary push is stored, reported, presented and audible`() throws {
    var device = Phone.stub()
    let push = try Delivery.stub(
      7, aps: #"{"alert":{"title":"Ann","body":"Hi"},"badge":2,"sound":"default","thread-id":"a"}"#)
    let notification = DeliveredNotification.stub(7, thread: "a", title: "Ann").with {
      $0.requestID = "apns-7"
      $0.receivedAt = Moment.start
      $0.deliveredAt = Moment.start
      $0.badge = 2
      $0.presented = [.badge, .banner, .list, .sound]
      $0.payloadSize = push.payload.bytes.count
      $0.sound = NotificationSound()
      $0.payloadText = PayloadText(of: push.payload.bytes, beside: $0)
    }
    var phone = PresentationContext()
    phone.at = Moment.start
    var event = InboxEvent(
      at: Moment.start, id: 7, app: chat, thread: "a",
      kind: .presented(
        outcome: .shown, reason: .shown, presented: [.badge, .banner, .list, .sound],
        title: "Ann", body: "Hi", requestID: "apns-7", apnsID: "apns-7",
        times: notification.times))
    event.sound = NotificationSound()
    expectStep(
      &device, .delivered(push), at: Moment.start,
      effects: [
        .store(.badge(chat, 2)),
        .store(
          .insert(
            PushRecord(
              notification: notification, place: .listed, delivery: push.arrived(),
              context: phone))),
        .emit(event), .present(7), .ring(1),
      ]
    ) {
      $0.inbox.insert(notification, grouping: .automatic)
      $0.badges = [chat: 2]
      $0.lastPresented = notification
      $0.lastArrival = 7
    }
  }

  @Test func `a background push is counted and wakes the app`() throws {
    var device = Phone.stub()
    let effects = device.deliver(try .stub(aps: #"{"content-available":1}"#))
    #expect(device.silentCount == 1)
    #expect(device.inbox.count == 0)
    #expect(effects.record?.place == .unlisted)
    #expect(
      effects.events.last
        == .app(
          state: .background,
          delegate: "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
          carriesPayload: true))
  }

  @Test func `a background push launches a terminated app, which stays in memory`() throws {
    var device = Phone.stub { $0.apps[chat, default: AppSettings()].state = .terminated }
    let effects = device.deliver(try .stub(aps: #"{"content-available":1}"#))
    #expect(device.runState(of: chat) == .background)
    #expect(
      effects.stored.contains(.setting(key: "app.com.example.chat", value: "suspended")))
  }

  @Test func `content-available beside text shows the text and wakes the app`() throws {
    var device = Phone.stub()
    let effects = device.deliver(try .stub(aps: #"{"alert":"Hi","content-available":1}"#))
    #expect(device.inbox.count == 1)
    #expect(device.silentCount == 0)
    #expect(effects.events.count == 2)
  }

  @Test func `an app in the foreground chooses a banner without an entry`() throws {
    var device = Phone.stub {
      $0.apps[chat, default: AppSettings()].state = .foreground
      $0.apps[chat]?.present = [.banner, .sound]
    }
    let effects = device.deliver(try .stub(aps: #"{"alert":"Hi","sound":"default"}"#))
    #expect(device.inbox.count == 0)
    #expect(device.notification(1)?.content.body == "Hi")
    #expect(effects.contains(.present(1)))
    #expect(effects.rings == [1])
    #expect(
      effects.events.last
        == .app(
          state: .foreground,
          delegate: "userNotificationCenter(_:willPresent:withCompletionHandler:)",
          carriesPayload: true))
  }

  @Test func `a critical push rings three times despite the mute switch`() throws {
    var device = Phone.stub { $0.device.ringer = .silent }
    let aps = #"{"alert":"Low","interruption-level":"critical"}"#
    #expect(device.deliver(try .stub(aps: aps)).rings == [3])
  }

  @Test func `a push that the gateway dropped is only recorded`() throws {
    var device = Phone.stub()
    let effects = device.deliver(
      try .stub(aps: #"{"alert":"Hi","content-available":1}"#, fate: .dropped(.deviceExpired)))
    #expect(device.inbox.count == 0)
    #expect(effects.record?.notification.outcome == Outcome.none)
    #expect(effects.record?.notification.reason == .deviceExpired)
    #expect(effects.count == 2)
  }

  @Test func `a missing string shows its key and adds a note`() throws {
    var device = Phone.stub { $0.apps[chat, default: AppSettings()].strings = ["A": "%@ wrote"] }
    device.deliver(
      try .stub(1, aps: #"{"alert":{"loc-key":"A","loc-args":["Ann"]}}"#),
      try .stub(2, aps: #"{"alert":{"loc-key":"IM2"}}"#),
      try .stub(3, aps: #"{"alert":{"loc-key":"A"}}"#))
    #expect(device.inbox[1]?.content.body == "Ann wrote")
    #expect(device.inbox[1]?.textNote == nil)
    #expect(device.inbox[2]?.content.body == "IM2")
    #expect(device.inbox[2]?.textNote == .textKeyMissing)
    #expect(device.inbox[3]?.textNote == .textArgumentMissing)
  }
}

@Suite struct BadgeTests {
  private let chat: BundleID = "com.example.chat"

  @Test(arguments: [
    ("B1 absent leaves it", #"{"alert":"Hi"}"#, 4), ("B2 zero removes it", #"{"badge":0}"#, nil),
    ("B3 the number sent", #"{"badge":12}"#, 12),
  ])
  func `a badge sets the icon's number`(name: String, aps: String, badge: Int?) throws {
    var device = Phone.stub()
    device.deliver(try .stub(1, aps: #"{"badge":4}"#), try .stub(2, aps: aps))
    #expect(device.badges[chat] == badge)
  }

  @Test func `B4 a badge has no effect while badges are off`() throws {
    var device = Phone.stub { $0.apps[chat, default: AppSettings()].badges = false }
    #expect(
      !device.deliver(try .stub(aps: #"{"badge":4}"#)).stored.contains(.badge(chat, 4)))
    #expect(device.badges.isEmpty)
  }

  @Test(arguments: [true, false])
  func `B5, §13.4 removing a badge clears the app's entries if badgeZeroClears is on`(
    clears: Bool
  ) throws {
    var device = Phone.stub { $0.device.badgeZeroClears = clears }
    device.deliver(
      try .stub(1, aps: #"{"alert":"Hi","badge":4}"#),
      try .stub(2, app: "com.example.mail"))
    let effects = device.deliver(try .stub(3, aps: #"{"badge":0}"#))
    #expect(device.inbox.count == (clears ? 1 : 2))
    #expect(effects.events.contains(.removed(by: .app)) == clears)
  }

  @Test func `B8 uninstalling an app removes its entries and badge`() throws {
    var device = Phone.stub()
    device.deliver(try .stub(1, aps: #"{"alert":"Hi","badge":4}"#))
    var settings = device.settings
    settings.apps[chat, default: AppSettings()].installed = false
    let effects = device.handle(.configured(settings), at: Moment.start)
    #expect(device.inbox.count == 0)
    #expect(device.badges.isEmpty)
    #expect(effects.events == [.removed(by: .app)])
  }

  @Test func `B10 clearing entries keeps the badge`() throws {
    var device = Phone.stub()
    device.deliver(try .stub(1, aps: #"{"alert":"Hi","badge":4}"#))
    _ = device.handle(.removed([1]), at: Moment.start)
    #expect(device.badges[chat] == 4)
  }

  @Test func `B3 a badge is set although a Focus silences the push`() throws {
    var device = Phone.stub()
    _ = device.handle(.changed(.focusOn("dnd", until: nil)), at: Moment.start)
    device.deliver(try .stub(aps: #"{"alert":"Hi","badge":4}"#))
    #expect(device.badges[chat] == 4)
    #expect(device.inbox[1]?.presented == [.badge, .list])
  }
}

@Suite struct CollapseTests {
  @Test func `C2, C3, C4, C5 a replacement takes the entry's place unread, in its own group`()
    throws
  {
    var device = Phone.stub()
    device.deliver(try .stub(1, aps: #"{"alert":"1","thread-id":"a"}"#, collapseID: "m"))
    _ = device.handle(.marked([1], read: true), at: Moment.start)
    device.deliver(try .stub(2))
    let effects = device.deliver(
      try .stub(3, aps: #"{"alert":"2","thread-id":"b","sound":"default"}"#, collapseID: "m"))
    #expect(device.inbox.count == 2)
    #expect(device.inbox.newest == 3)
    #expect(device.inbox[3]?.replaced == 1)
    #expect(device.inbox[3]?.isRead == false)
    #expect(device.inbox.groupKey(of: 3)?.thread == "b")
    #expect(effects.events.first == .removed(by: .collapse))
    #expect(effects.rings == [1])
    #expect(
      effects.stored.first == .update(1, isRead: true, acted: nil, place: .removed))
  }

  @Test func `the counts of replaced entries accumulate`() throws {
    var device = Phone.stub()
    device.deliver(
      try .stub(1, collapseID: "m"), try .stub(2, collapseID: "m"), try .stub(3, collapseID: "m"))
    #expect(device.inbox.count == 1)
    #expect(device.inbox[3]?.replaced == 2)
  }

  @Test func `C6 the same identifier of another app replaces nothing`() throws {
    var device = Phone.stub()
    device.deliver(
      try .stub(1, collapseID: "m"), try .stub(2, app: "com.example.mail", collapseID: "m"))
    #expect(device.inbox.count == 2)
  }

  @Test func `C7 a removed entry does not count as replaced`() throws {
    var device = Phone.stub()
    device.deliver(try .stub(1, collapseID: "m"))
    _ = device.handle(.removed([1]), at: Moment.start)
    device.deliver(try .stub(2, collapseID: "m"))
    #expect(device.inbox[2]?.replaced == 0)
  }

  @Test func `a push without text neither inserts nor replaces an entry`() throws {
    var device = Phone.stub()
    device.deliver(
      try .stub(1, collapseID: "m"), try .stub(2, aps: #"{"badge":1}"#, collapseID: "m"))
    #expect(device.inbox.count == 1)
    #expect(device.inbox[1] != nil)
  }
}

@Suite struct SummaryTests {
  private let evening = Moment.at("2026-04-14T20:00:00Z")

  private func phone() -> Phone {
    Phone.stub {
      $0.summary.times = [8 * 60, 20 * 60]
      $0.summary.apps = ["com.example.news"]
    }
  }

  @Test func `a held push is not listed and enters the list quietly at its time`() throws {
    var device = phone()
    let push = try Delivery.stub(1, app: "com.example.news", aps: #"{"alert":"Hi","badge":3}"#)
    let effects = device.deliver(push, try .stub(2))
    #expect(effects.record?.place == .held(until: evening))
    #expect(device.held.map(\.until) == [evening])
    #expect(device.inbox.count == 1)
    #expect(device.badges["com.example.news"] == 3)
    #expect(device.nextMoment == evening)
    #expect(effects.rings == [])

    let due = device.handle(.timePassed, at: evening)
    #expect(device.held.isEmpty)
    #expect(device.nextMoment == nil)
    let entry = try #require(device.inbox[1])
    #expect(entry.outcome == .quiet)
    #expect(entry.reason == .summaryHeld)
    #expect(entry.presented == [.badge, .list])
    #expect(entry.receivedAt == Moment.start)
    #expect(device.inbox.newest == 2)
    #expect(due.stored == [.moved(entry, to: .listed)])
    #expect(due.events.count == 1)
    #expect(due.rings == [])
  }

  @Test func `a due summary is released before a later push is delivered`() throws {
    var device = phone()
    device.deliver(try .stub(1, app: "com.example.news"))
    let late = try Delivery.stub(2, app: "com.example.news", at: evening)
    device.deliver(late)
    #expect(device.inbox[1] != nil)
    #expect(device.held.map(\.until) == [Moment.at("2026-04-15T08:00:00Z")])
  }

  @Test func `a push with the same request identifier replaces a held one`() throws {
    var device = phone()
    device.deliver(
      try .stub(1, app: "com.example.news", collapseID: "m"),
      try .stub(
        2, app: "com.example.news", aps: #"{"alert":"Now","interruption-level":"time-sensitive"}"#,
        collapseID: "m"))
    #expect(device.held.isEmpty)
    #expect(device.inbox[2]?.replaced == 1)
  }

  @Test func `a thread keeps its sender's spelling, and equivalent spellings are one thread`()
    throws
  {
    let (composed, decomposed) = ("caf\u{E9} on the corner", "cafe\u{301} on the corner")
    var device = Phone.stub()
    device.deliver(
      try .stub(1, aps: #"{"alert":"a","thread-id":"\#(composed)"}"#),
      try .stub(2, aps: #"{"alert":"b","thread-id":"\#(decomposed)"}"#))
    let threads = device.inbox.notifications.map { Array($0.threadIdentifier.text.utf8) }
    #expect(threads == [Array(decomposed.utf8), Array(composed.utf8)])
    #expect(device.inbox.groupCount == 1)
  }

  @Test func `the trace of a released push states the outcome quiet`() throws {
    var device = phone()
    var record = try #require(device.deliver(try .stub(1, app: "com.example.news")).record)
    #expect(Presentation.trace(of: record).outcome == .held)
    record.place = .listed
    record.notification.outcome = .quiet
    #expect(Presentation.trace(of: record).outcome == .quiet)
    #expect(Presentation.trace(of: record).reason == .summaryHeld)
  }
}
