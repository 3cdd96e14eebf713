import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Apps in the built program: their calls, and the categories that they register by a file.
@Suite(.patient) struct AppTests {
  private static let chat = "com.example.chat"

  private func push(_ inbox: RunningInbox, _ payload: String) throws {
    try #require(try inbox.run("push", "booted", Self.chat, "-", input: payload).status == 0)
  }

  @Test func `a background push to a force-quit app waits and arrives with its payload`() throws {
    let inbox = try RunningInbox(home: Home())
    try inbox.run("set", "app.\(Self.chat)=forceQuit")
    try push(inbox, #"{"aps":{"content-available":1},"sync":1}"#)
    try push(inbox, #"{"aps":{"content-available":1},"sync":2}"#)
    try inbox.run("set", "app.\(Self.chat)=foreground")
    let event = try inbox.event("app", containing: "fetchCompletionHandler")
    #expect(event["payload"]?["sync"] == 2)
    #expect(event["id"] == 2)
    #expect(event["state"] == "foreground")
  }

  @Test func `a banner without a list entry can be answered, and the answer is stored`() throws {
    let inbox = try RunningInbox(home: Home())
    try inbox.run("set", "app.\(Self.chat)=foreground", "apps.\(Self.chat).present=banner")
    try push(inbox, #"{"aps":{"alert":"Hi"},"chat":7}"#)
    #expect(try inbox.home.list().notifications == [])
    #expect(try inbox.run("act", "1", "open").status == 0)
    #expect(try inbox.event("app", containing: "didReceive:")["payload"]?["chat"] == 7)
    #expect(try inbox.run("show", "1", "--json").json()["acted"] == "open")
    #expect(try inbox.run("act", "1", "open").status == 1)
  }

  @Test func `an invalid file of categories is reported with its position, and the old ones stay`()
    throws
  {
    let home = try Home(configuration: "{ categories: 'buttons.json5' }")
    let file = "config/pushinbox/buttons.json5"
    try home.write("{ MESSAGE: { actions: [ { id: 'LIKE' } ] } }", to: file)
    let inbox = try RunningInbox(home: home)
    try push(inbox, #"{"aps":{"alert":"Hi","category":"MESSAGE"}}"#)
    #expect(try home.list().notifications[0]["actions"] == ["LIKE"])

    try home.write("{\n  MESSAGE: { action: [] }\n}", to: file)
    let broken = try inbox.run("config", "reload")
    #expect(broken.status == 6)
    #expect(
      broken.err.contains("buttons.json5:2:14: `categories.MESSAGE.action` is not a known key"))
    #expect(try home.list().notifications[0]["actions"] == ["LIKE"])

    try home.write("{ MESSAGE: { actions: [ { id: 'SHARE' } ] } }", to: file)
    #expect(try inbox.run("config", "reload").status == 0)
    #expect(try home.list().notifications[0]["actions"] == ["SHARE"])
  }
}
