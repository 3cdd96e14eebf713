import Dispatch
import Foundation
import Testing

@testable import PushInbox

@Suite struct EventLoopTests {
  private final class Token: Sendable {}

  /// Otherwise an object whose end waits for the thread could end on it. Of several waiting callers
  /// the first one goes on while the thread still has the tasks of the others.
  @Test func `a task that is waited for is released before the wait returns`() throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let lock = NSLock()
    nonisolated(unsafe) var kept = 0
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<500 {
        var token: Token? = Token()
        weak let released = token
        loop.wait { [token] in
          withExtendedLifetime(token) { for _ in 0..<1000 { _ = getppid() } }
        }
        token = nil
        if released != nil { lock.withLock { kept += 1 } }
      }
    }
    #expect(kept == 0)
  }
}
