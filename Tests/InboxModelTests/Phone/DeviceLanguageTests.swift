import Testing

@testable import InboxModel

/// The languages of a phone: texts are resolved on arrival, all other texts when they are shown.
@Suite struct DeviceLanguageTests {
  private let chat: BundleID = "com.example.chat"
  private let aps =
    #"{"alert":{"title-loc-key":"T","loc-key":"B","loc-args":["Bo"]},"category":"M"}"#

  private func phone(_ languages: [String] = ["ru"]) -> Phone {
    var strings = LocalizedStrings()
    strings.add(
      [
        "T": "Новое", "B": "%@ пишет", "REPLY": "Ответить", "SEND": "Отправить", "N": "%d раз",
        "HIDDEN": LocalizedEntry(
          "%#@n@",
          variables: ["n": [.one: "%u сообщение", .few: "%u сообщения", .other: "%u сообщений"]]),
        "SUMMARY": "и ещё %u от %@",
      ], language: "ru")
    strings.add(["T": "New", "B": "%@ writes", "OLD": "Old", "REPLY": "Reply"], language: "en")
    let category = Category(
      identifier: "M",
      actions: [
        Action(
          identifier: "REPLY", title: "REPLY",
          textInput: .init(button: "SEND", placeholder: "plain")),
        Action(identifier: "MUTE", title: "Mute 100%"),
      ], hiddenPreviewsBodyPlaceholder: "HIDDEN", categorySummaryFormat: "SUMMARY")
    return Phone.stub {
      $0.device.languages = languages
      $0.device.summaryStyle = .ios12
      $0.apps[chat, default: AppSettings()].strings = strings
      $0.categories["M"] = category
    }
  }

  private func step(_ device: inout Phone, _ id: Int, _ aps: String) throws -> TraceStep? {
    let record = device.deliver(try .stub(id, aps: aps)).record
    return record.flatMap { Presentation.trace(of: $0).steps.first { $0.name == .text } }
  }

  @Test func `a text is localized on arrival`() throws {
    var device = phone()
    let first = try step(&device, 1, aps)
    #expect(first?.because == "text from the app's strings in ru")
    #expect(first?.setting == "apps.com.example.chat.strings")
    _ = device.handle(.changed(.language("en")), at: Moment.start)
    let second = try step(&device, 2, aps)
    #expect(second?.because == "text from the app's strings in en")
    #expect(device.inbox[1]?.content.body == "Bo пишет")
    #expect(device.inbox[2]?.content.title == "New")
    #expect(device.inbox[2]?.content.body == "Bo writes")
  }

  @Test(
    arguments: [
      (#"{"loc-key":"OLD"}"#, "text from the app's strings in en", nil),
      (
        #"{"loc-key":"NONE"}"#, "no “NONE” in the app's strings in ru: the key is shown instead",
        ReasonCode.textKeyMissing
      ),
      (
        #"{"title-loc-key":"NONE","loc-key":"OLD"}"#,
        "no “NONE” in the app's strings in ru: the key is shown instead", .textKeyMissing
      ),
      (
        #"{"title-loc-key":"B","loc-key":"OLD"}"#,
        "the format of “B” needs more arguments than were sent", .textArgumentMissing
      ),
      (
        #"{"title-loc-key":"N","title-loc-args":["3"],"loc-key":"OLD"}"#,
        "the format of “N” needs a number, and loc-args are strings: the shown value is undefined",
        nil
      ),
      (
        #"{"loc-key":"Dear %@"}"#,
        "no “Dear %@” in the app's strings in ru: the key is shown instead; the format of "
          + "“Dear %@” needs more arguments than were sent", .textKeyMissing
      ),
      (
        #"{"title-loc-key":"B","loc-key":"NONE"}"#,
        "no “NONE” in the app's strings in ru: the key is shown instead; the format of “B” "
          + "needs more arguments than were sent", .textKeyMissing
      ),
      (
        #"{"title-loc-key":"X","subtitle-loc-key":"X","loc-key":"Y"}"#,
        "no “X”, “Y” in the app's strings in ru: the key is shown instead", .textKeyMissing
      ),
      (
        #"{"title-loc-key":"N","title-loc-args":["3"],"loc-key":"B"}"#,
        "the format of “B” needs more arguments than were sent; the format of “N” needs a "
          + "number, and loc-args are strings: the shown value is undefined", .textArgumentMissing
      ),
    ] as [(String, String, ReasonCode?)])
  func `the trace states the result of localization`(
    alert: String, because: String, code: ReasonCode?
  ) throws {
    var device = phone()
    let step = try step(&device, 1, #"{"alert":\#(alert)}"#)
    #expect(step?.because == because)
    #expect(step?.code == code)
  }

  @Test func `labels and formats of a category may be localization keys`() throws {
    var device = phone()
    device.deliver(try .stub(1, aps: aps), try .stub(2, aps: aps), try .stub(3, aps: aps))
    let entry = try #require(device.inbox[3])
    let actions = try #require(device.category(of: entry)?.actions)
    #expect(actions.map(\.title) == ["Ответить", "Mute 100%"])
    #expect(actions.first?.textInput == .init(button: "Отправить", placeholder: "plain"))
    _ = device.handle(.changed(.lock(.locked)), at: Moment.start)
    #expect(device.visibleText(of: entry).body == "3 сообщения")
    let group = try #require(device.inbox.firstGroup.flatMap { device.inbox.group($0) })
    #expect(device.summaryLine(of: group) == "3 сообщения")
    _ = device.handle(.changed(.language("en")), at: Moment.start)
    #expect(device.category(of: entry)?.actions.first?.title == "Reply")
  }

  @Test func `the phone's own texts follow its language`() throws {
    var device = phone()
    let aps = #"{"alert":"Hi","summary-arg":"Ann"}"#
    device.deliver(try .stub(1, aps: aps), try .stub(2, aps: aps))
    let group = try #require(device.inbox.firstGroup.flatMap { device.inbox.group($0) })
    #expect(device.summaryLine(of: group) == "Ещё 1 уведомление")
    _ = device.handle(.changed(.lock(.locked)), at: Moment.start)
    #expect(device.visibleText(of: group.newest).body == "Уведомление")
    _ = device.handle(.changed(.language("de")), at: Moment.start)
    #expect(device.visibleText(of: group.newest).body == "Mitteilung")
    #expect(device.summaryLine(of: group) == "2 Mitteilungen")
  }

  @Test func `the result of localization is restored after a restart`() throws {
    var device = phone()
    for (id, alert, faults) in [
      (1, #"{"loc-key":"N","loc-args":["3"]}"#, [TextFault(.numberWanted, "N")]),
      (
        2, #"{"title-loc-key":"B","loc-key":"X"}"#,
        [TextFault(.keyMissing, "X"), TextFault(.argumentMissing, "B")]
      ),
    ] {
      let effects = device.deliver(try .stub(id, aps: #"{"alert":\#(alert)}"#))
      let phone = try #require(effects.record?.context)
      #expect(phone.text == .faulty(faults))
      #expect(phone.language == "ru")
      let read = try JSONReader.read(phone.stored).root.object
      #expect(PresentationContext(stored: try #require(read)) == phone)
    }
  }
}
