import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The state after a restart of the program.
@Suite(.patient) struct RestartTests {
  @Test func `§13.8 kill -9 loses no state`() throws {
    let inbox = try RunningInbox(home: .example())
    for text in ["one", "two", "three"] {
      try inbox.run(
        "send", text, "--app", "com.example.chat", "--thread", "op", "--category", "MESSAGE",
        "--badge", "3")
    }
    try inbox.run("send", "mail", "--app", "com.example.mail", "--title", "Ann")
    try inbox.run("act", "2", "MARK_READ")
    try inbox.run("act", "4", "open")
    try inbox.run("set", "lock=locked", "grouping=byApp", "mute.com.example.news=1h")
    try inbox.run("set", "dnd=on")
    try inbox.run("send", "quiet")
    let ids = (1...5).map(String.init)
    let before = try state(inbox.home, ids)
    let list = try inbox.home.list()

    try inbox.kill()
    #expect(try state(inbox.home, ids) == before)
    try inbox.restart()
    #expect(try state(inbox.home, ids) == before)

    #expect(list["device"]?["lock"] == "locked")
    #expect(list["device"]?["focus"] == "dnd")
    #expect(list["badges"]?["com.example.chat"] == 3)
    #expect(list.notifications.map { $0["read"]?.bool } == [false, true, false, true, false])
    // Numbers continue.
    #expect(try inbox.run("send", "six").out.contains("id=6"))
  }

  @Test func `§13.8 a waiting background push and an open banner survive kill -9`()
    throws
  {
    let inbox = try RunningInbox(home: .example())
    let chat = "com.example.chat"
    func push(_ payload: String) throws {
      try #require(try inbox.run("push", "booted", chat, "-", input: payload).status == 0)
    }
    try inbox.run("set", "app.\(chat)=suspended", "device.backgroundBudget=1")
    for number in 1...3 { try push(#"{"aps":{"content-available":1},"sync":\#(number)}"#) }
    try inbox.run("set", "apps.\(chat).list=false", "badge.\(chat)=4")
    try push(#"{"aps":{"alert":"Only a banner"}}"#)
    try inbox.kill()
    try inbox.restart()
    #expect(try inbox.home.list()["badges"]?[chat] == 4)
    try inbox.run("set", "clock=+61m")
    let event = try inbox.event("app", containing: "fetchCompletionHandler")
    #expect(event["payload"]?["sync"] == 3)
    #expect(try inbox.run("act", "4", "open").status == 0)
  }

  @Test(arguments: ["9223372036854775807", "1e999", "-9223372036854775808", "-1e999", "'x'"])
  func `changed counters in the store do not end the inbox`(value: String)
    throws
  {
    let inbox = try RunningInbox()
    try inbox.run("send", "one")
    try inbox.run("set", "online=no")
    try inbox.run("send", "two")
    try inbox.kill()
    do {
      let store = try SQLiteConnection(uri: "file:\(inbox.home.store)/inbox.db", flags: 2)
      try store.execute("INSERT OR IGNORE INTO counters VALUES ('silent', 0), ('offered', 0)")
      try store.execute("UPDATE counters SET value = \(value) WHERE name <> 'identity'")
    }
    try inbox.restart()
    for words in [
      ["set", "online=yes"], ["send", "three"], ["push", "booted", "com.example.a", "-"],
      ["act", "1", "dismiss"], ["set", "clock=+1d"],
    ] {
      let input = words.contains("-") ? #"{"aps":{"content-available":1}}"# : ""
      _ = try inbox.home.run(words, input: input)
    }
    #expect(try inbox.run("ready").status == 0)
  }

  @Test func `a snoozed push survives kill -9 and returns at its time`() throws {
    let inbox = try RunningInbox()
    for text in ["one", "two"] { try inbox.run("send", text) }
    #expect(try inbox.run("act", "1", "snooze", "--for", "45m").err.contains("snoozed #1 until"))
    #expect(try inbox.run("act", "2", "snooze").status == 2)
    #expect(try inbox.run("act", "2", "snooze", "--for", "soon").status == 2)
    try inbox.run("act", "2", "dismiss")
    #expect(try inbox.run("act", "2", "undo").status == 0)
    #expect(try inbox.run("act", "2", "undo").status == 1)
    try inbox.kill()
    try inbox.restart()
    var list = try inbox.home.list()
    #expect(list.bodies == ["two"])
    #expect(list["held"]?[0]?["id"] == 1)
    #expect(try inbox.run("why", "1").out.contains("snoozed"))
    try inbox.run("set", "clock=+46m")
    list = try inbox.home.list()
    #expect(list.bodies == ["two", "one"])
    #expect(list.notifications.last?["reason"] == "snoozed")
    #expect(list["held"] == [])
  }

  /// Returns the output of `ls --json` and `why --json` without the moment: one line per member.
  private func state(_ home: Home, _ ids: [String]) throws -> [String] {
    let members = try home.list().object?.members.filter { $0.key != "now" } ?? []
    return members.map { "\($0.key): " + JSONWriter.text($0.value) }
      + (try ids.map { try home.run(["why", $0, "--json"]).out })
  }

  @Test func `every push answered before kill -9 under load is stored exactly once`() async throws {
    let inbox = try RunningInbox(["--quiet"])
    let (port, program) = (inbox.port, inbox.child)
    let answered = Box<[String]>([])
    let sent = 500
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<4 {
        let done = AsyncStream<Void>.makeStream()
        Thread {
          let ids = (0..<sent).map { String(format: "%08x-0000-4000-8000-%012d", sender, $0) }
          if let client = try? RawClient(port: port) {
            // Some requests are always in flight: it does not wait for all responses.
            for start in stride(from: 0, to: sent, by: 25) {
              client.send(ids[start..<start + 25].map(Self.request).joined())
              guard client.receiveMore(), Self.accepted(client.bytes).count < 50 else { break }
            }
            program.send(SIGKILL)
            while client.receiveMore() {}
            answered.change { $0 += Self.accepted(client.bytes) }
          }
          done.continuation.finish()
        }.start()
        group.addTask { for await _ in done.stream {} }
      }
    }
    #expect(try inbox.child.waitForExit() == -SIGKILL)
    #expect(answered.value.count >= 50)
    #expect(answered.value.count < 4 * sent)

    try inbox.restart()
    let stored = try inbox.home.list().notifications.compactMap { $0["apnsID"]?.string }
    #expect(Set(stored).count == stored.count)
    #expect(Set(answered.value).subtracting(stored) == [])
  }

  private static func request(_ id: String) -> String {
    let body = #"{"aps":{"alert":"Hi"}}"#
    return """
      POST /3/device/abcd HTTP/1.1\r\nhost: localhost\r\napns-id: \(id)\r\n\
      content-length: \(body.utf8.count)\r\n\r\n\(body)
      """
  }

  /// Returns the apns-ids of complete responses with status 200.
  private static func accepted(_ bytes: [UInt8]) -> [String] {
    let answers = String(decoding: bytes, as: UTF8.self).components(separatedBy: "HTTP/1.1 ")
    return answers.filter { $0.hasPrefix("200") && $0.contains("\r\n\r\n") }.compactMap { answer in
      answer.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("apns-id: ") }
        .map { String($0.dropFirst("apns-id: ".count)) }
    }
  }

  @Test func `an ephemeral inbox leaves no file`() throws {
    let inbox = try RunningInbox(["--ephemeral"])
    let socket = try #require(inbox.endpoints["socket"]?.string)
    #expect(inbox.endpoints["store"] == .null)
    #expect(try inbox.run("send", "Hi", "--socket", socket).status == 0)
    #expect(try inbox.run("ls", "--json", "--socket", socket).json().bodies == ["Hi"])
    inbox.child.send(SIGTERM)
    #expect(try inbox.child.waitForExit() == 128 + SIGTERM)
    #expect(!FileManager.default.fileExists(atPath: inbox.home.store))
    #expect(!FileManager.default.fileExists(atPath: socket))
  }

  @Test func `a store of a newer version is rejected and left unchanged`() throws {
    let inbox = try RunningInbox()
    try inbox.run("send", "Hi")
    inbox.child.send(SIGTERM)
    try inbox.child.waitForExit()
    let file = inbox.home.store + "/inbox.db"
    // After an orderly end there is no log, which would take precedence over the file.
    #expect(!FileManager.default.fileExists(atPath: file + "-wal"))
    var bytes = try Data(contentsOf: URL(filePath: file))
    bytes.replaceSubrange(60..<64, with: [0, 0, 3, 231])  // user_version, big-endian
    try bytes.write(to: URL(filePath: file))

    for words in [["serve", "--listen", "127.0.0.1:0"], ["ls"]] {
      let result = try inbox.home.run(words)
      #expect(result.status == 3)
      #expect(result.err.contains("newer pushinbox (version 999"))
    }
    #expect(try Data(contentsOf: URL(filePath: file)) == bytes)
  }

  @Test func `a damaged store is moved aside completely, with a message`() throws {
    let home = try Home()
    try home.write(
      "SQLite format 3\0" + String(repeating: "!", count: 5000), to: "state/pushinbox/inbox.db")
    let damaged = try Data(contentsOf: URL(filePath: home.store + "/inbox.db"))
    let inbox = try RunningInbox(home: home)
    let line = try inbox.err.wait(containing: "damaged")
    let moved = try #require(
      line.split(separator: " ").map { $0.trimmingCharacters(in: [";"]) }
        .first { $0.hasPrefix(home.store) })
    #expect(try Data(contentsOf: URL(filePath: moved)) == damaged)
    #expect(try inbox.run("send", "Hi").status == 0)
    #expect(try home.list().bodies == ["Hi"])
  }
}
