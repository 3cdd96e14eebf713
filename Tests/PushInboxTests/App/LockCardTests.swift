import InboxModel
import Testing

@testable import PushInbox

/// The stacks of the lock screen.
@Suite struct LockCardTests {
  @Test func `a stack of very many hides no other, and is counted whole`() {
    var phone = PhoneStub()
    phone.push(#"{"alert":"Hello"}"#, app: PhoneStub.news)
    for _ in 0..<1200 { phone.push(#"{"alert":"Lunch?","thread-id":"ann"}"#) }
    let cards = LockCard.all(of: phone.device)
    #expect(cards.map(\.others) == [1199, 0])
  }

  @Test func `what is secret is neither on a stack nor counted in it`() {
    var phone = PhoneStub()
    phone.change(.lock(.locked))
    let secret =
      #"{"alert":"Code 4711","thread-id":"ann"},"fcm":{"android":{"notification":{"visibility":"SECRET"}}}"#
    phone.push(#"{"alert":"Lunch?","thread-id":"ann"}"#)
    phone.push(#"{"alert":"Dinner?","thread-id":"ann"}"#)
    phone.push(secret)
    let cards = LockCard.all(of: phone.device)
    #expect(cards.map(\.top.content.body) == ["Dinner?"])
    #expect(cards.map(\.others) == [1])
  }
}
