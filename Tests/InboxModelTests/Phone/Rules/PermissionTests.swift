import Foundation
import Testing

@testable import InboxModel

/// The authorization and switches of an app (`docs/rules.md` §11).
@Suite struct PermissionTests {
  private static let chat = BundleID("com.example.chat")

  private static func phone(
    _ lock: LockState = .unlocked, _ change: (inout AppSettings) -> Void
  ) -> Phone {
    Phone.stub {
      $0.device.lock = lock
      change(&$0.apps[chat, default: AppSettings()])
    }
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let unlocked: [String]
    let locked: [String]
    let setup: @Sendable (inout AppSettings) -> Void

    init(
      _ name: String, unlocked: [String], locked: [String],
      _ setup: @escaping @Sendable (inout AppSettings) -> Void
    ) {
      (testDescription, self.unlocked, self.locked) = (name, unlocked, locked)
      self.setup = setup
    }

    /// Makes a row with some switches on.
    init(
      only name: String, unlocked: [String], locked: [String],
      _ setup: @escaping @Sendable (inout AppSettings) -> Void
    ) {
      self.init("only \(name)", unlocked: unlocked, locked: locked) {
        ($0.lockScreen, $0.list, $0.banners) = (false, false, false)
        ($0.sounds, $0.badges) = (false, false)
        setup(&$0)
      }
    }
  }

  static let rows: [Row] = [
    Row(
      "§11 authorized", unlocked: ["badge", "banner", "list", "sound"],
      locked: ["badge", "list", "lock", "sound"]
    ) { _ in },
    Row("§11 denied", unlocked: [], locked: []) { $0.permission = .denied },
    Row("§11 notDetermined", unlocked: [], locked: []) { $0.permission = .notDetermined },
    Row("§11 provisional", unlocked: ["list"], locked: ["list"]) { $0.permission = .provisional },
    Row("§11 quiet delivery", unlocked: ["list"], locked: ["list"]) { $0.deliverQuietly = true },
    Row(only: "nothing", unlocked: [], locked: []) { _ in },
    Row(only: "Notification Center: quiet list", unlocked: ["list"], locked: ["list"]) {
      $0.list = true
    },
    Row(only: "Lock Screen", unlocked: [], locked: ["lock"]) { $0.lockScreen = true },
    Row(only: "Banners", unlocked: ["banner"], locked: []) { $0.banners = true },
    Row(only: "Badges", unlocked: ["badge"], locked: ["badge"]) { $0.badges = true },
    Row(only: "Sounds", unlocked: ["sound"], locked: ["sound"]) { $0.sounds = true },
    Row(only: "Banners and Sounds", unlocked: ["banner", "sound"], locked: ["sound"]) {
      ($0.banners, $0.sounds) = (true, true)
    },
  ]

  @Test(arguments: rows)
  func `each switch of an app changes only its own part of the presentation`(row: Row) throws {
    let push = try Delivery.stub(aps: #"{"alert":"Hi","badge":2,"sound":"default"}"#)
    for (lock, expected) in [(LockState.unlocked, row.unlocked), (.locked, row.locked)] {
      var device = Self.phone(lock, row.setup)
      let record = try #require(device.deliver(push).record)
      #expect(record.notification.presented.names == expected, "\(lock)")
      let isLit = !record.notification.presented.isDisjoint(with: [.banner, .lock])
      #expect((record.notification.outcome == .shown) == isLit)
      #expect(device.badges[Self.chat] == (expected.contains("badge") ? 2 : nil))
    }
  }

  @Test(arguments: [AuthorizationStatus.denied, .notDetermined])
  func `§11 a background push wakes an app that is not authorized`(permission: AuthorizationStatus)
    throws
  {
    var device = Self.phone { $0.permission = permission }
    let effects = device.deliver(try .stub(aps: #"{"alert":"Hi","content-available":1}"#))
    #expect(effects.record?.notification.outcome == Outcome.none)
    #expect(
      effects.events.contains {
        if case .app(_, let delegate?, _) = $0 {
          delegate.contains("didReceiveRemoteNotification")
        } else {
          false
        }
      })
  }

  @Test(arguments: [
    (#"{"alert":"Hi","interruption-level":"time-sensitive"}"#, InterruptionLevel.active),
    (#"{"alert":"Hi","interruption-level":"critical"}"#, .active),
    (#"{"alert":"Hi","interruption-level":"passive"}"#, .passive),
  ])
  func `§11 without the entitlement the level is active`(
    aps: String, level: InterruptionLevel
  ) throws {
    var device = Self.phone { ($0.timeSensitive, $0.critical) = (.notGranted, .notGranted) }
    #expect(device.deliver(try .stub(aps: aps)).record?.notification.level == level)
  }

  @Test func `B4 turning off badges or authorization hides the number and keeps it`() throws {
    var device = Phone.stub()
    device.deliver(try .stub(aps: #"{"alert":"Hi","badge":2}"#))
    for word in ["badges=false", "permission=denied", "permission=provisional"] {
      let (key, off) = ("apps.com.example.chat", try Self.changes(word, device))
      _ = off.map { device.handle(.changed($0), at: Moment.start) }
      #expect(device.shownBadges == [:], "\(word)")
      _ = device.handle(.reset(["\(key).\(word.prefix { $0 != "=" })"]), at: Moment.start)
      #expect(device.shownBadges == [Self.chat: 2])
    }
  }

  private static func changes(_ word: String, _ device: Phone) throws -> [SettingChange] {
    try SettingChangeReader(now: Moment.start, phone: device.settings)
      .changes(["apps.com.example.chat.\(word)"])
  }

  // MARK: Provisional authorization

  @Test func `§11 a provisional app's notification offers to keep it or turn it off`() throws {
    var device = Self.phone { $0.permission = .provisional }
    device.deliver(try .stub())
    let entry = try #require(device.inbox[1])
    #expect(device.choices(for: entry).map(\.identifier) == [.keep, .keepInSummary, .turnOff])
    _ = device.handle(.acted(on: 1, .keep, text: nil), at: Moment.start)
    #expect(device.choices(for: entry).isEmpty)
  }

  @Test func `§11 keeping a provisional app delivers its pushes immediately`() throws {
    var device = Self.phone { $0.permission = .provisional }
    device.deliver(try .stub())
    let effects = device.handle(.acted(on: 1, .keep, text: nil), at: Moment.start)
    let key = "apps.com.example.chat.permission"
    #expect(
      effects == [
        .store(.setting(key: key, value: "authorized")),
        .emit(
          InboxEvent(
            at: Moment.start, kind: .setting(key: key, value: "authorized", was: "provisional"))),
      ])
    #expect(device.deliver(try .stub(2)).record?.notification.outcome == .shown)
  }

  @Test
  func `§11 keeping a provisional app in the summary holds its pushes until the default times`()
    throws
  {
    var device = Self.phone { $0.permission = .provisional }
    device.deliver(try .stub())
    _ = device.handle(.acted(on: 1, .keepInSummary, text: nil), at: Moment.start)
    #expect(device.settings.app(Self.chat).permission == .authorized)
    #expect(device.settings.summary.timesInForce == [8 * 60, 18 * 60])
    device.deliver(try .stub(2))
    #expect(device.held.map(\.until) == [Moment.at("2026-04-15T08:00:00Z")])
    #expect(device.inbox.count == 1)
  }

  @Test func `§11 turning off a provisional app denies it and keeps its entries`() throws {
    var device = Self.phone { $0.permission = .provisional }
    device.deliver(try .stub())
    _ = device.handle(.acted(on: 1, .turnOff, text: nil), at: Moment.start)
    #expect(device.deliver(try .stub(2)).record?.notification.reason == .appDenied)
    #expect(device.inbox.count == 1)
  }

  @Test func `only provisional apps have the choices, and a button with that name overrides one`()
    throws
  {
    var device = Self.phone { _ in }
    device.deliver(try .stub())
    #expect(device.handle(.acted(on: 1, .turnOff, text: nil), at: Moment.start) == [])
    var other = Self.phone {
      $0.permission = .provisional
      $0.categories["M"] = Category(
        identifier: "M", actions: [Action(identifier: "keep", title: "Keep it")])
    }
    other.deliver(try .stub(aps: #"{"alert":"Hi","category":"M"}"#))
    let effects = other.handle(.acted(on: 1, .keep, text: nil), at: Moment.start)
    #expect(effects.events.first == .action("keep", userText: nil, foreground: false))
    #expect(other.settings.app(Self.chat).permission == .provisional)
  }
}

/// The app in the foreground (`docs/rules.md` §9).
@Suite struct ForegroundTests {
  private static let (chat, mail) = (
    BundleID("com.example.chat"), BundleID("com.example.mail")
  )

  private static func states(_ device: Phone) -> [AppRunState] {
    [device.settings.app(chat).state, device.settings.app(mail).state]
  }

  @Test func `§9 an app that enters the foreground sends the previous one to the background`()
    throws
  {
    var device = Phone.stub()
    _ = device.handle(.changed(.appState(Self.chat, .foreground)), at: Moment.start)
    let effects = device.handle(.changed(.appState(Self.mail, .foreground)), at: Moment.start)
    #expect(Self.states(device) == [.background, .foreground])
    #expect(
      effects.stored == [
        .setting(key: "app.com.example.mail", value: "foreground"),
        .setting(key: "app.com.example.chat", value: "background"),
      ])
    #expect(
      effects.events.contains(.app(state: .background, delegate: nil, carriesPayload: false)))
    device.deliver(try .stub(app: Self.chat))
    _ = device.handle(.acted(on: 1, .open, text: nil), at: Moment.start)
    #expect(Self.states(device) == [.foreground, .background])
  }

  @Test func `§9 locking sends the app in the foreground to the background`() throws {
    var device = Phone.stub()
    _ = device.handle(.changed(.appState(Self.chat, .foreground)), at: Moment.start)
    _ = device.handle(.changed(.lock(.locked)), at: Moment.start)
    #expect(Self.states(device) == [.background, .background])
    #expect(device.deliver(try .stub()).record?.notification.presented == [.list, .lock])
    _ = device.handle(.changed(.lock(.unlocked)), at: Moment.start)
    #expect(Self.states(device) == [.background, .background])
  }

  @Test func `§9 if files put two apps in the foreground, only the first is in the foreground`() {
    var settings = PhoneSettings()
    for app in [Self.mail, Self.chat] {
      settings.apps[app, default: AppSettings()].state = .foreground
    }
    #expect(Self.states(Phone(settings: settings)) == [.foreground, .background])
  }
}
