import Foundation
import InboxModel
import Testing

@testable import PushInbox

@Suite struct LiveClockTests {
  @Test func `a moved clock stays in the years 1 to 9999`() throws {
    var clock = LiveClock()
    for _ in 0..<100 { clock.apply(.advance(TimeSpan.century)) }
    #expect(Timestamp.text(clock.now).hasPrefix("9999-12-31"))
    #expect(clock.moved(Date()).clamped == clock.moved(Date()))
    clock.apply(.moment(.distantPast))
    #expect(clock.now >= .distantPast.clamped)
    clock.apply(.advance(.infinity))
    #expect(Timestamp.text(clock.now).hasPrefix("9999-12-31"))
    clock.apply(.real)
    #expect(clock.offset == 0)
  }

  @Test func `a stopped clock moves to the set time and continues from there`() throws {
    let moment = try #require(Timestamp.date("2026-04-14T21:58:00Z"))
    var clock = LiveClock()
    clock.stop(at: moment)
    #expect(clock.now == moment)
    #expect(clock.moved(.distantPast) == moment)
    clock.apply(.advance(90))
    #expect(clock.now == moment + 90)
    clock.apply(.moment(moment - 5))
    #expect(clock.now == moment - 5)
    clock.resume()
    #expect(clock.stoppedAt == nil)
    #expect((moment - 5...moment + 60).contains(clock.now))
    clock.stop(at: moment)
    clock.apply(.real)
    #expect(clock == LiveClock())
  }
}
