import Foundation
import Testing

@testable import InboxModel

/// The features of iOS that are not modelled, of all sections of `docs/rules.md`, and the choices
/// in their place.
@Suite struct ChoiceRuleTests {
  private static func read(_ text: String) throws(SettingsError) -> PhoneSettings {
    var configuration = Configuration()
    try configuration.apply(Array(text.utf8), fileName: "c", allowsPrograms: false)
    return configuration.phone
  }

  @Test(arguments: [
    ("G10 Count, Stack and List", "{ device: { displayStyle: 'count' } }", "device.displayStyle"),
    (
      "§5.3.1 a schedule by place",
      "{ focus: { work: { schedules: [ { from: '09:00', to: '10:00', place: 'home' } ] } } }",
      "focus.work.schedules[0].place"
    ),
    (
      "§5.3.1 an app in use", "{ focus: { work: { whileUsing: ['a.b'] } } }",
      "focus.work.whileUsing"
    ),
    (
      "§8.1.3 minimalActions", "{ categories: { M: { minimalActions: ['A'] } } }",
      "categories.M.minimalActions"
    ),
    (
      "§8.1.4 Siri's intents", "{ categories: { M: { intentIdentifiers: ['I'] } } }",
      "categories.M.intentIdentifiers"
    ),
  ])
  func `features that are not implemented have no setting`(rule: String, text: String, path: String)
  {
    let error = #expect(throws: SettingsError.self) { try Self.read(text) }
    #expect(error?.problem == .unknownKey)
    #expect(error?.path == path)
  }

  @Test func `§11.5 an app clip's permission is not a valid status`() {
    let error = #expect(throws: SettingsError.self) {
      try RulePhone(["apps.com.example.chat.permission=ephemeral"])
    }
    #expect(error?.path == "apps.com.example.chat.permission")
    #expect(AuthorizationStatus(rawValue: "ephemeral") == nil)
  }

  @Test func `B7 a large badge number is reported as sent`() throws {
    var phone = try RulePhone()
    try phone.push(#"{"alert":"Hi","badge":123456}"#)
    #expect(phone.device.shownBadges == ["com.example.chat": 123_456])
    let list = InboxJSON.text(of: phone.device, isOnline: true, rejected: 0)
    #expect(list.contains(#""badges":{"com.example.chat":123456}"#))
  }

  @Test
  func `§5.2.6, §5.2.11 repeated pushes of a sender within three minutes are silenced`()
    throws
  {
    var phone = try RulePhone(["dnd=on"])
    for (id, seconds) in [(1, 0.0), (2, 60), (3, 179)] {
      let push = try Delivery.stub(
        id, aps: aps("active"), at: Moment.start + seconds, beside: #","sender":"Ann""#)
      let effects = phone.device.deliver(push)
      let record = try #require(effects.record)
      #expect(record.notification.outcome == .quiet)
      #expect(record.why.decision == "focus dnd.manual focus.dnd")
    }
    // A call itself, by PushKit, is not subject to the Focus.
    let call = try Delivery.stub(4, type: .voip, topic: "com.example.chat.voip")
    #expect(phone.device.deliver(call).record?.notification.reason == .kindPushKit)
  }

  @Test func `§5.2.16 a sender allowed by one Focus is not allowed by another`() throws {
    var phone = try RulePhone(["focus.work.allowPeople=Ann", "focus.home.hideBadges=true"])
    for (id, focus, outcome) in [
      (1, "work", Outcome.shown), (2, "home", .quiet), (3, "dnd", .quiet),
    ] {
      try phone.set("focus=\(focus)")
      let push = try Delivery.stub(id, aps: aps("active"), beside: #","sender":"Ann""#)
      #expect(phone.device.deliver(push).record?.notification.outcome == outcome)
    }
  }

  @Test func `§7.2.6 each of many simultaneous pushes rings`() throws {
    var phone = try RulePhone()
    let burst = try (1...8).map { try Delivery.stub($0, aps: aps("active")) }
    #expect(burst.flatMap { phone.device.deliver($0).rings } == Array(repeating: 1, count: 8))
  }

  @Test(arguments: [
    ("§8.2.2 a car", "allowInCarPlay", Category.Options.allowInCarPlay),
    ("§8.2.5 announcements", "allowAnnouncement", .allowAnnouncement),
  ])
  func `an option without effect is read and written`(
    rule: String, name: String, option: Category.Options
  ) throws {
    let settings = try Self.read("{ categories: { M: { options: ['\(name)'] } } }")
    #expect(settings.categories["M"]?.options == option)
    let category = settings.json["categories"]?.object?["M"]?.object
    #expect(category?["options"] == [.string(name)])
    let came = try [settings.categories["M"], Category(identifier: "M")].map { category in
      var phone = try RulePhone(["previews=never"])
      phone.device.settings.categories["M"] = category
      let record = try phone.push(#"{"alert":{"title":"Ann","body":"Hi"},"category":"M"}"#)
      return (record, phone.device.visibleText(of: record.notification))
    }
    #expect(came[0].0 == came[1].0)
    #expect(came[0].1 == came[1].1)
  }
}
