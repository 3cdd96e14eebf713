import Foundation
import Testing

@testable import InboxModel

/// Categories and their actions (`docs/rules.md` §8.1 to §8.4).
@Suite struct CategoryTests {
  private static let chat: BundleID = "com.example.chat"

  private static func read(_ text: String, file: String = "config.json5") throws -> PhoneSettings {
    var configuration = Configuration()
    try configuration.apply(Array(text.utf8), fileName: file, allowsPrograms: false)
    return configuration.phone
  }

  @Test func `§8.1.6, §8.2, §8.3 every option has Apple's bit`() throws {
    let settings = try Self.read(
      """
      { categories: { M: {
        options: ['customDismissAction', 'allowInCarPlay', 'hiddenPreviewsShowTitle',
                  'hiddenPreviewsShowSubtitle', 'allowAnnouncement'],
        actions: [ { id: 'A', options: ['authenticationRequired', 'destructive', 'foreground'] } ],
      } } }
      """)
    let category = try #require(settings.categories["M"])
    #expect(category.options.rawValue == 0b11111)
    #expect(category.actions.first?.options.rawValue == 0b111)
  }

  @Test func `§8.1.2 actions beyond ten are omitted`() throws {
    let actions = (1...12).map { "{ id: 'A\($0)' }" }.joined(separator: ", ")
    let settings = try Self.read("{ categories: { M: { actions: [ \(actions) ] } } }")
    let category = try #require(settings.categories["M"])
    #expect(category.actions.map(\.identifier.text) == (1...10).map { "A\($0)" })
    #expect(category.surplusActions == 2)
    var configuration = Configuration()
    configuration.phone = settings
    #expect(
      configuration.remarks == ["categories.M: 12 actions, of which a phone shows the first 10"])
  }

  @Test func `§8.3 an action identifier in two categories of an app yields a remark`() throws {
    var configuration = Configuration()
    configuration.phone = try Self.read(
      """
      { categories: { A: { actions: [ { id: 'GO' } ] }, B: { actions: [ { id: 'GO' }, { id: 'X' } ] } },
        apps: { 'a.b': { categories: {
          A: { actions: [ { id: 'X' } ] }, C: { actions: [ { id: 'GO' }, { id: 'snooze' } ] } } } } }
      """)
    let rest = "too; over all categories of an app it should be one"
    #expect(
      configuration.remarks == [
        "categories.B: A has an action GO \(rest)",
        "apps.a.b.categories.A: B has an action X \(rest)",
        "apps.a.b.categories.C: B has an action GO \(rest)",
        "apps.a.b.categories.C: snooze is a word of `act`, which may go before the action of that name",
      ])
  }

  /// Returns files with contents.
  private static func files(_ contents: [String: String]) -> SettingsFiles {
    SettingsFiles { path in
      contents[path].map { .success(.file(Array($0.utf8))) }
        ?? .failure(.init(reason: "no such file or folder"))
    }
  }

  private static func read(_ text: String, _ contents: [String: String]) throws(SettingsError)
    -> PhoneSettings
  {
    var configuration = Configuration()
    try configuration.apply(
      Array(text.utf8), fileName: "config.json5", allowsPrograms: false, files: files(contents))
    return configuration.phone
  }

  @Test func `§8.1 a file replaces the whole set of categories`() throws {
    let file = "{ A: { actions: [ { id: 'GO' } ] }, /* JSON5 */ B: {}, }"
    let settings = try Self.read(
      "{ categories: 'all.json5', apps: { 'a.b': { categories: 'all.json5' } } }",
      ["all.json5": file])
    #expect(settings.categories.keys.sorted() == ["A", "B"])
    #expect(settings.categories == settings.apps["a.b"]?.categories)
    #expect(settings.categories["A"]?.actions.map(\.identifier) == ["GO"])

    var configuration = Configuration()
    configuration.phone = settings
    try configuration.apply(
      Array("{ categories: 'less.json5' }".utf8), fileName: "c", allowsPrograms: false,
      files: Self.files(["less.json5": "{ C: {} }"]))
    #expect(configuration.phone.categories.keys.sorted() == ["C"])
  }

  @Test(arguments: [
    (
      "{ A: {\n  action: [] } }",
      "all.json5:2:3: `categories.A.action` is not a known key; did you mean `actions`?"
    ),
    ("{ A: {} ", "all.json5:1:1: `categories`: this `{` is never closed"),
    ("[]", "all.json5:1:1: `categories` must be an object, not an array"),
    (
      "{ '': {} }",
      "all.json5:1:3: `categories.` must be an identifier, which is not empty, not ``"
    ),
    ("{ A: {}, A: {} }", "all.json5:1:10: `categories.A` is given twice"),
  ])
  func `an error in a category file has its position there, and the old set remains`(
    file: String, message: String
  ) throws {
    var configuration = Configuration()
    configuration.phone.categories["OLD"] = Category(identifier: "OLD")
    let before = configuration
    let error = #expect(throws: SettingsError.self) {
      try configuration.apply(
        Array("{ categories: 'all.json5' }".utf8), fileName: "config.json5",
        allowsPrograms: false, files: Self.files(["all.json5": file]))
    }
    #expect(error?.message == message)
    #expect(configuration == before)
  }

  @Test func `a missing category file is reported at the position that names it`() {
    let error = #expect(throws: SettingsError.self) {
      try Self.read("{ categories: 'none.json5' }", [:])
    }
    #expect(
      error?.message
        == "config.json5:1:15: `categories` cannot be used: none.json5: no such file or folder")
  }

  @Test func `a scenario step reads categories from a file`() throws {
    let lines = #"{"app":{"bundleId":"a.b","categories":"all.json5"}}"#
    let scenario = try Scenario(
      Array(lines.utf8), files: Self.files(["all.json5": "{ A: {} }"]))
    #expect("\(scenario.steps)".contains("\"A\""))
  }

  @Test func `§8.1 a push with an unknown category has no actions`() throws {
    var device = Phone.stub()
    device.deliver(try .stub(1, aps: #"{"alert":"Hi","category":"NOPE"}"#))
    let entry = try #require(device.inbox[1])
    #expect(device.category(of: entry) == nil)
    #expect(device.actionWords(of: entry) == ["open", "dismiss"])
  }

  @Test func `§8.1 a category registered later applies to listed notifications`() throws {
    var device = Phone.stub()
    device.deliver(try .stub(1, aps: #"{"alert":"Hi","category":"M"}"#))
    let settings = try Self.read("{ categories: { M: { actions: [ { id: 'LIKE' } ] } } }")
    _ = device.handle(.configured(settings), at: Moment.start)
    let entry = try #require(device.inbox[1])
    #expect(device.actionWords(of: entry) == ["LIKE", "open", "dismiss"])
  }

  @Test func `§8.1 reading the files again replaces the whole set`() throws {
    var device = Phone(settings: try Self.read("{ categories: { M: {}, N: {} } }"))
    let settings = try Self.read("{ categories: { N: {}, O: {} } }")
    _ = device.handle(.configured(settings), at: Moment.start)
    #expect(device.settings.categories.keys.sorted() == ["N", "O"])
  }

  @Test(arguments: [
    (Action.Options(), false), (.destructive, false), (.authenticationRequired, true),
    (.foreground, true),
  ])
  func `§8.3 an action that requires unlocking asks first on a locked phone`(
    options: Action.Options, asks: Bool
  ) throws {
    var device = Phone.stub {
      $0.device.lock = .locked
      $0.categories["M"] = Category(
        identifier: "M", actions: [Action(identifier: "GO", title: "Go", options: options)])
    }
    device.deliver(try .stub(1, aps: #"{"alert":"Hi","category":"M"}"#))
    let effects = device.handle(.acted(on: 1, "GO", text: nil), at: Moment.start)
    #expect((effects == [.askToUnlock(1, "GO", text: nil)]) == asks)
    #expect((effects.events.first == .action("GO", userText: nil, foreground: false)) == !asks)
  }

  @Test func `§8.4 clearing a group reports each member whose category requests it`() throws {
    var device = Phone.stub {
      $0.categories["M"] = Category(identifier: "M", options: .customDismissAction)
    }
    device.deliver(
      try .stub(1, aps: #"{"alert":"1","category":"M"}"#), try .stub(2),
      try .stub(3, aps: #"{"alert":"3","category":"M"}"#))
    var reported: [NotificationID?] = []
    for id in device.inbox.groups.flatMap({ device.inbox.notifications(in: $0.key).map(\.id) }) {
      for case .emit(let event) in device.handle(
        .acted(on: id, .dismiss, text: nil), at: Moment.start)
      {
        if event.name == "action" { reported.append(event.id) }
      }
    }
    #expect(reported == [3, 1])
    #expect(device.inbox.count == 0)
  }

  @Test func `an action of the app's own category overrides the common one`() throws {
    let settings = try Self.read(
      """
      { categories: { M: { actions: [ { id: 'COMMON' } ] } },
        apps: { 'com.example.chat': { categories: { M: { actions: [ { id: 'OWN' } ] } } } } }
      """)
    #expect(settings.category("M", of: Self.chat)?.actions.map(\.identifier) == ["OWN"])
    #expect(settings.category("M", of: "com.example.mail")?.actions.map(\.identifier) == ["COMMON"])
  }
}
