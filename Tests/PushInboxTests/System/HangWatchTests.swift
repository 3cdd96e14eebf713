import Dispatch
import Foundation
import Testing

@testable import PushInbox

@Suite(.patient) struct HangWatchTests {
  @Test func `work over the limit is reported once, while it goes on`() async {
    let count = await onThread {
      let watch = HangWatch(limit: 0.01)
      let (reported, again) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      nonisolated(unsafe) var count = 0
      watch.report = {
        count += 1
        reported.signal()
        if count > 1 { again.signal() }
      }
      // Blocks until the report.
      watch.watch { reported.wait() }
      // The next work is reported for itself, also inside other work.
      watch.watch { watch.watch { reported.wait() } }
      again.wait()
      return count
    }
    #expect(count == 2)
  }

  @Test func `work that ends in time is not reported, and its error is thrown`() {
    let watch = HangWatch(limit: 3600)
    watch.report = { Issue.record("reported") }
    #expect(watch.watch { 7 } == 7)
    let fail = { () throws(StoreError) -> Int in throw .full(path: "/x") }
    #expect(throws: StoreError.full(path: "/x")) { try watch.watch(fail) }
    #expect(watch.watch { 8 } == 8)
  }

  @Test func `the message about a hang fits into 80 columns`() {
    let message = AppRuntime.hangMessage(3)
    #expect(message == "the disk of the store has not answered for 3 s; pushes and keys wait")
    #expect(message.utf8.count < 80)
  }
}
