import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// An app's strings on disk, read by the built program.
@Suite(.patient) struct LocalisationTests {
  @Test func `the example shows each push in the language of its moment`() throws {
    let home = try Home()
    let file = Repository.asset("scenarios/languages.jsonl")
    #expect(try home.run(["run", file]).status == 0)
    let inbox = try home.run(["run", file, "--json"]).json()
    #expect(inbox["device"]?["language"] == "ar")
    let steps = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    let unlocked = try home.write(
      steps.dropLast(2).joined(separator: "\n").replacing(
        "../strings", with: Repository.asset("strings")), to: "s.jsonl")
    #expect(
      try home.run(["run", unlocked, "--json"]).json().bodies == [
        "أرسل Никита К ملفًا: 3_(3).jpg", "Ben was invited by Ann", "Никита К теперь на связи",
        "P.RO",
      ])
    let screen = try home.run(["run", file, "--screen", "80x24"]).out
    #expect(screen.contains("3 رسائل"))
    #expect(screen.contains("إشعار"))
  }

  @Test func `a configuration names strings beside it, and why names the setting`() throws {
    let home = try Home(
      configuration: """
        { device: { languages: ["ru"] },
          apps: { "com.example.chat": { strings: "texts" } } }
        """)
    let folder = "config/pushinbox/texts"
    try home.write(
      "A = \"%@ пишет\";\nA = \"%@ написал\";\n", to: folder + "/ru.lproj/Localizable.strings")
    try home.write("A = \"%@ writes\";\n", to: folder + "/en.lproj/Localizable.strings")
    let inbox = try RunningInbox(home: home)
    let push = #"{"aps":{"alert":{"loc-key":"A","loc-args":["Ann"]}}}"#
    try inbox.run("push", "booted", "com.example.chat", "-", input: push)
    #expect(try inbox.run("set", "language=en").status == 0)
    try inbox.run("push", "booted", "com.example.chat", "-", input: push)
    #expect(try home.list().bodies == ["Ann writes", "Ann написал"])
    let steps = try inbox.run("why", "1", "--json").json()["steps"]?.array ?? []
    let step = steps.first { $0["step"] == "text" }
    #expect(step?["setting"] == "apps.com.example.chat.strings")
    #expect(step?["because"] == "text from the app's strings in ru")
    let warning = try inbox.err.wait(for: "the repeated key") { $0.contains("is defined twice") }
    #expect(
      warning.contains("apps.com.example.chat.strings: texts/ru.lproj/Localizable.strings:2:1: "))
  }

  @Test
  func `a string catalogue and a folder with a binary property list are read`()
    throws
  {
    let home = try Home()
    try home.write(
      """
      {"sourceLanguage":"en","version":"1.0","strings":{
        "SENT":{"localizations":{
          "en":{"stringUnit":{"state":"translated","value":"%@ sent a file"}},
          "ru":{"stringUnit":{"state":"translated","value":"%@ отправил файл"}}}}}}
      """, to: "Localizable.xcstrings")
    let table = try PropertyListSerialization.data(
      fromPropertyList: ["SENT": "%@ a envoyé un fichier"], format: .binary, options: 0)
    try home.write("", to: "texts/fr.lproj/Localizable.strings")
    try table.write(to: URL(filePath: home.path + "/texts/fr.lproj/Localizable.strings"))
    let push =
      #"{"push":{"bundleId":"a.b","payload":{"aps":{"alert":{"loc-key":"SENT","loc-args":["Ann"]}}}}}"#
    let demo = try home.write(
      """
      {"device":{"language":"ru"}}
      {"app":{"bundleId":"a.b","strings":"Localizable.xcstrings"}}
      \(push)
      {"expect":{"last":{"body":"Ann отправил файл"}}}
      {"device":{"language":"fr"}}
      {"app":{"bundleId":"a.b","strings":"texts"}}
      \(push)
      {"expect":{"last":{"body":"Ann a envoyé un fichier"}}}
      """, to: "story.jsonl")
    let run = try home.run(["run", demo])
    #expect(run.status == 0, "\(run.out)\(run.err)")
  }

  @Test func `invalid strings end the program with their position`() throws {
    let home = try Home()
    try home.write("a = b;\n\"c\" \"d\";\n", to: "x.lproj/Localizable.strings")
    let problem =
      "cannot be used: x.lproj/Localizable.strings:2:5: expected “=” or “;” after the key, found “\"”\n"
    let configuration = try home.write(
      "{ apps: { \"a.b\": { strings: \"x.lproj\" } } }", to: "c.json5")
    let live = try home.run(["serve", "--config", configuration])
    #expect(live.status == 6)
    #expect(live.err == "pushinbox: \(configuration):1:29: `apps.a.b.strings` \(problem)")
    let scenario = try home.write(
      #"{"app":{"bundleId":"a.b","strings":"x.lproj"}}"#, to: "s.jsonl")
    let run = try home.run(["run", scenario])
    #expect(run.status == 5)
    #expect(run.err == "pushinbox: \(scenario):1:36: `app.strings` \(problem)")
  }

  @Test func `a FIFO in place of strings does not block`() throws {
    let home = try Home()
    mkfifo(home.path + "/pipe.strings", 0o600)
    for (path, problem) in [
      ("pipe.strings", "neither a file nor a folder"), ("none", "no such file or folder"),
      ("/dev/zero", "neither a file nor a folder"),
    ] {
      let scenario = try home.write(
        #"{"app":{"bundleId":"a.b","strings":"\#(path)"}}"#, to: "s.jsonl")
      let result = try home.run(["run", scenario])
      #expect(result.status == 5)
      #expect(result.err.hasSuffix("\(path): \(problem)\n"))
    }
  }
}
