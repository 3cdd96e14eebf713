import Foundation
@testable import InboxModel
import Testing

@testable import PushInbox

@Suite struct CommandLineTests {
  private func bench() -> Bench {
    var phone = PhoneStub { $0.focuses["Deep Work"] = FocusSettings() }
    for age in [20.0, 10, 0] {
      phone.push(#"{"alert":"Hi","category":"MESSAGE"}"#, age: age)
    }
    return Bench(phone)
  }

  private func save(_ filters: [String: String], in bench: inout Bench) {
    var loaded = LoadedConfiguration()
    loaded.configuration.filters = filters
    bench.changeRuntime { $0.loaded = loaded }
  }

  private func prompt(_ bench: Bench) -> CommandPrompt? {
    guard let prompt = bench.state.pages.dialog as? CommandPrompt else { return nil }
    return prompt
  }

  private func run(_ bench: inout Bench, _ line: String) {
    bench.press(":")
    bench.type(line)
    bench.press(.enter)
  }

  /// The words of the last requested command; nil for another request.
  private func words(_ bench: Bench) -> [String]? {
    guard case .run(let command) = bench.wanted.last else { return nil }
    return command.words
  }

  // MARK: Typing

  @Test(arguments: [Key.escape, .control("c"), .backspace])
  func `an empty line closes without an effect`(key: Key) {
    var bench = bench()
    let before = bench.state
    bench.press(":", key)
    #expect(bench.state == before)
    #expect(bench.wanted.isEmpty)
  }

  @Test func `keys of commands are letters in the line`() {
    var bench = bench()
    bench.press(":", "q", "d", "L", "?", .left, ":")
    #expect(prompt(bench)?.field.text == "qdL:?")
    #expect(bench.device.inbox.count == 3)
    bench.press(.control("w"), .delete, .backspace)
    #expect(bench.state.pages.layers.isEmpty)
  }

  @Test func `the line opens over pages, not over questions`() {
    var bench = bench()
    for key: Key in ["?", .enter] {
      bench.press(key, ":")
      #expect(prompt(bench) != nil)
      bench.press(.escape, .escape)
    }
    bench.press("a", ":")
    #expect(prompt(bench) == nil)
  }

  @Test func `a pasted text is one line and is not run`() {
    var bench = bench()
    bench.press(":", .pasted("set lock=locked\r\nrm\n"))
    #expect(prompt(bench)?.field.text == "set lock=locked rm")
    #expect(bench.wanted.isEmpty)
  }

  @Test func `Up and Down go through the history and back to the typed text`() {
    var bench = bench()
    for line in ["ls", "why 1", "why 1", "set dnd=on"] { run(&bench, line) }
    #expect(bench.state.history[.command] == ["ls", "why 1", "set dnd=on"])
    bench.press(":", "x", .up)
    #expect(prompt(bench)?.field.text == "set dnd=on")
    bench.press(.up, .up, .up, .up)
    #expect(prompt(bench)?.field.text == "ls")
    bench.press(.down, .down)
    #expect(prompt(bench)?.field.text == "set dnd=on")
    bench.press(.down, .down)
    #expect(prompt(bench)?.field.text == "x")
  }

  @Test func `the history is limited`() {
    var bench = bench()
    for number in 0..<150 { run(&bench, "why \(number)") }
    #expect(bench.state.history[.command].count == 100)
    #expect(bench.state.history[.command].first == "why 50")
  }

  // MARK: Completing

  @Test(
    arguments: [
      (":", "there is no command “:”; see help"),
      ("sned x", "there is no command “sned”; did you mean send?"),
      ("xyzzy", "there is no command “xyzzy”; see help"),
      ("act", "see help act"), ("ls --xyzzyxy", "see help ls"), ("reset", "see help reset"),
    ])
  func `an invalid line names the help command of the screen`(line: String, says: String) {
    let failure = #expect(throws: TypedLine.Failure.self) { try TypedLine(Array(line)) }
    #expect(failure?.text.hasSuffix(says) == true, "\(failure?.text ?? "")")
  }

  @Test func `the invalid word of a filter is marked behind the name of the program`() {
    let failure = #expect(throws: TypedLine.Failure.self) {
      try TypedLine(Array("pushinbox ls is:unred"))
    }
    #expect(failure?.place == 13..<21)
  }

  @Test(arguments: ["ls app:chat", "pushinbox ls app:chat"])
  func `a line may begin with the name of the program, as in messages`(line: String) throws {
    #expect(try TypedLine(Array(line)) == .command(["ls", "app:chat"]))
  }

  @Test(
    arguments: [
      ("wh", "wh"), ("wha", "what-if "), ("se", "se"), ("sen", "send "), ("set lock", "set lock="),
      ("set lock=l", "set lock=locked "), ("set focu", "set focus"),
      ("set focus=D", "set 'focus=Deep Work' "), ("set app.", "set app.com.example.chat="),
      ("set app.com.example.chat=fore", "set app.com.example.chat=foreground "),
      ("what-if ringe", "what-if ringer="),
      ("what-if ringer=silent is:qu", "what-if ringer=silent is:quiet "),
      ("set ringer=s", "set ringer=silent "), ("set clock=", "set clock=real "),
      ("rm is:unr", "rm is:unread "), ("export lev", "export level:"),
      ("read --a", "read --all "), ("read filter:", "read filter:talk "),
      ("ls is:unr", "ls is:unread "), ("ls -th", "ls -thread:"),
      ("ls 'app:a b' has:re", "ls 'app:a b' has:reply "),
      ("act 3 REP", "act 3 REPLY "), ("act 3 op", "act 3 open "),
      ("send x --cat", "send x --category="),
      ("pushinbox set lock=l", "pushinbox set lock=locked "),
      ("pushinbox wha", "pushinbox what-if "),
      ("send x --level time", "send x --level time-sensitive "),
      ("send x --level=time", "send x --level=time-sensitive "),
      ("set online=y", "set online=yes "),
      ("why ", "why "), ("dnd of", "dnd off "), ("dnd u", "dnd until "), ("help se", "help se"),
      ("help ser", "help ser"), ("zz", "zz"), ("nothing x", "nothing x"), ("", ""),
    ])
  func `Tab completes words from the tables`(typed: String, completed: String) {
    var bench = bench()
    save(["talk": "app:chat"], in: &bench)
    bench.press(":")
    bench.type(typed)
    bench.press(.tab)
    #expect(prompt(bench)?.field.text == completed)
  }

  @Test(
    arguments: [
      ("lock=", ["lock=locked", "lock=unlocked"]), ("lock=l", []), ("device.loc", []),
      ("lock=x", []), ("device.lock=", ["device.lock=locked", "device.lock=unlocked"]),
    ])
  func `Tab explains the setting to which all candidates belong`(typed: String, names: [String]) {
    var bench = bench()
    complete("set " + typed, in: &bench)
    let sentence = "A locked phone shows pushes on the lock screen, an unlocked one as banners."
    #expect(offered(bench)?.words == names)
    #expect(offered(bench)?.remarks == [sentence])
    #expect(bench.screen.text().contains(sentence))
  }

  @Test(arguments: ["device.stackThreshold=", "device.stackThreshold=3", "device.stackT"])
  func `Tab describes a value that cannot be listed`(typed: String) {
    var bench = bench()
    complete("set " + typed, in: &bench)
    let remarks = [
      "The number of notifications from which a group is drawn as a stack.",
      "a whole number from 2 to 1000",
    ]
    #expect(offered(bench)?.remarks == remarks)
  }

  @Test(
    arguments: [
      ("why ", ["3", "2", "1", "last"]),
      (
        "act 3 ",
        ["REPLY", "MARK_READ", "ASSIGN", "DELETE", "open", "dismiss", "snooze", "undo"]
      ),
      ("dnd o", ["on", "off"]), ("set focus", ["focus=", "focus.until=", "focus."]),
      ("set device.lang", ["device.languages=", "device.language="]),
      (
        "set apps.com.example.chat.banner",
        ["apps.com.example.chat.banners=", "apps.com.example.chat.bannerStyle="]
      ),
    ])
  func `several candidates are shown until the next key`(typed: String, names: [String]) {
    var bench = bench()
    complete(typed, in: &bench)
    #expect(offered(bench)?.words == names)
    bench.press(.left)
    #expect(prompt(bench)?.note == nil)
  }

  @Test(
    arguments: [
      ("set apps.com.example.chat.banner", "banners=      Pushes may show banners."),
      ("set summary.", "times=  The times at which the scheduled summary is delivered."),
      ("se", "send  "), ("ls -t", "-thread:  Exactly this thread;"),
      ("why ", "3     Chat: "), ("why ", "last  the newest push"),
      ("fault add answer=Bad", "BadTopic"),
      ("send x --t", "--title=  "),
      ("set apps.com.example.chat.categories.MAIL.options=", "Pushes may be read aloud."),
    ])
  func `each candidate has a row with its meaning`(typed: String, row: String) {
    var bench = bench()
    complete(typed, in: &bench)
    #expect(bench.screen.text().contains(row))
  }

  @Test func `candidates without room for a row each are listed without their common beginning`() {
    var bench = bench()
    complete("set apps.com.example.chat.", in: &bench)
    let text = bench.screen.text()
    let settings = SettingPath(["apps", "com.example.chat"]).schema?.members ?? []
    #expect(!settings.isEmpty)
    for setting in settings { #expect(text.contains(" \(setting.key)"), "\(setting.key)") }
    #expect(!text.contains("chat.name"))
    #expect(!text.contains("…"))
  }

  private func complete(_ line: String, in bench: inout Bench) {
    bench.press(":")
    bench.type(line)
    bench.press(.tab)
  }

  private func offered(_ bench: Bench) -> (words: [String], remarks: [String])? {
    guard case .candidates(let candidates, let remarks)? = prompt(bench)?.note else { return nil }
    return (candidates.map(\.text), remarks)
  }

  @Test func `Tab completes before the end of the line`() {
    var bench = bench()
    bench.press(":")
    bench.type("sho3")
    bench.press(.left, .tab)
    #expect(prompt(bench)?.field.text == "show 3")
  }

  @Test func `Tab completes exactly the commands of a running inbox`() {
    for command in CommandTable.commands {
      #expect(TypedLine.names.contains(command.name) == (command.host == .inbox))
    }
  }

  // MARK: Running

  @Test(
    arguments: [
      ("set lock=locked", ["set", "lock=locked"]), (" show  1 ", ["show", "1"]),
      ("why 1 --json", ["why", "1", "--json"]),
      ("send 'two words' --title x", ["send", "two words", "--title", "x"]),
      ("dnd 30m", ["set", "dnd=30m"]), ("dnd until 07:00", ["set", "dnd=until:07:00"]),
      ("serve", ["serve"]), ("ls", ["ls"]),
    ])
  func `Enter passes the words to the running inbox`(line: String, words: [String]) {
    var bench = bench()
    run(&bench, line)
    #expect(bench.wanted == [.run(TypedCommand(line: line, words: words))])
    #expect(bench.state.pages.layers.isEmpty)
  }

  @Test(
    arguments: [
      ("shwo 1", 0..<4, "did you mean show?"), ("qiut", 0..<4, "did you mean quit?"),
      ("send x --titel y", 7..<14, "did you mean --title?"), ("send \"x", 5..<7, "is not closed"),
      ("send x\\", 5..<7, "backslash"), ("why 1 2", 6..<7, "unexpected argument “2”"),
      ("dnd", 0..<3, "until 07:00"), ("dnd for 1h", 8..<10, "until 07:00"),
      ("rm", 0..<2, "needs FILTER, or --all"), ("rm --all x", 9..<10, "not both"),
      ("ls app:x is:unred 'a b'", 9..<17, "did you mean “is:unread”?"),
      ("export -is:x --json", 7..<12, "the values of is: are"),
      ("read filter:tak", 5..<15, "filter:talk"),
      ("read 'a \"b'", 5..<11, "the quote is not closed"),
      ("q now", 2..<5, "accepts no arguments"), ("help shwo", 5..<9, "did you mean show?"),
    ])
  func `an invalid line stays with its word marked`(
    line: String, place: Range<Int>, text: String
  ) {
    var bench = bench()
    save(["talk": "app:chat"], in: &bench)
    run(&bench, line)
    guard case .problem(let problem, let range)? = prompt(bench)?.note else {
      Issue.record("no problem")
      return
    }
    #expect(problem.contains(text), "\(problem)")
    #expect(range == place)
    #expect(prompt(bench)?.field.cursor == place.upperBound)
    #expect(bench.wanted.isEmpty)
    bench.press(.left)
    #expect(prompt(bench)?.note == nil)
  }

  @Test func `q and quit leave, help shows the keys, an empty line does nothing`() {
    var bench = bench()
    run(&bench, "q")
    run(&bench, "quit")
    #expect(bench.wanted == [.quit, .quit])
    run(&bench, "help")
    #expect(bench.state.pages.layers == [.page(HelpPage())])
    bench.press(.escape)
    run(&bench, "  ")
    #expect(bench.state.pages.layers.isEmpty)
    #expect(bench.wanted.count == 2)
  }

  @Test(arguments: ["help set", "set --help", "--help"])
  func `the texts of --help are pages`(line: String) {
    var bench = bench()
    run(&bench, line)
    #expect(bench.screen.text().contains(line == "--help" ? "Commands:" : "lock=locked|unlocked"))
    #expect(bench.wanted.isEmpty)
  }

  // MARK: Answers

  private func answer(_ lines: [String], isFailure: Bool = false) -> AppEvent {
    .answered(
      TypedCommand(line: "dnd 30m", words: ["set", "dnd=30m"]),
      CommandAnswer(lines: lines, isFailure: isFailure))
  }

  @Test func `an answer of one line is a message, an error is marked and stays longer`() {
    var bench = bench()
    bench.send(answer(["sent  200"]))
    #expect(bench.state.notices.message?.text == "sent  200")
    #expect(bench.state.notices.message?.isFailure == false)
    bench.send(answer(["no such"], isFailure: true))
    #expect(bench.state.notices.message?.isFailure == true)
    bench.send(.ticked(bench.state.now + 9))
    #expect(bench.state.notices.message?.text == "no such")
    bench.send(.ticked(bench.state.now + 1))
    #expect(bench.state.notices.message == nil)
  }

  @Test func `a command without output is reported as done`() {
    var bench = bench()
    bench.send(answer([]))
    #expect(bench.state.notices.message?.text == "set dnd=30m: done")
  }

  @Test func `an answer of several lines is a page that scrolls and wraps to the width`() {
    var bench = bench()
    bench.send(answer((1...100).map { "line \($0) " + String(repeating: "x", count: 60) }))
    #expect(bench.screen.text().contains("line 1 "))
    bench.press("G")
    #expect(bench.screen.text().contains("line 100 "))
    bench.send(.resized(Size(columns: 40, rows: 12)))
    bench.press("G")
    let widest = bench.screen.text().split(separator: "\n").map(\.count).max() ?? 0
    #expect(widest <= 40)
    #expect(bench.screen.text().contains("xxxx"))
    bench.press("?", "?", "d", "q")
    #expect(bench.state.pages.layers.isEmpty)
    #expect(bench.device.inbox.count == 3)
  }

  @Test func `a long sentence is above the status, a longer one is a page`() {
    var bench = bench()
    bench.send(answer([String(repeating: "long ", count: 30) + "end"], isFailure: true))
    #expect(bench.state.pages.layers.isEmpty)
    #expect(bench.screen.text().contains("end"))
    #expect(bench.screen.text().contains("UNLOCKED"))
    bench.press(.escape)
    bench.send(answer([String(repeating: "long ", count: 60) + "end"], isFailure: true))
    #expect(bench.state.notices.message == nil)
    #expect(bench.screen.text().contains("end"))
  }

  @Test func `a late answer leaves the next line on top`() {
    var bench = bench()
    bench.press(":", "l")
    bench.send(answer(["one", "two"]))
    bench.send(answer(["three", "four"]))
    #expect(prompt(bench)?.field.text == "l")
    #expect(bench.state.pages.layers.count == 2)
    bench.press(.escape)
    #expect(bench.screen.text().contains("three"))
    bench.press(.escape)
    #expect(bench.state.pages.layers.isEmpty)
  }

  @Test func `an endless answer is cut, with a note`() {
    var bench = bench()
    bench.send(answer(Array(repeating: String(repeating: "x", count: 100), count: 10_000)))
    bench.press("G")
    #expect(bench.screen.text().contains("a shell gets all of it"))
    bench.send(answer([String(repeating: "y", count: 1 << 20)]))
    bench.press("G")
    #expect(bench.screen.text().contains("a shell gets all of it"))
  }

  @Test(arguments: InjectionCase.all)
  func `hostile answers and lines are sanitised`(hostile: InjectionCase) {
    var bench = bench()
    bench.send(answer(hostile.texts + [""]))
    let page = bench.screen.text()
    bench.press(":")
    for text in hostile.texts { bench.press(.pasted(text)) }
    for bytes in [page, bench.screen.text()].map({ Array($0.utf8) }) {
      #expect(!bytes.contains { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F })
    }
  }

  // MARK: Drawing

  @Test(arguments: [20, 40, 80])
  func `a long line scrolls sideways with its cursor`(columns: Int) {
    var phone = Bench(columns: columns, rows: 5)
    phone.press(":")
    let text = (0..<40).map { "推\($0)" }.joined()
    phone.type(text)
    for key: Key in [.end, .home] + Array(repeating: .right, count: 60) {
      phone.press(key)
      let screen = phone.screen
      let cursor = screen.cursor ?? Screen.Position(row: -1, column: -1)
      #expect(cursor.row == 4)
      #expect((1..<columns).contains(cursor.column))
      guard let prompt = phone.state.pages.dialog as? CommandPrompt else { return }
      if prompt.field.cursor < prompt.field.characters.count {
        let under = SanitizedText(String(prompt.field.characters[prompt.field.cursor]))
        // A wide one may not fit into the last column.
        if cursor.column + under.columns <= columns {
          #expect(screen[4, cursor.column].text == under.text)
        }
      }
    }
  }
}
