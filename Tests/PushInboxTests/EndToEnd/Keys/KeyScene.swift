import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// A prepared inbox and a sequence of keys.
struct KeyScene: Sendable, CustomTestStringConvertible {
  let name: String
  /// A shell script that runs the program as `"$0" "$@"`; nil runs it directly.
  var shell: String?
  let prepare: @Sendable (Visit) throws -> Void
  let steps: [KeyStep]
  /// The key that ends the program.
  let leave: Key

  var testDescription: String { name }

  static let all = [
    moving, finding, push, copying, menus, going, composing, logged, phone, feed, views, settings,
    terminal,
  ]

  /// The pressed keys.
  var keys: [Key] {
    steps.compactMap { if case .press(let key) = $0.kind { key } else { nil } } + [leave]
  }

  func visit() throws -> Visit {
    let home = try Home(configuration: Self.configuration)
    let editor = try home.folder.program(
      #"""
      #!/bin/sh
      sed -e 's/The key is under the mat/mended/' -e 's/"Long"/"mended"/' \
        -e 's/"Text"/"written"/' -e 's/xxxxx*/short/' -i "$1"
      """#, named: "editor.sh")
    let visit = try Visit(
      home: home,
      environment: Visit.withoutClipboard.merging(["VISUAL": editor]) { $1 }, shell: shell)
    try visit.pty.waitFor("No push was received yet.")
    try prepare(visit)
    return visit
  }

  /// Banners that stay until they are dismissed.
  private static let configuration = """
    {
      apps: {
        "com.example.chat": { name: "Chat", bannerStyle: "persistent", categories: { MESSAGE: { actions: [
          { id: "REPLY", title: "Reply", textInput: { button: "Send", placeholder: "Message" } },
          { id: "MARK_READ", title: "Mark as read" } ] } } },
        "com.example.mail": { bannerStyle: "persistent" },
        "com.example.app": { bannerStyle: "persistent" },
      },
      summary: { times: ["08:00"], apps: ["com.example.news"] },
    }
    """
}

extension Visit {
  static let token = "00fc13adff785122"

  /// Prepares two pushes of a chat with actions, below a mail.
  func receiveMessages() throws {
    for text in ["Bring milk", "The key is under the mat"] {
      try send(
        text, "--title", "Ann", "--category", "MESSAGE", "--thread", "ann", "--token", Self.token)
    }
    try send("Salary", "--app", "com.example.mail")
    try seeBanner(of: 3)
  }

  /// Prepares three groups, one of them longer than the screen: a cherry, below thirty berries,
  /// below three apples.
  func receiveFruit() throws {
    let fruit = [("cherries", "Cherry", 1), ("berries", "Berry", 30), ("apples", "Apple", 3)]
    let lines = fruit.flatMap { thread, name, count in
      (1...count).map { number in
        #"{"aps":{"alert":"\#(name) \#(number)","thread-id":"\#(thread)"}}"#
      }
    }
    let file = try home.write(lines.joined(separator: "\n") + "\n", to: "fruit.jsonl")
    _ = try home.run(["ready", "--wait", "60s"])
    _ = try home.run(["ingest", file])
    try seeBanner(of: 34)
  }

  /// Waits for the last of `count` pushes and dismisses its banner.
  private func seeBanner(of count: Int) throws {
    try pty.wait(for: "a banner") {
      $0.text.contains("Inbox \(count)") && $0.text.contains("BANNER")
    }
    try escape(from: "BANNER")
  }
}
