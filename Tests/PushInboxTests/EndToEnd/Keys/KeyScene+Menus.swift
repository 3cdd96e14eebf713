import Foundation

@testable import PushInbox

/// Keys of menus, of navigation to a push by its name, of composing and of the rows of the log.
extension KeyScene {
  static let menus = KeyScene(
    name: "menus",
    prepare: {
      // The menu of times depends on the time of day.
      try $0.home.run(["set", "device.timeZone=UTC", "clock=2096-04-14T09:00:00Z"])
      try $0.receiveMessages()
    },
    steps: [
      .press("j", .selects("ann")),
      .press("y", .marks("p  payload")),
      .press(.down, .marks("i  apns-id")),
      .press("j", .marks("t  device token")),
      .press("k", .marks("i  apns-id")),
      .press(.up, .marks("p  payload")),
      .press("j", .marks("i  apns-id")),
      .press(.enter, .copies("the apns-id") { UUID(uuidString: $0) != nil }),
      .press("z", .marks("1  15 minutes")),
      .press("j", .marks("2  1 hour")),
      .press(.enter, .shows("snoozed 2 pushes until")),
      .press("u", .shows("2 pushes are back")),
      .press("a", .marks("1  Reply")),
      .press(.down, .marks("2  Mark as read")),
      .press("j", .marks("o  Open")),
      .press("j", .marks("d  Dismiss")),
      .press("k", .marks("o  Open")),
      .press("k", .marks("2  Mark as read")),
      .press(.enter, .shows("done: Mark as read")),

      // The keys of a Russian layout, in the list and in a menu.
      .press("л", .selects("Mail")),
      .press("о", .selects("ann")),
      .press("н", .shows("Copy of #2")),
      .press("о", .marks("i  apns-id")),
      .press("й", .hides("Copy of #2")),
      .press("В", .shows("DND on")),
      .press("X", .asks("X has no function here; ? lists the keys")),
      .press("]", .asks("] has no function here;")),

      .press("t", .marks("t  message")),
      .press("f", .shows("the test push was rejected: R1; p shows why")),
      .press("p", .shows("400 BadPriority")),
      .press("1", .shows("[1 Inbox")),
      .press("t", .marks("t  message")),
      .press("r", .shows("rtl")),
      .press("t", .marks("t  message")),
      .press("l", .shows("A long text")),
      .press("t", .marks("t  message")),
      .press("c", .shows("Smoke")),
      .press("t", .marks("t  message")),
      .press("s", .shows("1 silent wake")),
      .press("/", .asks("/")),
      .type("is:silent\r", .shows("#7  Demo  background p5")),
      .press("d", .shows("#7 is silent: it is in no list of the phone")),
      .press(.escape, .shows("Smoke")),
    ], leave: "Q")

  static let going = KeyScene(
    name: "going to a push", prepare: { try $0.receiveFruit() },
    steps: [
      .press(":", .asks(":")),
      .type("12\r", .selects("Berry 11")),
      .press(":", .asks(":")),
      .type("why\r", .shows("[Why]")),
      .press("q", .hides("[Why]")),
      .press(":", .asks(":")),
      .type("show\r", .shows(" :show")),
      .press("q", .hides(" :show")),
      .press(":", .asks(":")),
      .type("last\r", .selects("apples")),
      .press("G", .selects("cherries")),
      .press(":", .asks(":")),
      .type("why last\r", .shows("#34")),
      .press("q", .hides("[Why]")),
      .press(":", .asks(":")),
      .type("why 99\r", .shows("there is no push “99”")),
      .press(.escape, .hides("there is no push")),
      .press("/", .asks("/")),
      .type("Cherry\r", .shows("match /Cherry")),
      .press("R", .shows("p goes to #35")),
      // With a visible banner, Esc does what the last line announces.
      .press("j", .hides("p goes to #35")),
      .press(.escape, .shows("berries")),
      .press("G", .selects("Berry 1 ")),
      .press("p", .selects("Cherry 1")),
      .press(":", .asks(":")),
      .type("rm last\r", .shows("1 push removed")),
      .press(":", .asks(":")),
      .type("act last dismiss\r", .shows("dismissed #34")),
    ], leave: "Q")

  static let composing = KeyScene(
    name: "composing", prepare: { _ in },
    steps: [
      .press("c", .selects("written")),
      .press("p", .shows("follow ON")),
      .press("c", .shows("the text was not changed: nothing was sent")),
      .press("t", .marks("t  message")),
      .press("e", .shows("Inbox 2")),
    ], leave: "Q")

  static let logged = KeyScene(
    name: "the rows of the log", prepare: { try $0.receiveMessages() },
    steps: [
      .press("3", .shows("[3 Log")),
      .press("g", .selects("Bring milk")),
      .press("y", .shows("Copy of #1")),
      .press("v", .copies("the text") { $0 == "Ann\nBring milk" }),
      .press("e", .shows("the text was not changed: nothing was sent")),
      .press("R", .shows("p goes to #4")),
      .press("s", .asks("Save as: chat-1.apns")),
      .press(.escape, .absent(.asks("Save as:"))),
      .press("r", .shows("Reply: Ann")),
      .press(.escape, .hides("Reply: Ann")),
      .press("d", .shows("dismissed #1")),
      .press("d", .shows("#1 is not in the list any more")),
      .run("set", "lock=locked", sees: .shows(" LOCKED |")),
      .press("G", .selects("lock = locked")),
      .press("d", .shows("no push belongs to this event")),
    ], leave: "Q")
}
