import Testing

@testable import InboxModel

struct `An identifier in few bytes` {
  @Test(arguments: [
    "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6BA7B810-9DAD-11D1-80B4-00C04FD430C8",
    "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-fffffffffffF",
    "6Ba7B810-9dad-11d1-80b4-00c04fd430c8", "6ba7b8109-dad-11d1-80b4-00c04fd430c8", "order-7", "",
    "6ba7b810-9dad-11d1-80b4-00c04fd430cg", "{6ba7b810-9dad-11d1-80b4-00c04fd430c}",
  ])
  func `an identifier keeps its original text`(_ text: String) {
    #expect(APNSID(text).text == text)
  }

  @Test func `identifiers in different case are not equal`() {
    #expect(
      APNSID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
        != APNSID("6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
  }

  @Test func `a notification keeps its request identifier when its apns-id changes`() {
    var notification = DeliveredNotification.stub(1)
    notification.requestID = RequestID(notification.apnsID)
    let before = notification.requestID
    notification.apnsID = "another"
    #expect(notification.requestID == before)
    notification.requestID = "another"
    #expect(notification.requestID.text == notification.apnsID.text)
  }
}
