import Foundation
import InboxModel

@testable import PushInbox

/// Keys for the selected push.
extension KeyScene {
  static let push = KeyScene(
    name: "a push", prepare: { try $0.receiveMessages() },
    steps: [
      .press("j", .selects("ann")),
      .press(.enter, .shows("[Summary]")),
      .press("]", .shows("[Why]")),
      .press("[", .shows("[Summary]")),
      .press(.tab, .shows("[Why]")),
      .press("q", .hides("[Why]")),
      .press("w", .shows("[Why]")),
      .press(.escape, .hides("[Why]")),

      .press("v", .shows("#2 is marked:")),
      .press("k", .selects("Mail")),
      .press("=", .shows("#2 - marked   #3 + this one")),
      .press("q", .hides("- marked")),
      .press(.escape, .shows("#2 unmarked")),
      .press("j", .selects("ann")),

      .press("r", .shows("Reply: Ann")),
      .type("On my way", .shows("On my way")),
      .press(.altEnter, .shows("Length 10")),
      .press(.control("j"), .shows("Length 11")),
      .type("Ann", .shows("Length 14")),
      .press(.enter, .hides("Reply: Ann")),
      .press("a", .shows("Actions: MESSAGE")),
      .press("2", .hides("Actions: MESSAGE")),
      .press("3", .shows("MARK_READ")),
      .press("1", .shows("[1 Inbox")),
      .press("m", .selects("0 new of 2")),
      .press("M", .shows("2 pushes unread")),
      .press("u", .shows("2 pushes are read again")),
      .press("o", .shows("Chat foreground")),

      .press("d", .shows("dismissed 2 pushes")),
      .press("u", .shows("2 pushes are back")),
      .press(.delete, .shows("dismissed 2 pushes")),
      .press("u", .shows("2 pushes are back")),
      .press("z", .shows("Snooze 2 pushes")),
      .press("1", .shows("snoozed 2 pushes until")),
      .press("5", .shows("[5 Held 2]")),
      .press("u", .hides("5 Held 2")),
      .press("1", .shows("[1 Inbox")),

      .press("S", .shows("Chat: background")),
      .press("Z", .shows("Chat: muted for an hour")),
      .press("e", .shows("sent  200")),
      .press("R", .shows("5 pushes in")),
      .press("C", .shows("Dismiss all 5 pushes?")),
      .press("n", .hides("Dismiss all 5 pushes?")),
      .press("C", .shows("Dismiss all 5 pushes?")),
      .press("y", .shows("The list is empty")),
    ], leave: "Q")

  static let copying = KeyScene(
    name: "a push passed to a program", prepare: { try $0.receiveMessages() },
    steps: [
      .press("j", .selects("ann")),
      .press("s", .asks("Save as: chat-2.apns")),
      .press(.enter, .shows("#2 saved as chat-2.apns")),
      .press("|", .asks("|")),
      .type("tr a-z A-Z | fold -w 30\r", .shows("THE KEY IS UNDER")),
      .press("q", .hides("THE KEY IS UNDER")),
    ]
      + copies("p", "the payload") { $0.contains(#""body":"The key is under the mat""#) }
      + copies("i", "the apns-id") { UUID(uuidString: $0) != nil }
      + copies("t", "the token") { $0 == Visit.token }
      + copies("c", "a curl line") { $0.hasPrefix("curl") && $0.contains("$TOKEN") }
      + copies("C", "a curl line with its token") { $0.contains(Visit.token) }
      + copies("v", "the text") { $0 == "Ann\nThe key is under the mat" },
    leave: "q")

  private static func copies(
    _ key: Key, _ name: String, _ isIt: @escaping @Sendable (String) -> Bool
  ) -> [KeyStep] {
    [.press("y", .shows("Copy of #2")), .press(key, .copies(name, isIt))]
  }
}
