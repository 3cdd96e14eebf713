import Foundation

@testable import PushInbox

/// Keys that move in the list, fold it and search it.
extension KeyScene {
  static let moving = KeyScene(
    name: "moving", prepare: { try $0.receiveFruit() },
    steps: [
      .press("=", .shows("Apple 1")),
      .press("j", .selects("Apple 3")),
      .press(.down, .selects("Apple 2")),
      .press("k", .selects("Apple 3")),
      .press(.up, .selects("apples")),
      .press("J", .selects("berries")),
      .press("K", .selects("apples")),
      .press("G", .selects("cherries")),
      .press(.home, .selects("apples")),
      .press(.end, .selects("cherries")),
      .press("g", .selects("apples")),
      .press(.control("d"), .selects("Berry 27")),
      .press(.control("u"), .selects("apples")),
      .press(.control("f"), .selects("Berry 19")),
      .press(.control("b"), .selects("apples")),
      .press(.pageDown, .selects("Berry 19")),
      .press(.pageUp, .selects("apples")),
      .press("h", .hides("Apple 1")),
      .press("l", .shows("Apple 1")),
      .press(.left, .hides("Apple 1")),
      .press(.right, .shows("Apple 1")),
      .press(" ", .hides("Apple 1")),
      .press("-", .hides("Berry 29")),
      .press("=", .shows("Berry 29")),

      .wheel(down: true, .selects("Apple 1")),
      .wheel(down: false, .selects("apples")),
      .click("●  Apple 2", .selects("Apple 2")),
      .click("●  Apple 2", .shows("[Summary]")),
      .click("Payload", .shows("[Payload]")),
      .press(.escape, .hides("[Payload]")),
      // Drawing ends with the hints, so the next click waits for them.
      .click("▾ ● App       apples", .shows("Space unfold")),
      .click("? help", .shows("ON THE SELECTED ITEM")),
      .press("?", .hides("ON THE SELECTED ITEM")),
      .press("?", .shows("ON THE SELECTED ITEM")),
      .press(.escape, .hides("ON THE SELECTED ITEM")),
    ], leave: "q")

  static let finding = KeyScene(
    name: "finding", prepare: { try $0.receiveFruit() },
    steps: [
      .press("/", .asks("/")),
      .type("Apple", .hides("Cherry 1")),
      .press(.enter, .absent(.asks("/"))),
      .press("n", .selects("Apple 2")),
      .press("n", .selects("Apple 1")),
      .press("N", .selects("Apple 2")),
      .press(.escape, .hides("match /Apple")),
      .run("set", "dnd=on", sees: .shows("DND on")),
      .run("send", "Psst", "--thread", "quiet", sees: .shows("Psst")),
      .press("!", .hides("Apple")),
      .press("!", .shows("Apple")),
      .press(":", .asks(":")),
      .type("why 35\r", .shows("[Why]")),
      .press("q", .hides("[Why]")),
      .press(.function(1), .shows("as `pushinbox man` prints it")),
      .press("q", .hides("as `pushinbox man` prints it")),
      .press("?", .shows("half page down")),
      .press("/", .asks("/")),
      .type("undo\r", .hides("half page down")),
      .press("q", .hides("Help: Inbox")),
    ], leave: "Q")
}
