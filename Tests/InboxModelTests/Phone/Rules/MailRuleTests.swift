import Foundation
import Testing

@testable import InboxModel

/// The payloads of Yandex.Mail (`docs/rules.md`, XIV-01 to XIV-07).
@Suite struct MailRuleTests {
  private let mail: BundleID = "com.example.mail"

  private func phone(_ change: (inout PhoneSettings) -> Void) -> Phone { Phone.stub(change) }

  @Test func `XIV-01 loc keys are looked up in the app's strings on arrival`() throws {
    var device = phone {
      $0.apps[mail, default: AppSettings()].strings = [
        "alert_subtitle_localization_key": "Inbox", "alert_body_localization_key": "Ann: Lunch?",
      ]
    }
    let aps = """
      {"alert":{"title":"New Mail","subtitle-loc-key":"alert_subtitle_localization_key",
       "loc-key":"alert_body_localization_key"}}
      """
    device.deliver(try .stub(1, app: mail, aps: aps))
    #expect(
      device.inbox[1]?.content
        == .init(title: "New Mail", subtitle: "Inbox", body: "Ann: Lunch?"))
    // Later strings do not change a push that has arrived.
    _ = device.handle(.configured(PhoneSettings()), at: Moment.start)
    #expect(device.inbox[1]?.content.body == "Ann: Lunch?")
  }

  @Test(arguments: [true, false])
  func `XIV-02 a granted critical sound plays during Do Not Disturb`(isGranted: Bool) throws {
    var device = phone {
      $0.device.ringer = .silent
      $0.apps[mail, default: AppSettings()].critical = isGranted ? .granted : .notGranted
    }
    _ = device.handle(.changed(.focusOn("dnd", until: nil)), at: Moment.start)
    let aps = #"{"sound":{"critical":1,"name":"bingbong.aiff","volume":1.0}}"#
    #expect(device.deliver(try .stub(1, app: mail, aps: aps)).rings == (isGranted ? [3] : []))
  }

  @Test(arguments: [
    (#"{"content-available":1}"#, Outcome.silent), (#"{"content-available":1,"badge":1}"#, .none),
    (#"{"content-available":1,"sound":"default"}"#, .none),
    (#"{"content-available":1,"alert":"Hi"}"#, .shown),
  ])
  func `XIV-03 a push with content-available and no alert, sound or badge is silent`(
    aps: String, outcome: Outcome
  ) throws {
    var device = phone { _ in }
    let effects = device.deliver(try .stub(1, app: mail, aps: aps))
    #expect(effects.record?.notification.outcome == outcome)
    // The app receives all of them and refreshes its data.
    #expect(
      effects.events.last
        == .app(state: .background, delegate: AppCall.fetch.rawValue, carriesPayload: true))
  }

  @Test func `XIV-04 pushes of an app with different thread ids are in separate groups`() throws {
    var device = phone { _ in }
    for (number, thread) in ["account", "sender", "account"].enumerated() {
      device.deliver(
        try .stub(number + 1, app: mail, aps: #"{"alert":"Hi","thread-id":"\#(thread)"}"#))
    }
    #expect(device.inbox.groups.map(\.count) == [2, 1])
  }

  @Test func `XIV-05 an extension decrypts the text and adds a subtitle`() throws {
    let answer: JSONValue = [
      "aps": ["alert": ["title": "Ann", "subtitle": "2 pictures", "body": "Lunch?"]]
    ]
    var device = phone {
      $0.apps[mail, default: AppSettings()].serviceExtension = ServiceExtension(
        .stated(answer, after: 0), limit: 30)
    }
    let cipher = #"{"alert":{"title":"Ann","body":"9f86d081"}"#
    device.deliver(
      try .stub(1, app: mail, aps: cipher + #","mutable-content":1}"#),
      try .stub(2, app: mail, aps: cipher + "}"))
    #expect(
      device.inbox[1]?.content == .init(title: "Ann", subtitle: "2 pictures", body: "Lunch?"))
    #expect(device.inbox[2]?.content == .init(title: "Ann", body: "9f86d081"))
  }

  @Test func `XIV-06 a category sets the placeholder and shows only the title`() throws {
    var device = phone {
      $0.device.previews = .never
      $0.apps[mail, default: AppSettings()].categories["comment-category"] = Category(
        identifier: "comment-category", hiddenPreviewsBodyPlaceholder: "%u comments",
        options: .hiddenPreviewsShowTitle)
    }
    let aps =
      #"{"alert":{"title":"Ann","subtitle":"Photo","body":"Nice"},"category":"comment-category"}"#
    device.deliver(try .stub(1, app: mail, aps: aps), try .stub(2, app: mail))
    let entry = try #require(device.inbox[1])
    #expect(
      device.visibleText(of: entry)
        == VisibleText(title: "Ann", subtitle: nil, body: "2 comments", isHidden: true))
    let plain = try #require(device.inbox[2])
    #expect(device.visibleText(of: plain).body == "Notification")
  }

  @Test func `XIV-07 an action runs without opening the app`() throws {
    var device = phone {
      $0.device.lock = .locked
      $0.apps[mail, default: AppSettings()].state = .terminated
      $0.apps[mail]?.categories["message"] = Category(
        identifier: "message",
        actions: [Action(identifier: "reply", title: "Reply", textInput: .init())])
    }
    device.deliver(try .stub(1, app: mail, aps: #"{"alert":"Hi","category":"message"}"#))
    let effects = device.handle(.acted(on: 1, "reply", text: "Yes"), at: Moment.start)
    #expect(effects.events.first == .action("reply", userText: "Yes", foreground: false))
    #expect(device.runState(of: mail) == .background)
  }
}
