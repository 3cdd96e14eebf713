import Foundation

@testable import PushInbox

/// Keys that change the phone's switches, and those of the feed.
extension KeyScene {
  static let phone = KeyScene(
    name: "the phone", prepare: { try $0.receiveMessages() },
    steps: [
      .press("L", .shows(" LOCKED |")),
      .press("H", .shows("Previews never")),
      .press("H", .shows("Previews always")),
      .press("I", .shows("leave lock screen")),
      .press("j", .shows("> Ann")),
      .press("l", .shows("Bring milk")),
      .press("h", .hides("Bring milk")),
      .press("d", .shows("dismissed #")),
      .press("u", .hides("dismissed #")),
      .press("I", .hides("Enter unlock+open")),
      .press("H", .shows("Previews unlocked")),
      .press("L", .shows("UNLOCKED")),
      .press("D", .shows("DND on")),
      .press("D", .shows("DND off")),
      .press("b", .shows("Group by app")),
      .press("b", .shows("Group off")),
      .press("b", .hides("Group off")),
      .press("O", .shows("OFFLINE")),
      .press("O", .hides("OFFLINE")),
      .press("T", .asks(":set clock=")),
      .type("+5m\r", .shows("set clock=+5m: done")),
      .run("send", "Rain", "--app", "com.example.news", sees: .shows("1 held")),
      .press("i", .shows("the pushes of the summary are in the list")),
    ], leave: "q")

  static let feed = KeyScene(
    name: "the feed", prepare: { _ in },
    steps: [
      .press("B", .shows("beep when a push is rejected: on")),
      .run(
        "send", "Hi", "--collapse-id", String(repeating: "x", count: 65),
        sees: Sight("a bell") { $0.bells == 1 }),
      .press("t", .shows("Which test push?")),
      .press("t", .shows("BANNER  Demo / welcome")),
      .press(.escape, .hides("BANNER")),
      .press("F", .shows("follow OFF")),
      .run("send", "First", "--thread", "news", sees: .shows("1 newer (g)")),
      .press("g", .selects("news")),
      .press("P", .shows("paused: new pushes are not shown; P continues")),
      .run("send", "Second", "--thread", "news", sees: .shows("PAUSED, 1 more received")),
      .press("P", .shows("Second")),
    ], leave: "q")
}
