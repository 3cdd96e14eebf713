@testable import InboxModel
import Testing

@testable import PushInbox

@Suite struct WhyTextTests {
  /// The page Why of a push that Do Not Disturb, or a Focus of another name, silenced.
  private func bench(
    focus: FocusName = .doNotDisturb, app: String = "Chat", columns: Int = 80, rows: Int = 24
  ) -> Bench {
    var phone = PhoneStub {
      $0.focuses[focus] = $0.focuses[focus] ?? FocusSettings()
      $0.apps[PhoneStub.chat, default: AppSettings()].name = app
    }
    phone.change(.focusOn(focus, until: nil))
    phone.push(#"{"alert":{"title":"Ann","body":"Hi"}}"#)
    var bench = Bench(phone, columns: columns, rows: rows)
    bench.press("w")
    return bench
  }

  private func lines(_ bench: Bench) -> [String] {
    bench.screen.text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The selected line.
  private func selected(_ bench: Bench) -> String? {
    lines(bench).dropFirst(3).first { $0.hasPrefix(">") }
  }

  struct Look: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var focus = FocusName.doNotDisturb
    var app = "Chat"
    var columns = 80
    var rows = 24
    var sentence: String
    /// The number of visible changes.
    var changes = 3
  }

  @Test(arguments: [
    Look(testDescription: "80x24", sentence: "Do Not Disturb, on by hand, does not allow Chat"),
    Look(
      testDescription: "Russian names", focus: "Очень долгое совещание с директором",
      app: "Корпоративный мессенджер", sentence: "“Очень долгое совещание с директором”, on by"),
    Look(
      testDescription: "Chinese names at 60x18", focus: "每周一上午的全体员工会议和项目进度讨论",
      app: "企业即时通讯", columns: 60, rows: 18,
      sentence: "“每周一上午的全体员工会议和项目进度讨论”", changes: 1),
    Look(
      testDescription: "a name of a thousand letters at 60x18",
      focus: FocusName(String(repeating: "Word ", count: 200)), columns: 60, rows: 18,
      sentence: "“Word Word",
      changes: 1),
    Look(
      testDescription: "40x12", columns: 40, rows: 12, sentence: "Do Not Disturb, on by hand,",
      changes: 1),
  ])
  func `the deciding rule and a change that would show the push are visible without scrolling`(
    look: Look
  ) {
    let bench = bench(focus: look.focus, app: look.app, columns: look.columns, rows: look.rows)
    let lines = lines(bench)
    #expect(lines.contains { $0.contains("Outcome    quiet") })
    #expect(lines.contains { $0.contains("Because    " + look.sentence) })
    #expect(lines.contains { $0.contains("Would show if focus=off") })
    #expect(lines.count { $0.contains(" if ") } >= look.changes)
    #expect(selected(bench)?.contains("focus=off") == true)
  }

  @Test func `runs of rules without effect are folded, the deciding rule is not`() {
    var bench = bench()
    let folded = bench.screen.text()
    #expect(folded.contains("▸ 1-17  14 rules passed, 3 skipped"))
    #expect(folded.contains("18 STOP focus"))
    #expect(folded.contains("▸ 19-20 2 rules changed nothing"))
    #expect(!folded.contains("intake"))
    bench.press("=")
    #expect(bench.screen.text().contains("▾ 1-17  14 rules passed, 3 skipped"))
    #expect(bench.screen.text().contains(" 1 ok   intake"))
    bench.press("-")
    #expect(bench.screen.text() == folded)
  }

  @Test(arguments: [Key.enter, " "])
  func `Enter and Space expand and collapse the selected run`(key: Key) {
    var bench = bench()
    while selected(bench)?.contains("1-17") == false { bench.press("j") }
    bench.press(key)
    #expect(selected(bench)?.contains("▾ 1-17") == true)
    #expect(bench.screen.text().contains(" 1 ok   intake"))
    bench.press(key)
    #expect(selected(bench)?.contains("▸ 1-17") == true)
    #expect(!bench.screen.text().contains("intake"))
  }

  @Test func `trying a change shows its outcome without setting it`() {
    var bench = bench()
    bench.press(.enter)
    #expect(bench.screen.text().contains("→ shown: banner, list"))
    #expect(bench.screen.text().contains("A sets it for new pushes, R sends this one again."))
    #expect(bench.device.focusInForce?.name == "dnd")
    #expect(bench.wanted.isEmpty)
  }

  @Test func `a change is applied, or tried on past pushes, by its command`() {
    var bench = bench()
    bench.press("A", ".")
    #expect(
      bench.wanted == [
        .run(TypedCommand(line: "set focus=off", words: ["set", "focus=off"])),
        .run(TypedCommand(line: "what-if focus=off", words: ["what-if", "focus=off"])),
      ])
  }

  @Test func `a change of the payload can be tried, but not applied`() {
    var bench = bench()
    while selected(bench)?.contains("in the payload") == false { bench.press("j") }
    bench.press(.enter)
    #expect(bench.screen.text().contains("→ shown: banner"))
    #expect(bench.screen.text().contains("The sender sets it: e edits this push and sends it."))
    bench.press("A")
    #expect(bench.wanted.isEmpty)
    #expect(bench.state.notices.message?.text.hasPrefix("only the sender sets ") == true)
  }

  @Test func `keys for a change name its line when another is selected`() {
    var bench = bench()
    bench.press("G", "A")
    #expect(bench.state.notices.message?.text == "select a line of “Would show if” first")
    #expect(bench.wanted.isEmpty)
  }

  @Test func `a shown push lists the rules that passed`() {
    var phone = PhoneStub()
    phone.push(#"{"alert":"Hi"}"#)
    var bench = Bench(phone)
    bench.press("w")
    #expect(bench.screen.text().contains("Because    no rule stopped it: banner, list"))
    #expect(!bench.screen.text().contains("Would show"))
    bench.press("A", ".")
    #expect(bench.wanted.isEmpty)
  }

  @Test func `a rejected push has its reason, its cause and the fix at the top`() throws {
    var phone = PhoneStub()
    phone.reject(.payloadTooLarge)
    var bench = Bench(phone)
    bench.press("2", "w")
    let text = lines(bench)
    #expect(text[3].contains("413 PayloadTooLarge"))
    #expect(text[4].contains("Because"))
    #expect(text.prefix(10).contains { $0.contains("Fix") })
  }

  @Test func `more than five changes are folded`() throws {
    let remedies = (1...8).map { Trace.Remedy(set: ["lock=\($0)"]) }
    let trace = Trace(
      id: 1, times: DeliveryTimes(receivedAt: PhoneStub.now, deliveredAt: nil), outcome: .quiet,
      reason: .dndManual,
      steps: [], wouldShowIf: remedies)
    var place = WhyPlace()
    let folded = WhyText(trace, width: 78, symbols: .unicode, place: place).lines
    #expect(folded.count { if case .remedy? = $0.item { true } else { false } } == 5)
    #expect(folded.contains { $0.item == .fold(.remedies) })
    place.opened = [.remedies]
    let open = WhyText(trace, width: 78, symbols: .unicode, place: place).lines
    #expect(open.count { if case .remedy? = $0.item { true } else { false } } == 8)
  }
}
