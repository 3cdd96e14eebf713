import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The copied `curl` line of pushes whose sender wants to run commands when it is pasted into a
/// shell.
@Suite(.patient) struct HostileCopyTests {
  struct Attack: CustomTestStringConvertible {
    var name: String
    var body: String
    var path = "/3/device/abcd"
    var fields = ["apns-topic: com.example.x"]
    var isRejected = false
    /// Whether the body of the copied request equals the received one.
    var keepsBody = true

    var testDescription: String { name }
  }

  private static let attacks =
    HostileText.marks.map { mark in
      Attack(
        name:
          "a quote with U+\(String(mark.unicodeScalars.first?.value ?? 0, radix: 16)) in the body",
        body: #"{"aps":{"alert":"Hi'\#(mark); touch pwned; echo '\#(mark)"}}"#)
    } + [
      Attack(
        name: "line ends between quotes with marks",
        body: "{\"aps\":\r\n\t{\"alert\":\"'\u{301}; touch pwned; '\u{301}\"\n}\n}\n"),
      Attack(
        name: "a quote with a mark in a header",
        body: #"{"aps":{"alert":"Hi"}}"#,
        fields: [
          "apns-topic: com.example.x", "apns-collapse-id: x'\u{301}; touch pwned; echo '\u{301}",
        ]),
      Attack(
        name: "keys and line ends in a body that is refused",
        body: "{'\u{301}\n'\u{3}\ntouch pwned\n\u{1B}[201~\u{4}\ntouch pwned\n#\u{0}",
        isRejected: true),
      Attack(
        name: "a quote with a mark in the path", body: #"{"aps":{"alert":"Hi"}}"#,
        path: "/3/device/'\u{301};touch%20pwned;'\u{301}$(touch${IFS}pwned)", isRejected: true),
      Attack(
        name: "a quote with a mark in a message of FCM",
        body:
          #"{"message":{"token":"ab","notification":{"title":"'\#u{301}; touch pwned; '\#u{301}"}}}"#,
        path: "/v1/projects/p/messages:send", fields: ["content-type: application/json"],
        keepsBody: false),
    ]

  @Test(arguments: attacks)
  func `a push adds no command to the copied curl line`(attack: Attack) throws {
    let visit = try Visit(environment: Visit.withoutClipboard)
    let (home, pty) = (visit.home, visit.pty)
    let client = try RawClient(port: visit.port())
    client.send(
      Array(
        """
        POST \(attack.path) HTTP/1.1\r
        host: localhost\r
        content-length: \(attack.body.utf8.count)\r
        connection: close\r
        \(attack.fields.map { $0 + "\r\n" }.joined())\r\n
        """.utf8) + Array(attack.body.utf8))
    let answer = try #require(client.textUntilClosed())
    #expect(answer.hasPrefix("HTTP/1.1 \(attack.isRejected ? 4 : 2)"), "\(answer)")
    try pty.waitFor(attack.isRejected ? "2 Rejected 1" : "Inbox 1")
    pty.type(attack.isRejected ? "2" : "g")
    for key in ["yc", "yC"] {
      let count = pty.screen.clipboard.count
      pty.type(key)
      try pty.wait(for: "a copy") { $0.clipboard.count > count }
    }
    for line in pty.screen.clipboard {
      #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
      for shell in ["sh", "bash", "zsh"] {
        guard let tool = Tool(shell) else { continue }
        try home.write(
          """
          curl() { printf '%s\\0' "$@" > words; cat > input; }
          TOKEN=abcd
          \(line)

          """, to: "pasted")
        let names = try home.folder.names
        let result = try home.run(program: tool.path, ["pasted"])
        #expect(result.err == "", "\(shell): \(line)")
        #expect(
          try home.folder.names == (names + ["input", "words"]).sorted(), "\(shell): \(line)")
        // The request equals the received one.
        let words = try Data(contentsOf: URL(filePath: home.path + "/words")).split(separator: 0)
        let input = try Data(contentsOf: URL(filePath: home.path + "/input"))
        if attack.keepsBody {
          let isPiped = words.contains { $0.elementsEqual("--data-binary".utf8) }
          let option = words.firstIndex { $0.elementsEqual("--data-raw".utf8) }
          let body = isPiped ? input : option.map { words[$0 + 1] }
          #expect(body?.elementsEqual(attack.body.utf8) == true, "\(shell): \(line)")
        }
        for name in ["input", "words"] {
          try FileManager.default.removeItem(atPath: home.path + "/" + name)
        }
      }
    }
    try visit.leave("Q")
  }

  @Test(
    .enabled(if: Tool.curl != nil, "curl is not installed"),
    arguments: [
      "/3/device/{a,b}[1-3]", "/3/x/../y", "/3/device/zz",
    ])
  func `the copied curl line sends one request to the inbox with the same path`(path: String)
    throws
  {
    let visit = try Visit()
    let (home, pty) = (visit.home, visit.pty)
    let client = try RawClient(port: visit.port())
    let fields = "host: localhost\r\ncontent-length: 2\r\nconnection: close\r\n"
    client.send("POST \(path) HTTP/1.1\r\n\(fields)\r\n{}")
    #expect(client.textUntilClosed()?.hasPrefix("HTTP/1.1 4") == true)
    try pty.waitFor("2 Rejected 1")
    pty.type("2yC")
    try pty.wait(for: "a copy") { !$0.clipboard.isEmpty }
    try home.write(try #require(pty.screen.clipboard.last) + "\n", to: "pasted")
    let shell = try #require(Tool("sh"))
    let result = try home.run(program: shell.path, ["pasted"])
    #expect(result.status == 0, "\(result.err)")
    #expect(result.out.contains(#"{"reason":"#), "\(result.out)")
    try pty.waitFor("2 Rejected 2")
    for name in ["R1", "R2"] {
      #expect(try home.run(["show", name, "--json"]).json()["path"]?.string == path)
    }
    try visit.leave("Q")
  }
}
