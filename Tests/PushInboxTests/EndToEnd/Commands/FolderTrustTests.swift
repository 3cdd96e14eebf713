import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The settings of a configuration file found in the current folder, with and without the user's
/// consent.
@Suite(.patient) struct FolderTrustTests {
  private static let file = ".pushinbox.json5"
  private static let question = "review the file, then start once with --trust-folder"

  private static func notice(_ settings: String) -> String {
    "pushinbox: ./.pushinbox.json5: left out without your consent: \(settings); \(question)"
  }

  struct Guarded: CustomTestStringConvertible {
    /// The members of the file.
    var text: String
    /// The path that is ignored.
    var path: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    Guarded(text: "history: { keep: 1 }", path: "history.keep"),
    Guarded(text: "history: { durable: false }", path: "history.durable"),
    Guarded(text: #"keys: { j: "dismiss" }"#, path: "keys"),
    Guarded(
      text: #"apps: { "com.example.app": { installed: false } }"#,
      path: "apps.com.example.app.installed"),
    Guarded(text: #"gateway: { legacy: "127.0.0.1:0" }"#, path: "gateway.legacy"),
    Guarded(text: #"gateway: { legacy: "0.0.0.0:0" }"#, path: "gateway.legacy"),
    Guarded(text: #"gateway: { feedback: "0.0.0.0:0" }"#, path: "gateway.feedback"),
    Guarded(text: #"gateway: { proxy: { user: "a", password: "b" } }"#, path: "gateway.proxy"),
    Guarded(text: "gateway: { keys: [] }", path: "gateway.keys"),
    Guarded(
      text: #"gateway: { certificates: [{ file: "/etc/passwd" }] }"#, path: "gateway.certificates"),
    Guarded(text: "gateway: { strict: false }", path: "gateway.strict"),
    Guarded(text: #"tls: { names: ["bank.example"] }"#, path: "tls.names"),
    Guarded(text: #"hooks: [ { on: "shown", run: ["./x"] } ]"#, path: "hooks"),
    Guarded(
      text: #"apps: { "a.b": { extension: { run: ["./x"] } } }"#, path: "apps.a.b.extension"),
    Guarded(
      text: #"apps: { "a.b": { contentExtension: { run: ["./x"], categories: "c" } } }"#,
      path: "apps.a.b.contentExtension"),
    Guarded(text: #"apps: { "a.b": { strings: "../texts.strings" } }"#, path: "apps.a.b.strings"),
    Guarded(text: #"apps: { "a.b": { strings: "/etc" } }"#, path: "apps.a.b.strings"),
    Guarded(text: #"apps: { "a.b": { strings: "link.strings" } }"#, path: "apps.a.b.strings"),
    Guarded(
      text: #"apps: { "a.b": { categories: "../categories.json5" } }"#,
      path: "apps.a.b.categories"),
    Guarded(text: #"categories: "../categories.json5""#, path: "categories"),
  ])
  func `a found file is applied except for settings that need consent, which are named`(
    _ guarded: Guarded
  ) throws {
    let home = try Home()
    let folder = home.path + "/project"
    try home.write(
      "{ \(guarded.text), device: { previews: \"never\" } }", to: "project/" + Self.file)
    try home.write("\"k\" = \"text\";", to: "texts.strings")
    try home.write("{}", to: "categories.json5")
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/link.strings", withDestinationPath: "../texts.strings")
    let show = try home.run(["config", "show", "--origin"], directory: folder)
    #expect(show.status == 0)
    #expect(show.err == Self.notice(guarded.path) + "\n")
    #expect(show.out.contains("    previews: \"never\",  // ./.pushinbox.json5:1\n"))
    #expect(
      show.out.hasSuffix("// left out without consent: \(guarded.path)  // ./.pushinbox.json5:1\n"))
    // The file sets no other value.
    #expect(show.out.components(separatedBy: "// ./.pushinbox.json5").count == 3, "\(show.out)")

    // A named file needs no consent, and neither does one with the user's consent.
    let named = try home.run(["config", "show", "--config", Self.file], directory: folder)
    #expect(!named.err.contains("consent"))
    let trusted = try home.run(["config", "show", "--trust-folder"], directory: folder)
    #expect(!trusted.err.contains("consent"))
    #expect(trusted.out == named.out)
  }

  @Test func `settings of a found file without risk need no consent`() throws {
    let home = try Home()
    try home.write("\"k\" = \"text\";", to: "sub/texts.strings")
    try home.write("{ M: {} }", to: "sub/categories.json5")
    try home.write(
      """
      { device: { lock: "locked" }, focus: { work: {} }, colors: { bad: "red" }, bidi: "off",
        apps: { "a.b": { strings: "sub/texts.strings", extension: { answer: null },
                         categories: "sub/../sub/categories.json5", installed: true } },
        categories: { N: {} }, filters: { work: "app:a.b" }, gateway: { strict: true },
        queue: { apps: ["a.b"] }, faults: [ { next: 1, answer: "TooManyRequests" } ], history: {} }
      """, to: Self.file)
    let check = try home.run(["config", "check"])
    #expect(check.err == "")
    #expect(check.out == "./.pushinbox.json5: fine\n")
  }

  @Test func `a found file turns on no automatic removal without consent`() throws {
    let home = try Home()
    try home.write(
      "{ device: { badgeZeroClears: true, removeActedOn: true } }", to: Self.file)
    let inbox = try RunningInbox(home: home)
    for badge in [1, 0] {
      try home.write(#"{"aps":{"alert":"Hi","badge":\#(badge)}}"#, to: "a.apns")
      #expect(try inbox.run("push", "booted", "com.example.a", "a.apns").status == 0)
    }
    #expect(try inbox.run("act", "1", "open").status == 0)
    #expect(try home.list().notifications.count == 2)
    let notice = Self.notice("device.badgeZeroClears, device.removeActedOn")
    try inbox.err.wait(containing: notice)
    #expect(try inbox.run("config", "reload", "--trust-folder").status == 0)
    #expect(try inbox.run("act", "2", "open").status == 0)
    #expect(try home.list().notifications.count == 1)
  }

  @Test func `a found file replaces no filter of the user without consent`() throws {
    let home = try Home(
      configuration: """
        { filters: { mine: "is:read" }, hooks: [ { on: "shown", filter: "filter:mine", run: ["x"] } ] }
        """)
    try home.write(#"{ filters: { mine: "", theirs: "is:unread" } }"#, to: Self.file)
    let show = try home.run(["config", "show"])
    #expect(show.err == Self.notice("filters.mine") + "\n")
    #expect(show.out.contains(#"mine: "is:read""#))
    #expect(show.out.contains(#"theirs: "is:unread""#))
    let trusted = try home.run(["config", "show", "--trust-folder"])
    #expect(trusted.err == "")
    #expect(trusted.out.contains(#"mine: "","#))
  }

  @Test func `every command that reads a found file reports once what it ignored`() throws {
    let home = try Home()
    let inbox = try RunningInbox(home: home)
    #expect(try inbox.run("send", "Hi").status == 0)
    inbox.child.send(SIGTERM)
    _ = try inbox.child.waitForExit()
    try home.write("{}", to: "empty.apns")
    try home.write("{ history: { keep: 1 }, tls: { names: ['a.test'] } }", to: Self.file)
    let notice = Self.notice("history.keep, tls.names")
    for words in [
      ["ls"], ["show", "1"], ["why", "1"], ["export"], ["what-if", "lock=locked"], ["ca"], ["env"],
      ["lint", "empty.apns"], ["config", "show"], ["config", "show", "--json"], ["config", "diff"],
      ["config", "check"],
    ] {
      let result = try home.run(words)
      let count = result.err.components(separatedBy: notice + "\n").count - 1
      #expect(count == 1 || words == ["config", "check"], "\(words): \(result.err)")
      #expect(result.err.components(separatedBy: Self.question).count == 2, "\(words)")
      #expect(!result.out.contains("consent"), "\(words)")
    }
    let check = try home.run(["config", "check"]).err.split(separator: "\n")
    #expect(
      check.dropLast() == [
        "./.pushinbox.json5:1:14: `history.keep` is left out without your consent",
        "./.pushinbox.json5:1:32: `tls.names` is left out without your consent",
      ])
    let json = try home.run(["config", "show", "--origin", "--json"])
    #expect(
      json.lines.contains(
        #"{"leftOut":true,"origin":"./.pushinbox.json5:1","path":"history.keep"}"#))
    for words in [["ready"], ["completions", "bash"], ["config", "reset"]] {
      #expect(!(try home.run(words).err.contains("consent")), "\(words)")
    }
    try inbox.restart()
    _ = try inbox.err.wait(containing: notice)
    let live = try inbox.run("config", "show", "--origin")
    #expect(live.err == notice + "\n")
    #expect(live.out.contains("// left out without consent: history.keep  // ./.pushinbox.json5:1"))
    let reload = try inbox.run("config", "reload")
    #expect(reload.err.components(separatedBy: Self.question).count == 2)
    #expect(inbox.err.all.filter { $0 == notice }.count == 1)
  }

  @Test func `a found file deletes no history and opens no port without consent`() throws {
    let home = try Home()
    let inbox = try RunningInbox(home: home)
    for number in 1...6 { try inbox.run("send", "Push \(number)") }
    inbox.child.send(SIGTERM)
    _ = try inbox.child.waitForExit()
    try home.write(
      """
      { history: { keep: 1 }, apps: { "com.example.app": { installed: false } },
        gateway: { legacy: "127.0.0.1:0", feedback: "127.0.0.1:0" } }
      """, to: Self.file)
    try inbox.restart()
    #expect(try home.list().notifications.count == 6)
    #expect(inbox.endpoints["legacy"]?.isNull == true)
    #expect(inbox.endpoints["feedback"]?.isNull == true)
    #expect(try inbox.run("config", "reload").status == 0)
    #expect(try home.list().notifications.count == 6)

    // With consent the settings of the file apply.
    #expect(try inbox.run("config", "reload", "--trust-folder").status == 0)
    #expect(try home.list().notifications.isEmpty)
  }

  @Test func `consent is for one path and one content, and can be withdrawn`() throws {
    let home = try Home()
    let text = "{ history: { keep: 5 } }"
    for folder in ["a", "b"] { try home.write(text, to: "\(folder)/\(Self.file)") }
    func show(_ folder: String, _ options: String...) throws -> Home.Result {
      try home.run(["config", "show", "--origin"] + options, directory: home.path + "/" + folder)
    }
    let origin = "    keep: 5,  // ./.pushinbox.json5:1\n"
    #expect(try show("a", "--trust-folder").out.contains(origin))
    #expect(try show("a").out.contains(origin))
    #expect(try show("a").err == "")
    #expect(try show("b").err == Self.notice("history.keep") + "\n")

    // The records of consent are private.
    let trusted = home.path + "/state/pushinbox/trusted"
    let records = try FileManager.default.contentsOfDirectory(atPath: trusted)
    #expect(records.count == 1)
    let folder = "state/pushinbox/trusted"
    #expect(try home.folder.mode(folder) == 0o700)
    #expect(try home.folder.mode("\(folder)/\(records[0])") == 0o600)

    try home.write(text + "\n", to: "a/\(Self.file)")
    let changed = try show("a")
    #expect(
      changed.err
        == "pushinbox: ./.pushinbox.json5: left out, since the file has changed after your consent: "
        + "history.keep; \(Self.question)\n")
    #expect(!changed.out.contains(origin))
    // A damaged record is no consent.
    #expect(try show("a", "--trust-folder").err == "")
    try home.write("{", to: "\(folder)/\(records[0])")
    #expect(try show("a").err == Self.notice("history.keep") + "\n")

    #expect(try show("a", "--trust-folder").err == "")
    let withdrawn = try home.run(["config", "untrust"], directory: home.path + "/a")
    #expect(withdrawn.status == 0)
    #expect(withdrawn.err.contains("/a/.pushinbox.json5; pushinbox config reload"))
    #expect(try show("a").err == Self.notice("history.keep") + "\n")
    let again = try home.run(["config", "untrust"], directory: home.path + "/a")
    #expect(again.status == 0)
    #expect(again.err.contains("there is no consent to "))
  }

  @Test func `consent needs the flag, and is only for the found file`() throws {
    let home = try Home()
    try home.write("{ history: { keep: 5 } }", to: Self.file)
    let variable = try home.run(["config", "show"], environment: ["PUSHINBOX_TRUST_FOLDER": "1"])
    #expect(variable.err == Self.notice("history.keep") + "\n")
    let both = try home.run(["config", "show", "--config", Self.file, "--trust-folder"])
    #expect(both.status == 2)
    #expect(both.err.contains("leave one out"))
    let nothing = try home.run(["ls", "--trust-folder"], directory: "/")
    #expect(nothing.err.contains("there is no ./.pushinbox.json5 in this folder to trust"))
    #expect(try home.run(["config", "show"]).err == Self.notice("history.keep") + "\n")
  }

  @Test func `the consent of a client applies to its folder, not to that of the inbox`() throws {
    let home = try Home()
    let inbox = try RunningInbox(home: home)
    try home.write("{ history: { keep: 5 } }", to: Self.file)
    let elsewhere = try TemporaryFolder()
    let reload = try home.run(
      ["config", "reload", "--trust-folder"], directory: elsewhere.path)
    #expect(reload.err.contains("left out without your consent: history.keep"))
    #expect(try inbox.run("config", "show", "--json").json()["history"]?["keep"] == 10_000)
  }

  @Test func `the screen shows at its start what was ignored, and accepts consent`() throws {
    let home = try Home()
    try home.write("{ history: { keep: 5 } }", to: Self.file)
    let visit = try Visit(home: home)
    try visit.pty.waitFor("left out without your consent: history.keep")
    try visit.escape(from: "left out")
    visit.pty.type(":config reload --trust-folder\r")
    try visit.pty.waitFor("read ./.pushinbox.json5")
    #expect(try home.run(["config", "show", "--json"]).json()["history"]?["keep"] == 5)
    visit.pty.type(":config untrust\r")
    try visit.pty.waitFor("withdrew the consent to")
    #expect(try home.run(["config", "reload"]).err.contains("left out without your consent"))
    try visit.leave("Q")
  }

  @Test func `names in a found file cannot control or flood the terminal`() throws {
    let home = try Home()
    let apps = (1...5000).map { #""a.b\#($0)": { installed: false }"# }
    try home.write(
      #"{ "history": { "keep": 1 }, apps: { \#(apps.joined(separator: ", ")) } }"#, to: Self.file)
    let show = try home.run(["config", "show"])
    #expect(
      show.err
        == Self.notice(
          (["history.keep"] + (1...9).map { "apps.a.b\($0).installed" }).joined(separator: ", ")
            + " and 4991 more settings") + "\n")
    try home.write(
      #"{ apps: { "\u001b]0;x\u0007": { installed: false } } }"#, to: Self.file)
    let hostile = try home.run(["config", "check"])
    let warnings = hostile.err.split(separator: "\n").filter { $0.contains("left out") }
    #expect(warnings.count == 2)
    #expect(!warnings.joined().utf8.contains(0x1B))
  }

  @Test func `a FIFO in place of the found file does not block`() throws {
    let home = try Home()
    #expect(mkfifo(home.path + "/" + Self.file, 0o600) == 0)
    let check = try home.run(["config", "check"])
    #expect(check.status == 6)
    #expect(check.err.contains("./.pushinbox.json5 is not a regular file"))
  }
}
