import Foundation
import Testing

@testable import InboxModel

/// `docs/rules.md` §4: the conditions of hidden previews, and the visible parts.
@Suite struct PreviewRuleTests {
  private static let alert = #""alert":{"title":"Ann","subtitle":"Lunch","body":"At 12?"}"#

  private func shown(
    _ words: [String], _ category: Category? = nil
  ) throws -> (VisibleText, RulePhone) {
    var phone = try RulePhone(words)
    if let category { phone.device.settings.categories["M"] = category }
    try phone.push("{\(Self.alert),\"category\":\"M\",\"sound\":\"default\",\"badge\":1}")
    let entry = try #require(phone.device.inbox[1])
    return (phone.device.visibleText(of: entry), phone)
  }

  @Test(arguments: [
    ("§4.1.1 always", "always", "locked", false), ("§4.1.1 always", "always", "unlocked", false),
    ("§4.1.2 when unlocked", "whenAuthenticated", "locked", true),
    ("§4.1.2 when unlocked", "whenAuthenticated", "unlocked", false),
    ("§4.1.3 never", "never", "locked", true), ("§4.1.3 never", "never", "unlocked", true),
  ])
  func `previews follow the phone's setting, which the app's overrides`(
    name: String, previews: String, lock: String, isHidden: Bool
  ) throws {
    for words in [
      ["previews=\(previews)"], ["previews=always", "apps.com.example.chat.previews=\(previews)"],
    ] {
      let (text, phone) = try shown(words + ["lock=\(lock)"])
      #expect(text.isHidden == isHidden)
      #expect(text.body == (isHidden ? "Notification" : "At 12?"))
      // The screen evaluates it again: unlocking shows the hidden text.
      var other = phone
      try other.set("lock=\(lock == "locked" ? "unlocked" : "locked")")
      let entry = try #require(other.device.inbox[1])
      #expect(
        other.device.visibleText(of: entry).isHidden
          == (previews == "whenAuthenticated" ? !isHidden : isHidden))
    }
  }

  @Test(
    arguments: [
      ("§4.2.2 title", Category.Options.hiddenPreviewsShowTitle, "Ann", nil),
      ("§4.2.3 subtitle", .hiddenPreviewsShowSubtitle, nil, "Lunch"), ("neither", [], nil, nil),
    ] as [(String, Category.Options, String?, String?)])
  func `a hidden notification shows the parts that its category allows`(
    name: String, options: Category.Options, title: String?, subtitle: String?
  ) throws {
    let (text, _) = try shown(["previews=never"], Category(identifier: "M", options: options))
    #expect(
      text
        == VisibleText(title: title, subtitle: subtitle, body: "Notification", isHidden: true))
  }

  @Test(arguments: [#"{"badge":3}"#, #"{"sound":"default"}"#])
  func `a push without text shows no placeholder while previews are hidden`(aps: String) throws {
    var phone = try RulePhone(["previews=never"])
    let push = try phone.push(aps)
    #expect(
      phone.device.visibleText(of: push.notification)
        == VisibleText(title: nil, subtitle: nil, body: nil, isHidden: false))
  }

  @Test func `§4.2.4 the category's placeholder with the count replaces the body`() throws {
    let (text, _) = try shown(
      ["previews=never"], Category(identifier: "M", hiddenPreviewsBodyPlaceholder: "%u new"))
    #expect(text.body == "1 new")
  }

  @Test func `§4.2.1 a hidden notification shows app and time`() throws {
    let (_, phone) = try shown(["previews=never"])
    let line = try #require(Array(ListText.lines(of: phone.device)).last)
    #expect(line.contains("2026-04-14 18:00:00.000"))
    #expect(Array(ListText.lines(of: phone.device)).first?.hasPrefix("Chat") == true)
    #expect(!line.contains("At 12?"))
  }

  @Test func `§4.2.7 hiding the preview does not change sound, badge and light`() throws {
    let (_, hidden) = try shown(["previews=never", "lock=locked"])
    let (_, open) = try shown(["previews=always", "lock=locked"])
    #expect(hidden.device.inbox[1]?.presented == [.badge, .list, .lock, .sound])
    #expect(open.device.inbox[1]?.presented == hidden.device.inbox[1]?.presented)
  }
}
