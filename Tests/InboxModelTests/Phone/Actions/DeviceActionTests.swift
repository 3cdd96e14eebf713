import Foundation
import Testing

@testable import InboxModel

@Suite struct DeviceActionTests {
  private static let chat: BundleID = "com.example.chat"

  /// Returns a phone with one message whose category has one action of each kind.
  private static func phone(
    _ change: (inout PhoneSettings) -> Void = { _ in }
  ) throws -> Phone {
    var device = Phone.stub { settings in
      settings.categories["MESSAGE"] = Category(
        identifier: "MESSAGE",
        actions: [
          Action(identifier: "REPLY", title: "Reply", textInput: Action.TextInput()),
          Action(identifier: "LIKE", title: "Like"),
          Action(identifier: "VIEW", title: "View", options: .foreground),
          Action(identifier: "PAY", title: "Pay", options: .authenticationRequired),
        ])
      change(&settings)
    }
    device.deliver(try .stub(1, aps: #"{"alert":"Hi","category":"MESSAGE","thread-id":"a"}"#))
    return device
  }

  private static func event(_ kind: InboxEvent.Kind) -> Phone.Effect {
    .emit(InboxEvent(at: Moment.start, id: 1, app: chat, thread: "a", kind: kind))
  }

  /// Changes the message as the user does, including the undo step.
  private static func change(
    _ device: inout Phone, _ kind: UndoStep.Kind, _ change: (inout Phone) -> Void
  ) {
    let entry = { (phone: Phone) in
      phone.inbox[1].map { Phone.State.Entry(notification: $0, place: .listed) }
    }
    guard let before = entry(device) else { return }
    change(&device)
    device.undoHistory.append(
      UndoHistory.Step(
        kind: kind, changes: [1: UndoHistory.Change(before: before, after: entry(device))]))
  }

  private static func read(
    _ device: inout Phone, acted: ActionIdentifier, foreground: Bool = false
  ) {
    change(&device, .acted) {
      $0.inbox.update(1) {
        $0.isRead = true
        $0.acted = acted
      }
    }
    if foreground {
      device.settings.apps[chat, default: AppSettings()].state = .foreground
      device.changes["app.com.example.chat"] = .appState(chat, .foreground)
    }
  }

  private static func appEvent(_ state: AppRunState) -> Phone.Effect {
    event(.app(state: state, delegate: AppCall.didReceive.rawValue, carriesPayload: true))
  }

  @Test func `a text reply is reported to the app and marks the entry as read`() throws {
    var device = try Self.phone()
    expectStep(
      &device, .acted(on: 1, "REPLY", text: "ok"), at: Moment.start,
      effects: [
        Self.event(.action("REPLY", userText: "ok", foreground: false)), Self.appEvent(.background),
        .store(.update(1, isRead: true, acted: "REPLY", place: .listed)),
        Self.event(.read(by: .user, isRead: true)),
      ]
    ) { Self.read(&$0, acted: "REPLY") }
  }

  @Test(arguments: [
    ("REPLY" as ActionIdentifier, nil as String?, "" as String?), ("LIKE", "x", nil),
  ])
  func `only a text action has a text, which may be empty`(
    action: ActionIdentifier, text: String?, passed: String?
  ) throws {
    var device = try Self.phone()
    let effects = device.handle(.acted(on: 1, action, text: text), at: Moment.start)
    #expect(effects.events.first == .action(action, userText: passed, foreground: false))
  }

  @Test func `the open action brings the app to the foreground permanently`() throws {
    var device = try Self.phone()
    expectStep(
      &device, .acted(on: 1, .open, text: nil), at: Moment.start,
      effects: [
        Self.event(.action(.open, userText: nil, foreground: true)),
        .store(.setting(key: "app.com.example.chat", value: "foreground")),
        Self.appEvent(.foreground),
        .store(.update(1, isRead: true, acted: .open, place: .listed)),
        Self.event(.read(by: .user, isRead: true)),
      ]
    ) { Self.read(&$0, acted: .open, foreground: true) }
  }

  @Test(arguments: [ActionIdentifier.open, "VIEW", "PAY"])
  func `an action that requires unlocking only asks to unlock a locked phone`(
    action: ActionIdentifier
  ) throws {
    var device = try Self.phone { $0.device.lock = .locked }
    expectStep(
      &device, .acted(on: 1, action, text: "x"), at: Moment.start,
      effects: [.askToUnlock(1, action, text: "x")])
  }

  @Test func `an action without options works on a locked phone`() throws {
    var device = try Self.phone { $0.device.lock = .locked }
    #expect(
      device.handle(.acted(on: 1, "LIKE", text: nil), at: Moment.start).events.count == 3)
  }

  @Test(arguments: [true, false])
  func `a dismissal is reported to the app only if its category requests that`(asks: Bool) throws {
    var device = try Self.phone {
      if asks { $0.categories["MESSAGE"]?.options = .customDismissAction }
    }
    let action = Self.event(.action(.dismiss, userText: nil, foreground: false))
    expectStep(
      &device, .acted(on: 1, .dismiss, text: nil), at: Moment.start,
      effects: (asks ? [action, Self.appEvent(.background)] : []) + [
        .store(.update(1, isRead: false, acted: .dismiss, place: .removed)),
        Self.event(.dismissed(by: .user)),
      ]
    ) {
      Self.change(&$0, .dismissed) { $0.inbox.remove(1) }
      $0.lastPresented = nil
    }
  }

  @Test func `an entry is removed after an action if the phone removes acted entries`() throws {
    var device = try Self.phone { $0.device.removeActedOn = true }
    let effects = device.handle(.acted(on: 1, "LIKE", text: nil), at: Moment.start)
    #expect(device.inbox.count == 0)
    #expect(effects.stored == [.update(1, isRead: true, acted: "LIKE", place: .removed)])
    #expect(effects.events.last == .removed(by: .user))
  }

  @Test func `an unknown action, and an action on an unknown entry, have no effect`() throws {
    var device = try Self.phone()
    expectStep(&device, .acted(on: 1, "SHOUT", text: nil), at: Moment.start, effects: [])
    expectStep(&device, .acted(on: 9, .open, text: nil), at: Moment.start, effects: [])
  }

  @Test func `marking reports only entries whose mark changes`() throws {
    var device = try Self.phone()
    expectStep(
      &device, .marked([1, 9], read: true), at: Moment.start,
      effects: [
        .store(.update(1, isRead: true, acted: nil, place: .listed)),
        Self.event(.read(by: .user, isRead: true)),
      ]
    ) { Self.change(&$0, .read) { $0.inbox.update(1) { $0.isRead = true } } }
    expectStep(&device, .marked([1], read: true), at: Moment.start, effects: [])
  }

  @Test func `entries beyond the limit are removed, oldest first, and reported`() throws {
    var device = try Self.phone()
    device.deliver(try .stub(2), try .stub(3))
    let effects = device.handle(.limited(to: 1), at: Moment.start)
    #expect(Array(device.inbox.ids) == [3])
    #expect(effects.stored == [.delete(1), .delete(2)])
    #expect(effects.events == [.removed(by: .limit), .removed(by: .limit)])
  }

  @Test func `unlocking does not mark entries as read`() throws {
    var device = try Self.phone { $0.device.lock = .locked }
    expectStep(
      &device, .changed(.lock(.unlocked)), at: Moment.start,
      effects: [
        .store(.setting(key: "lock", value: "unlocked")),
        .emit(
          InboxEvent(
            at: Moment.start, kind: .setting(key: "lock", value: "unlocked", was: "locked"))),
      ]
    ) {
      $0.settings.device.lock = .unlocked
      $0.changes["lock"] = .lock(.unlocked)
    }
    #expect(device.inbox.unreadCount == 1)
  }

  @Test func `a mute ends at its time`() throws {
    var device = try Self.phone()
    let until = Moment.start.addingTimeInterval(3600)
    _ = device.handle(.changed(.mute(Self.chat, until: until)), at: Moment.start)
    device.deliver(try .stub(2))
    #expect(device.inbox[2]?.reason == .appMuted)
    #expect(device.nextMoment == until)
    let effects = device.handle(.timePassed, at: until)
    #expect(effects.stored == [.setting(key: "mute.com.example.chat", value: nil)])
    #expect(device.nextMoment == nil)
    device.deliver(try .stub(3, at: until))
    #expect(device.inbox[3]?.reason == .shown)
  }

  @Test func `the user's changes override the files`() throws {
    var device = try Self.phone()
    _ = device.handle(.changed(.previews(.never)), at: Moment.start)
    _ = device.handle(.changed(.focusOn("dnd", until: nil)), at: Moment.start)
    _ = device.handle(.configured(PhoneSettings()), at: Moment.start)
    #expect(device.settings.device.previews == .never)
    #expect(device.focusInForce?.name == "dnd")
  }

  @Test func `a changed grouping setting rebuilds the groups`() throws {
    var device = try Self.phone()
    device.deliver(try .stub(2, aps: #"{"alert":"Hi","thread-id":"b"}"#))
    #expect(device.inbox.groupCount == 2)
    _ = device.handle(.changed(.grouping(.byApp)), at: Moment.start)
    #expect(device.inbox.groupCount == 1)
  }
}

@Suite struct VisibleTextTests {
  private func phone(
    _ previews: ShowPreviewsSetting, _ lock: LockState, _ category: Category? = nil
  ) throws -> Phone {
    var device = Phone.stub {
      $0.device.previews = previews
      $0.device.lock = lock
      if let category { $0.categories[category.identifier] = category }
    }
    let aps =
      #"{"alert":{"title":"Ann","subtitle":"Lunch","body":"At 12?"},"thread-id":"a","category":"M"}"#
    device.deliver(try .stub(1, aps: aps), try .stub(2, aps: aps))
    return device
  }

  @Test(arguments: [
    (ShowPreviewsSetting.always, LockState.locked, false), (.always, .unlocked, false),
    (.whenAuthenticated, .locked, true), (.whenAuthenticated, .unlocked, false),
    (.never, .locked, true), (.never, .unlocked, true),
  ])
  func `previews are hidden according to setting and lock state`(
    previews: ShowPreviewsSetting, lock: LockState, hidden: Bool
  ) throws {
    let device = try phone(previews, lock)
    let text = device.visibleText(of: try #require(device.inbox[1]))
    #expect(
      text
        == (hidden
          ? VisibleText(title: nil, subtitle: nil, body: "Notification", isHidden: true)
          : VisibleText(title: "Ann", subtitle: "Lunch", body: "At 12?", isHidden: false)))
  }

  @Test func `a category's options show title and subtitle, its placeholder replaces the body`()
    throws
  {
    let device = try phone(
      .never, .unlocked,
      Category(
        identifier: "M", hiddenPreviewsBodyPlaceholder: "%u messages",
        options: [.hiddenPreviewsShowTitle, .hiddenPreviewsShowSubtitle]))
    let text = device.visibleText(of: try #require(device.inbox[1]))
    #expect(
      text == VisibleText(title: "Ann", subtitle: "Lunch", body: "2 messages", isHidden: true))
  }

  @Test func `a hidden push without body shows the placeholder`() throws {
    var device = Phone.stub { $0.device.previews = .never }
    device.deliver(try .stub(1, aps: #"{"alert":{"title":"Ann"}}"#))
    let text = device.visibleText(of: try #require(device.inbox[1]))
    #expect(text == VisibleText(title: nil, subtitle: nil, body: "Notification", isHidden: true))
  }

  @Test func `an app's previews setting overrides the phone's for listed entries too`() throws {
    var device = try phone(.always, .unlocked)
    var settings = device.settings
    settings.apps["com.example.chat", default: AppSettings()].previews = .never
    _ = device.handle(.configured(settings), at: Moment.start)
    #expect(device.visibleText(of: try #require(device.inbox[1])).isHidden)
  }

  @Test(arguments: [
    ("com.example.chat", "Chat"), ("chat", "Chat"), ("com.example.", "Example"), ("", ""),
  ])
  func `the default name of an app is the last part of its identifier`(app: String, name: String) {
    #expect(Phone.stub().appName(BundleID(app)) == name)
  }
}
