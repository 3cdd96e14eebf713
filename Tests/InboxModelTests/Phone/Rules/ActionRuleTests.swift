import Foundation
import Testing

@testable import InboxModel

/// `docs/rules.md` §8.1 to §8.4, beside `CategoryTests`: the effects of categories and buttons.
@Suite struct ActionRuleTests {
  private func phone(_ category: Category, _ words: [String] = []) throws -> RulePhone {
    var phone = try RulePhone(words)
    phone.device.settings.categories[category.identifier] = category
    try phone.push(#"{"alert":{"title":"Ann","body":"Hi"},"category":"\#(category.identifier)"}"#)
    return phone
  }

  private func used(
    _ action: ActionIdentifier, text: String? = nil, _ phone: inout RulePhone
  ) -> [Phone.Effect] {
    phone.device.handle(.acted(on: 1, action, text: text), at: Moment.start)
  }

  @Test func `§8.1.1 a category without an identifier is ignored, and a repeated one is an error`()
    throws
  {
    var phone = try phone(
      Category(identifier: "", actions: [Action(identifier: "GO", title: "Go")]))
    let entry = try #require(phone.device.inbox[1])
    #expect(phone.device.actionWords(of: entry) == ["open", "dismiss"])
    #expect(used("GO", &phone) == [])
    for (text, path) in [
      ("{ categories: { M: {}, M: {} } }", "categories.M"),
      ("{ categories: { '': {} } }", "categories."),
      ("{ apps: { 'a.b': { categories: { '': {} } } } }", "apps.a.b.categories."),
    ] {
      var configuration = Configuration()
      let error = #expect(throws: SettingsError.self) {
        try configuration.apply(Array(text.utf8), fileName: "c", allowsPrograms: false)
      }
      #expect(error?.path == path)
      #expect(error?.position?.line == 1)
    }
  }

  @Test
  func `§8.1.5 a category's placeholder and format replace the text of hidden and stacked entries`()
    throws
  {
    var phone = try phone(
      Category(
        identifier: "M", hiddenPreviewsBodyPlaceholder: "%u hidden",
        categorySummaryFormat: "%u more of them"), ["previews=never"])
    try phone.push(#"{"alert":"Hi","category":"M"}"#)
    let entry = try #require(phone.device.inbox[2])
    #expect(phone.device.visibleText(of: entry).body == "2 hidden")
    phone.device.settings.device.previews = .always
    #expect(phone.device.summaryLine(of: try #require(phone.group)) == "1 more of them")
  }

  @Test(arguments: [true, false])
  func `§8.2.1 a dismissal is reported if the category requests it`(asks: Bool) throws {
    var phone = try phone(
      Category(identifier: "M", options: asks ? .customDismissAction : []))
    let events = used(.dismiss, &phone).events
    #expect(events.contains(.action(.dismiss, userText: nil, foreground: false)) == asks)
    #expect(events.last == .dismissed(by: .user))
  }

  @Test(arguments: [true, false])
  func `§8.1.6, §8.2.3, §8.2.4 options of a category show a hidden title and subtitle`(
    isTitle: Bool
  ) throws {
    let options: Category.Options =
      isTitle ? .hiddenPreviewsShowTitle : .hiddenPreviewsShowSubtitle
    var phone = try RulePhone(["previews=never"])
    phone.device.settings.categories["M"] = Category(identifier: "M", options: options)
    try phone.push(#"{"alert":{"title":"Ann","subtitle":"Re","body":"Hi"},"category":"M"}"#)
    let text = phone.device.visibleText(of: try #require(phone.device.inbox[1]))
    #expect([text.title, text.subtitle] == (isTitle ? ["Ann", nil] : [nil, "Re"]))
  }

  @Test func `§4.2.6 a hidden notification has its buttons, and some ask to unlock`() throws {
    let category = Category(
      identifier: "M",
      actions: [
        Action(identifier: "LIKE", title: "Like"),
        Action(identifier: "PAY", title: "Pay", options: .authenticationRequired),
      ])
    var phone = try phone(category, ["lock=locked"])
    let entry = try #require(phone.device.inbox[1])
    #expect(phone.device.visibleText(of: entry).isHidden)
    #expect(phone.device.actionWords(of: entry) == ["LIKE", "PAY", "open", "dismiss"])
    #expect(used("PAY", &phone) == [.askToUnlock(1, "PAY", text: nil)])
    #expect(
      used("LIKE", &phone).events.first == .action("LIKE", userText: nil, foreground: false))
  }

  @Test(
    arguments: [
      (
        "authenticationRequired, on an unlocked phone", Action.Options.authenticationRequired,
        AppRunState.background
      ),
      ("destructive", .destructive, .background),
      ("§8.3.3 foreground", .foreground, .foreground),
      ("§8.3.4 none", [], .background),
    ] as [(String, Action.Options, AppRunState)])
  func `a button runs in the state that its option selects, without confirmation`(
    name: String, options: Action.Options, state: AppRunState
  ) throws {
    let go = Action(identifier: "GO", title: "Go", options: options)
    var phone = try phone(
      Category(identifier: "M", actions: [go]), ["app.com.example.chat=suspended"])
    let effects = used("GO", &phone)
    #expect(
      effects.events.first == .action("GO", userText: nil, foreground: state == .foreground))
    #expect(phone.device.runState(of: "com.example.chat") == state)
  }

  @Test func `§8.3.1 a button on a locked phone asks to unlock and then runs in the background`()
    throws
  {
    for options in [Action.Options.authenticationRequired, []] {
      let go = Action(identifier: "GO", title: "Go", options: options)
      var phone = try phone(
        Category(identifier: "M", actions: [go]),
        ["lock=locked", "app.com.example.chat=suspended"])
      if options == .authenticationRequired {
        #expect(used("GO", &phone) == [.askToUnlock(1, "GO", text: nil)])
        #expect(phone.device.runState(of: "com.example.chat") == .suspended)
        phone.device.settings.device.lock = .unlocked
      }
      #expect(
        used("GO", &phone).events.first == .action("GO", userText: nil, foreground: false))
      #expect(phone.device.runState(of: "com.example.chat") == .background)
    }
  }

  @Test(arguments: [
    ("§8.3.5 opened", ActionIdentifier.open, "com.apple.UNNotificationDefaultActionIdentifier"),
    ("§8.3.6 dismissed", .dismiss, "com.apple.UNNotificationDismissActionIdentifier"),
    ("§8.3.7 a button", "LIKE", "LIKE"),
  ])
  func `the app receives Apple's identifier of the action`(
    name: String, action: ActionIdentifier, received: String
  ) throws {
    var phone = try phone(
      Category(
        identifier: "M", actions: [Action(identifier: "LIKE", title: "Like")],
        options: .customDismissAction))
    let identifiers = used(action, &phone).events.compactMap { kind -> String? in
      if case .action(let identifier, _, _) = kind { identifier.text } else { nil }
    }
    #expect(identifiers == [received])
  }

  @Test func `§8.4 the app receives the typed text`() throws {
    let reply = Action(identifier: "REPLY", title: "Reply", textInput: Action.TextInput())
    var phone = try phone(Category(identifier: "M", actions: [reply]))
    #expect(
      used("REPLY", text: "ок", &phone).events.first
        == .action("REPLY", userText: "ок", foreground: false))
  }
}
