import Testing

@testable import PushInbox

/// Colors and locales of the full screen.
@Suite(.patient) struct LooksTests {
  @Test func `a changed color applies immediately, and an invalid one is reported`() throws {
    let visit = try Visit(
      home: Home(configuration: #"{ colors: { accent: 208, bad: "rad" }, bidi: "off" }"#))
    try visit.pty.waitFor("`colors.bad` must be a color")
    try visit.pty.waitFor("did you mean `red`?")
    #expect(try visit.home.run(["ready", "--wait", "60s"]).status == 0)
    #expect(try visit.home.run(["set", "colors.accent=#00ff87", "bidi=app"]).status == 0)
    visit.pty.type("?")
    try visit.pty.waitFor("ON THE SELECTED ITEM")
    let show = try visit.home.run(["config", "show", "--origin"]).out
    #expect(show.contains("accent: \"#00ff87\",  // set"))
    #expect(show.contains("bad: \"rad\",  // \(visit.home.path)/config/pushinbox/config.json5:1"))
    #expect(show.contains("bidi: \"app\",  // set"))
    let rejected = try visit.home.run(["set", "colors.bda=red"])
    #expect(rejected.status == 2)
    #expect(rejected.err.contains("did you mean `bad`?"))
    try visit.leave("Q")
    for color in [208, 48] { #expect(visit.output.contains("\u{1B}[38;5;\(color)m"), "\(color)") }
  }

  @Test func `a terminal with few colors gets the nearest ones`() throws {
    let configuration = ##"{ colors: { accent: "#ff8700", bad: "bright red" } }"##
    let visit = try Visit(home: Home(configuration: configuration), environment: ["TERM": "xterm"])
    try visit.pty.waitFor("No push was received yet.")
    try visit.leave("Q")
    #expect(visit.output.contains("\u{1B}[33m"))
    #expect(!visit.output.contains("38;5"))
  }

  @Test func `in a locale without UTF-8 the screen is ASCII, with one message about it`() throws {
    let visit = try Visit(environment: ["LC_ALL": "C"])
    let warned = try visit.pty.waitFor("the locale is not UTF-8")
    #expect(warned.text.contains("No push was received yet."))
    try visit.send("Привет – 漢字", "--title", "Ann")
    let shown = try visit.pty.waitFor("?????? - ? ?")
    #expect(shown.text.unicodeScalars.allSatisfy { $0.isASCII })
    try visit.leave("Q")
  }

  @Test(arguments: [
    ["LC_ALL": "C.UTF-8"], ["LC_ALL": "xx_YY.UTF-8"], ["LC_ALL": "", "LANG": "C.UTF-8"],
  ])
  func `in a UTF-8 locale, installed or not, all characters are shown`(
    environment: [String: String]
  ) throws {
    let visit = try Visit(environment: environment)
    try visit.send("Привет – 漢字", "--title", "Ann")
    let shown = try visit.pty.waitFor("Привет – 漢字")
    #expect(shown.text.contains("─"))
    #expect(!shown.text.contains("not UTF-8"))
    try visit.leave("Q")
  }
}

extension Visit {
  /// All bytes that were written to the terminal.
  fileprivate var output: String { String(decoding: pty.output, as: UTF8.self) }
}
