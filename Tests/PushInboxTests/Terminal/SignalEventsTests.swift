import Testing

@testable import PushInbox

@MainActor @Suite(.serialized, .patient) struct SignalEventsTests {
  @Test func `a signal becomes an event until the object is released`() async throws {
    var before = sigaction()
    sigaction(SIGWINCH, nil, &before)
    do {
      let (stream, continuation) = AsyncStream<Int32>.makeStream()
      let events = try #require(SignalEvents([SIGWINCH, SIGUSR2]) { continuation.yield($0) })
      var heard = stream.makeAsyncIterator()
      // To the process and not to this thread, which may be one that takes no signals.
      kill(getpid(), SIGUSR2)
      #expect(await heard.next() == SIGUSR2)
      kill(getpid(), SIGWINCH)
      #expect(await heard.next() == SIGWINCH)
      withExtendedLifetime(events) {}
    }
    var after = sigaction()
    sigaction(SIGWINCH, nil, &after)
    #expect(after.handler == nil)
    #expect(before.handler == nil)
  }
}
