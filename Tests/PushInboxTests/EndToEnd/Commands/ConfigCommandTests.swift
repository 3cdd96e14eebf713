import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// `pushinbox config`, with and without a running inbox.
@Suite(.patient) struct ConfigCommandTests {
  private let text = """
    {
      device: { previews: "never" },
      apps: { "com.example.chat": { name: "Chat" } },
    }
    """

  @Test func `config show --config prints the settings of that file, not of the inbox`() throws {
    let inbox = try RunningInbox(home: Home(configuration: text))
    let file = inbox.home.path + "/other.json5"
    try Data("{ device: { previews: 'always' } }".utf8).write(to: URL(filePath: file))
    func previews(_ words: [String], _ environment: [String: String] = [:]) throws -> JSONValue? {
      try inbox.home.run(["config", "show", "--json"] + words, environment: environment)
        .json()["device"]?["previews"]
    }
    #expect(try previews(["--config", file]) == "always")
    #expect(try previews([]) == "never")
    #expect(try previews([], ["PUSHINBOX_CONFIG": file]) == "never")
  }

  @Test func `config shows and resets changes, with and without an inbox`() throws {
    let inbox = try RunningInbox(home: Home(configuration: text))
    try inbox.run(
      "set", "apps.com.example.chat.banners=false", "device.stackThreshold=3", "dnd=on",
      "focus.late.allowTimeSensitive=false")
    func check() throws {
      let show = try inbox.run("config", "show", "--origin")
      #expect(show.status == 0)
      #expect(show.out.contains("    stackThreshold: 3,  // set\n"))
      #expect(show.out.contains("    previews: \"never\",  // "))
      #expect(show.out.contains("config.json5:2\n"))
      #expect(show.out.contains("    lock: \"unlocked\",  // default\n"))
      #expect(try inbox.run("config", "show", "--json").json()["device"]?["stackThreshold"] == 3)
      let diff = try inbox.run("config", "diff")
      #expect(
        diff.out == """
          {
            apps: {
              "com.example.chat": {
                banners: false,
              },
            },
            device: {
              stackThreshold: 3,
            },
            focus: {
              late: {
                allowTimeSensitive: false,
              },
            },
          }
          // only with pushinbox set: focus=dnd

          """)
    }
    try check()
    try inbox.kill()
    try check()
    #expect(try inbox.run("config", "reset", "device.stackThreshold").status == 0)
    #expect(
      try inbox.run("config", "show", "--origin").out.contains("stackThreshold: 2,  // default"))
    try inbox.restart()
    #expect(try inbox.run("config", "show", "--json").json()["device"]?["stackThreshold"] == 2)
    #expect(try inbox.run("send", "Hi", "--app", "com.example.chat").out.contains("quiet"))
    #expect(try inbox.run("config", "reset", "focus", "apps.com.example.chat").status == 0)
    let event = try inbox.event("setting", containing: "banners")
    #expect(event["value"] == "true")
    #expect(event["was"] == "false")
    #expect(try inbox.run("config", "diff").out == "{}\n")
    #expect(try inbox.run("send", "Hi", "--app", "com.example.chat").out.contains("shown"))

    let unknown = try inbox.run("config", "reset", "stackThreshold")
    #expect(unknown.status == 2)
    #expect(unknown.err.contains("`stackThreshold` is not a known key"))
  }

  @Test func `a reloaded configuration is applied completely or not at all`() throws {
    let inbox = try RunningInbox(home: Home(configuration: text))
    try inbox.run("set", "previews=always")
    try inbox.home.write(
      """
      { device: { previews: "never", lock: "locked" }, gateway: { strict: true },
        hooks: [ { on: "setting", run: ["true"] } ], tls: { names: ["a.test"] } }
      """, to: "config/pushinbox/config.json5")
    let reload = try inbox.run("config", "reload")
    #expect(reload.status == 0)
    #expect(reload.err.contains("tls.names needs a restart"))
    let show = try inbox.run("config", "show", "--json").json()
    #expect(show["device"]?["lock"] == "locked")
    #expect(show["device"]?["previews"] == "always")
    #expect(show["apps"] == nil)
    #expect(try inbox.curl(#"{"aps":{"alert":"Hi"}}"#).status == 403)

    try inbox.home.write("{ device: { lock: 'lockd' } }", to: "config/pushinbox/config.json5")
    let broken = try inbox.run("config", "reload")
    #expect(broken.status == 6)
    #expect(broken.err.contains("config.json5:1:19: `device.lock` must be"))
    #expect(try inbox.run("config", "show", "--json").json()["device"]?["lock"] == "locked")
  }

  @Test func `a current Focus that is removed from the files ends`() throws {
    let home = try Home(configuration: "{ focus: { work: {} } }")
    let inbox = try RunningInbox(home: home)
    try inbox.run("set", "focus=work")
    try home.write("{}", to: "config/pushinbox/config.json5")
    let reload = try inbox.run("config", "reload")
    #expect(reload.err.contains("the Focus “work” has ended: no file defines it any more"))
    let event = try inbox.event("setting", containing: #""was":"work""#)
    #expect(event["value"] == .null)
    #expect(try inbox.run("config", "reload").err.contains("is over") == false)
  }

  @Test func `a misspelt path is not reset, and the nearest one is named`() throws {
    let home = try Home()
    let reset = try home.run(["config", "reset", "apps.com.example.chat.soudns"])
    #expect(reset.status == 2)
    #expect(reset.err.contains("did you mean `apps.com.example.chat.sounds`?"))
    #expect(try home.run(["config", "reset", "apps.com.example.chat"]).status == 0)
  }

  @Test func `check reports all errors of a file`() throws {
    let home = try Home()
    let file = try home.write(
      "{ device: { lock: 1, locks: 2 }, keys: { nokey: 'x' } }", to: "bad.json5")
    let check = try home.run(["config", "check", file])
    #expect(check.status == 6)
    #expect(check.err.contains("bad.json5:1:19: `device.lock` must be"))
    #expect(check.err.contains("bad.json5:1:22: `device.locks` is not a known key; did you mean"))
    #expect(check.err.contains("bad.json5:1:42: `keys.nokey` is not the name of a key such as"))
    let hook = try home.write(
      "{ hooks: [ { on: 'read', run: ['x'], filter: 'colour:red' } ] }", to: "hook.json5")
    #expect(try home.run(["config", "check", hook]).status == 6)
    #expect(try home.run(["config", "check", Repository.asset("config.json5")]).status == 0)
    #expect(try home.run(["config", "check", "missing.json5"]).status == 6)

    let named = try home.write("{ categories: 'sub/cats.json5' }", to: "names.json5")
    let categories = try home.write("{ A: { optons: [], title: 1 } }", to: "sub/cats.json5")
    let both = try home.run(["config", "check", named])
    #expect(both.status == 6)
    #expect(both.err.contains("\(categories):1:8: `categories.A.optons` is not a known key"))
    #expect(both.err.contains("\(categories):1:20: `categories.A.title` is not a known key"))

    try home.write("{ hooks: [ { on: 'read', run: ['x'] } ] }", to: ".pushinbox.json5")
    let found = try home.run(["config", "check"])
    #expect(found.status == 0)
    #expect(
      found.err.contains("./.pushinbox.json5:1:3: `hooks` is left out without your consent\n"))
    #expect(found.err.contains("--trust-folder"))
    let trusted = try home.run(["config", "check", "--trust-folder"])
    #expect(trusted.status == 0)
    #expect(!trusted.err.contains("consent"))
  }

  @Test(.enabled(if: Tool.openssl != nil, "openssl is not installed"))
  func `an unreadable .p12 certificate names the password or the converting command`()
    throws
  {
    let home = try Home()
    let sender = try SenderCertificates()
    func put(_ bytes: [UInt8]) throws {
      try Data(bytes).write(to: URL(filePath: home.path + "/push.p12"))
    }
    func check(
      _ fields: String = "", _ environment: [String: String] = [:]
    ) throws -> Home.Result {
      try home.write(
        #"{ gateway: { certificates: [ { file: "push.p12"\#(fields) } ] } }"#, to: "own.json5")
      return try home.run(["config", "check", "own.json5"], environment: environment)
    }
    let (right, wrong) = (#", password: "secret""#, #", password: "sicret""#)
    try put(try #require(try sender.pkcs12(password: "secret")))
    #expect(try check(right).status == 0)
    #expect(try check("", ["PUSHINBOX_P12_PASSWORD": "secret"]).status == 0)
    #expect(try check(right, ["PUSHINBOX_P12_PASSWORD": "sicret"]).status == 0)
    let missing = try check()
    #expect(missing.status == 6)
    #expect(missing.err.contains("push.p12 needs its password: `password` beside `file`"))
    let rejected = try check(wrong)
    #expect(rejected.status == 6)
    #expect(rejected.err.contains("push.p12 does not open with the password given"))
    #expect(!rejected.err.contains("sicret"))
    #expect(try check("", ["PUSHINBOX_P12_PASSWORD": "sicret"]).status == 6)

    // Without the old ciphers, as on machines without the legacy provider.
    guard let old = try sender.pkcs12(password: "secret", ["-legacy"]) else { return }
    try put(old)
    let unread = try check(right, ["OPENSSL_MODULES": home.path])
    #expect(unread.status == 6)
    #expect(
      unread.err.contains(
        "convert it by `openssl pkcs12 -in push.p12 -out push.pem -nodes -legacy` and name the .pem"
      ))
  }

  @Test func `a failed start reports all errors of the configuration`() throws {
    let home = try Home(
      configuration: """
        {
          device: { lock: "open", previws: "never" },
          hooks: [ { on: "arrived", run: ["true"] } ],
        }
        """)
    let checked = try home.run(["config", "check"])
    let started = try home.run(["serve", "--listen", "127.0.0.1:0"])
    #expect(checked.status == 6)
    #expect(started.status == 6)
    #expect(checked.err.split(separator: "\n").count == 3)
    #expect(started.err.replacing("pushinbox: ", with: "") == checked.err)
  }

  @Test func `init writes a new file once, with the defaults`() throws {
    let home = try Home()
    let path = home.path + "/config/pushinbox/config.json5"
    let made = try home.run(["config", "init"])
    #expect(made.status == 0)
    #expect(made.out == path + "\n")
    #expect(try home.run(["config", "check"]).out == "\(path): fine\n")
    let again = try home.run(["config", "init"])
    #expect(again.status == 1)
    #expect(again.err.contains("was not changed"))
    #expect(try home.run(["config", "diff"]).out == "{}\n")
    #expect(try home.run(["config", "reset"]).status == 0)
  }

  @Test func `an unknown word is reported with the nearest one`() throws {
    let home = try Home()
    let result = try home.run(["config", "sow"])
    #expect(result.status == 2)
    #expect(result.err.contains("did you mean show?"))
    #expect(try home.run(["config", "reload"]).status == 3)
  }

  @Test func `the file of init and its examples can be read`() throws {
    var configuration = Configuration()
    try configuration.apply(
      Array(ConfigurationTemplate.text.utf8), fileName: "", allowsPrograms: false)
    #expect(configuration == Configuration())
    let examples = ConfigurationTemplate.text.replacing(
      #/(?m)^( {2,4})//(?! )/#, with: { String($0.output.1) })
    let problems = Configuration.checked(
      Array(examples.utf8), fileName: "", allowsPrograms: true
    ).problems
    #expect(problems == [])
    #expect(examples != ConfigurationTemplate.text)
  }

  @Test func `no sentence in the file of init has more than 100 columns`() {
    let sentences = ConfigurationTemplate.text.split(separator: "\n").filter {
      $0.hasPrefix("    // ")
    }
    #expect(sentences.filter { $0.count > 100 } == [])
  }

  @Test func `the file of init has every setting`() {
    // These have no example: one is short for another, one is written by the phone.
    let withoutExample = ["device.language", "queue.pendingSubscriptions"]
    // A sentence may be below its key.
    let text = ConfigurationTemplate.text.replacing("\n    //     ", with: " ")
    let lines = text.split(separator: "\n")
    for section in SettingsSchema.configuration.members {
      #expect(
        lines.contains {
          $0.hasPrefix("  \(section.key): ") || $0.hasPrefix("  //\(section.key): ")
        })
      #expect(lines.contains("  // " + section.meaning))
      let block = lines.drop { !$0.hasPrefix("  \(section.key): ") }.prefix {
        $0 != "  }," && $0 != "  ],"
      }
      for member in section.schema.allMembers where member.schema != .unavailable {
        let path = "\(section.key).\(member.key)"
        if case .keys = section.schema, !withoutExample.contains(path) {
          #expect(block.contains { $0.hasPrefix("    //\(member.key): ") }, "\(path)")
          #expect(block.contains("    // " + member.meaning), "\(path)")
        } else {
          #expect(block.contains("    //   \(member.key): \(member.meaning)"), "\(path)")
        }
        expectSentences(on: member.schema.allMembers, in: block, path)
      }
    }
  }

  private func expectSentences(
    on members: [SettingsSchema.Member], in block: ArraySlice<Substring>, _ path: String
  ) {
    for member in members where member.schema != .unavailable {
      let sentence = "\(member.key): \(member.meaning)"
      #expect(
        block.contains { $0.hasPrefix("    //   ") && $0.hasSuffix(sentence) },
        "\(path).\(member.key)")
      for (word, meaning) in member.wordMeanings {
        #expect(block.contains { $0.hasSuffix(".\(member.key).\(word): \(meaning)") }, "\(path)")
      }
      expectSentences(on: member.schema.allMembers, in: block, path + "." + member.key)
    }
  }
}
