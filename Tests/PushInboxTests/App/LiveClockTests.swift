import Foundation
import InboxModel
import Testing

@testable import PushInbox

@Suite struct LiveClockTests {
  @Test func `however far it is moved, the clock stays in the years 1 to 9999`() throws {
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
}
