import Foundation
import Testing

@testable import InboxModel

/// Subscriptions of an app to folders, which the provider learns while the phone is online
/// (`docs/reference/queue.md`).
@Suite struct SubscriptionTests {
  private func phone(_ subscribed: [String: [String]] = ["ann": ["Inbox"]]) -> QueuePhone {
    QueuePhone { $0.subscriptions = [QueuePhone.mail: subscribed] }
  }

  private func letter(_ folder: String, _ account: String = "ann") -> String {
    #""account":"\#(account)","folder":"\#(folder)""#
  }

  private func subscribe(
    _ phone: inout QueuePhone, _ folder: String, account: String = "ann", isWanted: Bool = true
  ) {
    phone.handle(
      .changed(
        .byApp(
          QueuePhone.mail,
          .guest(FolderSubscription(account: account, folder: folder, isWanted: isWanted)))),
      at: phone.now)
  }

  @Test func `XIV-15 an online phone's subscription is known to the provider immediately`() {
    var phone = phone()
    subscribe(&phone, "Lists")
    phone.send(xiva: letter("Lists"))
    subscribe(&phone, "Inbox", isWanted: false)
    phone.send(xiva: letter("Inbox"))
    #expect(phone.texts == ["1"])
    #expect(
      phone.system.device.settings.queue.subscriptions == [QueuePhone.mail: ["ann": ["Lists"]]])
    #expect(phone.system.device.settings.queue.pendingSubscriptions == [:])
  }

  @Test func `XIV-15 an offline phone's subscription is unknown, and pushes meanwhile are lost`()
    throws
  {
    var phone = phone()
    phone.set(online: false)
    subscribe(&phone, "Lists")
    phone.send(xiva: letter("Lists"))
    let record = try #require(phone.record)
    #expect(record.notification.reason == .queueUnsubscribed)
    let trace = Presentation.trace(of: record)
    let step = try #require(trace.steps.first { $0.name == .queue })
    #expect(step.because.contains("made while the phone was offline"))
    #expect(step.setting == "online")
    #expect(trace.wouldShowIf.map(\.text) == ["online=yes"])
    phone.set(online: true)
    phone.send(xiva: letter("Lists"))
    #expect(phone.texts == ["2"])
    #expect(phone.counts.unsubscribed == 1)
    #expect(phone.counts.sent == 1)
    let changes = phone.events.compactMap { event -> String? in
      guard case .setting(let key, let value, _) = event.kind else { return nil }
      return "\(key)=\(value ?? "-")"
    }
    #expect(
      changes == [
        "online=no", #"queue.pendingSubscriptions.com.example.mail.ann=["Inbox","Lists"]"#,
        "online=yes", #"queue.subscriptions.com.example.mail.ann=["Inbox","Lists"]"#,
        "queue.pendingSubscriptions.com.example.mail.ann=-",
      ])
  }

  @Test func `a push about a folder without a subscription is reported`() throws {
    var phone = phone()
    phone.set(online: false)
    subscribe(&phone, "Lists")
    phone.send(xiva: letter("Spam"))
    let trace = Presentation.trace(of: try #require(phone.record))
    #expect(trace.steps.first { $0.name == .queue }?.setting == "queue.subscriptions")
    #expect(trace.wouldShowIf.isEmpty)
  }

  @Test func `after unsubscribing offline pushes continue until the phone is online`() {
    var phone = phone()
    phone.set(online: false)
    subscribe(&phone, "Inbox", isWanted: false)
    phone.send(xiva: letter("Inbox"))
    phone.set(online: true)
    phone.send(xiva: letter("Inbox"))
    #expect(phone.texts == ["1"])
    #expect(phone.system.device.settings.queue.subscriptions == [QueuePhone.mail: ["ann": []]])
  }

  @Test func `a pending subscription survives a restart and ends when online is reset`() {
    var phone = phone()
    phone.set(online: false)
    subscribe(&phone, "Lists")
    subscribe(&phone, "Lists")
    subscribe(&phone, "Sent", account: "ben")
    phone = QueuePhone(restarting: phone)
    #expect(
      phone.system.device.settings.queue.pendingSubscriptions
        == [QueuePhone.mail: ["ann": ["Inbox", "Lists"], "ben": ["Sent"]]])
    phone.handle(.device(.reset(["online"])), at: phone.now)
    #expect(
      phone.system.device.settings.queue.subscriptions
        == [QueuePhone.mail: ["ann": ["Inbox", "Lists"], "ben": ["Sent"]]])
  }

  @Test func `an uninstalled app cannot subscribe`() {
    var phone = phone()
    phone.handle(
      .changed(.setting(.app(QueuePhone.mail, "installed"), false)), at: phone.now)
    subscribe(&phone, "Lists")
    #expect(
      phone.system.device.settings.queue.subscriptions == [QueuePhone.mail: ["ann": ["Inbox"]]])
  }

  // MARK: Assignments

  @Test func `set accepts an account and a folder with a path`() throws {
    let reader = SettingChangeReader(now: .pushMoment, phone: PhoneSettings())
    #expect(
      try reader.changes([
        "subscribe.com.example.mail=ann@example.com/[Gmail]/Sent",
        "unsubscribe.com.example.mail=ann@example.com/Inbox",
      ]) == [
        .byApp(
          "com.example.mail",
          .guest(
            FolderSubscription(account: "ann@example.com", folder: "[Gmail]/Sent", isWanted: true))),
        .byApp(
          "com.example.mail",
          .guest(FolderSubscription(account: "ann@example.com", folder: "Inbox", isWanted: false))),
      ])
  }

  @Test(arguments: [
    ("subscribe.com.example.mail=Inbox", "an account and a folder"),
    ("subscribe.com.example.mail=/Inbox", "an account and a folder"),
    ("subscribe.com.example.mail=ann/", "an account and a folder"),
    ("unsubscribe.com.example.mail=", "an account and a folder"),
    ("subscribe.=ann/Inbox", "bundle id"),
  ])
  func `an invalid account and folder is rejected with an example`(word: String, message: String) {
    let reader = SettingChangeReader(now: .pushMoment, phone: PhoneSettings())
    let error = #expect(throws: SettingsError.self) { try reader.changes([word]) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func `subscribing and unsubscribing in one command is rejected`() throws {
    let reader = SettingChangeReader(now: .pushMoment, phone: PhoneSettings())
    _ = try reader.changes([
      "subscribe.com.example.mail=a/Inbox", "subscribe.com.example.mail=a/Sent",
    ])
    #expect(throws: SettingsError.self) {
      try reader.changes([
        "subscribe.com.example.mail=a/Inbox", "unsubscribe.com.example.mail=a/Inbox",
      ])
    }
  }

  @Test func `a recorded subscription has the same effect in a replay`() throws {
    var phone = phone()
    var recording = Recording(of: phone.system, by: "test")
    func record(_ event: PushSystem.Event) {
      let effects = phone.system.handled(event, at: phone.now)
      recording.record(event, at: phone.now, effects: effects[...])
      phone.handle(event, at: phone.now)
    }
    record(.changed(.online(false)))
    record(
      .changed(
        .byApp(
          QueuePhone.mail,
          .guest(FolderSubscription(account: "ann", folder: "Lists", isWanted: true)))))
    record(.changed(.online(true)))
    let text = String(decoding: recording.drainLines(), as: UTF8.self)
    #expect(text.contains(#""set":{"subscribe.com.example.mail":"ann/Lists"}"#), "\(text)")
    let run = try ScenarioRun(Scenario(Array(text.utf8)))
    #expect(
      run.system.device.settings.queue.subscriptions
        == phone.system.device.settings.queue.subscriptions)
    #expect(
      phone.system.device.settings.queue.subscriptions[QueuePhone.mail]?["ann"] == [
        "Inbox", "Lists",
      ])
  }
}

extension PushSystem {
  /// Returns the effects of an event on a copy.
  fileprivate func handled(_ event: Event, at moment: Date) -> [Effect] {
    var copy = self
    return copy.handle(event, at: moment)
  }
}
