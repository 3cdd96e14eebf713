import Testing

@testable import PushInbox

@Test func `the program can be tested from inside`() {
  #expect(Main.self == Main.self)
}
